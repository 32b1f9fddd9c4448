/** The operator’s view of the session inbox: outlives a visit to another section, and belongs to one profile. */
import type { ProfileId, SessionId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

/** A text in the box of the inbox; typed word by word, or pasted. */
export interface InboxText {
  readonly text: string
  readonly isPasted: boolean
}

/** Which of the known sessions are shown, and in which order. */
export interface InboxFilter {
  /** The text in the box Session ID: a part of what is known of a session, or a whole id to be closed. */
  readonly search: string
  readonly showsEnded: boolean
  readonly order: 'newest' | 'oldest'
  /** The application on screen with sessions of none, or every application. */
  readonly scope: 'application' | 'all'
}

/** A session that came by a link or a command. */
export interface LinkedSession {
  readonly sessionId: SessionId
  /** False: it was known already. */
  readonly isNew: boolean
}

interface InboxView {
  /** The session that the inspector shows. */
  readonly opened: SessionId | null
  readonly text: InboxText
  readonly filter: InboxFilter
  readonly linked: LinkedSession | null
}

const store = createProfileStore<InboxView>({
  opened: null,
  text: { text: '', isPasted: false },
  filter: { search: '', showsEnded: false, order: 'newest', scope: 'application' },
  linked: null,
})

/** The text in the box of a profile’s inbox. */
export const useInboxText = (profileId: ProfileId): InboxText => store.useState(({ text }) => text, profileId)

/** Which sessions of a profile are shown. */
export const useInboxFilter = (profileId: ProfileId): InboxFilter => store.useState(({ filter }) => filter, profileId)

/** The session of a profile that came last by a link or a command; null when none did, or when that was seen. */
export const useLinkedSession = (profileId: ProfileId): LinkedSession | null =>
  store.useState(({ linked }) => linked, profileId)

/** The session of a profile that the inspector shows, or null. */
export const useOpenedSession = (profileId: ProfileId): SessionId | null =>
  store.useState(({ opened }) => opened, profileId)

/** Shows a session in the inspector; null closes it. */
export function openSession(profileId: ProfileId, opened: SessionId | null): void {
  store.set(() => ({ opened }), profileId)
}

/** Keeps what was typed or pasted. */
export function writeInboxText(profileId: ProfileId, text: InboxText): void {
  store.set(() => ({ text }), profileId)
}

/** Shows other sessions, or in another order. */
export function filterInbox(profileId: ProfileId, changes: Partial<InboxFilter>): void {
  store.set(({ filter }) => ({ filter: { ...filter, ...changes } }), profileId)
}

/** Empties the box of an id that was closed: it would hide all that is left. */
export function forgetSearchFor(sessionId: string): void {
  store.set(({ filter }) => (filter.search.trim() === sessionId ? { filter: { ...filter, search: '' } } : {}))
}

/** Puts a session that arrived in sight: whatever would hide its row is lifted. */
export function showLinkedSession(profileId: ProfileId, linked: LinkedSession, scope: InboxFilter['scope']): void {
  store.set(
    ({ filter }) => ({
      linked,
      filter: {
        ...filter,
        search: '',
        scope: scope === 'all' ? 'all' : filter.scope,
        // One that was known may have been marked as ended.
        showsEnded: filter.showsEnded || !linked.isNew,
      },
    }),
    profileId,
  )
}

/** The arrival was seen. */
export function dismissLinkedSession(profileId: ProfileId): void {
  store.set(() => ({ linked: null }), profileId)
}
