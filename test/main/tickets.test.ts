import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/main/clock.ts'
import { createTickets } from '../../src/main/tickets.ts'
import type { TicketContext } from '../../src/main/tickets.ts'
import { refusal } from '../../src/shared/failure.ts'
import { profileId, ticketId } from '../../src/shared/schemas/ids.ts'

const here: TicketContext = { windowId: 1, profileId: profileId.parse('a') }
const expired = refusal('confirmation-expired')

function setUp() {
  let now = 1_000
  const clock: Clock = { now: () => now, after: () => () => undefined }
  const tickets = createTickets<string>({ clock, random: randomUUID, lifetimeMs: 30_000 })
  return {
    tickets,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('tickets', () => {
  it('are taken once: a double click on a confirmation does not spend twice', () => {
    const { tickets } = setUp()
    const { ticket } = tickets.issue('forty', here)
    expect(tickets.peek(ticket, here)).toBe('forty')
    expect(tickets.redeem(ticket, here)).toBe('forty')
    expect(() => tickets.redeem(ticket, here)).toThrow(refusal('confirmation-used'))
    expect(() => tickets.peek(ticket, here)).toThrow(refusal('confirmation-used'))
  })

  it('end at the instant they say, not one millisecond later', () => {
    const { tickets, pass } = setUp()
    const { ticket, expiresAt } = tickets.issue('x', here)
    expect(expiresAt).toBe(31_000)
    pass(29_999)
    expect(tickets.peek(ticket, here)).toBe('x')
    pass(1)
    expect(() => tickets.redeem(ticket, here)).toThrow(expired)
  })

  it('do not live longer when the clock is set back', () => {
    const { tickets, pass } = setUp()
    const { ticket } = tickets.issue('x', here)
    pass(-5_000)
    expect(() => tickets.redeem(ticket, here)).toThrow(expired)
  })

  it.each([
    ['another window', { ...here, windowId: 2 }],
    ['another profile', { ...here, profileId: profileId.parse('b') }],
  ])('are refused to %s, and stay good for their own', (_who, context) => {
    const { tickets } = setUp()
    const { ticket } = tickets.issue('x', here)
    expect(() => tickets.redeem(ticket, context)).toThrow(expired)
    expect(tickets.redeem(ticket, here)).toBe('x')
  })

  it('cannot be made up', () => {
    expect(() => setUp().tickets.redeem(ticketId.parse('guess'), here)).toThrow(expired)
  })

  it('are bounded in number: a runaway page does not fill the memory', () => {
    const { tickets } = setUp()
    const first = tickets.issue('first', here)
    for (let n = 0; n < 1_000; n += 1) tickets.issue(String(n), here)
    expect(() => tickets.peek(first.ticket, here)).toThrow(expired)
  })
})
