/** What the operator does in the session inbox: there again after a look at another section, and of one profile. */
import { create } from 'zustand'
import type { ProfileId, SessionId } from '../../shared/ids.ts'

/** A text in the box of the inbox; typed word by word, or pasted. */
export interface InboxText {
  readonly text: string
  readonly isPasted: boolean
}

/** Which of the known sessions are shown, and in which order. */
export interface InboxFilter {
  readonly search: string
  readonly showsEnded: boolean
  readonly order: 'newest' | 'oldest'
  /** The application on screen with sessions of none, or every application. */
  readonly scope: 'application' | 'all'
}

/** A session that came by a link or a command. */
export interface ArrivedSession {
  readonly sessionId: SessionId
  /** False: it was known already. */
  readonly isNew: boolean
}

interface InboxView {
  readonly profileId: ProfileId | null
  readonly text: InboxText
  readonly filter: InboxFilter
  readonly arrived: ArrivedSession | null
}

const noText: InboxText = { text: '', isPasted: false }
const usualFilter: InboxFilter = { search: '', showsEnded: false, order: 'newest', scope: 'application' }

const useStore = create<InboxView>()(() => ({
  profileId: null,
  text: noText,
  filter: usualFilter,
  arrived: null,
}))

function note(profileId: ProfileId, changes: (view: InboxView) => Partial<InboxView>): void {
  useStore.setState((state) => {
    const kept = state.profileId === profileId ? state : useStore.getInitialState()
    return { ...kept, profileId, ...changes(kept) }
  })
}

/** What stands in the box of a profile's inbox. */
export const useInboxText = (profileId: ProfileId): InboxText =>
  useStore((state) => (state.profileId === profileId ? state.text : noText))

/** Which sessions of a profile are shown. */
export const useInboxFilter = (profileId: ProfileId): InboxFilter =>
  useStore((state) => (state.profileId === profileId ? state.filter : usualFilter))

/** The session of a profile that came last by a link or a command; null when none did, or when that was seen. */
export const useArrivedSession = (profileId: ProfileId): ArrivedSession | null =>
  useStore((state) => (state.profileId === profileId ? state.arrived : null))

/** Keeps what was typed or pasted; doing anything with another profile forgets the former's. */
export function writeInboxText(profileId: ProfileId, text: InboxText): void {
  note(profileId, () => ({ text }))
}

/** Shows other sessions, or in another order. */
export function filterInbox(profileId: ProfileId, changes: Partial<InboxFilter>): void {
  note(profileId, ({ filter }) => ({ filter: { ...filter, ...changes } }))
}

/** Puts a session that arrived in sight: whatever would hide its row is lifted. */
export function showArrival(profileId: ProfileId, arrived: ArrivedSession, scope: InboxFilter['scope']): void {
  note(profileId, ({ filter }) => ({
    arrived,
    filter: {
      ...filter,
      search: '',
      scope: scope === 'all' ? 'all' : filter.scope,
      // One that was known may have been marked as ended.
      showsEnded: filter.showsEnded || !arrived.isNew,
    },
  }))
}

/** The arrival was seen. */
export function dismissArrival(profileId: ProfileId): void {
  note(profileId, () => ({ arrived: null }))
}

/** Back to an empty box and the usual rows, for tests. */
export function resetInboxView(): void {
  useStore.setState(useStore.getInitialState(), true)
}
