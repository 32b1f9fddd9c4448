/**
 * Sends the close of one session, for whoever confirmed it: the one place that sends it. The intent is written
 * down first, it goes out exactly once, and the result carries the counts around it. Source: `service-api.md
 * §GET /sessionStop`.
 */
import { FailureError, refusal, sentOf } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import { commandCertainty } from '../../../shared/model/command-certainty.ts'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { SessionAction } from '../../../shared/schemas/inbox.ts'
import type { CloseAnswer, CloseOutcome, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { ActEnd, NewActivity } from '../../context/journal.ts'
import type { Clock } from '../../lib/clock.ts'
import { stillAs } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import type { CountRequest, ReadCount } from '../concurrency/count-reader.ts'

/** One close that was confirmed. */
export interface CloseRequest {
  /** The profile as it was confirmed. */
  readonly open: OpenProfile
  readonly target: CloseTarget
  /** `CloseRegistry.mark` of the confirmation: what was sent for this session since then makes it void. */
  readonly mark: number
  /** Looked at in the last moment; throws a refusal when it is not to be sent any more. */
  readonly permit?: () => void
  /** Values for the journal, such as the run that it belongs to. */
  readonly facts?: ActivityEntry['facts']
}

/**
 * Sends a close once; answers what came of it, response or failure. Thrown, with nothing sent: the refusals of `stillAs`
 * and of `permit`, wrong-state when a close of this session is in flight or was sent since the confirmation, and
 * `storage` when the intent cannot be written down.
 */
export type SendClose = (request: CloseRequest) => Promise<CloseOutcome>

const freshCountMs = 5_000
const countLimitMs = 2_000
// Between the wish and the sending there is one short read; more than this means that the computer slept.
const maxWaitMs = 10_000

/** The journal's words for the end of a command that failed: what may have had its effect is not called failed. */
export function failedActivity(failure: Failure): Pick<NewActivity, 'outcome' | 'failure'> {
  return { outcome: commandCertainty(failure) === 'unknown' ? 'unknown' : 'failed', failure }
}

/** True when a failure leaves no doubt that nothing left this computer. */
export function isUnsent(failure: Failure): boolean {
  return sentOf(failure) === 'no' && commandCertainty(failure) === 'not-done'
}

/** How a close ended, in the journal's words. */
export function endOf(outcome: CloseOutcome): ActEnd {
  const { appId, at, answer, failure, countBefore, countAfter } = outcome
  const said = answer === null ? {} : factsOf(answer)
  const counts = { countBefore: countBefore?.total ?? null, countAfter: countAfter?.total ?? null }
  const end = failure === null ? ({ outcome: 'done' } as const) : failedActivity(failure)
  return { ...end, facts: { appId, requestedAt: at, ...counts, ...said } }
}

interface End {
  readonly answer: CloseAnswer | null
  readonly failure: Failure | null
}

async function askOnce(work: () => Promise<CloseAnswer>): Promise<End> {
  try {
    return { answer: await work(), failure: null }
  } catch (error) {
    if (error instanceof FailureError) return { answer: null, failure: error.failure }
    throw error
  }
}

function factsOf({ form, httpStatus, code, message }: CloseAnswer): ActivityEntry['facts'] {
  return { form, httpStatus, code, message }
}

export function createSendClose(context: ClosingContext): SendClose {
  const { current, monitor, registry, journal, clock, log, onInboxChanged } = context
  const known = context.repositories.knownSessions

  const count = async (open: OpenProfile, appId: AppId | null): Promise<ConcurrencySample | null> =>
    appId === null
      ? null
      : readCountWithin({ readCount: monitor.readCount, clock, request: { open, appId }, limitMs: countLimitMs })

  const countBefore = async (open: OpenProfile, appId: AppId | null): Promise<ConcurrencySample | null> => {
    const latest = appId === null ? null : monitor.latest(open, appId)
    // Either way: a clock that was set back makes an old count young.
    const isFresh = latest !== null && Math.abs(clock.now() - latest.at) < freshCountMs
    return isFresh ? latest : count(open, appId)
  }

  // The journal has the intent already: an inbox that cannot be written must not stand between it and the sending.
  const noteInInbox = (open: OpenProfile, { sessionId }: CloseTarget, action: SessionAction): void => {
    try {
      known.noteAction(open.profile.id, sessionId, action)
      if (action.answer !== null) known.setEnded(open.profile.id, [sessionId], action.at)
    } catch (error) {
      log.error(`the inbox could not note the close of ${sessionId}`, error)
    }
    onInboxChanged()
  }

  const finalCheck = ({ open, target, mark, permit }: CloseRequest, wishedAt: number): OpenProfile => {
    const now = stillAs(current, open)
    if (clock.now() - wishedAt > maxWaitMs) throw refusal('confirmation-expired')
    const subject = { kind: 'session', id: target.sessionId } as const
    const { id } = now.profile
    if (registry.isInFlight(id, subject) || registry.wasSentSince(id, subject, mark)) {
      throw refusal('wrong-state', target.sessionId)
    }
    permit?.()
    return now
  }

  return async (request) => {
    const { target, facts = {} } = request
    const { sessionId, appId } = target
    const wishedAt = clock.now()
    const before = await countBefore(request.open, appId)
    const open = finalCheck(request, wishedAt)
    // Nothing is awaited from here to the sending: what was looked at is so when it goes out.
    const requestedAt = clock.now()
    const act = journal.begin({
      profileId: open.profile.id,
      profileName: open.profile.name,
      action: 'session.close',
      target: sessionId,
      facts: { appId, requestedAt, countBefore: before?.total ?? null, ...facts },
    })
    const sent = registry.sending(open.profile.id, { kind: 'session', id: sessionId })
    try {
      noteInInbox(open, target, { kind: 'close', at: requestedAt, answer: null, failure: null })
      const end = await askOnce(() => open.client.stopSession(sessionId))
      noteInInbox(open, target, { kind: 'close', at: clock.now(), ...end })
      const after = end.failure !== null && isUnsent(end.failure) ? null : await count(open, appId)
      const counts = { countBefore: before, countAfter: after, counting: false }
      const outcome: CloseOutcome = { sessionId, appId, at: requestedAt, ...end, ...counts }
      act.end(endOf(outcome))
      return outcome
    } finally {
      // A mistake of the program says nothing of whether the request left.
      act.end({ outcome: 'unknown' })
      sent()
    }
  }
}

/** A count that is read with a timeout: aborted after `limitMs` or by `request.signal`. */
export interface TimedCount {
  readonly readCount: ReadCount
  readonly clock: Clock
  readonly request: CountRequest
  readonly limitMs: number
}

/** Reads a count within a time limit; null when it could not be read, which must never prevent a close. */
export async function readCountWithin(timed: TimedCount): Promise<ConcurrencySample | null> {
  const { clock, request, limitMs } = timed
  const ending = new AbortController()
  const end = (): void => {
    ending.abort()
  }
  const cancelLimit = clock.after(limitMs, end)
  request.signal?.addEventListener('abort', end, { once: true })
  try {
    return await timed.readCount({ ...request, signal: ending.signal })
  } catch (error) {
    if (error instanceof FailureError) return null
    throw error
  } finally {
    cancelLimit()
    request.signal?.removeEventListener('abort', end)
  }
}
