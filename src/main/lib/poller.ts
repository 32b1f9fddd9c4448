/**
 * Polls many keys until a signal is aborted: an interval with backoff, respect for `Retry-After`, limited parallel
 * polls with urgent keys first. Robust against clock changes: a clock that is set back delays nothing, a clock that
 * jumps ahead brings one poll forward. `every.ts` repeats a single task. See docs/decisions/023-poller.md.
 */
import { FailureError } from '../../shared/failure.ts'
import { createTimer } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { RequestLimit } from './request-limit.ts'

export interface Backoff {
  readonly firstMs: number
  readonly maxMs: number
  /** The least and the greatest random factor, so that tasks that failed together are not retried together. */
  readonly jitter?: readonly [number, number]
}

/**
 * Milliseconds until the next try: `firstMs` doubled `doublings` times, up to `maxMs`, times the jitter. `random`
 * returns a number from 0 up to 1.
 */
export function backoffMs(
  { firstMs, maxMs, jitter: [least, most] = [0.7, 1] }: Backoff,
  doublings: number,
  random: () => number,
): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(doublings, 30))
  return Math.round(fullMs * (least + (most - least) * random()))
}

export interface Polling<Key> {
  readonly name: string
  /** Polls once. A rejection counts as a failure, and is logged unless it is a `FailureError`. */
  readonly poll: (key: Key, signal: AbortSignal) => Promise<void> | void
  /**
   * Milliseconds to the next poll after `failures` failures in a row, counted from the start of the last poll, or from
   * its end if it failed. Called at each planning. Infinity: no poll before the next planning.
   */
  readonly delayMs: (key: Key, failures: number) => number
  /**
   * The minimum wait in milliseconds before a poll may start, for example for `Retry-After`. Infinity: not before
   * `replan`.
   */
  readonly minWaitMs?: (key: Key) => number
  /** An urgent key is polled before the other keys, and its first poll starts immediately. */
  readonly isUrgent?: (key: Key) => boolean
  /** 1 by default. */
  readonly maxParallel?: number
  /** A due key waits while its limit has no room. Waiting keys keep the order in which they became due. */
  readonly limitOf?: (key: Key) => RequestLimit | null
  /** Called after a failed poll with the time of the next poll in epoch milliseconds. */
  readonly onRetryPlanned?: (key: Key, at: number) => void
}

type Decisions<Key> = Required<Pick<Polling<Key>, 'delayMs' | 'minWaitMs' | 'isUrgent'>>

interface PollerContext {
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

interface Entry<Key> {
  readonly key: Key
  readonly first: number | 'delay'
  readonly ending: AbortController
  next: 'first' | 'delay'
  isPolling: boolean
  failures: number
  /** Start of the delay in epoch milliseconds. */
  since: number
  cancelTimer: () => void
}

// A timer longer than 24 days fires immediately.
const maxTimerMs = 24 * 60 * 60_000

function newEntry<Key>(key: Key, first: number | 'delay', since: number): Entry<Key> {
  const ending = new AbortController()
  return { key, first, since, ending, next: 'first', isPolling: false, failures: 0, cancelTimer: () => undefined }
}

function intendedMs<Key>({ key, next, first, failures }: Entry<Key>, polling: Decisions<Key>): number {
  if (next === 'first' && polling.isUrgent(key)) return 0
  return next === 'delay' || first === 'delay' ? polling.delayMs(key, failures) : first
}

/** Milliseconds from `now`. Apart from `minWaitMs` never more than intended, whatever the clock shows. */
function waitMs<Key>(entry: Entry<Key>, polling: Decisions<Key>, now: number): number {
  const intended = intendedMs(entry, polling)
  return Math.max(0, Math.min(intended, entry.since + intended - now), polling.minWaitMs(entry.key))
}

function urgentFirst<Key>(entries: Iterable<Entry<Key>>, { isUrgent }: Decisions<Key>): readonly Entry<Key>[] {
  const allEntries = [...entries]
  return [...allEntries.filter(({ key }) => isUrgent(key)), ...allEntries.filter(({ key }) => !isUrgent(key))]
}

async function run<Key>(
  entry: Entry<Key>,
  { clock, log, name, poll }: PollerContext & Pick<Polling<Key>, 'name' | 'poll'>,
): Promise<void> {
  entry.next = 'delay'
  entry.since = clock.now()
  try {
    await poll(entry.key, entry.ending.signal)
    entry.failures = 0
  } catch (error) {
    entry.failures += 1
    entry.since = clock.now()
    if (!(error instanceof FailureError)) log.error(name, error)
  }
}

export interface Poller<Key> {
  /**
   * Adds a key whose first poll starts after `first` milliseconds or after its delay; immediately by default. A known
   * key starts again.
   */
  readonly add: (key: Key, first?: number | 'delay') => void
  /** Aborts the poll in flight. */
  readonly remove: (key: Key) => void
  /** Call this after a delay, a minimum wait or an urgency has changed. */
  readonly replan: () => void
}

/** Polls nothing before `add` or after the signal is aborted. A poller cannot be restarted. */
export function createPoller<Key>(
  signal: AbortSignal,
  { clock, log }: PollerContext,
  {
    name,
    poll,
    delayMs,
    minWaitMs = () => 0,
    isUrgent = () => false,
    maxParallel = 1,
    limitOf = () => null,
    onRetryPlanned,
  }: Polling<Key>,
): Poller<Key> {
  const decisions = { delayMs, minWaitMs, isUrgent }
  const entries = new Map<Key, Entry<Key>>()
  const queue = new Set<Entry<Key>>()
  const polls = new Set<Promise<void>>()
  const limitTimer = createTimer(clock)

  // After an error in a decision, the key waits for the next planning.
  const evaluate = (ms: () => number): number => {
    try {
      return ms()
    } catch (error) {
      log.error(`planning of ${name}`, error)
      return Infinity
    }
  }

  const plan = (entry: Entry<Key>): void => {
    entry.cancelTimer()
    queue.delete(entry)
    if (signal.aborted || entry.isPolling || entries.get(entry.key) !== entry) return
    const ms = evaluate(() => waitMs(entry, decisions, clock.now()))
    if (ms === Infinity) return
    if (entry.failures > 0) onRetryPlanned?.(entry.key, clock.now() + ms)
    entry.cancelTimer = clock.after(Math.min(ms, maxTimerMs), () => {
      queue.add(entry)
      startQueued()
    })
  }

  const start = (entry: Entry<Key>): void => {
    entry.isPolling = true
    // Moves the key to the end, so that `replan` plans the last polled key last.
    entries.delete(entry.key)
    entries.set(entry.key, entry)
    const end = limitOf(entry.key)?.begin()
    const polling = run(entry, { clock, log, name, poll }).finally(() => {
      entry.isPolling = false
      end?.()
      polls.delete(polling)
      plan(entry)
      startQueued()
    })
    polls.add(polling)
  }

  /** The first due entry whose limit has room; if none has room, sets a timer for when there is. */
  const nextQueued = (): Entry<Key> | null => {
    let minMs = Infinity
    for (const entry of urgentFirst(queue, decisions)) {
      const ms = limitOf(entry.key)?.waitMs() ?? 0
      if (ms <= 0) return entry
      minMs = Math.min(minMs, ms)
    }
    if (minMs < Infinity) limitTimer.set(minMs, startQueued)
    return null
  }

  const startQueued = (): void => {
    limitTimer.cancel()
    while (polls.size < maxParallel) {
      const entry = nextQueued()
      if (entry === null) return
      queue.delete(entry)
      // A `Retry-After` can have arrived since the timer was set.
      if (evaluate(() => minWaitMs(entry.key)) > 0) plan(entry)
      else start(entry)
    }
  }

  const replan = (): void => {
    // Timers for the same moment run in the order in which they were set, so keys that are already due keep their
    // place.
    urgentFirst(new Set([...queue, ...entries.values()]), decisions).forEach(plan)
  }

  const remove = (key: Key): void => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    plan(entry)
    entry.ending.abort()
  }

  signal.addEventListener(
    'abort',
    () => {
      limitTimer.cancel()
      for (const key of [...entries.keys()]) remove(key)
    },
    { once: true },
  )

  return {
    add: (key, first = 0) => {
      remove(key)
      const entry = newEntry(key, first, clock.now())
      entries.set(key, entry)
      plan(entry)
    },
    remove,
    replan,
  }
}
