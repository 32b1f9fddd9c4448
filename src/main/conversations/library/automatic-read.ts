/** One read that nobody asked for at this moment: kept only when it says anything in other bytes than the one before. */
import type { Journal } from '../../context/journal.ts'
import type { LibraryRepository, SnapshotPair, OfConversation } from '../../store/library-repository.ts'
import type { SnapshotHistory } from '../../store/snapshot-history.ts'
import type { SaveSnapshot } from '../save-snapshot.ts'
import type { Reader } from '../reader/reader.ts'
import type { AutomaticRead } from './read-scheduler.ts'

export interface AutomaticReadDeps {
  readonly library: Pick<LibraryRepository, 'entry' | 'readAgain' | 'addAutomaticRead' | 'setChanged'>
  readonly history: Pick<SnapshotHistory, 'isNewest' | 'newest'>
  readonly saveSnapshot: SaveSnapshot
  readonly reader: Pick<Reader, 'ask'>
  readonly journal: Pick<Journal, 'noteAfter'>
  /** Hears that a snapshot was kept. */
  readonly onSaved: () => void
}

/** Gives the read. Failures: every one of a service call, storage. */
export function createAutomaticRead(deps: AutomaticReadDeps): (wanted: AutomaticRead) => Promise<void> {
  const { library, history, saveSnapshot, reader, journal } = deps

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
  const isAdopted = (of: OfConversation): boolean => library.entry(of)?.newestSnapshotId === history.newest(of)

  return async ({ open, conversationId, signal }) => {
    const { id: profileId, name: profileName } = open.profile
    const received = await open.client.getConversation(conversationId, { signal })
    const of = { profileId, conversationId }
    if (history.isNewest(of, received.body) && isAdopted(of)) {
      library.readAgain(of, received.at)
      return
    }
    const summary = await saveSnapshot({ ...of, ...received })
    const wasChanged = library.entry(of)?.isChanged ?? false
    const pair = library.addAutomaticRead(summary)
    deps.onSaved()
    if (pair !== null && (await compare(of, pair)) && !wasChanged) recordChange(of, profileName)
  }
}
