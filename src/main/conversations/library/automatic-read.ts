/** One read that nobody asked for at this moment: kept only when it says anything in other bytes than the one before. */
import type { ProfileContext } from '../../context/profile-context.ts'
import type { SnapshotPair, OfConversation } from '../../store/library-repository.ts'
import type { SaveSnapshot } from '../core.ts'
import type { Reader } from '../reader/reader.ts'
import type { AutomaticRead } from './read-scheduler.ts'

/** `onSaved` hears that a snapshot was kept. Failures: every one of a service call, storage. */
export function createAutomaticRead(
  { repositories, journal }: Pick<ProfileContext, 'repositories' | 'journal'>,
  { reader, saveSnapshot }: { readonly reader: Pick<Reader, 'ask'>; readonly saveSnapshot: SaveSnapshot },
  onSaved: () => void,
): (wanted: AutomaticRead) => Promise<void> {
  const { library, snapshots } = repositories

  /** Answers whether they say something else. */
  const compare = async (of: OfConversation, { before, newest }: SnapshotPair): Promise<boolean> => {
    const isSame = await reader.ask('isSameContent', { profileId: of.profileId, left: before, right: newest })
    library.setChanged(of, newest, !isSame)
    return !isSame
  }

  const recordChange = ({ profileId, conversationId }: OfConversation, profileName: string): void => {
    const name = library.entry({ profileId, conversationId })?.name ?? null
    journal.noteAfter({
      ...{ profileId, profileName, action: 'conversation.changeSeen', target: conversationId, outcome: 'seen' },
      facts: { name },
    })
  }

  // After a crash between the two writes the newest snapshot is not the entry's, and was never compared.
  const isAdopted = (of: OfConversation): boolean => library.entry(of)?.newestSnapshotId === snapshots.newest(of)

  return async ({ open, conversationId, signal }) => {
    const { id: profileId, name: profileName } = open.profile
    const received = await open.client.getConversation(conversationId, { signal })
    const of = { profileId, conversationId }
    if (snapshots.isNewest(of, received.body) && isAdopted(of)) {
      library.readAgain(of, received.at)
      return
    }
    const summary = await saveSnapshot({ ...of, ...received })
    const wasChanged = library.entry(of)?.isChanged ?? false
    const pair = library.addAutomaticRead(summary)
    onSaved()
    if (pair !== null && (await compare(of, pair)) && !wasChanged) recordChange(of, profileName)
  }
}
