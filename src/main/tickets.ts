/**
 * Tickets for commands that spend or destroy: issued when a confirmation is opened, taken once when it is confirmed.
 * A double click cannot do it twice, and another window, another profile or an old confirmation cannot do it at all.
 */
import { refusal } from '../shared/failure.ts'
import type { ProfileId, TicketId } from '../shared/ids.ts'
import { ticketId } from '../shared/schemas/ids.ts'
import type { Clock } from './clock.ts'

/** What a ticket is bound to: another window, or another profile, cannot take it. */
export interface TicketContext {
  readonly windowId: number
  readonly profileId: ProfileId
}

/** A ticket that was just issued. */
export interface IssuedTicket {
  readonly ticket: TicketId
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** The tickets of one kind of confirmation. */
export interface Tickets<Payload> {
  readonly issue: (payload: Payload, context: TicketContext) => IssuedTicket
  /** What the ticket stands for, leaving it valid. Refuses as `redeem` does. */
  readonly peek: (id: TicketId, context: TicketContext) => Payload
  /**
   * Takes the ticket: valid once. Refuses with `confirmation-used` after that, and with `confirmation-expired` when it
   * is too old, unknown, or was issued to another window or profile.
   */
  readonly redeem: (id: TicketId, context: TicketContext) => Payload
}

/** What tickets need. */
export interface TicketsDeps {
  readonly clock: Clock
  /** An unguessable text of letters, digits and hyphens, such as `randomUUID`. */
  readonly random: () => string
  readonly lifetimeMs: number
}

interface Kept<Payload> {
  readonly payload: Payload
  readonly context: TicketContext
  readonly issuedAt: number
  readonly used: boolean
}

// Far more than dialogs that a person opens within a lifetime; only a runaway page gets there.
const mostKept = 1_000

/** Gives an empty set of tickets. They live in memory: a restart makes every open confirmation void. */
export function createTickets<Payload>({ clock, random, lifetimeMs }: TicketsDeps): Tickets<Payload> {
  const kept = new Map<TicketId, Kept<Payload>>()

  // A clock set back must not lengthen a ticket's life, so an age below zero counts as too old.
  const isAlive = (issuedAt: number): boolean => {
    const ageMs = clock.now() - issuedAt
    return ageMs >= 0 && ageMs < lifetimeMs
  }

  const forgetOld = (): void => {
    for (const [id, { issuedAt }] of kept) if (!isAlive(issuedAt)) kept.delete(id)
    for (const id of kept.keys()) {
      if (kept.size < mostKept) return
      kept.delete(id)
    }
  }

  const valid = (id: TicketId, context: TicketContext): Kept<Payload> => {
    const entry = kept.get(id)
    if (entry === undefined || !isAlive(entry.issuedAt)) throw refusal('confirmation-expired')
    const { windowId, profileId } = entry.context
    if (windowId !== context.windowId || profileId !== context.profileId) throw refusal('confirmation-expired')
    if (entry.used) throw refusal('confirmation-used')
    return entry
  }

  return {
    issue: (payload, context) => {
      forgetOld()
      const issuedAt = clock.now()
      const ticket = ticketId.parse(random())
      kept.set(ticket, { payload, context, issuedAt, used: false })
      return { ticket, expiresAt: issuedAt + lifetimeMs }
    },
    peek: (id, context) => valid(id, context).payload,
    redeem: (id, context) => {
      const entry = valid(id, context)
      kept.set(id, { ...entry, used: true })
      return entry.payload
    },
  }
}
