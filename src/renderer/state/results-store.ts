/** Which results the operator has seen, and the last close of one session from this window. */
import type { SessionId } from '../../shared/ids.ts'
import type { BatchProgress } from '../../shared/schemas/avatar.ts'
import type { CloseOutcome } from '../../shared/schemas/session.ts'
import { profileScope } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

/** Kept in the page, because main stores no list of closed sessions. */
export interface ClosedSession {
  readonly outcome: CloseOutcome
  readonly label: string
}

interface StoredClose extends ClosedSession {
  /** False once a different profile was shown: the page then receives no counts for this close. */
  readonly isFollowed: () => boolean
}

interface Results {
  /** Ids of results that were seen. */
  readonly dismissed: readonly string[]
  readonly closed: StoredClose | null
  /** The session whose close ended last, whether it was sent or not. */
  readonly tried: SessionId | null
  /** How many closes of any kind main has answered. */
  readonly closeAnswers: number
  /** The end of a batch that the operator has dismissed. */
  readonly seenEnd: BatchProgress | null
}

// Only the newest result is shown, so earlier results never reappear.
const maxDismissed = 50

const store = createProfileStore<Results>({
  dismissed: [],
  closed: null,
  tried: null,
  closeAnswers: 0,
  seenEnd: null,
})

export const useDismissedResults = store.field('dismissed')
export const dismissResult = (id: string): void =>
  store.set(({ dismissed }) => ({ dismissed: [...dismissed, id].slice(-maxDismissed) }))

const useClosed = store.field('closed')

/** null: no session was closed since the profile was opened. */
export function useClosedSession(): ClosedSession | null {
  const closed = useClosed()
  if (closed === null || closed.isFollowed()) return closed
  return { ...closed, outcome: { ...closed.outcome, counting: false } }
}

export const setClosedSession = (closed: ClosedSession): void =>
  store.set(() => ({ closed: { ...closed, isFollowed: profileScope().isShown } }))

export const useTriedSession = store.field('tried')
export const setTriedSession = (tried: SessionId): void => store.set(() => ({ tried }))

export const useCloseAnswers = store.field('closeAnswers')
export const closeAnswersNow = (): number => store.get().closeAnswers
export const noteCloseAnswered = (): void => store.set(({ closeAnswers }) => ({ closeAnswers: closeAnswers + 1 }))

/** Writes the counts that main has read since that close. */
export function updateClosedSession(outcome: CloseOutcome): void {
  store.set(({ closed }) =>
    closed !== null && closed.outcome.sessionId === outcome.sessionId && closed.outcome.at === outcome.at
      ? { closed: { ...closed, outcome, isFollowed: profileScope().isShown } }
      : {},
  )
}

/** Whether this end of a batch was dismissed; false once a new batch is running. */
export const useIsEndSeen = (progress: BatchProgress | null): boolean =>
  store.useState(({ seenEnd }) => seenEnd !== null && JSON.stringify(seenEnd) === JSON.stringify(progress))

/** Records that the operator has seen the end of a batch; null when a new batch has begun. */
export const seeEnd = (seenEnd: BatchProgress | null): void => store.set(() => ({ seenEnd }))
