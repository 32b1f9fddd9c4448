import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImageJobFailure } from '../../../src/renderer/imaging/image-messages.ts'
import { createPool } from '../../../src/renderer/imaging/pool.ts'

/** A worker that the test answers for. */
interface Hand {
  readonly kind: string
  readonly orders: string[]
  isEnded: boolean
  readonly answer: (text: string) => unknown
  readonly crash: () => unknown
}

function setUp(size = 2) {
  const hands: Hand[] = []
  const start = (kind: string): Worker => {
    const worker = new EventTarget()
    const hand: Hand = {
      kind,
      orders: [],
      isEnded: false,
      answer: (text) => worker.dispatchEvent(new MessageEvent('message', { data: text })),
      crash: () => worker.dispatchEvent(new Event('error')),
    }
    hands.push(hand)
    const postMessage = (order: string): void => {
      hand.orders.push(order)
    }
    const terminate = (): void => {
      hand.isEnded = true
    }
    return Object.assign(worker, { postMessage, terminate, onmessage: null, onmessageerror: null, onerror: null })
  }
  const pool = createPool<string, string, string>({ start, size, idleMs: 30_000, orderMs: 60_000 })
  const run = (order: string, { kind = 'a', priority = 0, places = 1, signal = new AbortController().signal } = {}) =>
    pool.run(order, { kind, priority, workerCount: places, signal })
  const hand = (n: number): Hand => {
    const found = hands[n]
    if (found === undefined) throw new Error(`worker ${String(n)} was not started`)
    return found
  }
  const living = () => hands.filter(({ isEnded }) => !isEnded).length
  return { run, hands, hand, living }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('starts no worker before there is work, and never more workers than its size', async () => {
  const { run, hands, hand } = setUp()
  expect(hands).toHaveLength(0)
  const answers = ['1', '2', '3', '4', '5'].map((order) => run(order))
  expect(hands.map(({ orders }) => orders)).toEqual([['1'], ['2']])
  hand(0).answer('one')
  hand(1).answer('two')
  expect(hands.map(({ orders }) => orders)).toEqual([
    ['1', '3'],
    ['2', '4'],
  ])
  hand(1).answer('four')
  hand(0).answer('three')
  hand(1).answer('five')
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('runs the most urgent order first, and the oldest among equals', () => {
  const { run, hand } = setUp(1)
  for (const [order, priority] of [
    ['first', 5],
    ['late', 5],
    ['later', 5],
    ['urgent', 0],
  ] as const)
    void run(order, { priority })
  for (const text of ['a', 'b', 'c']) hand(0).answer(text)
  expect(hand(0).orders).toEqual(['first', 'urgent', 'late', 'later'])
})

test('a worker of a different kind replaces an idle worker, within the same limit', async () => {
  const { run, hands, hand, living } = setUp(1)
  const first = run('1', { kind: 'a' })
  const second = run('2', { kind: 'b' })
  expect(hands).toHaveLength(1)
  hand(0).answer('one')
  expect(await first).toBe('one')
  expect(hand(0).isEnded).toBe(true)
  expect(living()).toBe(1)
  hand(1).answer('two')
  expect(await second).toBe('two')
})

test('a large order waits until it can run alone, and is not overtaken meanwhile', () => {
  const { run, hands, hand } = setUp()
  void run('small')
  void run('large', { places: 2 })
  void run('next')
  expect(hands.map(({ orders }) => orders)).toEqual([['small']])
  hand(0).answer('done')
  expect(hands.map(({ orders }) => orders)).toEqual([['small', 'large']])
  hand(0).answer('done')
  expect(hands.map(({ orders }) => orders)).toEqual([['small', 'large', 'next']])
})

test('an aborted order leaves the queue, or terminates its worker', async () => {
  const { run, hand, living } = setUp(1)
  const [running, queued] = [new AbortController(), new AbortController()]
  const first = run('1', { signal: running.signal })
  const second = run('2', { signal: queued.signal })
  const third = run('3')
  queued.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  running.abort(new Error('closed'))
  await expect(first).rejects.toThrow('closed')
  expect(hand(0).isEnded).toBe(true)
  expect(living()).toBe(1)
  hand(1).answer('three')
  expect(await third).toBe('three')
  expect(hand(1).orders).toEqual(['3'])
  await expect(run('4', { signal: running.signal })).rejects.toThrow('closed')
})

test('a worker that crashes fails only its own order and is replaced', async () => {
  const { run, hand } = setUp(1)
  const first = run('1')
  const second = run('2')
  hand(0).crash()
  await expect(first).rejects.toEqual(new ImageJobFailure('crashed'))
  hand(1).answer('two')
  expect(await second).toBe('two')
})

test('a worker that hangs is terminated after its time', async () => {
  const { run, hand } = setUp(1)
  const first = run('1')
  const failed = expect(first).rejects.toMatchObject({ reason: 'too-slow' })
  vi.advanceTimersByTime(59_999)
  expect(hand(0).isEnded).toBe(false)
  vi.advanceTimersByTime(1)
  await failed
  expect(hand(0).isEnded).toBe(true)
})

test('idle workers are terminated after a while, and started again for new work', () => {
  const { run, hands, hand, living } = setUp()
  void run('1')
  hand(0).answer('one')
  vi.advanceTimersByTime(20_000)
  void run('2')
  vi.advanceTimersByTime(20_000)
  expect(living()).toBe(1)
  hand(0).answer('two')
  vi.advanceTimersByTime(30_000)
  expect(living()).toBe(0)
  void run('3')
  expect(hands).toHaveLength(2)
})
