import { describe, expect, it } from 'vitest'
import { createMonitor } from '../../../../src/main/sessions/concurrency/monitor.ts'
import type { VisibleView } from '../../../../src/main/sessions/concurrency/poll-interval.ts'
import { delayMs } from '../../../../src/main/sessions/concurrency/poll-interval.ts'
import { appId } from '../../../../src/shared/schemas/ids.ts'
import type { AppId } from '../../../../src/shared/ids.ts'
import { createScriptedService, serviceFailure } from '../../../support/scripted-service.ts'
import { activating } from '../../../support/active.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'

const lobby = appId.parse('lobby')
const hallAppId = appId.parse('desk')

const sessions = (id: AppId): VisibleView => ({ windowId: 1, section: 'sessions', appId: id, isVisible: true })

function setUp(applications = profileOf().applications) {
  const stage = setStage({ applications })
  const monitor = createMonitor(stage, stage.observed)
  const asked = (operation: string, app: string): number =>
    stage.service.asked.filter((line) => line === `${operation} ${app}`).length
  const reads = (app: string): number => asked('getconcurrentNumber', app)
  const lists = (app: string): number => asked('getconcurrentList', app)
  const stored = () => {
    stage.samples.flush()
    return stage.database.prepare('SELECT app_id AS appId, at, holds_until - at AS held FROM concurrency_samples').all()
  }
  return { ...stage, ...activating(stage.current, monitor), monitor, reads, lists, stored }
}

describe('the monitor', () => {
  it('reads each 30 s without a visible window, 15 s with one, and 5 s while Sessions is shown', async () => {
    const { monitor, clock, reads, begin } = setUp()
    begin()
    await clock.pass(0)
    expect([reads('lobby'), reads('desk')]).toEqual([1, 1])
    await clock.pass(60_000)
    expect([reads('lobby'), reads('desk')]).toEqual([3, 3])
    monitor.setView(sessions(lobby))
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([9, 5])
    monitor.setView({ ...sessions(lobby), section: 'account' })
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([11, 7])
    monitor.setView({ ...sessions(lobby), isVisible: false })
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([12, 8])
  })

  it('follows the window that needs the shortest interval, until that window is closed', async () => {
    const { monitor, clock, reads, pushed, begin } = setUp()
    begin()
    monitor.setView(sessions(lobby))
    monitor.setView({ ...sessions(hallAppId), windowId: 2 })
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([7, 7])
    monitor.forgetWindow(1)
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([9, 13])
    expect(pushed('concurrency.changed').findLast((change) => change.appId === lobby)?.concurrency.intervalMs).toBe(
      15_000,
    )
    monitor.forgetWindow(2)
    expect([monitor.figures(lobby).intervalMs, monitor.figures(hallAppId).intervalMs]).toEqual([30_000, 30_000])
  })

  it('reads hidden applications half as often on battery', async () => {
    const { monitor, clock, reads, begin } = setUp()
    begin()
    monitor.setView(sessions(lobby))
    monitor.setOnBattery(true)
    await clock.pass(60_000)
    expect([reads('lobby'), reads('desk')]).toEqual([13, 3])
    monitor.setOnBattery(false)
    await clock.pass(60_000)
    expect([reads('lobby'), reads('desk')]).toEqual([25, 7])
  })

  it('reads again before the last count is stale when the interval gets longer', async () => {
    const { monitor, clock, stored, begin } = setUp([{ appId: lobby, label: '' }])
    monitor.setView(sessions(lobby))
    begin()
    await clock.pass(0)
    monitor.setOnBattery(true)
    monitor.forgetWindow(1)
    const start = clock.now()
    await clock.pass(120_000)
    expect(stored()).toEqual([
      { appId: lobby, at: start, held: 45_000 },
      { appId: lobby, at: start + 30_000, held: 180_000 },
      { appId: lobby, at: start + 90_000, held: 180_000 },
    ])
  })

  it('does not read fifty applications simultaneously, and the visible one does not wait for the others', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => appId.parse(`app-${String(index)}`))
    const { monitor, clock, service, reads, begin } = setUp(ids.map((id) => ({ appId: id, label: '' })))
    const answers: (() => void)[] = []
    service.script.count = () => new Promise((resolve) => answers.push(() => resolve(1)))
    monitor.setView({ ...sessions(appId.parse('app-49')) })
    begin()
    await clock.pass(20_000)
    expect(service.asked).toHaveLength(3)
    expect(reads('app-49')).toBe(1)
    service.script.count = () => 1
    for (const answer of answers) answer()
    await clock.pass(0)
    expect(new Set(service.asked.filter((line) => line.startsWith('getconcurrentNumber'))).size).toBe(50)
  })

  it('spreads the first reads over some seconds', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => appId.parse(`app-${String(index)}`))
    const { clock, service, begin } = setUp(ids.map((id) => ({ appId: id, label: '' })))
    begin()
    await clock.pass(0)
    expect(service.asked).toHaveLength(3)
    await clock.pass(1_000)
    expect(service.asked).toHaveLength(18)
    await clock.pass(4_000)
    expect(service.asked).toHaveLength(50)
  })

  it('shows the figures with their time, and at first the last one from before this start', async () => {
    const { monitor, clock, samples, current, pushed, begin } = setUp()
    const { id } = current()?.profile ?? expect.fail()
    const before = { appId: lobby, corporateId: 'c', total: 3, yours: null }
    samples.addConcurrency(id, { ...before, at: clock.now() - 60_000 }, 45_000)
    // Left by a clock that was ahead.
    samples.addConcurrency(id, { ...before, total: 99, at: clock.now() + 3_600_000 }, 45_000)
    expect(monitor.figures(lobby)).toMatchObject({ latest: { total: 3, at: clock.now() - 60_000 }, failure: null })
    begin()
    await clock.pass(0)
    expect(monitor.figures(lobby)).toEqual({
      appId: lobby,
      latest: { appId: lobby, at: clock.now(), corporateId: '1003645', total: 12, yours: 12 },
      failure: null,
      intervalMs: 30_000,
      list: null,
      listFailure: null,
    })
    expect(pushed('concurrency.changed').map(({ appId: id }) => id)).toEqual([lobby, hallAppId])
  })

  it('notifies the listener of every end of a read', async () => {
    const { monitor, clock, service, seen, begin } = setUp([{ appId: lobby, label: '' }])
    begin()
    await clock.pass(0)
    service.script.count = () => Promise.reject(serviceFailure({ kind: 'offline' }))
    await expect(monitor.refresh(lobby)).rejects.toThrow()
    expect(seen).toMatchObject([
      { appId: lobby, sample: { total: 12 } },
      { appId: lobby, sample: null },
    ])
  })

  it('continues when the listener throws', async () => {
    const stage = setStage()
    const monitor = createMonitor(stage, () => {
      throw new Error('out of order')
    })
    activating(stage.current, monitor).begin()
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({ latest: { total: 12 } })
    expect(stage.logged).toEqual([expect.stringContaining('out of order')])
  })

  it('keeps the last figure beside a failure and reads ever more rarely, at least each minute', async () => {
    const { monitor, clock, service, reads, begin } = setUp()
    begin()
    await clock.pass(0)
    monitor.setView({ ...sessions(lobby), section: 'account' })
    service.script.count = () => Promise.reject(serviceFailure({ kind: 'connection-refused', host: 'x' }))
    await clock.pass(15_000)
    expect(monitor.figures(lobby)).toMatchObject({
      latest: { total: 12, at: clock.now() - 15_000 },
      failure: { failure: { kind: 'connection-refused' }, at: clock.now() },
    })
    expect(monitor.figures(lobby).nextAt).toBe(clock.now() + 30_000)
    await clock.pass(30_000)
    expect(monitor.figures(lobby).nextAt).toBe(clock.now() + 60_000)
    expect(reads('lobby')).toBe(3)
    await clock.pass(59_999)
    expect(reads('lobby')).toBe(3)
    await clock.pass(1)
    expect(reads('lobby')).toBe(4)
    service.script.count = () => 0
    await clock.pass(60_000)
    expect(monitor.figures(lobby)).toMatchObject({ latest: { total: 0 }, failure: null })
    expect(monitor.figures(lobby).nextAt).toBeUndefined()
    await clock.pass(15_000)
    expect(reads('lobby')).toBe(6)
  })

  // Would catch a next try that is long past: that of the failure before the last success.
  it('names no next try while an attempt of a read has failed', async () => {
    const { monitor, clock, service, current, begin } = setUp([{ appId: lobby, label: '' }])
    begin()
    await clock.pass(0)
    const refused = serviceFailure({ kind: 'connection-refused', host: 'x' })
    service.script.count = () => Promise.reject(refused)
    await clock.pass(30_000)
    expect(monitor.figures(lobby).nextAt).toBeGreaterThan(clock.now())
    service.script.count = () => 0
    await clock.pass(120_000)
    const open = current() ?? expect.fail()
    const concurrentNumber: typeof open.client.concurrentNumber = (_appId, options) => {
      options?.onFailedAttempt?.(refused)
      return new Promise(() => undefined)
    }
    Object.assign(open.client, { concurrentNumber })
    void monitor.readCount({ open, appId: lobby })
    expect(monitor.figures(lobby).failure?.failure.kind).toBe('connection-refused')
    expect(monitor.figures(lobby).nextAt).toBeUndefined()
  })

  it('continues when the clock is set back during a read', async () => {
    const { clock, service, reads, begin } = setUp()
    service.script.count = () => {
      clock.set(clock.now() - 3_600_000)
      service.script.count = () => 12
      return 12
    }
    begin()
    await clock.pass(30_000)
    expect([reads('lobby'), reads('desk')]).toEqual([2, 2])
  })

  it('reads nothing asleep and immediately after waking', async () => {
    const { clock, service, begin, end } = setUp()
    begin()
    await clock.pass(0)
    end('asleep')
    await clock.pass(3_600_000)
    expect(service.asked).toHaveLength(2)
    begin()
    await clock.pass(0)
    expect(service.asked).toHaveLength(4)
  })

  it('stops at the old address when the profile is saved, and drops its late answers', async () => {
    const { monitor, clock, service, open, current, samples, events, seen, begin, end } = setUp()
    const late: ((total: number) => void)[] = []
    // Also a read that nobody cancels.
    service.script.count = () => new Promise((resolve) => late.push(resolve))
    begin()
    await clock.pass(0)
    const before = current() ?? expect.fail()
    const asked = monitor.readCount({ open: before, appId: lobby })
    const other = createScriptedService(clock)
    const profile = { ...before.profile, baseUrl: 'https://other.example/openapi/v2' }
    open({ profile, client: other.client })
    begin()
    for (const answer of late) answer(99)
    expect(await asked).toMatchObject({ total: 99 })
    expect(monitor.figures(lobby).latest).toBeNull()
    await clock.pass(60_000)
    expect(service.asked).toHaveLength(3)
    expect(other.asked.length).toBeGreaterThan(2)
    expect([JSON.stringify(events), JSON.stringify(seen)].filter((text) => text.includes('"total":99'))).toEqual([])
    expect(samples.newestConcurrency({ profileId: profile.id, appId: lobby }, clock.now())).toMatchObject({ total: 12 })
    expect(monitor.figures(lobby)).toMatchObject({ latest: { total: 12 }, failure: null })
    open(null)
    end()
    expect(clock.waiting()).toBe(0)
  })

  it('reads nothing automatically while the token is refused, but reads for the operator', async () => {
    const { monitor, clock, service, begin } = setUp()
    begin({ poll: false })
    await clock.pass(3_600_000)
    expect(service.asked).toEqual([])
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({ latest: { total: 12 } })
  })

  it('reads immediately on request, and reports the failure', async () => {
    const { monitor, service, begin } = setUp()
    begin()
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({ latest: { total: 12 } })
    service.script.count = () => Promise.reject(serviceFailure({ kind: 'token-rejected' }))
    await expect(monitor.refresh(lobby)).rejects.toMatchObject({ failure: { kind: 'token-rejected' } })
    expect(monitor.figures(lobby).failure?.failure.kind).toBe('token-rejected')
  })

  it('drops an answer that a later read has overtaken', async () => {
    const { monitor, clock, service, current, begin } = setUp()
    begin()
    await clock.pass(0)
    const open = current() ?? expect.fail()
    let answer: (total: number) => void = () => expect.fail()
    service.script.count = () => new Promise((resolve) => (answer = resolve))
    const slow = monitor.readCount({ open, appId: lobby })
    service.script.count = () => 0
    await monitor.readCount({ open, appId: lobby })
    answer(12)
    await slow
    expect(monitor.latest(open, lobby)).toMatchObject({ total: 0 })
  })

  it('continues when samples cannot be stored, and says why', async () => {
    const { monitor, clock, database, reads, samples, begin } = setUp()
    begin()
    database.exec('PRAGMA query_only = ON')
    await clock.pass(0)
    expect(samples.flush).toThrow()
    await clock.pass(30_000)
    expect(monitor.figures(lobby)).toMatchObject({
      latest: { total: 12 },
      failure: { failure: { kind: 'storage', reason: 'read-only' } },
    })
    expect(reads('lobby')).toBe(2)
  })
})

describe('delayMs', () =>
  it('subtracts up to three tenths from a delay after a failure', () => {
    const delay = (intervalMs: number, failures: number, fraction: number) =>
      delayMs(intervalMs, { failures, holdsMs: null, random: () => fraction })
    expect(delay(5_000, 0, 0)).toBe(5_000)
    expect(delay(5_000, 1, 0)).toBe(7_000)
    expect(delay(5_000, 1, 1)).toBe(10_000)
    expect(delay(15_000, 99, 1)).toBe(60_000)
    expect(delay(60_000, 1, 0)).toBe(60_000)
  }))
