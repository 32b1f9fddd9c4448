/** One read that nobody asked for at this moment: kept only when it says anything in other bytes than the one before. */
import type { Journal } from '../../activity/journal.ts'
import type { LibraryRepository, NewsBetween } from '../../store/library-repository.ts'
import type { LookUpHistory } from '../../store/look-up-history.ts'
import type { KeepLookUp } from '../keeping.ts'
import type { Reader } from '../reader/reader.ts'
import type { ReadByItself } from './reading.ts'

/** What such a read needs. */
export interface ReadByItselfDeps {
  readonly library: Pick<LibraryRepository, 'entry' | 'readAgain' | 'readByItself' | 'setChanged'>
  readonly history: Pick<LookUpHistory, 'isNewest'>
  readonly keep: KeepLookUp
  readonly reader: Pick<Reader, 'ask'>
  readonly journal: Pick<Journal, 'noteAfter'>
  /** Hears that a look-up was kept. */
  readonly onKept: () => void
}

/** Gives the read. Failures: every one of a service call, storage. */
export function createReadByItself(deps: ReadByItselfDeps): (wanted: ReadByItself) => Promise<void> {
  const { library, history, keep, reader, journal } = deps

  const judge = async ({ open, conversationId }: ReadByItself, { before, newest }: NewsBetween): Promise<void> => {
    const { id: profileId, name: profileName } = open.profile
    const of = { profileId, conversationId }
    const isSame = await reader.ask('sayTheSame', { profileId, left: before, right: newest })
    const known = library.entry(of)
    library.setChanged(of, newest, !isSame)
    if (isSame || known === null || known.isChanged) return
    journal.noteAfter({
      ...{ profileId, profileName, action: 'conversation.changeSeen', target: conversationId, outcome: 'seen' },
      facts: { name: known.name },
    })
  }

  return async (wanted) => {
    const { open, conversationId, signal } = wanted
    const received = await open.client.getConversation(conversationId, { signal })
    const of = { profileId: open.profile.id, conversationId }
    if (history.isNewest(of, received.body)) {
      library.readAgain(of, received.at)
      return
    }
    const summary = await keep({ ...of, ...received })
    const news = library.readByItself(summary)
    deps.onKept()
    if (news !== null) await judge(wanted, news)
  }
}
