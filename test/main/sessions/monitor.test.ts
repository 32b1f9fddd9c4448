import { describe, expect, it } from 'vitest'
import { createMonitor } from '../../../src/main/sessions/monitor.ts'
import { delayMs } from '../../../src/main/sessions/pace.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import { createScriptedService, serviceFailure, untilCancelled } from '../../support/scripted-service.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const lobby = appId.parse('lobby')
const desk = appId.parse('desk')

function setUp() {
  const stage = setStage()
  const monitor = createMonitor({ ...stage, randomFraction: () => 1 })
  const reads = (app: string): number =>
    stage.service.asked.filter((line) => line === `getconcurrentNumber ${app}`).length
  return { ...stage, monitor, reads }
}

describe('the monitor', () => {
  it('reads every application at once and then each 15 s, the one looked at each 5 s', async () => {
    const { monitor, clock, reads } = setUp()
    monitor.follow()
    await clock.pass(0)
    expect([reads('lobby'), reads('desk')]).toEqual([1, 1])
    monitor.look({ section: 'sessions', appId: lobby })
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([7, 3])
    monitor.look({ section: 'account', appId: lobby })
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([9, 5])
  })

  it('shows the figures with their time, and the hour before this start', async () => {
    const { monitor, clock, samples, current, pushed } = setUp()
    const { id } = current()?.profile ?? expect.fail()
    const before = { appId: lobby, corporateId: 'c', total: 3, yours: null }
    samples.addConcurrency(id, { ...before, at: clock.now() - 3_600_001 })
    samples.addConcurrency(id, { ...before, at: clock.now() - 60_000 })
    expect(monitor.figures(lobby)).toMatchObject({ latest: { total: 3, at: clock.now() - 60_000 }, failure: null })
    monitor.follow()
    await clock.pass(0)
    const { latest, lastHour, intervalMs } = monitor.figures(lobby)
    expect(latest).toEqual({ appId: lobby, at: clock.now(), corporateId: '1003645', total: 12, yours: 12 })
    expect(lastHour.map(({ total }) => total)).toEqual([3, 12])
    expect(intervalMs).toBe(15_000)
    expect(pushed('concurrency.changed').map(({ appId: id }) => id)).toEqual([lobby, desk])
    await clock.pass(3_600_000)
    expect(monitor.figures(lobby).lastHour.length).toBeLessThanOrEqual(241)
  })

  it('keeps the last figure beside a failure and reads more and more seldom, at least each minute', async () => {
    const { monitor, clock, service, reads } = setUp()
    monitor.follow()
    await clock.pass(0)
    service.script.count = () => Promise.reject(serviceFailure({ kind: 'connection-refused', host: 'x' }))
    await clock.pass(15_000)
    expect(monitor.figures(lobby)).toMatchObject({
      latest: { total: 12, at: clock.now() - 15_000 },
      failure: { failure: { kind: 'connection-refused' }, at: clock.now() },
    })
    await clock.pass(30_000)
    expect(reads('lobby')).toBe(3)
    await clock.pass(59_999)
    expect(reads('lobby')).toBe(3)
    await clock.pass(1)
    expect(reads('lobby')).toBe(4)
    service.script.count = () => 0
    await clock.pass(60_000)
    expect(monitor.figures(lobby)).toMatchObject({ latest: { total: 0 }, failure: null })
    await clock.pass(15_000)
    expect(reads('lobby')).toBe(6)
  })

  it('goes on when the clock is set back during a read', async () => {
    const { monitor, clock, service, reads } = setUp()
    service.script.count = () => {
      clock.set(clock.now() - 3_600_000)
      service.script.count = () => 12
      return 12
    }
    monitor.follow()
    await clock.pass(15_000)
    expect([reads('lobby'), reads('desk')]).toEqual([2, 2])
  })

  it('reads nothing asleep and at once after waking', async () => {
    const { monitor, clock, service } = setUp()
    monitor.follow()
    await clock.pass(0)
    monitor.pause()
    await clock.pass(3_600_000)
    expect(service.asked).toHaveLength(2)
    monitor.wake()
    await clock.pass(0)
    expect(service.asked).toHaveLength(4)
  })

  it('stops for the old profile on a switch, drops its late answer, and shows nothing of it', async () => {
    const { monitor, clock, service, open, samples, events } = setUp()
    let answer: (total: number) => void = () => expect.fail()
    service.script.count = (_, signal) =>
      Promise.race([new Promise<number>((resolve) => (answer = resolve)), untilCancelled(signal)])
    monitor.follow()
    await clock.pass(0)
    const other = createScriptedService(clock)
    open({ profile: profileOf({ id: profileId.parse('p2') }), client: other.client })
    monitor.follow()
    answer(99)
    await clock.pass(60_000)
    expect(service.asked).toHaveLength(2)
    expect(other.asked.length).toBeGreaterThan(2)
    expect(JSON.stringify(events)).not.toContain('99')
    expect(samples.newestConcurrency(profileId.parse('p1'), lobby)).toBeNull()
    expect(monitor.figures(lobby)).toMatchObject({ latest: { total: 12 }, failure: null })
    open(null)
    monitor.follow()
    expect(clock.waiting()).toBe(0)
  })

  it('reads now when asked, and hands the failure over', async () => {
    const { monitor, service } = setUp()
    monitor.follow()
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({ latest: { total: 12 } })
    service.script.count = () => Promise.reject(serviceFailure({ kind: 'token-rejected' }))
    await expect(monitor.refresh(lobby)).rejects.toMatchObject({ failure: { kind: 'token-rejected' } })
    expect(monitor.figures(lobby).failure?.failure.kind).toBe('token-rejected')
  })

  it('lets an answer that a later read has overtaken go', async () => {
    const { monitor, clock, service, current } = setUp()
    monitor.follow()
    await clock.pass(0)
    const open = current() ?? expect.fail()
    let answer: (total: number) => void = () => expect.fail()
    service.script.count = () => new Promise((resolve) => (answer = resolve))
    const slow = monitor.readNow({ open, appId: lobby })
    service.script.count = () => 0
    await monitor.readNow({ open, appId: lobby })
    answer(12)
    await slow
    expect(monitor.latest(open, lobby)).toMatchObject({ total: 0 })
  })

  it('goes on when samples cannot be stored, and says why', async () => {
    const { monitor, clock, database, reads } = setUp()
    monitor.follow()
    database.exec('PRAGMA query_only = ON')
    await clock.pass(15_000)
    expect(monitor.figures(lobby)).toMatchObject({
      latest: { total: 12 },
      failure: { failure: { kind: 'storage', reason: 'read-only' } },
    })
    expect(reads('lobby')).toBe(2)
  })
})

describe('delayMs', () => {
  it('takes up to three tenths off a delay after a failure', () => {
    expect(delayMs({ intervalMs: 5_000, failures: 0, fraction: 0 })).toBe(5_000)
    expect(delayMs({ intervalMs: 5_000, failures: 1, fraction: 0 })).toBe(7_000)
    expect(delayMs({ intervalMs: 5_000, failures: 1, fraction: 1 })).toBe(10_000)
    expect(delayMs({ intervalMs: 15_000, failures: 99, fraction: 1 })).toBe(60_000)
  })
})
