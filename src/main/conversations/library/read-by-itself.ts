/** One read that nobody asked for at this moment: kept only when it says anything in other bytes than the one before. */
import type { Journal } from '../../activity/journal.ts'
import type { LibraryRepository, NewsBetween, OfConversation } from '../../store/library-repository.ts'
import type { LookUpHistory } from '../../store/look-up-history.ts'
import type { KeepLookUp } from '../keeping.ts'
import type { Reader } from '../reader/reader.ts'
import type { ReadByItself } from './reading.ts'

/** What such a read needs. */
export interface ReadByItselfDeps {
  readonly library: Pick<LibraryRepository, 'entry' | 'readAgain' | 'readByItself' | 'setChanged'>
  readonly history: Pick<LookUpHistory, 'isNewest' | 'newest'>
  readonly keep: KeepLookUp
  readonly reader: Pick<Reader, 'ask'>
  readonly journal: Pick<Journal, 'noteAfter'>
  /** Hears that a look-up was kept. */
  readonly onKept: () => void
}

/** Gives the read. Failures: every one of a service call, storage. */
export function createReadByItself(deps: ReadByItselfDeps): (wanted: ReadByItself) => Promise<void> {
  const { library, history, keep, reader, journal } = deps

  /** Answers whether they say something else. */
  const judge = async (of: OfConversation, { before, newest }: NewsBetween): Promise<boolean> => {
    const isSame = await reader.ask('sayTheSame', { profileId: of.profileId, left: before, right: newest })
    library.setChanged(of, newest, !isSame)
    return !isSame
  }

  const noteChange = ({ profileId, conversationId }: OfConversation, profileName: string): void => {
    const name = library.entry({ profileId, conversationId })?.name ?? null
    journal.noteAfter({
      ...{ profileId, profileName, action: 'conversation.changeSeen', target: conversationId, outcome: 'seen' },
      facts: { name },
    })
  }

  // After a crash between the two writes the newest look-up is not the entry's, and was never compared.
  const isTakenUp = (of: OfConversation): boolean => library.entry(of)?.newestSnapshotId === history.newest(of)

  return async ({ open, conversationId, signal }) => {
    const { id: profileId, name: profileName } = open.profile
    const received = await open.client.getConversation(conversationId, { signal })
    const of = { profileId, conversationId }
    if (history.isNewest(of, received.body) && isTakenUp(of)) {
      library.readAgain(of, received.at)
      return
    }
    const summary = await keep({ ...of, ...received })
    const wasChanged = library.entry(of)?.isChanged ?? false
    const news = library.readByItself(summary)
    deps.onKept()
    if (news !== null && (await judge(of, news)) && !wasChanged) noteChange(of, profileName)
  }
}
