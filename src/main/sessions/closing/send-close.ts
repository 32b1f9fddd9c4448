/** Sends a confirmed close: records the intent first, sends exactly once, and always records an end in the journal. */
import { FailureError, refusal, sentOf } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ProfileId } from '../../../shared/ids.ts'
import { closeStatusOf } from '../../../shared/model/close-status.ts'
import type { CloseEnd } from '../../../shared/model/close-status.ts'
import { commandCertainty } from '../../../shared/model/command-certainty.ts'
import type { ActivityFacts } from '../../../shared/schemas/activity.ts'
import type { SessionAction } from '../../../shared/schemas/inbox.ts'
import type { CloseAnswer, CloseOutcome, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { Act, ActEnd } from '../../context/journal.ts'
import { requireUnchanged } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { logged } from '../../lib/log.ts'
import { shortId } from '../../lib/short-id.ts'
import type { CloseSubject } from './close-registry.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import { readCountWithin } from './drain-watch.ts'

interface IntendedClose {
  /** Epoch milliseconds. */
  readonly requestedAt: number
  readonly act: Act
  /** Must be called once. */
  readonly send: () => Promise<CloseEnd>
}

/** True when a failure means that certainly nothing left this computer. */
export function isUnsent(failure: Failure): boolean {
  return sentOf(failure) === 'no' && commandCertainty(failure) === 'not-done'
}

const outcomes = {
  accepted: 'done',
  said: 'unknown',
  declined: 'failed',
  unknown: 'unknown',
  'not-done': 'failed',
} as const

/** The end of a close in the journal's terms: a close that may have had its effect is not recorded as failed. */
export function endOf(end: CloseEnd, facts: ActivityFacts = {}): ActEnd {
  const { answer, failure } = end
  const outcome = outcomes[closeStatusOf(end)]
  if (answer === null) return { outcome, failure, facts }
  const { form, httpStatus, code, message } = answer
  return { outcome, facts: { ...facts, form, httpStatus, code, message } }
}

/** The act of a close. A count that is read later is recorded under the same act. */
export function closeAct(profileId: ProfileId, target: string, requestedAt: number): string {
  return `close ${profileId} ${target} ${requestedAt}`
}

/**
 * Records that a close is about to be sent; `work` sends it and ends the act. Fails with `storage`, with nothing sent,
 * when the intent cannot be recorded. Source: `service-api.md §GET /sessionStop, §GET /distroyCallSessionsByAppId`.
 */
export async function intendClose<Outcome>(
  { registry, journal, clock }: ClosingContext,
  {
    open,
    subject,
    facts,
  }: { readonly open: OpenProfile; readonly subject: CloseSubject; readonly facts: ActivityFacts },
  work: (intended: IntendedClose) => Promise<Outcome>,
): Promise<Outcome> {
  const { profile, client } = open
  const requestedAt = clock.now()
  const act = journal.begin({
    profile,
    action: subject.kind === 'session' ? 'session.close' : 'session.closeAll',
    target: subject.id,
    act: closeAct(profile.id, subject.id, requestedAt),
    facts,
  })
  const noteEnded = registry.sending(profile.id, subject)
  const options = { onExchange: act.onExchange }
  const ask = (): Promise<CloseAnswer> =>
    subject.kind === 'session' ? client.stopSession(subject.id, options) : client.closeAllSessions(subject.id, options)
  const send = async (): Promise<CloseEnd> => {
    try {
      return { answer: await ask(), failure: null }
    } catch (error) {
      if (error instanceof FailureError) return { answer: null, failure: error.failure }
      throw error
    }
  }
  try {
    return await work({ requestedAt, act, send })
  } finally {
    // A mistake of the program leaves open whether the request was sent.
    act.end({ outcome: 'unknown' })
    noteEnded()
  }
}

export interface CloseRequest {
  /** The profile as it was confirmed. */
  readonly open: OpenProfile
  readonly target: CloseTarget
  /** `CloseRegistry.mark` of the confirmation: a close of this session that was sent since then makes it void. */
  readonly mark: number
  /** The run that the close belongs to. */
  readonly runId?: string
  /** Aborted when the close must no longer be sent. */
  readonly signal?: AbortSignal
}

const freshCountMs = 5_000
const countLimitMs = 2_000
// Only one short read comes between the request and the sending; a longer time means that the computer slept.
const maxWaitMs = 10_000

/**
 * Sends the close of a session once, with the counts around it; returns the outcome, response or failure. Throws, with
 * nothing sent: the refusals of `requireUnchanged`; wrong-state when the close is no longer wanted, is in flight, or was
 * sent since the confirmation; and `storage`.
 */
export type SendClose = (request: CloseRequest) => Promise<CloseOutcome>

export function createSendClose(context: ClosingContext): SendClose {
  const { current, monitor, registry, clock, log, onInboxChanged } = context
  const knownSessions = context.repositories.knownSessions

  const count = async (open: OpenProfile, { appId }: CloseTarget): Promise<ConcurrencySample | null> =>
    appId === null ? null : readCountWithin(context, countLimitMs, { open, appId })

  const countBefore = async (open: OpenProfile, target: CloseTarget): Promise<ConcurrencySample | null> => {
    const latest = target.appId === null ? null : monitor.latest(open, target.appId)
    // Uses the absolute difference, because a clock that was set back makes an old count look new.
    const isFresh = latest !== null && Math.abs(clock.now() - latest.at) < freshCountMs
    return isFresh ? latest : count(open, target)
  }

  // The journal already has the intent: a failing inbox must not prevent the sending.
  const noteInInbox = (open: OpenProfile, { sessionId }: CloseTarget, action: SessionAction): void => {
    logged(log, `the inbox could not record the close of ${shortId(sessionId)}`, () => {
      knownSessions.noteAction(open.profile.id, sessionId, action)
      // After an uncertain answer the session stays among the live ones, where it can be closed again.
      if (closeStatusOf(action) === 'accepted') knownSessions.setEnded(open.profile.id, [sessionId], action.at)
    })
    onInboxChanged()
  }

  return async ({ open: confirmedProfile, target, mark, runId, signal }) => {
    const { sessionId, appId } = target
    const subject = { kind: 'session', id: sessionId } as const
    const wishedAt = clock.now()
    const before = await countBefore(confirmedProfile, target)
    // Nothing is awaited from here to the sending, so the checks are still true when the request is sent.
    const open = requireUnchanged(current, confirmedProfile)
    const { id } = open.profile
    if (clock.now() - wishedAt > maxWaitMs) throw refusal('confirmation-expired')
    if (signal?.aborted === true || registry.isInFlight(id, subject) || registry.wasSentSince(id, subject, mark)) {
      throw refusal('wrong-state', sessionId)
    }
    const intent = { appId, countBefore: before?.total ?? null }
    const facts = runId === undefined ? intent : { ...intent, runId }
    return intendClose(context, { open, subject, facts }, async ({ requestedAt, act, send }) => {
      noteInInbox(open, target, { kind: 'close', at: requestedAt, answer: null, failure: null })
      const end = await send()
      noteInInbox(open, target, { kind: 'close', at: clock.now(), ...end })
      const after = end.failure !== null && isUnsent(end.failure) ? null : await count(open, target)
      act.end(endOf(end, { countAfter: after?.total ?? null }))
      return { ...target, at: requestedAt, ...end, countBefore: before, countAfter: after, counting: false }
    })
  }
}
