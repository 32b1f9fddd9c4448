/**
 * Tickets for commands that spend or destroy: issued when a confirmation opens, redeemed once when a person confirms. A
 * double click cannot run a command twice. A different window, a different profile, a profile whose address or secret
 * has changed, and an expired confirmation cannot run it at all.
 */
import { LRUCache } from 'lru-cache'
import { refusal } from '../../shared/failure.ts'
import type { TicketId } from '../../shared/ids.ts'
import { ticketId } from '../../shared/schemas/ids.ts'
import type { PersonCheck, Question } from '../ipc/user-gesture.ts'
import type { AppContext } from './app-context.ts'
import { requireOpen, requireUnchanged } from './open-profile.ts'
import type { CurrentProfile, OpenProfile } from './open-profile.ts'

/** A ticket is bound to the window, and to the profile with its client at the time of issue. */
interface TicketContext {
  readonly windowId: number
  readonly open: OpenProfile
}

export interface RedeemContext {
  readonly windowId: number
  readonly current: CurrentProfile
}

interface TicketsContext extends Pick<AppContext, 'clock' | 'randomId'> {
  readonly person: Pick<PersonCheck, 'redeem'>
}

interface StoredTicket<Payload> {
  readonly payload: Payload
  readonly context: TicketContext
  readonly issuedAt: number
  readonly used: boolean
}

// Far more than the dialogs that a person opens within a ticket's lifetime; only a runaway page reaches this.
const maxTickets = 1_000

/** Tickets are kept only in memory: a restart invalidates all open confirmations. */
export function createTickets<Payload>({ clock, randomId, person }: TicketsContext, lifetimeMs: number) {
  const tickets = new LRUCache<TicketId, StoredTicket<Payload>>({ max: maxTickets })

  // A clock that was set back must not extend a ticket's life, so a negative age counts as expired.
  const isAlive = (issuedAt: number): boolean => {
    const ageMs = clock.now() - issuedAt
    return ageMs >= 0 && ageMs < lifetimeMs
  }

  const valid = (id: TicketId, { windowId, current }: RedeemContext): StoredTicket<Payload> => {
    const entry = tickets.get(id)
    if (entry === undefined || !isAlive(entry.issuedAt)) throw refusal('confirmation-expired')
    const { context } = entry
    const isOurs = windowId === context.windowId && requireOpen(current).profile.id === context.open.profile.id
    if (!isOurs) throw refusal('confirmation-expired')
    if (entry.used) throw refusal('confirmation-used')
    return entry
  }

  return {
    /** `expiresAt` in epoch milliseconds. */
    issue: (payload: Payload, context: TicketContext): { readonly ticket: TicketId; readonly expiresAt: number } => {
      const issuedAt = clock.now()
      const ticket = ticketId.parse(randomId())
      tickets.set(ticket, { payload, context, issuedAt, used: false })
      return { ticket, expiresAt: issuedAt + lifetimeMs }
    },
    /**
     * Redeems the ticket, which is valid once, and verifies that a person acts. Refuses with `confirmation-used` for a
     * redeemed ticket, with `confirmation-expired` when the ticket is too old, unknown, or was issued to a different
     * window or profile, with the refusals of `requireUnchanged`, and with `not-confirmed` without a person. `question`
     * makes the question for the person; an error that it throws is thrown before the person is asked. Returns the open
     * profile too, unchanged since the ticket was issued.
     */
    redeem: async (
      id: TicketId,
      where: RedeemContext,
      question: (payload: Payload, open: OpenProfile) => Question,
    ): Promise<{ readonly payload: Payload; readonly open: OpenProfile }> => {
      const entry = valid(id, where)
      // Marked before the person is asked, so that the same ticket cannot open a second dialog.
      tickets.set(id, { ...entry, used: true })
      const { payload, context } = entry
      const prompt = question(payload, requireUnchanged(where.current, context.open))
      await person.redeem(where.windowId, prompt)
      return { payload, open: requireUnchanged(where.current, context.open) }
    },
  }
}
