import { describe, expect, it, vi } from 'vitest'
import { backoffMs, createPoller } from '../../../src/main/lib/poller.ts'
import type { Polling } from '../../../src/main/lib/poller.ts'
import { refusal, FailureError } from '../../../src/shared/failure.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const hour = 3_600_000

function setUp(polling: Partial<Polling<string>> = {}) {
  const clock = createManualClock()
  const polled: string[] = []
  const logged: string[] = []
  const log = { error: (what: string, error: unknown) => (logged.push(`${what}: ${String(error)}`), '') }
  const ending = new AbortController()
  const poller = createPoller<string>(
    ending.signal,
    { clock, log },
    {
      name: 'counting',
      delayMs: (_, failures) => 5_000 * (1 + failures),
      ...polling,
      poll: async (key, signal) => {
        polled.push(key)
        await polling.poll?.(key, signal)
      },
    },
  )
  return { clock, polled, logged, poller, end: () => ending.abort() }
}

/** Polls that continue until the test ends them. */
const endless = () => {
  const ends: (() => void)[] = []
  return { ends, poll: () => new Promise<void>((resolve) => ends.push(resolve)) }
}

describe('the poller', () => {
  it('polls after the first delay, then at the interval, measured from start to start', async () => {
    const { clock, poller, polled } = setUp({ poll: () => new Promise((resolve) => clock.after(2_000, resolve)) })
    poller.add('a', 1_000)
    await clock.pass(999)
    expect(polled).toHaveLength(0)
    await clock.pass(1)
    expect(polled).toHaveLength(1)
    await clock.pass(4_999)
    expect(polled).toHaveLength(1)
    await clock.pass(1)
    expect(polled).toHaveLength(2)
    poller.remove('a')
    await clock.pass(hour)
    expect([polled.length, clock.waiting()]).toEqual([2, 0])
  })

  it('measures the delay after a failure from its end, and starts again with the next success', async () => {
    let isBroken = true
    const { clock, poller, polled, logged } = setUp({
      poll: async () => {
        await new Promise<void>((resolve) => clock.after(2_000, resolve))
        if (isBroken) throw new Error('not thought of')
      },
    })
    poller.add('a')
    await clock.pass(11_999)
    expect(polled).toHaveLength(1)
    await clock.pass(1)
    expect(polled).toHaveLength(2)
    await clock.pass(2_000)
    isBroken = false
    await clock.pass(15_000)
    expect(polled).toHaveLength(3)
    await clock.pass(5_000)
    expect(polled).toHaveLength(4)
    expect(logged).toEqual(Array.from({ length: 2 }, () => 'counting: Error: not thought of'))
  })

  it('continues silently after expected failures, and after a decision that throws', async () => {
    let isReadable = true
    const { clock, poller, polled, logged } = setUp({
      poll: () => Promise.reject(new FailureError({ kind: 'not-found', what: 'job' })),
      delayMs: () => {
        if (!isReadable) throw refusal('no-profile')
        return 1_000
      },
    })
    poller.add('a')
    await clock.pass(1_000)
    expect([polled.length, logged]).toEqual([2, []])
    isReadable = false
    await clock.pass(1_000)
    expect([polled.length, logged.length, clock.waiting()]).toEqual([3, 1, 0])
    isReadable = true
    poller.replan()
    await clock.pass(1_000)
    expect(polled).toHaveLength(4)
  })

  it('polls a few together, urgent ones first, and in the order in which they became due', async () => {
    const { ends, poll } = endless()
    const { clock, poller, polled } = setUp({ poll, maxParallel: 2, isUrgent: (key) => key === 'urgent' })
    for (const key of ['a', 'b', 'c', 'd']) poller.add(key)
    poller.add('urgent', hour)
    await clock.pass(0)
    expect(polled).toEqual(['a', 'b'])
    ends.shift()?.()
    await clock.pass(0)
    expect(polled).toEqual(['a', 'b', 'urgent'])
    ends.shift()?.()
    ends.shift()?.()
    await clock.pass(0)
    expect(polled).toEqual(['a', 'b', 'urgent', 'c', 'd'])
  })

  it('polls nothing before the minimum wait is over, which can start while others are polled', async () => {
    const { ends, poll } = endless()
    let quietUntil = 0
    const { clock, poller, polled } = setUp({ poll, minWaitMs: () => Math.max(0, quietUntil - clock.now()) })
    poller.add('a')
    poller.add('b')
    await clock.pass(0)
    quietUntil = clock.now() + 60_000
    ends.shift()?.()
    await clock.pass(59_999)
    expect(polled).toEqual(['a'])
    await clock.pass(1)
    expect(polled).toEqual(['a', 'a'])
    quietUntil = Infinity
    ends.shift()?.()
    await clock.pass(hour)
    expect([polled.length, clock.waiting()]).toEqual([2, 0])
    quietUntil = 0
    poller.replan()
    await clock.pass(0)
    expect(polled).toHaveLength(3)
  })

  it('does not fire immediately for a delay beyond the limit of timers', async () => {
    const { clock, poller, polled } = setUp({ minWaitMs: () => 30 * 24 * hour })
    const after = vi.spyOn(clock, 'after')
    poller.add('a')
    await clock.pass(3 * 24 * hour)
    expect([polled.length, clock.waiting()]).toEqual([0, 1])
    expect(Math.max(...after.mock.calls.map(([delayMs]) => delayMs))).toBeLessThan(2 ** 31)
  })

  it('reschedules when the delays change', async () => {
    let intervalMs = 60_000
    const { clock, poller, polled } = setUp({ delayMs: () => intervalMs })
    poller.add('a')
    await clock.pass(20_000)
    intervalMs = 30_000
    poller.replan()
    await clock.pass(9_999)
    expect(polled).toHaveLength(1)
    await clock.pass(1)
    expect(polled).toHaveLength(2)
  })

  it('aborts the poll of a removed or re-added entry', async () => {
    const { ends, poll } = endless()
    const signals: AbortSignal[] = []
    const { clock, poller, polled } = setUp({
      poll: (_, signal) => {
        signals.push(signal)
        return poll()
      },
    })
    poller.add('a')
    await clock.pass(0)
    poller.add('a')
    expect(signals[0]?.aborted).toBe(true)
    ends.shift()?.()
    await clock.pass(0)
    expect([polled.length, signals[1]?.aborted]).toEqual([2, false])
    poller.remove('a')
    ends.shift()?.()
    await clock.pass(hour)
    expect([polled.length, signals[1]?.aborted, clock.waiting()]).toEqual([2, true, 0])
  })

  it('aborts its polls when its signal is aborted, and starts none afterwards', async () => {
    const { ends, poll } = endless()
    const signals: AbortSignal[] = []
    const { clock, poller, polled, end } = setUp({
      poll: (_, signal) => {
        signals.push(signal)
        return poll()
      },
    })
    for (const key of ['a', 'b']) poller.add(key)
    poller.add('c', 200)
    await clock.pass(0)
    end()
    expect([polled, signals[0]?.aborted]).toEqual([['a'], true])
    poller.add('d')
    poller.replan()
    ends.shift()?.()
    await clock.pass(hour)
    expect([polled, clock.waiting()]).toEqual([['a'], 0])
  })
})

describe('the poller with a clock that jumps', () => {
  const jumps = [-30 * 24 * hour, -hour, -1, 1, hour, 30 * 24 * hour]

  it.each(jumps)('by %d ms while it waits, it is not late by more than the interval', async (ms) => {
    const { clock, poller, polled } = setUp()
    poller.add('a')
    await clock.pass(2_000)
    clock.set(clock.now() + ms)
    await clock.pass(3_000)
    expect(polled).toHaveLength(2)
    clock.set(clock.now() + ms)
    poller.replan()
    await clock.pass(5_000)
    expect(polled.length).toBeGreaterThanOrEqual(3)
    expect(polled.length).toBeLessThanOrEqual(4)
    const before = polled.length
    await clock.pass(50_000)
    expect(polled.length - before).toBe(10)
  })

  it.each(jumps)('by %d ms during a poll, it polls again after an interval, or once immediately', async (ms) => {
    const { clock, poller, polled } = setUp({
      poll: () => {
        if (polled.length === 1) clock.set(clock.now() + ms)
      },
    })
    poller.add('a')
    await clock.pass(5_000)
    expect(polled.length).toBeGreaterThanOrEqual(2)
    expect(polled.length).toBeLessThanOrEqual(3)
    const before = polled.length
    await clock.pass(50_000)
    expect(polled.length - before).toBe(10)
  })
})

describe('backoffMs', () =>
  it('doubles up to its limit, times a random factor', () => {
    const limits = { firstMs: 1_000, maxMs: 60_000 }
    expect([0, 1, 5, 6, 10_000].map((doublings) => backoffMs(limits, doublings, () => 1))).toEqual([
      1_000, 2_000, 32_000, 60_000, 60_000,
    ])
    expect(backoffMs(limits, 1, () => 0)).toBe(1_400)
    expect([0, 0.5, 1].map((part) => backoffMs({ ...limits, jitter: [0, 2] }, 1, () => part))).toEqual([
      0, 2_000, 4_000,
    ])
  }))
