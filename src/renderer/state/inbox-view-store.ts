/** The operator’s view of the session inbox: outlives a visit to another section, and belongs to one profile. */
import type { SessionId } from '../../shared/ids.ts'
import { typedId } from '../../shared/model/pasted-text.ts'
import type { LinkedSession, SessionSource } from '../../shared/schemas/inbox.ts'
import type { SessionCandidate } from '../../shared/schemas/session.ts'
import { createProfileStore } from './create-store.ts'

export interface InboxFilter {
  /** The text in the box Session ID: a part of what is known of a session, or a whole id to be closed. */
  readonly search: string
  /** Nothing of the text is taken for what merely surrounds an id: it is closed as it stands. */
  readonly isVerbatim: boolean
  /** The id of a close that has ended: left in the box to be tried again, it hides no row where it is in none. */
  readonly tried: SessionId | null
  readonly showsEnded: boolean
  readonly order: 'newest' | 'oldest'
  /** The application on screen with sessions of none, or every application. */
  readonly scope: 'application' | 'all'
}

type ShownLink = Omit<LinkedSession, 'appId'>

interface InboxView {
  readonly opened: SessionId | null
  readonly filter: InboxFilter
  /** The session that came last by a link or a command; null when none did, or when that was seen. */
  readonly linked: ShownLink | null
  /** Ids that a part of the page found: the inbox shows them before they are added. */
  readonly offered: { readonly candidates: readonly SessionCandidate[]; readonly source: SessionSource } | null
}

const store = createProfileStore<InboxView>({
  opened: null,
  filter: { search: '', isVerbatim: false, tried: null, showsEnded: false, order: 'newest', scope: 'application' },
  linked: null,
  offered: null,
})

export const useInboxFilter = store.field('filter')
export const useLinkedSession = store.field('linked')
export const useOpenedSession = store.field('opened')
export const useOfferedSessions = store.field('offered')

export const openSession = (opened: SessionId | null): void => store.set(() => ({ opened }))

/** Offers ids to the inbox, in place of those that were offered before and not taken. */
export const offerSessions = (offered: InboxView['offered']): void => store.set(() => ({ offered }))

export const filterInbox = (changes: Partial<InboxFilter>): void =>
  store.set(({ filter }) => ({ filter: { ...filter, ...changes } }))

/** Empties the box of an id that was closed, so that it is not closed again. */
export function forgetSearchFor(sessionId: SessionId): void {
  store.set(({ filter }) =>
    [filter.search.trim(), typedId(filter.search)].includes(sessionId) ? { filter: { ...filter, search: '' } } : {},
  )
}

/** A close of that id has come to its end, sent or not. */
export const setTried = (tried: SessionId): void => store.set(({ filter }) => ({ filter: { ...filter, tried } }))

/** Puts a session that arrived in sight: whatever would hide its row is lifted. */
export function showLinkedSession(linked: ShownLink, scope: InboxFilter['scope']): void {
  store.set(({ filter }) => ({
    linked,
    filter: {
      ...filter,
      search: '',
      scope: scope === 'all' ? 'all' : filter.scope,
      // One that was known may have been marked as ended.
      showsEnded: filter.showsEnded || !linked.isNew,
    },
  }))
}

export const dismissLinkedSession = (): void => store.set(() => ({ linked: null }))

/** Takes what is offered to the inbox, so that it is proposed once; null when nothing is. */
export function consumeOfferedSessions(): InboxView['offered'] {
  const { offered } = store.get()
  offerSessions(null)
  return offered
}
