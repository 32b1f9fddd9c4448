/** The watch of the count after a close ends with its profile, and its findings are kept. */
import { describe, expect, it } from 'vitest'
import type { Service, WholeMain } from './whole-main.ts'
import {
  beginClose,
  confirmCloseAll,
  rest,
  saveProfile,
  startMain,
  startService,
  useWholeMain,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

/**
 * All four calls of an application were closed two seconds ago, and the count does not fall. The other service has the
 * same application, without any calls.
 */
async function setUp() {
  const main = await startMain()
  const service = await startService(main, { closeLagMs: 60 * minuteMs })
  const other = await startService(main)
  other.control.removeCalls(other.steady)
  expect(other.steady).toBe(service.steady)
  const profile = await saveProfile(main, main.first, service)
  const closed = await confirmCloseAll(main, main.first, service.steady)
  expect(closed.outcome).toBe('watching')
  await main.clock.pass(2_000)
  service.control.clearRequests()
  return { main, service, other, profile }
}

/** The journal's entries on the counts after closes. */
async function falls(main: WholeMain) {
  const entries = await main.journal(main.first)
  return entries.filter(({ facts }) => facts.result !== undefined)
}

async function results({ call, first }: WholeMain, { steady }: Service) {
  return call(first, 'session.closeAllResults', { appId: steady })
}

describe('the watch of the count after a close', () => {
  it('ends as unknown when the window shows a different profile, and ignores that profile’s counts', async () => {
    const { main, service, other, profile } = await setUp()
    await saveProfile(main, main.first, other, { name: 'Tower' })
    await main.clock.pass(2 * minuteMs)
    expect(service.count('getconcurrentNumber')).toBe(0)
    expect(other.count('getconcurrentNumber')).toBeGreaterThan(0)
    expect(await results(main, other)).toEqual([])
    const ended = { profileId: profile.id, target: service.steady, facts: { result: 'watch-stopped', countAfter: 4 } }
    expect(await falls(main)).toMatchObject([ended])

    // Without a newer count, the last findings are all that is known.
    service.control.faults.arm({ kind: 'status', status: 500 })
    await main.call(main.first, 'profile.open', { profileId: profile.id })
    await main.clock.pass(2 * minuteMs)
    const [result, ...more] = await results(main, service)
    expect(more).toEqual([])
    expect(result).toMatchObject({ countBefore: 4, outcome: 'not-seen', answer: { httpStatus: 200 } })
    expect(new Set(result?.seen.map(({ total }) => total))).toEqual(new Set([4]))
    expect(await falls(main)).toHaveLength(1)
  })

  it('ends as unknown when the last window on the profile is closed, and is kept for the next window', async () => {
    const { main, service, profile } = await setUp()
    main.closeWindow(main.first)
    await main.clock.pass(2 * minuteMs)
    expect(service.count('getconcurrentNumber')).toBe(0)
    service.control.faults.arm({ kind: 'status', status: 500 })
    const next = main.openWindow()
    await main.call(next, 'profile.open', { profileId: profile.id })
    const [result] = await main.call(next, 'session.closeAllResults', { appId: service.steady })
    expect(result).toMatchObject({ countBefore: 4, outcome: 'not-seen', answer: { httpStatus: 200 } })
    const entries = await main.journal(next)
    expect(entries.filter(({ facts }) => facts.result !== undefined)).toHaveLength(1)
  })

  it('ends as unknown when the profile gets a different address, and ignores that address’s counts', async () => {
    const { main, service, other, profile } = await setUp()
    const { accessToken: token } = other.practice.credentials
    await saveProfile(main, main.first, service, { id: profile.id, baseUrl: other.baseUrl, token })
    await main.clock.pass(2 * minuteMs)
    expect(service.count('getconcurrentNumber')).toBe(0)
    expect(other.count('getconcurrentNumber')).toBeGreaterThan(0)
    const [result] = await results(main, service)
    expect(result).toMatchObject({ countBefore: 4, outcome: 'not-seen', answer: { httpStatus: 200 } })
    expect(new Set(result?.seen.map(({ total }) => total))).toEqual(new Set([4]))
    expect(await falls(main)).toMatchObject([{ facts: { result: 'watch-stopped', countAfter: 4 } }])
  })

  it('ends after sleep, and keeps its earlier findings', async () => {
    const { main, service } = await setUp()
    await main.sleep()
    main.clock.set(main.clock.now() + 8 * minuteMs)
    await main.wake()
    await main.clock.pass(61_000)
    const [result] = await results(main, service)
    // If the count is read once more after the sleep, the result is that calls are still live.
    expect(['not-seen', 'still-live']).toContain(result?.outcome)
    expect(result?.seen[0]).toMatchObject({ total: 4 })
    expect(await falls(main)).not.toEqual([])
  })

  it('of a single call ends when the computer falls asleep', async () => {
    const { main, service } = await setUp()
    const { first } = main
    const { id, closing } = await beginClose(main, first, service)
    expect(await closing).toMatchObject({ counting: true })
    await main.sleep()
    await rest()
    expect(main.received(first, 'close.changed').at(-1)).toMatchObject({ sessionId: id, counting: false })
  })
})
