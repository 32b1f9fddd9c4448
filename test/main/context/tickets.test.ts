import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/main/lib/clock.ts'
import type { OpenProfile } from '../../../src/main/context/open-profile.ts'
import { createTickets } from '../../../src/main/context/tickets.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { TicketId } from '../../../src/shared/ids.ts'
import { profileId, ticketId } from '../../../src/shared/schemas/ids.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { createScriptedService } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { createTestPerson } from '../../support/test-person.ts'

const expired = refusal('confirmation-expired')
const changed = refusal('profile-changed')

function setUp() {
  let now = 1_000
  const clock: Clock = { now: () => now, after: () => () => undefined }
  const person = createTestPerson()
  const tickets = createTickets<string>({ clock, randomId: randomUUID, person }, 30_000)
  const { client } = createScriptedService(createManualClock())
  const then: OpenProfile = { profile: profileOf(), client }
  let open: OpenProfile | null = then
  return {
    person,
    then,
    open: (next: OpenProfile | null) => {
      open = next
    },
    issue: (payload: string) => tickets.issue(payload, { windowId: 1, open: then }),
    redeem: async (ticket: TicketId, windowId = 1) => {
      const question = (payload: string) => ({ kind: 'create', profileName: payload, count: 1 }) as const
      return (await tickets.redeem(ticket, { windowId, current: () => open }, question)).payload
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('tickets', () => {
  it('are redeemed once: a double click on a confirmation does not spend twice', async () => {
    const { issue, redeem } = setUp()
    const { ticket } = issue('forty')
    const clicks = await Promise.allSettled([redeem(ticket), redeem(ticket)])
    expect(clicks).toMatchObject([{ value: 'forty' }, { reason: refusal('confirmation-used') }])
  })

  it('expire exactly at their stated instant', async () => {
    const { issue, redeem, pass } = setUp()
    const [early, late] = [issue('early'), issue('late')]
    expect(late.expiresAt).toBe(31_000)
    pass(29_999)
    await expect(redeem(early.ticket)).resolves.toBe('early')
    pass(1)
    await expect(redeem(late.ticket)).rejects.toThrow(expired)
  })

  it('do not live longer when the clock is set back', async () => {
    const { issue, redeem, pass } = setUp()
    const { ticket } = issue('x')
    pass(-5_000)
    await expect(redeem(ticket)).rejects.toThrow(expired)
  })

  it('are refused to a different window or profile, and stay valid for their own', async () => {
    const { issue, redeem, open, then } = setUp()
    const { ticket } = issue('x')
    await expect(redeem(ticket, 2)).rejects.toThrow(expired)
    open({ ...then, profile: profileOf({ id: profileId.parse('p2') }) })
    await expect(redeem(ticket)).rejects.toThrow(expired)
    open(then)
    await expect(redeem(ticket)).resolves.toBe('x')
  })

  // Would catch a dialog of one window that spends on the address or account that a second window saved meanwhile.
  it.each([
    [
      'saved or its secret changed',
      ({ then }: ReturnType<typeof setUp>) => ({ ...then, client: { ...then.client } }),
      changed,
    ],
    [
      'given another protection',
      ({ then }: ReturnType<typeof setUp>) => ({ ...then, profile: profileOf({ protection: 'confirm' }) }),
      changed,
    ],
    [
      'made read-only',
      ({ then }: ReturnType<typeof setUp>) => ({ ...then, profile: profileOf({ protection: 'read-only' }) }),
      refusal('read-only'),
    ],
  ])('are void when the profile was %s, before and during the question to a person', async (_how, next, failure) => {
    const before = setUp()
    const first = before.issue('x')
    before.open(next(before))
    await expect(before.redeem(first.ticket)).rejects.toThrow(failure)
    expect(before.person.asked).toEqual([])

    const meanwhile = setUp()
    const second = meanwhile.issue('x')
    meanwhile.person.answer = () => {
      meanwhile.open(next(meanwhile))
      return true
    }
    await expect(meanwhile.redeem(second.ticket)).rejects.toThrow(failure)
  })

  it('are useless without a person, and used up by the question', async () => {
    const { issue, redeem, person } = setUp()
    const { ticket } = issue('x')
    person.answer = () => false
    await expect(redeem(ticket)).rejects.toThrow(refusal('not-confirmed'))
    expect(person.asked).toEqual([{ kind: 'create', profileName: 'x', count: 1 }])
    person.answer = () => true
    await expect(redeem(ticket)).rejects.toThrow(refusal('confirmation-used'))
  })

  it('cannot be made up', async () => {
    await expect(setUp().redeem(ticketId.parse('guess'))).rejects.toThrow(expired)
  })

  it('are limited in number: a runaway page does not fill the memory', async () => {
    const { issue, redeem } = setUp()
    const first = issue('first')
    for (let n = 0; n < 1_000; n += 1) issue(String(n))
    await expect(redeem(first.ticket)).rejects.toThrow(expired)
  })
})
