import { describe, expect, it } from 'vitest'
import type { InputOf } from '../../../../src/shared/contract.ts'
import type { AppId } from '../../../../src/shared/ids.ts'
import { appId, profileId, sessionId, ticketId } from '../../../../src/shared/schemas/ids.ts'
import type { Profile } from '../../../../src/shared/schemas/profile.ts'
import { serviceFailure, untilCancelled } from '../../../support/scripted-service.ts'
import { profileOf } from '../../../support/subjects.ts'
import { addKnown, here, refused, setClosingStage } from '../../../support/close-stage.ts'

const lobby = appId.parse('lobby')
const tower = appId.parse('tower')

function setUp(changes: Partial<Profile> = {}) {
  // Its monitor does not poll: these tests count the requests of closing, not of the schedule.
  const stage = setClosingStage(changes)
  const { call, closing } = stage
  const closeAll = {
    open: (id: AppId, at: typeof here) => call('session.openCloseAll', { appId: id }, at),
    close: (input: InputOf<'session.closeAll'>, at: typeof here) => call('session.closeAll', input, at),
    results: (id: AppId) => closing().handlers['session.closeAllResults']({ appId: id }),
  }
  const sent = (): number => stage.service.askedFor('distroyCallSessionsByAppId')
  const confirm = async () => {
    const { ticket } = await closeAll.open(lobby, here)
    return closeAll.close({ ticket, typedAppId: 'lobby' }, here)
  }
  return { ...stage, closeAll, sent, confirm }
}

describe('the confirmation', () => {
  it('names everything, with a count that was read at that moment', async () => {
    const { closeAll, service, clock } = setUp()
    const { ticket, ...shown } = await closeAll.open(lobby, here)
    expect(ticket).toMatch(/^[\w-]+$/)
    expect(shown).toEqual({
      profileName: 'Main hall',
      colour: 'teal',
      appId: 'lobby',
      appLabel: 'Lobby',
      count: { appId: 'lobby', at: clock.now(), corporateId: '1003645', total: 12, yours: 12 },
      isCountRead: true,
      expiresAt: clock.now() + 30_000,
    })
    expect(service.asked).toEqual(['getconcurrentNumber lobby'])
  })

  // Would catch an emergency brake that is unavailable while the counter fails.
  it.each([
    ['fails', () => Promise.reject(serviceFailure({ kind: 'http' }, { httpStatus: 503 }))],
    ['cannot be reached', () => Promise.reject(serviceFailure({ kind: 'offline' }, { sent: 'no' }))],
    ['hangs', (_: unknown, signal: AbortSignal | undefined) => untilCancelled(signal)],
  ] as const)('is opened with the last known count and its time when the counter %s', async (_how, count) => {
    const { closeAll, service, clock, monitor, current, poll } = setUp()
    poll()
    const known = await monitor.readCount({ open: current() ?? expect.fail(), appId: lobby })
    await clock.pass(35_000)
    service.script.count = count
    const opening = closeAll.open(lobby, here)
    await clock.pass(3_000)
    const latest = monitor.latest(current() ?? expect.fail(), lobby)
    expect(await opening).toMatchObject({ count: { total: 12, at: latest?.at }, isCountRead: false, appId: 'lobby' })
    expect(latest?.at).toBeGreaterThanOrEqual(known.at)
  })

  it('is opened without a count when none was ever read', async () => {
    const { closeAll, service, sent } = setUp()
    service.script.count = () => Promise.reject(serviceFailure({ kind: 'http' }, { httpStatus: 503 }))
    await expect(closeAll.open(lobby, here)).resolves.toMatchObject({ count: null, isCountRead: false })
    expect(sent()).toBe(0)
  })

  it('is refused for a read-only profile and for an application that the profile does not list', async () => {
    const readOnly = setUp({ protection: 'read-only' })
    await expect(readOnly.closeAll.open(lobby, here)).rejects.toMatchObject(refused('read-only'))
    const { closeAll, service } = setUp()
    await expect(closeAll.open(appId.parse('elsewhere'), here)).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
    expect([...readOnly.service.asked, ...service.asked]).toEqual([])
  })

  it('is not opened for a profile that was left while the count was read', async () => {
    const { closeAll, service, open } = setUp()
    service.script.count = () => {
      open(null)
      return 12
    }
    await expect(closeAll.open(lobby, here)).rejects.toMatchObject(refused('no-profile'))
  })
})

describe('closing all', () => {
  it('is sent once and the count is watched until it falls to zero', async () => {
    const { confirm, service, clock, sent, pushed, closeAll, entries } = setUp()
    const counts = [12, 12, 5, 0]
    service.script.count = () => counts.shift() ?? expect.fail()
    const startedAt = clock.now()
    const closing = await confirm()
    expect(closing).toMatchObject({
      appId: 'lobby',
      countBefore: 12,
      sentAt: startedAt,
      answer: { form: 'envelope' },
      failure: null,
      seen: [],
      outcome: 'watching',
    })
    await clock.pass(60_000)
    expect(sent()).toBe(1)
    const last = pushed('closeAll.changed').at(-1)
    expect(last).toEqual({
      ...closing,
      outcome: 'fell',
      seen: [
        { at: startedAt + 1_000, total: 12 },
        { at: startedAt + 2_500, total: 5 },
        { at: startedAt + 4_750, total: 0 },
      ],
    })
    expect(closeAll.results(lobby)).toEqual([last])
    expect(entries()).toMatchObject([
      { action: 'session.closeAll', outcome: 'unknown', isIntent: true, facts: { countBefore: 12 } },
      { action: 'session.closeAll', outcome: 'done', facts: { countBefore: 12 } },
      {
        action: 'session.closeAll',
        outcome: 'done',
        facts: { result: 'fell', countBefore: 12, countAfter: 0, seconds: 5 },
      },
    ])
    // One act: its row shows the request and its consequences.
    expect(new Set(entries().map(({ act }) => act)).size).toBe(1)
    expect(entries()[0]?.act).not.toBeNull()
    expect(clock.waiting()).toBe(0)
  })

  // Would catch a single call that continues but counts as none.
  it('reports after a minute that a call is still live', async () => {
    const { confirm, service, clock, closeAll, entries } = setUp()
    service.script.count = () => 1
    await confirm()
    await clock.pass(59_999)
    expect(closeAll.results(lobby)[0]?.outcome).toBe('watching')
    const reads = service.askedFor('getconcurrentNumber')
    expect(reads).toBeLessThan(20)
    await clock.pass(5_000)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'still-live' })
    expect(service.askedFor('getconcurrentNumber')).toBe(reads)
    expect(entries().at(-1)?.facts).toMatchObject({ result: 'still-live', countAfter: 1, seconds: 58 })
  })

  // Would catch a result with an outdated count beside a newer figure, whoever read that one.
  it('uses every count that is read while it is in flight and watched', async () => {
    const { confirm, service, clock, closeAll, monitor, current, poll } = setUp()
    poll()
    await clock.pass(1_000)
    const open = current() ?? expect.fail()
    const read = async (total: number) => {
      service.script.count = () => total
      await monitor.readCount({ open, appId: lobby })
      return closeAll.results(lobby)[0]?.seen.map((sample) => sample.total)
    }
    const answering = Promise.withResolvers<undefined>()
    service.script.closeAll = () => answering.promise
    const closed = confirm()
    await clock.pass(0)
    expect(await read(9)).toEqual([9])
    answering.resolve(undefined)
    expect(await closed).toMatchObject({ outcome: 'watching', seen: [{ total: 9 }] })
    expect(await read(4)).toEqual([9, 4])
    expect(await read(0)).toEqual([9, 4, 0])
    await clock.pass(0)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'fell' })
  })

  // Would catch "still 12 live", based on a count from before the answer.
  it('that only had a count before its answer counts as not seen', async () => {
    const { confirm, service, clock, closeAll, monitor, current, poll } = setUp()
    poll()
    await clock.pass(1_000)
    const open = current() ?? expect.fail()
    service.script.closeAll = async () => void (await monitor.readCount({ open, appId: lobby }))
    await confirm()
    service.script.count = (_, signal) => untilCancelled(signal)
    await clock.pass(61_000)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'not-seen', seen: [{ total: 12 }] })
  })

  // Would catch "still 2 live" for as long as the window is open, beside a figure of none.
  it('corrects the result of its watch by later counts, for ten minutes', async () => {
    const { confirm, service, clock, closeAll, entries, monitor, current, poll } = setUp()
    let live = 3
    service.script.count = () => live
    await confirm()
    await clock.pass(60_000)
    const open = current() ?? expect.fail()
    const count = (total: number) => {
      live = total
      return monitor.readCount({ open, appId: lobby })
    }
    poll()
    await count(4)
    expect(closeAll.results(lobby)[0]?.seen.at(-1)?.total).toBe(3)
    await count(1)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'still-live' })
    expect(closeAll.results(lobby)[0]?.seen.at(-1)?.total).toBe(1)
    await clock.pass(15_000)
    await count(0)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'fell' })
    expect(entries().at(-1)?.facts).toMatchObject({ result: 'fell', countBefore: 3, countAfter: 0, seconds: 75 })
    await confirm()
    live = 2
    await clock.pass(11 * 60_000)
    await count(0)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'still-live' })
  })

  // Would catch "12 → 0" for the calls of a different application, which continue.
  it('keeps the results of two applications apart', async () => {
    const applications = [lobby, tower].map((id) => ({ appId: id, label: '' }))
    const { closeAll, service, clock, monitor, current, person, poll } = setUp({ applications })
    for (const id of [lobby, tower]) {
      const { ticket } = await closeAll.open(id, here)
      await closeAll.close({ ticket, typedAppId: id }, here)
    }
    await clock.pass(61_000)
    poll()
    service.script.count = () => 0
    await monitor.readCount({ open: current() ?? expect.fail(), appId: tower })
    expect(closeAll.results(lobby).map(({ appId: id, outcome }) => [id, outcome])).toEqual([['lobby', 'still-live']])
    expect(closeAll.results(tower).map(({ appId: id, outcome }) => [id, outcome])).toEqual([['tower', 'fell']])
    expect(person.asked.map((question) => 'application' in question && question.application)).toEqual([
      'lobby',
      'tower',
    ])
  })

  // Would catch "12 → 0" for continuing calls, based on a count of a different service.
  it('is not corrected by a count of a different account', async () => {
    const { confirm, service, clock, closeAll, monitor, current, open, poll } = setUp()
    await confirm()
    await clock.pass(61_000)
    const { profile, client } = current() ?? expect.fail()
    const other = { profile: { ...profile, baseUrl: 'https://other.example/openapi/v2' }, client: { ...client } }
    open(other)
    poll()
    service.script.count = () => 0
    await monitor.readCount({ open: other, appId: lobby })
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'still-live' })
    open({ profile, client })
    poll()
    await monitor.readCount({ open: { profile, client }, appId: lobby })
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'fell' })
  })

  it('reports that nothing was seen when the count cannot be read, even when reads hang', async () => {
    const { confirm, service, clock, closeAll, entries } = setUp()
    await confirm()
    service.script.count = (_, signal) => untilCancelled(signal)
    await clock.pass(60_000)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'not-seen', seen: [] })
    expect(entries().at(-1)?.facts).toMatchObject({ result: 'not-seen', countAfter: null })
  })

  it('watches even when the request may have arrived, keeps the failure and does not send again', async () => {
    const { confirm, service, clock, sent, closeAll, entries } = setUp()
    const { failure } = serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' })
    let live = 12
    service.script.count = () => live
    service.script.closeAll = () => {
      live = 0
      throw serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' })
    }
    await expect(confirm()).resolves.toMatchObject({ answer: null, failure, outcome: 'watching' })
    await clock.pass(60_000)
    expect(closeAll.results(lobby)[0]).toMatchObject({ failure, outcome: 'fell' })
    expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'seen'])
    expect(sent()).toBe(1)
  })

  it('watches after a gateway’s error, which does not prove that nothing was closed', async () => {
    const { confirm, service, clock, closeAll } = setUp()
    service.script.closeAll = () => {
      throw serviceFailure({ kind: 'http' }, { sent: 'yes', httpStatus: 502 })
    }
    await expect(confirm()).resolves.toMatchObject({ outcome: 'watching' })
    service.script.count = () => 0
    await clock.pass(1_000)
    expect(closeAll.results(lobby)[0]?.outcome).toBe('fell')
  })

  it.each([
    ['declined', serviceFailure({ kind: 'declined' }, { code: '2002' })],
    ['never sent', serviceFailure({ kind: 'connection-refused', host: 'x' }, { sent: 'no' })],
    ['not found', serviceFailure({ kind: 'http' }, { httpStatus: 404 })],
  ])('reports a certain failure (%s) and watches nothing', async (_, failure) => {
    const { confirm, service, clock, closeAll, entries } = setUp()
    service.script.closeAll = () => {
      throw failure
    }
    await expect(confirm()).rejects.toMatchObject({ failure: failure.failure })
    expect(closeAll.results(lobby)).toMatchObject([{ failure: failure.failure, outcome: 'not-seen' }])
    expect(clock.waiting()).toBe(0)
    expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'failed'])
  })

  it('ends the watch when the profile is switched, and records that before the end of the program', async () => {
    const { confirm, service, clock, open, current, closeAll, entries, activeProfiles, closing } = setUp()
    const { client } = current() ?? expect.fail()
    await confirm()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    activeProfiles.update()
    await closing().ended()
    const reads = service.askedFor('getconcurrentNumber')
    await clock.pass(60_000)
    expect(service.askedFor('getconcurrentNumber')).toBe(reads)
    expect(entries().at(-1)).toMatchObject({ action: 'session.closeAll', facts: { result: 'watch-stopped' } })
    expect(closeAll.results(lobby)).toEqual([])
  })

  it('is no longer watched once the profile is saved; then later counts of the same account correct it', async () => {
    const { confirm, service, clock, open, current, closeAll, entries, poll, activeProfiles } = setUp()
    const { profile, client } = current() ?? expect.fail()
    await confirm()
    open({ profile: { ...profile, name: 'Renamed' }, client: { ...client } })
    activeProfiles.update()
    await clock.pass(1_000)
    expect(closeAll.results(lobby)).toMatchObject([{ seen: [], outcome: 'not-seen' }])
    expect(entries().at(-1)).toMatchObject({ action: 'session.closeAll', facts: { result: 'watch-stopped' } })
    poll()
    await clock.pass(0)
    expect(closeAll.results(lobby)).toMatchObject([{ seen: [{ total: 12 }], outcome: 'still-live' }])
    service.script.count = () => 0
    open({ profile: { ...profile, baseUrl: 'https://other.example/openapi/v2' }, client: { ...client } })
    activeProfiles.update()
    await clock.pass(60_000)
    expect(closeAll.results(lobby)).toMatchObject([{ seen: [{ total: 12 }], outcome: 'still-live' }])
  })

  // Would catch a result that stays "not seen" for as long as the window is open, because the network was lost for a
  // moment.
  it.each([
    ['sleep', (stage: ReturnType<typeof setUp>, isGone: boolean) => stage.activeProfiles.setAsleep(isGone)],
    ['a lost network', (stage: ReturnType<typeof setUp>, isGone: boolean) => stage.activeProfiles.setOnline(!isGone)],
  ])('is no longer watched with %s, and is corrected by the first count afterwards', async (_, setGone) => {
    const stage = setUp()
    stage.poll()
    await stage.confirm()
    setGone(stage, true)
    const asked = stage.service.asked.length
    await stage.clock.pass(30_000)
    expect(stage.service.asked).toHaveLength(asked)
    expect(stage.closeAll.results(lobby)).toMatchObject([{ seen: [], outcome: 'not-seen' }])
    stage.service.script.count = () => 0
    setGone(stage, false)
    await stage.clock.pass(0)
    expect(stage.closeAll.results(lobby)).toMatchObject([{ seen: [{ total: 0 }], outcome: 'fell' }])
    expect(stage.entries().at(-1)).toMatchObject({ action: 'session.closeAll', facts: { result: 'fell' } })
  })

  it('waits for the answer at the end of the program, and watches nothing afterwards', async () => {
    const { confirm, service, database, clock, entries, leave } = setUp()
    const answering = Promise.withResolvers<undefined>()
    const sent = new Promise<void>((resolve) => {
      service.script.closeAll = () => {
        resolve()
        return answering.promise
      }
    })
    const closed = confirm()
    await sent
    const over = leave().then(() => {
      expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'done', 'done'])
      database.close()
    })
    answering.resolve(undefined)
    await over
    await closed
    expect(clock.waiting()).toBe(0)
  })

  // Would catch a quit that waits a minute for a count to fall.
  it('does not wait for a started watch at the end of the program', async () => {
    const { confirm, clock, entries, leave } = setUp()
    await confirm()
    await clock.pass(1_500)
    await leave()
    expect(entries().at(-1)).toMatchObject({ action: 'session.closeAll', facts: { result: 'watch-stopped' } })
    expect(clock.waiting()).toBe(0)
  })

  it('is reported as not seen after a bug of the program', async () => {
    const { confirm, closeAll, service, clock, entries } = setUp()
    service.script.closeAll = () => {
      throw new TypeError('a bug')
    }
    await expect(confirm()).rejects.toThrow()
    expect(closeAll.results(lobby)).toMatchObject([{ outcome: 'not-seen' }])
    expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
    expect(clock.waiting()).toBe(0)
  })

  it('sends nothing when the intent cannot be recorded', async () => {
    const { closeAll, database, sent } = setUp()
    const { ticket } = await closeAll.open(lobby, here)
    database.exec('PRAGMA query_only = ON')
    await expect(closeAll.close({ ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject({
      failure: { kind: 'storage' },
    })
    expect(sent()).toBe(0)
  })
})

describe('closing all without a count', () => {
  const broken = () => Promise.reject(serviceFailure({ kind: 'http' }, { httpStatus: 503 }))

  it('is sent once, by one confirmation within its half minute, and is recorded without a previous count', async () => {
    const { closeAll, service, clock, sent, entries } = setUp()
    service.script.count = broken
    const { ticket } = await closeAll.open(lobby, here)
    await clock.pass(29_000)
    const closing = await closeAll.close({ ticket, typedAppId: 'lobby' }, here)
    expect(closing).toMatchObject({ countBefore: null, failure: null, outcome: 'watching', seen: [] })
    await expect(closeAll.close({ ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject(
      refused('confirmation-used'),
    )
    expect(sent()).toBe(1)
    expect(entries()[0]).toMatchObject({ action: 'session.closeAll', isIntent: true, facts: { countBefore: null } })
  })

  it('keeps every other check: half a minute, the typed ID, an earlier close, and the profile’s protection', async () => {
    const { closeAll, service, clock, sent, person } = setUp()
    service.script.count = broken
    const first = await closeAll.open(lobby, here)
    await expect(closeAll.close({ ticket: first.ticket, typedAppId: 'desk' }, here)).rejects.toMatchObject(
      refused('typed-id-differs'),
    )
    const second = await closeAll.open(lobby, here)
    const third = await closeAll.open(lobby, here)
    await expect(closeAll.close({ ticket: second.ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject(
      refused('confirmation-expired'),
    )
    const elsewhere = await closeAll.open(lobby, { windowId: 2 })
    await closeAll.close({ ticket: elsewhere.ticket, typedAppId: 'lobby' }, { windowId: 2 })
    await expect(closeAll.close({ ticket: third.ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject(
      refused('count-too-old'),
    )
    const late = await closeAll.open(lobby, here)
    await clock.pass(30_001)
    await expect(closeAll.close({ ticket: late.ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject(
      refused('confirmation-expired'),
    )
    expect(sent()).toBe(1)
    expect(person.asked).toEqual([
      { kind: 'close-all', profileName: 'Main hall', application: 'Lobby · lobby', count: null },
    ])
    const readOnly = setUp({ protection: 'read-only' })
    await expect(readOnly.closeAll.open(lobby, here)).rejects.toMatchObject(refused('read-only'))
  })

  it('is watched like any other: a working counter shows the result', async () => {
    const { closeAll, service, clock, entries } = setUp()
    service.script.count = broken
    const { ticket } = await closeAll.open(lobby, here)
    await closeAll.close({ ticket, typedAppId: 'lobby' }, here)
    await clock.pass(5_000)
    const counts = [3, 0]
    service.script.count = () => counts.shift() ?? expect.fail()
    await clock.pass(12_000)
    expect(closeAll.results(lobby)[0]).toMatchObject({
      countBefore: null,
      outcome: 'fell',
      seen: [{ total: 3 }, { total: 0 }],
    })
    expect(entries().at(-1)?.facts).toMatchObject({ result: 'fell', countBefore: null, countAfter: 0 })
  })

  // Would catch a bar that says "not read since" beside the figure of a working counter.
  it.each([
    [0, 'fell'],
    [4, 'still-live'],
  ] as const)('is corrected when the counter is back with %d after the watch has ended', async (total, outcome) => {
    const { closeAll, service, clock, monitor, current, entries, poll } = setUp()
    service.script.count = broken
    const { ticket } = await closeAll.open(lobby, here)
    await closeAll.close({ ticket, typedAppId: 'lobby' }, here)
    await clock.pass(61_000)
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome: 'not-seen' })
    poll()
    service.script.count = () => total
    await monitor.readCount({ open: current() ?? expect.fail(), appId: lobby })
    expect(closeAll.results(lobby)[0]).toMatchObject({ outcome, seen: [{ total }] })
    expect(entries().at(-1)?.facts).toMatchObject({ result: outcome, countAfter: total })
  })
})

describe('main sends nothing and refuses', () => {
  it.each(['', 'Lobby', 'lobby ', 'desk'])(
    'a typed id that differs (%o), and the ticket with it',
    async (typedAppId) => {
      const { closeAll, sent } = setUp()
      const { ticket } = await closeAll.open(lobby, here)
      await expect(closeAll.close({ ticket, typedAppId }, here)).rejects.toMatchObject(refused('typed-id-differs'))
      await expect(closeAll.close({ ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject(
        refused('confirmation-used'),
      )
      expect(sent()).toBe(0)
    },
  )

  it('a different window, a made-up ticket, and one of half a minute ago', async () => {
    const { closeAll, clock, sent } = setUp()
    const { ticket } = await closeAll.open(lobby, here)
    const close = (id: typeof ticket, windowId: number) =>
      closeAll.close({ ticket: id, typedAppId: 'lobby' }, { windowId })
    await expect(close(ticket, 2)).rejects.toMatchObject(refused('confirmation-expired'))
    await expect(close(ticketId.parse('made-up'), 1)).rejects.toMatchObject(refused('confirmation-expired'))
    await clock.pass(30_000)
    await expect(close(ticket, 1)).rejects.toMatchObject(refused('confirmation-expired'))
    expect(sent()).toBe(0)
  })

  it('a count that is more than ten seconds old, while the ticket itself would still be valid', async () => {
    const { closeAll, clock, sent } = setUp()
    const close = async (waitMs: number) => {
      const { ticket } = await closeAll.open(lobby, here)
      await clock.pass(waitMs)
      return closeAll.close({ ticket, typedAppId: 'lobby' }, here)
    }
    await expect(close(10_001)).rejects.toMatchObject(refused('count-too-old'))
    expect(sent()).toBe(0)
    await close(10_000)
    expect(sent()).toBe(1)
  })

  it('the earlier of two openings in a window, even when its count arrived later', async () => {
    const { closeAll, service, sent } = setUp()
    const slow = Promise.withResolvers<number>()
    service.script.count = () => slow.promise
    const early = closeAll.open(lobby, here)
    service.script.count = () => 12
    const { ticket } = await closeAll.open(lobby, here)
    slow.resolve(3)
    const overtaken = await early
    const close = (id: typeof ticket) => closeAll.close({ ticket: id, typedAppId: 'lobby' }, here)
    await expect(close(overtaken.ticket)).rejects.toMatchObject(refused('confirmation-expired'))
    expect(sent()).toBe(0)
    await close(ticket)
    expect(sent()).toBe(1)
  })

  it('without a person: a cancelled question uses up the ticket', async () => {
    const { closeAll, person, sent } = setUp()
    person.answer = () => false
    const { ticket } = await closeAll.open(lobby, here)
    const close = () => closeAll.close({ ticket, typedAppId: 'lobby' }, here)
    await expect(close()).rejects.toMatchObject(refused('not-confirmed'))
    expect(person.asked).toEqual([
      { kind: 'close-all', profileName: 'Main hall', application: 'Lobby · lobby', count: 12 },
    ])
    await expect(close()).rejects.toMatchObject(refused('confirmation-used'))
    expect(sent()).toBe(0)
  })

  it('calls closed elsewhere, or a changed profile, during the question to a person; nothing else expires then', async () => {
    const { closeAll, person, clock, open, current, sent } = setUp()
    const elsewhere = { windowId: 2 }
    const asking = () => {
      const answer = Promise.withResolvers<boolean>()
      person.answer = () => answer.promise
      return answer
    }
    const press = async (context: typeof here) => {
      const { ticket } = await closeAll.open(lobby, context)
      const end = closeAll.close({ ticket, typedAppId: 'lobby' }, context)
      end.catch(() => undefined)
      return end
    }
    const slow = asking()
    const first = press(here)
    await clock.pass(20_000)
    const other = asking()
    const second = press(elsewhere)
    await clock.pass(0)
    slow.resolve(true)
    await first
    other.resolve(true)
    await expect(second).rejects.toMatchObject(refused('count-too-old'))
    const moved = asking()
    const third = press(here)
    await clock.pass(0)
    const { profile, client } = current() ?? expect.fail()
    open({ profile, client: { ...client } })
    moved.resolve(true)
    await expect(third).rejects.toMatchObject(refused('profile-changed'))
    expect(sent()).toBe(1)
  })

  it('a second window’s confirmation of calls closed meanwhile, and any while a close is in flight', async () => {
    const { closeAll, service, sent, clock } = setUp()
    const elsewhere = { windowId: 2 }
    const [first, second] = [await closeAll.open(lobby, here), await closeAll.open(lobby, elsewhere)]
    const answering = Promise.withResolvers<undefined>()
    service.script.closeAll = () => answering.promise
    const closed = closeAll.close({ ticket: first.ticket, typedAppId: 'lobby' }, here)
    await clock.pass(0)
    await expect(closeAll.open(lobby, elsewhere)).rejects.toMatchObject(refused('wrong-state'))
    const late = closeAll.close({ ticket: second.ticket, typedAppId: 'lobby' }, elsewhere)
    await expect(late).rejects.toMatchObject(refused('count-too-old'))
    answering.resolve(undefined)
    await closed
    expect(sent()).toBe(1)
  })

  it('a profile that was saved since: it might be a different service by now', async () => {
    const { closeAll, open, current, sent } = setUp()
    const { profile, client } = current() ?? expect.fail()
    const { ticket } = await closeAll.open(lobby, here)
    open({ profile, client: { ...client } })
    await expect(closeAll.close({ ticket, typedAppId: 'lobby' }, here)).rejects.toMatchObject(
      refused('profile-changed'),
    )
    expect(sent()).toBe(0)
  })

  it('a different profile, and one that became read-only after the confirmation was opened', async () => {
    const { closeAll, open, current, sent } = setUp()
    const { profile, client } = current() ?? expect.fail()
    const { ticket } = await closeAll.open(lobby, here)
    const close = () => closeAll.close({ ticket, typedAppId: 'lobby' }, here)
    open({ profile: { ...profile, id: profileId.parse('p2') }, client })
    await expect(close()).rejects.toMatchObject(refused('confirmation-expired'))
    open({ profile: { ...profile, protection: 'read-only' }, client })
    await expect(close()).rejects.toMatchObject(refused('read-only'))
    open(null)
    await expect(close()).rejects.toMatchObject(refused('no-profile'))
    expect(sent()).toBe(0)
  })
})

describe('the inbox', () => {
  // Would catch rows that omit a close-all which left their calls live, or that mention one of other calls.
  it('records a close-all on the known sessions of that application only', async () => {
    const { confirm, clock, known, inboxChanges, current, ...stage } = setUp()
    const reception = appId.parse('desk')
    addKnown({ known, clock, current }, 'call-1', lobby)
    addKnown({ known, clock, current }, 'call-2', reception)
    addKnown({ known, clock, current }, 'call-3', null)
    addKnown({ known, clock, current }, 'call-4', lobby)
    const { id } = profileOf()
    known.setEnded(id, [sessionId.parse('call-4')], clock.now())
    const sentAt = clock.now()
    const changes = inboxChanges()
    await confirm()
    expect(stage.sent()).toBe(1)
    addKnown({ known, clock, current }, 'call-5', lobby)
    const actionOf = (name: string) => known.find(id, sessionId.parse(name))
    expect(actionOf('call-1')).toMatchObject({
      lastAction: { kind: 'close-all', at: sentAt, failure: null },
      endedAt: null,
    })
    for (const other of ['call-2', 'call-3', 'call-4', 'call-5']) expect(actionOf(other)?.lastAction).toBeNull()
    expect(inboxChanges()).toBeGreaterThan(changes)
  })

  it('records the uncertainty of a close-all without an answer', async () => {
    const { confirm, clock, known, current, service } = setUp()
    addKnown({ known, clock, current }, 'call-1', lobby)
    service.script.closeAll = () => Promise.reject(serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' }))
    await confirm()
    expect(known.find(profileOf().id, sessionId.parse('call-1'))?.lastAction).toMatchObject({
      kind: 'close-all',
      answer: null,
      failure: { kind: 'connection-reset', sent: 'maybe' },
    })
  })
})
