/** How the operator arranged the Sessions section, by profile: outlives a visit to another section. */
import { profileScope } from '../api/shown-profile.ts'
import type { CloseOutcome, SeriesRange } from '../../shared/schemas/session.ts'
import { createProfileStore, createWindowStore } from './create-store.ts'

/** The last close of one session from this window; main keeps no list of them. */
export interface ClosedSession {
  readonly outcome: CloseOutcome
  readonly label: string
}

interface StoredClose extends ClosedSession {
  /** False once another profile was shown: that its counts are no longer read is then not told. */
  readonly isFollowed: () => boolean
}

interface Arranged {
  /** Results that were seen, by their ids. */
  readonly dismissed: readonly string[]
  readonly closed: StoredClose | null
}

// Only the newest result is shown, so that nobody sees those before again.
const maxDismissed = 50

const store = createProfileStore<Arranged>({ dismissed: [], closed: null })

export const useDismissedResults = store.field('dismissed')
export const dismissResult = (id: string): void =>
  store.set(({ dismissed }) => ({ dismissed: [...dismissed, id].slice(-maxDismissed) }))

const useClosed = store.field('closed')

/** null: none was closed since the profile was opened. */
export function useClosedSession(): ClosedSession | null {
  const closed = useClosed()
  if (closed === null || closed.isFollowed()) return closed
  return { ...closed, outcome: { ...closed.outcome, counting: false } }
}

export const setClosedSession = (closed: ClosedSession): void =>
  store.set(() => ({ closed: { ...closed, isFollowed: profileScope().isShown } }))

/** Writes the counts that main read since then into what became of that close. */
export function updateClosedSession(outcome: CloseOutcome): void {
  store.set(({ closed }) =>
    closed !== null && closed.outcome.sessionId === outcome.sessionId && closed.outcome.at === outcome.at
      ? { closed: { ...closed, outcome, isFollowed: profileScope().isShown } }
      : {},
  )
}

const useRangeStore = createWindowStore<{ readonly range: SeriesRange }>({ range: 'hour' })

/** How much time the charts of this window show. */
export const useSeriesRange = (): SeriesRange => useRangeStore(({ range }) => range)
export const chooseSeriesRange = (range: SeriesRange): void => useRangeStore.setState({ range })
