import { describe, expect, it } from 'vitest'
import type { CloseRuleInput, CloseRules } from '../../../src/shared/schemas/close-rule.ts'
import { appId, profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileOf } from '../../support/subjects.ts'
import { addKnown, here, refused, setClosingStage } from '../../support/close-stage.ts'

const lobby = appId.parse('lobby')
const hallAppId = appId.parse('desk')
const minute = 60_000

const olderThan: CloseRuleInput = {
  id: null,
  appId: lobby,
  condition: { kind: 'older-than', minutes: 30 },
  countdownSeconds: 60,
}

function setUp(changes: Partial<Profile> = {}) {
  const stage = setClosingStage(changes)
  const read = (): Promise<CloseRules> => stage.call('closeRule.read', {})
  const suggestions = async () => (await read()).suggestions
  const named = async () => (await suggestions()).map(({ sessions }) => sessions.map((session) => session.sessionId))
  /** A count comes in, or cannot be had, as the monitor tells it. */
  const readCount = async (app = lobby): Promise<void> => {
    const { client } = stage.current() ?? expect.fail()
    const sample = await client.concurrentNumber(app).catch(() => null)
    stage.closing().observe({ appId: app, sample })
  }
  const reasons = () =>
    stage.entries().flatMap(({ action, facts }) => (action === 'guard.cancelled' ? facts['reason'] : []))
  /** A session of an hour ago, with a rule that is about it, and its suggestion. */
  const propose = async (): Promise<void> => {
    addKnown(stage, 's-1', lobby)
    await stage.clock.pass(60 * minute)
    await stage.call('closeRule.save', olderThan)
    stage.monitor.follow()
    await stage.clock.pass(0)
    expect(await suggestions()).toHaveLength(1)
  }
  return { ...stage, read, suggestions, named, readCount, reasons, propose }
}

describe('a close suggestion rule', () => {
  it('is kept, listed in the order of making, written over and removed; of this profile alone', async () => {
    const { call, open, current, entries } = setUp()
    const { rules } = await call('closeRule.save', olderThan)
    const [first] = rules
    const hours = { kind: 'after-hours', from: '22:00', until: '06:00' } as const
    await call('closeRule.save', { ...olderThan, appId: null, condition: hours })
    const changed = { ...olderThan, id: (first ?? expect.fail()).id, countdownSeconds: 90 }
    await expect(call('closeRule.setOn', { id: changed.id, isOn: false })).resolves.toMatchObject({
      rules: [{ isOn: false }, { condition: hours }],
    })
    // Another window's change of the same rule stays.
    await expect(call('closeRule.save', changed)).resolves.toMatchObject({
      rules: [{ ...changed, isOn: false }, { condition: hours }],
    })
    const { client, profile } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    await expect(call('closeRule.read', {})).resolves.toEqual({ rules: [], suggestions: [] })
    await expect(call('closeRule.save', changed)).rejects.toMatchObject({
      failure: { kind: 'not-found', what: 'rule' },
    })
    open({ profile, client })
    await expect(call('closeRule.remove', { id: changed.id })).resolves.toMatchObject({ rules: [{ condition: hours }] })
    await expect(call('closeRule.remove', { id: changed.id })).rejects.toMatchObject({ failure: { kind: 'not-found' } })
    expect(entries().map(({ action }) => action)).toEqual([
      'guard.saved',
      'guard.saved',
      'guard.saved',
      'guard.saved',
      'guard.removed',
    ])
    const elsewhere = call('closeRule.save', { ...olderThan, appId: appId.parse('elsewhere') })
    await expect(elsewhere).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
  })

  it('proposes its own application’s sessions of that age, once a count says that calls are live', async () => {
    const stage = setUp()
    await stage.call('closeRule.save', olderThan)
    addKnown(stage, 's-1', lobby)
    addKnown(stage, 's-2', hallAppId)
    addKnown(stage, 's-3', null)
    addKnown(stage, 's-4', lobby)
    stage.known.setEnded(profileId.parse('p1'), [sessionId.parse('s-4')], 1)
    await stage.clock.pass(30 * minute - 1)
    addKnown(stage, 's-5', lobby)
    await stage.readCount()
    expect(await stage.suggestions()).toEqual([])
    await stage.clock.pass(1)
    await stage.readCount(hallAppId)
    expect(await stage.suggestions()).toEqual([])
    await stage.readCount()
    const now = stage.clock.now()
    expect(await stage.suggestions()).toMatchObject([
      {
        appId: 'lobby',
        live: 12,
        endsAt: now + minute,
        sessions: [{ sessionId: 's-1' }],
      },
    ])
    expect(stage.pushed('closeRules.changed').at(-1)?.suggestions).toHaveLength(1)
  })

  it.each([
    ['no call is live', () => 0],
    ['the count cannot be read', () => Promise.reject(new Error('broken'))],
  ])('proposes nothing while %s', async (_, count) => {
    const stage = setUp()
    await stage.call('closeRule.save', olderThan)
    addKnown(stage, 's-1', lobby)
    await stage.readCount()
    await stage.clock.pass(60 * minute)
    stage.service.script.count = count
    await stage.readCount()
    expect(await stage.suggestions()).toEqual([])
  })

  it('lapses when nobody confirms it, sends nothing, and is silent for a quarter of an hour or until a change', async () => {
    const stage = setUp()
    await stage.call('closeRule.save', olderThan)
    addKnown(stage, 's-1', lobby)
    addKnown(stage, 's-2', lobby)
    await stage.clock.pass(30 * minute)
    await stage.readCount()
    await stage.clock.pass(minute)
    expect(await stage.suggestions()).toEqual([])
    expect(stage.reasons()).toEqual(['lapsed'])
    await stage.clock.pass(5 * minute)
    stage.known.edit(profileId.parse('p1'), sessionId.parse('s-2'), { note: 'still talking' })
    await stage.readCount()
    expect(await stage.named()).toEqual([['s-2']])
    await stage.clock.pass(10 * minute - 1)
    await stage.readCount()
    expect(await stage.named()).toEqual([])
    await stage.clock.pass(1)
    await stage.readCount()
    expect(await stage.named()).toEqual([['s-1']])
    expect(stage.stops()).toEqual([])
  })

  it('for all applications takes each with its own count, and one of none when any call is live', async () => {
    const stage = setUp()
    await stage.call('closeRule.save', { ...olderThan, appId: null })
    addKnown(stage, 's-1', lobby)
    addKnown(stage, 's-2', hallAppId)
    addKnown(stage, 's-3', null)
    await stage.clock.pass(30 * minute)
    await stage.readCount(hallAppId)
    expect(await stage.named()).toEqual([['s-2', 's-3']])
  })

  it.each(['s-0', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])(
    'never names a session twice at a time, nor one that was tried: %s',
    async (id) => {
      const stage = setUp()
      const { ticket } = await stage.call('session.openClose', { sessionId: sessionId.parse(id), appId: lobby })
      stage.service.script.stop = () => new Promise(() => undefined)
      void stage.call('session.close', { ticket, typed: '' })
      await stage.clock.pass(0)
      stage.restart()
      await stage.call('closeRule.save', olderThan)
      await stage.call('closeRule.save', { ...olderThan, condition: { kind: 'older-than', minutes: 1 } })
      for (const known of [id, 's-1']) addKnown(stage, known, lobby)
      await stage.clock.pass(30 * minute)
      await stage.readCount()
      expect(await stage.named()).toEqual([['s-1']])
    },
  )

  it('after hours reaches over midnight', async () => {
    const stage = setUp()
    const at = (hours: number, minutes: number) => {
      const day = new Date(stage.clock.now())
      day.setHours(hours, minutes, 0, 0)
      return day.getTime()
    }
    const condition = { kind: 'after-hours', from: '22:00', until: '06:00' } as const
    addKnown(stage, 's-1', lobby)
    const seen: [number, number, number][] = []
    for (const [hours, minutes] of [
      [21, 59],
      [22, 0],
      [23, 59],
      [0, 0],
      [5, 59],
      [6, 0],
      [12, 0],
    ] as const) {
      const [before] = (await stage.read()).rules
      const { rules } = await stage.call('closeRule.save', { ...olderThan, id: before?.id ?? null, condition })
      const { id } = rules[0] ?? expect.fail()
      await stage.call('closeRule.setOn', { id, isOn: false })
      stage.clock.set(at(hours, minutes))
      await stage.call('closeRule.setOn', { id, isOn: true })
      await stage.readCount()
      seen.push([hours, minutes, (await stage.suggestions()).length])
    }
    expect(seen.map(([, , proposed]) => proposed)).toEqual([0, 1, 1, 1, 1, 0, 0])
  })
})

describe('a suggestion is over', () => {
  type Stage = ReturnType<typeof setUp>
  const rename = ({ open, current }: Stage) => {
    const { profile, client } = current() ?? expect.fail()
    open({ profile: { ...profile, name: 'Renamed' }, client: { ...client } })
  }
  const resave = async ({ call, read }: Stage) => {
    const [rule] = (await read()).rules
    await call('closeRule.save', { ...olderThan, id: (rule ?? expect.fail()).id, countdownSeconds: 3_600 })
  }
  it.each<[string, (stage: Stage) => unknown, string]>([
    [
      'when the operator cancels it',
      async ({ call, suggestions }) => {
        await call('closeRule.cancelSuggestion', { suggestionId: (await suggestions())[0]?.id ?? '' })
      },
      'operator',
    ],
    ['when its rule is saved', resave, 'rule'],
    [
      'when its rule is removed',
      async ({ call, read }) => call('closeRule.remove', { id: (await read()).rules[0]?.id ?? expect.fail() }),
      'rule',
    ],
    ['before the computer sleeps', ({ closing }) => closing().pause(), 'rest'],
    [
      'when the profile is saved',
      (stage) => {
        rename(stage)
        stage.closing().follow()
      },
      'profile',
    ],
    ['when the desk is left', ({ closing }) => closing().dispose(), 'profile'],
    [
      'when its sessions are marked as ended',
      ({ known }) => {
        known.setEnded(profileId.parse('p1'), [sessionId.parse('s-1')], 1)
      },
      'gone',
    ],
    [
      'when no call is live any more',
      ({ service }) => {
        service.script.count = () => 0
      },
      'gone',
    ],
  ])('%s, and nothing is sent', async (_, change, reason) => {
    const stage = setUp()
    await stage.propose()
    await change(stage)
    await stage.clock.pass(59_999)
    expect(stage.stops()).toEqual([])
    expect(stage.reasons()[0]).toBe(reason)
  })

  it('and cannot be cancelled or confirmed again', async () => {
    const stage = setUp()
    await stage.propose()
    const [{ id: suggestionId }] = (await stage.suggestions()) as [CloseRules['suggestions'][number]]
    const sessionIds = [sessionId.parse('s-1')]
    const { ticket } = await stage.call('session.openCloseMany', { sessionIds, suggestionId })
    await stage.call('closeRule.cancelSuggestion', { suggestionId })
    for (const again of [
      stage.call('closeRule.cancelSuggestion', { suggestionId }),
      stage.call('session.openCloseMany', { sessionIds, suggestionId }),
      stage.call('session.closeMany', { ticket, typed: '' }),
    ]) {
      await expect(again).rejects.toMatchObject(refused('not-pending'))
    }
    await stage.clock.pass(30 * minute)
    expect(stage.stops()).toEqual([])
  })
})

describe('confirmed by the operator', () => {
  it('holds its countdown while the confirmation is open, and closes what was confirmed of it', async () => {
    const stage = setUp()
    await stage.propose()
    await stage.clock.pass(50_000)
    const [{ id: suggestionId }] = (await stage.suggestions()) as [CloseRules['suggestions'][number]]
    const strange = stage.call('session.openCloseMany', { sessionIds: [sessionId.parse('s-9')], suggestionId })
    await expect(strange).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
    const sessionIds = [sessionId.parse('s-1')]
    const { ticket, expiresAt } = await stage.call('session.openCloseMany', { sessionIds, suggestionId }, here)
    expect(await stage.suggestions()).toMatchObject([{ endsAt: expiresAt }])
    await stage.clock.pass(29_000)
    expect(stage.stops()).toEqual([])
    await stage.call('session.closeMany', { ticket, typed: '' })
    expect(await stage.suggestions()).toEqual([])
    await stage.clock.pass(60 * minute)
    expect(stage.stops()).toEqual(['sessionStop s-1'])
  })

  // Would catch a session that no rule speaks of for a quarter of an hour, though nothing was sent.
  it('stays proposed when the start cannot be written down', async () => {
    const stage = setUp()
    await stage.propose()
    const [{ id: suggestionId }] = (await stage.suggestions()) as [CloseRules['suggestions'][number]]
    const { ticket } = await stage.call('session.openCloseMany', { sessionIds: [sessionId.parse('s-1')], suggestionId })
    stage.database.exec('PRAGMA query_only = ON')
    await expect(stage.call('session.closeMany', { ticket, typed: '' })).rejects.toMatchObject({
      failure: { kind: 'storage' },
    })
    expect(stage.stops()).toEqual([])
    expect(await stage.suggestions()).toMatchObject([{ id: suggestionId }])
  })
})

describe('nobody at the screen', () => {
  it('means that nothing is closed, however often a rule proposes', async () => {
    const stage = setUp()
    await stage.propose()
    for (let hours = 0; hours < 3; hours += 1) {
      await stage.clock.pass(60 * minute)
      await stage.readCount()
    }
    expect(stage.entries().filter(({ action }) => action === 'guard.proposed').length).toBeGreaterThan(1)
    expect(stage.stops()).toEqual([])
  })

  it('begins with a whole countdown again after sleep, by a count of afterwards', async () => {
    const stage = setUp()
    await stage.propose()
    await stage.clock.pass(50_000)
    stage.closing().pause()
    stage.monitor.pause()
    stage.clock.set(stage.clock.now() + 8 * 60 * minute)
    await stage.clock.pass(30_000)
    expect(await stage.suggestions()).toEqual([])
    stage.closing().wake()
    stage.monitor.wake()
    await stage.clock.pass(0)
    expect(await stage.suggestions()).toMatchObject([{ endsAt: stage.clock.now() + minute }])
  })

  it('proposes nothing in a read-only profile', async () => {
    const stage = setUp({ protection: 'read-only' })
    await stage.call('closeRule.save', olderThan)
    addKnown(stage, 's-1', lobby)
    await stage.clock.pass(60 * minute)
    await stage.readCount()
    expect(await stage.suggestions()).toEqual([])
  })
})
