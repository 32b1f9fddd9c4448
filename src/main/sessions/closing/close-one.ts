/** Closes one call: confirmed by a ticket, sent exactly once. */
import PQueue from 'p-queue'
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { TicketId } from '../../../shared/ids.ts'
import type { CloseOutcome, CloseTicket } from '../../../shared/schemas/session.ts'
import type { CallContext } from '../../ipc/handlers.ts'
import { isListed, refuseReadOnly, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { createTickets } from '../../ipc/tickets.ts'
import { checkTyped, closeTicketMs, nameSession, notOurs } from './confirmation.ts'
import type { CloseTarget, ClosingContext } from './confirmation.ts'
import { isUnsent } from './send-close.ts'
import type { SendClose } from './send-close.ts'
import { isUnsettled, countAfterClose } from './count-after-close.ts'

/** What the operator confirmed; `typed` is what the ticket's `mustType` asks for, else "". */
export interface CloseConfirmation {
  readonly ticket: TicketId
  readonly typed: string
}

export interface CloseOne {
  /**
   * Names the session and issues the ticket (30 s, once). Refuses with no-profile, read-only, invalid-input for an
   * application that is neither the profile's nor the inbox's, and wrong-state while a close of it is in flight.
   */
  readonly open: (target: CloseTarget, context: CallContext) => CloseTicket
  /**
   * Takes the ticket, whatever was typed, and sends sessionStop once; answers what came of it, a failure too when
   * something was or may have been sent. Refuses as `Tickets.redeem` does, with typed-id-differs, and wrong-state when a close of it was sent since the confirmation was opened; fails
   * with `storage` when the intent cannot be written down. A failure with which nothing was sent is thrown.
   */
  readonly close: (confirmation: CloseConfirmation, context: CallContext) => Promise<CloseOutcome>
  /** Reads no count after a close any more: the profile is another one now, or everything is suspended. */
  readonly endCounts: () => void
  /** Resolves when the answers of what was sent are written down: before the database is closed. */
  readonly dispose: () => Promise<void>
}

interface Confirmed {
  readonly target: CloseTarget
  readonly mustType: string | null
  readonly mark: number
}

const typedCharacters = 4

export function createCloseOne(context: ClosingContext, send: SendClose): CloseOne {
  const { current, registry, clock, randomId, log, person } = context
  const known = context.repositories.knownSessions
  const tickets = createTickets<Confirmed>({ clock, randomId, person }, closeTicketMs)
  const inFlight = new PQueue()
  const counts = new Set<Promise<void>>()
  let ending = new AbortController()
  let isDisposed = false

  /** Has the count read on where it may still fall, and says so. */
  const settled = (open: OpenProfile, outcome: CloseOutcome): CloseOutcome => {
    if (!isUnsettled(outcome) || isDisposed) return outcome
    const counting = { ...outcome, counting: true }
    const signal = ending.signal
    const done = countAfterClose(context, { open, outcome: counting, signal })
      .catch((error: unknown) => {
        log.error(`counting after the close of ${outcome.sessionId}`, error)
      })
      .finally(() => counts.delete(done))
    counts.add(done)
    return counting
  }

  const endCounts = (): void => {
    ending.abort()
    ending = new AbortController()
  }

  const close = async ({ ticket, typed }: CloseConfirmation, { windowId }: CallContext): Promise<CloseOutcome> => {
    const { payload, open } = await tickets.redeem(ticket, { windowId, current }, ({ mustType }, { profile }) => {
      checkTyped(typed, mustType)
      return { kind: 'close', profileName: profile.name, count: 1 }
    })
    const { target, mark } = payload
    const outcome = await send({ open, target, mark })
    if (outcome.failure !== null && isUnsent(outcome.failure)) throw new FailureError(outcome.failure)
    return settled(open, outcome)
  }

  return {
    open: (target, { windowId }) => {
      const open = requireOpen(current)
      refuseReadOnly(open)
      const { profile } = open
      const { sessionId, appId } = target
      const isOurs = appId === null || isListed(profile, appId) || known.find(profile.id, sessionId)?.appId === appId
      if (!isOurs) throw notOurs('appId', 'not an application of the open profile')
      const named = nameSession(profile, known, target)
      if (registry.isInFlight(profile.id, { kind: 'session', id: sessionId })) throw refusal('wrong-state', sessionId)
      const mustType = profile.protection === 'confirm' ? Array.from(sessionId).slice(-typedCharacters).join('') : null
      const confirmed = { target: { sessionId, appId: named.appId }, mustType, mark: registry.mark() }
      const issued = tickets.issue(confirmed, { windowId, open })
      return { ...issued, ...named, mustType }
    },
    close: (confirmation, context) => inFlight.add(() => close(confirmation, context)),
    endCounts,
    dispose: async () => {
      isDisposed = true
      endCounts()
      await inFlight.onIdle()
      await Promise.all(counts)
    },
  }
}
