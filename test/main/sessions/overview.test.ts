import { describe, expect, it, vi } from 'vitest'
import { createMonitor } from '../../../src/main/sessions/concurrency/monitor.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { activating } from '../../support/active.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const lobby = appId.parse('lobby')
const hallAppId = appId.parse('desk')

function setUp(applications = profileOf().applications) {
  const stage = setStage({ applications })
  const monitor = createMonitor(stage, stage.observed)
  return { ...stage, ...activating(stage.current, monitor), monitor }
}

describe('the counts of all applications', () => {
  it('are in the order of the profile, even before the first read', async () => {
    const { monitor, clock, service, begin } = setUp([
      { appId: hallAppId, label: '' },
      { appId: lobby, label: 'Lobby' },
    ])
    expect(monitor.overview()).toEqual([
      { appId: hallAppId, latest: null, hasFailed: false, intervalMs: 30_000 },
      { appId: lobby, latest: null, hasFailed: false, intervalMs: 30_000 },
    ])
    service.script.count = (id) => (id === 'lobby' ? 7 : 2)
    begin()
    await clock.pass(0)
    monitor.setView({ windowId: 1, section: 'sessions', appId: lobby, isVisible: true })
    expect(monitor.overview().map(({ latest, intervalMs }) => [latest?.total, latest?.at, intervalMs])).toEqual([
      [2, clock.now(), 15_000],
      // A visible application is read more often; the valid time of its counts elsewhere stays the same.
      [7, clock.now(), 15_000],
    ])
  })

  it('keep the last good count beside a failed read, until the next good one', async () => {
    const { monitor, clock, service, begin } = setUp()
    begin()
    await clock.pass(0)
    const before = monitor.overview()[0]?.latest
    expect(before).not.toBeNull()
    service.script.count = (id) =>
      id === 'lobby' ? Promise.reject(serviceFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' })) : 1
    await expect(monitor.refresh(lobby)).rejects.toThrow()
    expect(monitor.overview().map(({ hasFailed }) => hasFailed)).toEqual([true, false])
    expect(monitor.overview()[0]?.latest).toEqual(before)
    service.script.count = () => 1
    await monitor.refresh(lobby)
    expect(monitor.overview()[0]?.hasFailed).toBe(false)
  })

  it('request nothing from the service, and from the database only once the counts of an earlier run', () => {
    const ids = Array.from({ length: 500 }, (_, index) => appId.parse(`app-${String(index)}`))
    const { monitor, service, samples, clock, begin } = setUp(ids.map((id) => ({ appId: id, label: '' })))
    const stored = { appId: appId.parse('app-499'), at: clock.now(), corporateId: null, total: 4, yours: null }
    samples.addConcurrency(profileOf().id, stored, 45_000)
    begin({ poll: false })
    const asked = vi.spyOn(samples, 'newestConcurrency')
    expect(monitor.overview().at(-1)?.latest).toEqual({ at: stored.at, total: 4, yours: null })
    const first = asked.mock.calls.length
    expect(first).toBeLessThanOrEqual(500)
    monitor.overview()
    expect(asked.mock.calls.length).toBe(first)
    expect(service.asked).toEqual([])
  })

  it('belong to the open profile alone', () => {
    const { monitor, open } = setUp()
    open(null)
    expect(() => monitor.overview()).toThrow(FailureError)
  })
})
