/** Closes one call: confirmed by a ticket, written down first, sent exactly once, with the counts around it. */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { AppId, ProfileId, SessionId, TicketId } from '../../shared/ids.ts'
import { commandCertainty } from '../../shared/model/command-certainty.ts'
import type { CloseAnswer, CloseOutcome, CloseTicket, ConcurrencySample } from '../../shared/schemas/session.ts'
import type { Journal, NewActivity } from '../activity/journal.ts'
import type { Clock } from '../clock.ts'
import type { CallContext } from '../ipc/handlers.ts'
import { requireOpen } from '../open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../open-profile.ts'
import { createTickets } from '../tickets.ts'
import { createUnderWay } from '../under-way.ts'
import { countWithin } from './count-within.ts'
import type { Monitor } from './monitor.ts'

/** What the light confirmation of one close is opened for. */
export interface CloseTarget {
  readonly sessionId: SessionId
  /** Whose count is shown before and after; null when the operator does not know. */
  readonly appId: AppId | null
}

/** Closing one call. */
export interface CloseOne {
  /** Issues the ticket (30 s, once). Refuses with no-profile and read-only. */
  readonly open: (target: CloseTarget, context: CallContext) => CloseTicket
  /**
   * Takes the ticket and sends sessionStop once. Refuses with no-profile, confirmation-expired, confirmation-used and
   * read-only, and fails with `storage` when the intent cannot be written down; nothing is sent then. A failure of the
   * call travels as it is.
   */
  readonly close: (ticket: TicketId, context: CallContext) => Promise<CloseOutcome>
  /** Resolves when the answers of what was sent are written down: before the database is closed. */
  readonly dispose: () => Promise<void>
}

/** What closing needs; `randomId` answers an unguessable text of letters, digits and hyphens. */
export interface ClosingDeps {
  readonly current: CurrentProfile
  readonly monitor: Monitor
  readonly journal: Journal
  readonly clock: Clock
  readonly randomId: () => string
}

/** Milliseconds for which the confirmation of a close is valid. */
export const closeTicketMs = 30_000

const freshCountMs = 5_000
const countLimitMs = 2_000

/** Refuses with `read-only` when the profile says so: in main, whatever a window shows. */
export function refuseReadOnly({ profile }: OpenProfile): void {
  if (profile.protection === 'read-only') throw refusal('read-only')
}

/** The journal's words for the end of a command that failed: what may have had its effect is not called failed. */
export function failedActivity(error: FailureError): Pick<NewActivity, 'outcome' | 'failure'> {
  const { failure } = error
  return { outcome: commandCertainty(failure) === 'unknown' ? 'unknown' : 'failed', failure }
}

/** Gives the closing of single calls. */
export function createCloseOne({ current, monitor, journal, clock, randomId }: ClosingDeps): CloseOne {
  const tickets = createTickets<CloseTarget>({ clock, random: randomId, lifetimeMs: closeTicketMs })

  const underWay = createUnderWay()

  const count = async (open: OpenProfile, appId: AppId | null): Promise<ConcurrencySample | null> =>
    appId === null ? null : countWithin({ monitor, clock, request: { open, appId }, limitMs: countLimitMs })

  const countBefore = async (open: OpenProfile, appId: AppId | null): Promise<ConcurrencySample | null> => {
    const latest = appId === null ? null : monitor.latest(open, appId)
    // Either way: a clock that was set back makes an old count young.
    const isFresh = latest !== null && Math.abs(clock.now() - latest.at) < freshCountMs
    return isFresh ? latest : count(open, appId)
  }

  const noteFor = (
    { profile }: OpenProfile,
    { sessionId, appId }: CloseTarget,
  ): ((rest: Pick<NewActivity, 'outcome' | 'facts' | 'failure'>) => NewActivity) => {
    const profileId: ProfileId = profile.id
    return ({ facts, ...rest }) => ({
      profileId,
      profileName: profile.name,
      action: 'session.close',
      target: sessionId,
      facts: { appId, ...facts },
      ...rest,
    })
  }

  const close = async (ticket: TicketId, { windowId }: CallContext): Promise<CloseOutcome> => {
    const open = requireOpen(current)
    const target = tickets.redeem(ticket, { windowId, profileId: open.profile.id })
    refuseReadOnly(open)
    const { sessionId, appId } = target
    const entry = noteFor(open, target)
    journal.note(entry({ outcome: 'unknown', facts: { step: 'intent' } }))
    const before = await countBefore(open, appId)
    let answer: CloseAnswer
    try {
      answer = await open.client.stopSession(sessionId)
    } catch (error) {
      if (error instanceof FailureError) journal.noteAfter(entry(failedActivity(error)))
      throw error
    }
    const after = await count(open, appId)
    const { form, httpStatus, code, message } = answer
    const counts = { countBefore: before?.total ?? null, countAfter: after?.total ?? null }
    journal.noteAfter(entry({ outcome: 'done', facts: { form, httpStatus, code, message, ...counts } }))
    return { sessionId, answer, countBefore: before, countAfter: after }
  }

  return {
    open: (target, { windowId }) => {
      const open = requireOpen(current)
      refuseReadOnly(open)
      return { ...tickets.issue(target, { windowId, profileId: open.profile.id }), ...target }
    },
    close: (ticket, context) => underWay.run(() => close(ticket, context)),
    dispose: underWay.ended,
  }
}
