/**
 * Reads the count on after a close of one session, until it has fallen or the time is over: a count that was read in the
 * same second says nothing, because counts lag behind a close.
 */
import type { CloseOutcome } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ClosingContext } from './confirmation.ts'
import { watchDrain } from './drain-watch.ts'
import { endOf, isUnsent, readCountWithin } from './send-close.ts'

/** A close that was sent under this profile. */
export interface Sent {
  readonly open: OpenProfile
  readonly outcome: CloseOutcome
  /** Ends the reading. */
  readonly signal: AbortSignal
}

const countLimitMs = 2_000
const maxMs = 30_000

/** True when the count around a close may still fall because of it. */
export function isUnsettled({ failure, countBefore, countAfter }: CloseOutcome): boolean {
  if (countBefore === null || countBefore.total === 0 || (failure !== null && isUnsent(failure))) return false
  return countAfter === null || countAfter.total >= countBefore.total
}

/** Pushes `close.changed` with each count that is read, and corrects the journal when they are other ones at the end. */
export async function countAfterClose(
  { monitor, clock, journal, emit }: ClosingContext,
  { open, outcome, signal }: Sent,
): Promise<void> {
  const { appId, countBefore } = outcome
  if (appId === null || countBefore === null) return
  let now = outcome
  const changed = (change: Partial<CloseOutcome>): void => {
    now = { ...now, ...change }
    emit('close.changed', now)
  }
  await watchDrain({
    clock,
    signal,
    maxMs,
    hasDrained: ({ total }) => total < countBefore.total,
    read: (ending) =>
      readCountWithin({
        readCount: monitor.readCount,
        clock,
        request: { open, appId, signal: ending },
        limitMs: countLimitMs,
      }),
    seen: (countAfter) => {
      changed({ countAfter })
    },
  })
  changed({ counting: false })
  if (now.countAfter?.total === outcome.countAfter?.total) return
  const { profile } = open
  const about = { profileId: profile.id, profileName: profile.name, target: outcome.sessionId }
  journal.noteAfter({ ...about, action: 'session.close', ...endOf(now) })
}
