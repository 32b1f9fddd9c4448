/** A page that lies: whatever it sends through the real dispatch to the real handlers, the service receives nothing. */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { OperationName } from '../../../src/shared/contract.ts'
import type { RefusalReason, Result } from '../../../src/shared/failure.ts'
import { appId, profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileOf } from '../../support/subjects.ts'
import { addKnown, here, setClosingStage } from '../../support/close-stage.ts'

const lobby = '1377000000000001968'
const other = { windowId: 2 }
const fields: Partial<Profile> = {
  applications: [
    { appId: appId.parse(lobby), label: 'Lobby' },
    { appId: appId.parse('desk'), label: '' },
  ],
}

type Stage = ReturnType<typeof setUp>
type Reply = Promise<Result<unknown>>

function setUp(changes: Partial<Profile> = {}) {
  const stage = setClosingStage({ ...fields, ...changes })
  addKnown(stage, 's-1', appId.parse(lobby))
  const asks =
    (name: OperationName, context = here) =>
    (input: unknown) =>
      stage.dispatch(name, input, context)
  const ticketOf = async (name: OperationName, input: unknown): Promise<string> => {
    const result = await stage.dispatch(name, input, here)
    if (!result.ok) throw new Error(JSON.stringify(result.failure))
    return (result.value as { readonly ticket: string }).ticket
  }
  return {
    ...stage,
    asks,
    one: () => ticketOf('session.openClose', { sessionId: 's-1', appId: lobby }),
    many: () => ticketOf('session.openCloseMany', { sessionIds: ['s-1', 's-2'] }),
    all: () => ticketOf('session.openCloseAll', { appId: lobby }),
    becomes: (change: Partial<Profile>, isSaved = true) => {
      const { profile, client } = stage.current() ?? expect.fail()
      stage.open({ profile: { ...profile, ...change }, client: isSaved ? { ...client } : client })
    },
  }
}

/** The three ways to close, each with its confirmation and truthful input. */
const ways = [
  {
    way: 'one',
    open: (stage: Stage) => stage.one(),
    confirm: (ticket: string, typed = '') => ({ name: 'session.close', input: { ticket, typed } }) as const,
  },
  {
    way: 'several',
    open: (stage: Stage) => stage.many(),
    confirm: (ticket: string, typed = '') => ({ name: 'session.closeMany', input: { ticket, typed } }) as const,
  },
  {
    way: 'all',
    open: (stage: Stage) => stage.all(),
    confirm: (ticket: string, typedAppId = lobby) =>
      ({ name: 'session.closeAll', input: { ticket, typedAppId } }) as const,
  },
] as const

/** Tells a lie and checks that it is refused with this reason, and that the service receives nothing, then or later. */
async function isRefused(stage: Stage, lie: () => Reply, reason: RefusalReason | 'invalid-input'): Promise<void> {
  const askedBefore = stage.service.asked.length
  const reply = await lie()
  const failure = reason === 'invalid-input' ? { kind: reason } : { kind: 'refused', reason }
  expect(reply).toMatchObject({ ok: false, failure })
  await stage.clock.pass(10_000)
  expect(stage.service.asked.slice(askedBefore)).toEqual([])
}

describe.each(ways)('a page that lies about closing $way', ({ open, confirm }) => {
  const setStageWithTicket = async (changes: Partial<Profile> = {}) => {
    const stage = setUp(changes)
    const ticket = await open(stage)
    const sendConfirmed = (typed?: string, context = here): Reply => {
      const { name, input } = confirm(ticket, typed)
      return stage.dispatch(name, input, context)
    }
    return { stage, ticket, sendConfirmed }
  }

  it('makes up a ticket', async () => {
    const { stage, ticket } = await setStageWithTicket()
    const last = ticket.at(-1) === '0' ? '1' : '0'
    for (const forged of ['0', ticket.slice(0, -1), `${ticket}0`, ticket.slice(0, -1) + last, ticket.toUpperCase()]) {
      const { name, input } = confirm(forged)
      const reply = await stage.dispatch(name, input, here)
      expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused', reason: 'confirmation-expired' } })
    }
    for (const misshapen of [
      '',
      ' ',
      `${ticket} `,
      `${ticket}\n`,
      7,
      null,
      { ticket },
      ['a'],
      '__proto__',
      'x'.repeat(65),
    ]) {
      const { name, input } = confirm(ticket)
      await isRefused(stage, () => stage.dispatch(name, { ...input, ticket: misshapen }, here), 'invalid-input')
    }
  })

  it('uses a ticket again', async () => {
    const { stage, sendConfirmed } = await setStageWithTicket()
    expect(await sendConfirmed()).toMatchObject({ ok: true })
    await stage.clock.pass(3_000)
    stage.activeProfiles.update()
    const sent = stage.service.asked.filter((line) => /Stop|distroy/.test(line)).length
    const again = await sendConfirmed()
    expect(again).toMatchObject({ ok: false, failure: { kind: 'refused', reason: 'confirmation-used' } })
    await stage.clock.pass(120_000)
    expect(stage.service.asked.filter((line) => /Stop|distroy/.test(line))).toHaveLength(sent)
  })

  it('uses the ticket of a different window', async () => {
    const { stage, sendConfirmed } = await setStageWithTicket()
    await isRefused(stage, () => sendConfirmed(undefined, other), 'confirmation-expired')
  })

  it('uses a ticket for another way of closing', async () => {
    const { stage, ticket } = await setStageWithTicket()
    for (const strange of ways.filter((way) => way.confirm !== confirm)) {
      const { name, input } = strange.confirm(ticket)
      await isRefused(stage, () => stage.dispatch(name, input, here), 'confirmation-expired')
    }
  })

  it('confirms after half a minute', async () => {
    const { stage, sendConfirmed } = await setStageWithTicket()
    await stage.clock.pass(30_000)
    await isRefused(stage, sendConfirmed, 'confirmation-expired')
  })

  it('confirms in a different profile, and in one that was saved since', async () => {
    for (const [change, reason] of [
      [{ id: profileId.parse('p2') }, 'confirmation-expired'],
      [{ baseUrl: 'https://other.example/v2' }, 'profile-changed'],
    ] as const) {
      const { stage, sendConfirmed } = await setStageWithTicket()
      stage.becomes(change)
      await isRefused(stage, sendConfirmed, reason)
    }
  })

  it('closes in a read-only profile', async () => {
    const { stage, sendConfirmed } = await setStageWithTicket()
    stage.becomes({ protection: 'read-only' }, false)
    await isRefused(stage, sendConfirmed, 'read-only')
    await isRefused(stage, stage.asks('session.openClose').bind(null, { sessionId: 's-1', appId: lobby }), 'read-only')
    const many = { sessionIds: ['s-1'] }
    await isRefused(stage, () => stage.asks('session.openCloseMany')(many), 'read-only')
    await isRefused(stage, () => stage.asks('session.openCloseAll')({ appId: lobby }), 'read-only')
  })

  it('adds unexpected input', async () => {
    const { stage, ticket } = await setStageWithTicket()
    const { name, input } = confirm(ticket)
    for (const more of [{ appId: 'desk' }, { sessionId: 's-9' }, { force: true }, { profileId: 'p2' }]) {
      await isRefused(stage, () => stage.dispatch(name, { ...input, ...more }, here), 'invalid-input')
    }
  })
})

describe('a page that lies about the typed text', () => {
  const alike = [
    ` ${lobby}`,
    `${lobby} `,
    `${lobby}\n`,
    `\u200b${lobby}`,
    `\u202e${lobby}`,
    lobby.slice(0, -1),
    `${lobby}0`,
    lobby.replace('9', '９'),
    lobby.replace('1', 'l'),
    lobby.replace('0', 'O'),
    'desk',
    '*',
    '',
  ]
  it.each(alike)('for all: %j', async (typed) => {
    const stage = setUp()
    const ticket = await stage.all()
    const close = stage.asks('session.closeAll')
    await isRefused(stage, () => close({ ticket, typedAppId: typed }), 'typed-id-differs')
    await isRefused(stage, () => close({ ticket, typedAppId: lobby }), 'confirmation-used')
  })

  it.each(alike)('in a profile that confirms everything: %j', async (typed) => {
    const stage = setUp({ protection: 'confirm' })
    const ticket = await stage.one()
    await isRefused(stage, () => stage.asks('session.close')({ ticket, typed }), 'typed-id-differs')
    const many = await stage.many()
    await isRefused(stage, () => stage.asks('session.closeMany')({ ticket: many, typed }), 'typed-id-differs')
  })

  it('any other text at all', async () => {
    const stage = setUp()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (typedAppId) => {
        fc.pre(typedAppId !== lobby)
        const reply = await stage.asks('session.closeAll')({ ticket: await stage.all(), typedAppId })
        expect(reply).toMatchObject({ ok: false })
      }),
      { numRuns: 50 },
    )
    expect(stage.service.askedFor('distroyCallSessionsByAppId')).toBe(0)
  })
})

describe('a page that lies about its targets', () => {
  it.each(['elsewhere', 'Desk', `${lobby}0`, lobby.slice(1)])(
    'an application that the profile does not list: %s',
    async (strange) => {
      const stage = setUp()
      await isRefused(stage, () => stage.asks('session.openCloseAll')({ appId: strange }), 'invalid-input')
      const one = { sessionId: 's-1', appId: strange }
      await isRefused(stage, () => stage.asks('session.openClose')(one), 'invalid-input')
    },
  )

  it('an application of a different profile', async () => {
    const stage = setUp()
    const { client } = stage.current() ?? expect.fail()
    stage.open({ profile: profileOf({ id: profileId.parse('p2'), applications: [] }), client })
    await isRefused(stage, () => stage.asks('session.openCloseAll')({ appId: lobby }), 'invalid-input')
  })

  it('an old count', async () => {
    const stage = setUp()
    const ticket = await stage.all()
    await stage.clock.pass(10_001)
    await isRefused(stage, () => stage.asks('session.closeAll')({ ticket, typedAppId: lobby }), 'count-too-old')
  })

  it('more sessions than the limit, none, and invalid ids', async () => {
    const stage = setUp()
    const id = sessionId.parse('s-1')
    const lists = [
      Array.from({ length: 201 }, (_, index) => `s-${String(index)}`),
      [],
      ['a\tb'],
      [''],
      [7],
      's-1',
      { id },
    ]
    for (const sessionIds of lists) {
      await isRefused(stage, () => stage.asks('session.openCloseMany')({ sessionIds }), 'invalid-input')
    }
  })

  it('in a window without a profile', async () => {
    const stage = setUp()
    const tickets = [await stage.one(), await stage.many(), await stage.all()]
    stage.open(null)
    for (const [index, { confirm }] of ways.entries()) {
      const { name, input } = confirm(tickets[index] ?? '')
      await isRefused(stage, () => stage.dispatch(name, input, here), 'no-profile')
    }
  })
})
