/** A read that nobody asked for at this moment: kept only when its bytes differ from the one before. */
import { hash } from 'node:crypto'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { SnapshotPair, OfConversation, WatchedConversation } from '../../store/library-repository.ts'
import type { SaveSnapshot } from '../core.ts'
import type { Reader } from '../reader/reader.ts'
import type { Repositories } from '../../store/repositories.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ConversationId } from '../../../shared/ids.ts'

export interface AutomaticRead {
  readonly open: OpenProfile
  readonly conversationId: ConversationId
  readonly signal: AbortSignal
}

/** Answers whether the newest snapshot says anything else than the one before. */
export async function markChange(
  { library }: Repositories,
  reader: Pick<Reader, 'ask'>,
  { of, before, newest }: SnapshotPair & { readonly of: OfConversation },
): Promise<boolean> {
  const isSame = await reader.ask('isSameContent', { profileId: of.profileId, left: before, right: newest })
  library.setChanged(of, newest, !isSame)
  return !isSame
}

/** `onSaved` hears that a snapshot was kept. Failures: every one of a service call, storage. */
export function createAutomaticRead(
  { repositories, journal }: Pick<ProfileContext, 'repositories' | 'journal'>,
  { reader, saveSnapshot }: { readonly reader: Pick<Reader, 'ask'>; readonly saveSnapshot: SaveSnapshot },
  onSaved: () => void,
): (wanted: AutomaticRead) => Promise<void> {
  const { library, snapshots } = repositories

  // After a crash between the two writes the newest snapshot is not the entry's, and was never compared.
  const isAdopted = (of: OfConversation): boolean => library.entry(of)?.newestSnapshotId === snapshots.newest(of)

  return async ({ open, conversationId, signal }) => {
    const { profile } = open
    const received = await open.client.getConversation(conversationId, { signal })
    const of = { profileId: profile.id, conversationId }
    if (snapshots.isNewest(of, received.body) && isAdopted(of)) {
      library.readAgain({ ...of, at: received.at })
      return
    }
    const summary = await saveSnapshot({ ...of, ...received })
    const wasChanged = library.entry(of)?.isChanged ?? false
    const pair = library.addAutomaticRead(summary)
    onSaved()
    if (pair === null || !(await markChange(repositories, reader, { of, ...pair })) || wasChanged) return
    journal.noteAfter({
      profile,
      action: 'conversation.changeSeen',
      target: conversationId,
      outcome: 'seen',
      facts: { name: library.entry(of)?.name ?? null },
    })
  }
}

const minuteMs = 60_000
const maxSpread = 0.05

/** From 0 to below 1, always the same for an id. */
function fractionOf(id: string): number {
  return Number.parseInt(hash('sha256', id).slice(0, 8), 16) / 2 ** 32
}

/** Up to 5 % late, so that reads part. A clock that was set back puts nothing off for longer. */
export function dueAt({ conversationId, everyMinutes, triedAt }: WatchedConversation, now: number): number {
  if (triedAt === null) return now
  const everyMs = everyMinutes * minuteMs
  return Math.min(triedAt, now) + everyMs + Math.round(everyMs * maxSpread * fractionOf(conversationId))
}
