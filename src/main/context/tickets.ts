/**
 * Tickets for commands that spend or destroy: issued when a confirmation is opened, taken once when it is confirmed by a
 * person. A double click cannot do it twice; another window, another profile, the same profile on another address or with
 * another secret, and an old confirmation cannot do it at all.
 */
import { LRUCache } from 'lru-cache'
import { refusal } from '../../shared/failure.ts'
import type { TicketId } from '../../shared/ids.ts'
import { ticketId } from '../../shared/schemas/ids.ts'
import type { PersonCheck, Question } from '../ipc/user-gesture.ts'
import type { AppContext } from './app-context.ts'
import { requireOpen, stillAs } from './open-profile.ts'
import type { CurrentProfile, OpenProfile } from './open-profile.ts'

/** What a ticket is bound to: the window, and the profile with the client that it had then. */
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

// Far more than dialogs that a person opens within a lifetime; only a runaway page gets there.
const maxTickets = 1_000

/** Tickets are in memory alone: a restart makes every open confirmation void. */
export function createTickets<Payload>({ clock, randomId, person }: TicketsContext, lifetimeMs: number) {
  const tickets = new LRUCache<TicketId, StoredTicket<Payload>>({ max: maxTickets })

  // A clock set back must not lengthen a ticket's life, so an age below zero counts as too old.
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
     * Takes the ticket, valid once, and makes sure of a person. Refuses with `confirmation-used` after that, with
     * `confirmation-expired` when it is too old, unknown, or was issued to another window or profile, with what `stillAs`
     * refuses, and with `not-confirmed` when there is no person. `question` says what the person is asked; what it throws
     * is thrown before anybody is asked. Answers the open profile too, which is as it was when the ticket was issued.
     */
    redeem: async (
      id: TicketId,
      where: RedeemContext,
      question: (payload: Payload, open: OpenProfile) => Question,
    ): Promise<{ readonly payload: Payload; readonly open: OpenProfile }> => {
      const entry = valid(id, where)
      // Before anybody is asked: while a dialog is open the same ticket opens no second one.
      tickets.set(id, { ...entry, used: true })
      const { payload, context } = entry
      const asked = question(payload, stillAs(where.current, context.open))
      await person.redeem(where.windowId, asked)
      return { payload, open: stillAs(where.current, context.open) }
    },
  }
}
