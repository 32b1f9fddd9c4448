/**
 * Polls many things until a signal is aborted: an interval with backoff, what a service asks for with `Retry-After`, a few
 * polls at once with what is urgent first. It trusts no clock: a clock that is set back delays nothing, a clock that jumps
 * ahead brings one poll forward. For one thing there is `every.ts`. See docs/decisions/023-poller.md.
 */
import { FailureError } from '../../shared/failure.ts'
import { createTimer } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { RequestLimit } from './request-limit.ts'

export interface Backoff {
  readonly firstMs: number
  readonly maxMs: number
  /** Random factors, the least and the most, so that many that failed together do not come back together. */
  readonly jitter?: readonly [number, number]
}

/**
 * Milliseconds until the next try: `firstMs`, doubled so often, up to `maxMs`, times the jitter. `random`: from 0 up to
 * 1.
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
  /** One poll. What it rejects with counts as a failure, and is logged unless it is a `FailureError`. */
  readonly poll: (key: Key, signal: AbortSignal) => Promise<void> | void
  /**
   * Milliseconds to the next poll after so many failures in a row: from the start of the last one, from its end when it
   * failed. Read anew at each plan. Infinity: not before another plan.
   */
  readonly delayMs: (key: Key, failures: number) => number
  /** No poll begins sooner than so many milliseconds from now, as for `Retry-After`; Infinity: not before `replan`. */
  readonly minWaitMs?: (key: Key) => number
  /** Goes before others, and at once the first time. */
  readonly isUrgent?: (key: Key) => boolean
  /** 1 without. */
  readonly maxParallel?: number
  /** Of the keys that are due, those whose limit leaves no room wait, in the order in which they became due. */
  readonly limitOf?: (key: Key) => RequestLimit | null
  /** Called after a failed poll with the time of the next one, epoch milliseconds. */
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
  /** What the delay is counted from, epoch milliseconds. */
  since: number
  cancelTimer: () => void
}

// A longer timer than 24 days fires at once.
const maxTimerMs = 24 * 60 * 60_000

function newEntry<Key>(key: Key, first: number | 'delay', since: number): Entry<Key> {
  const ending = new AbortController()
  return { key, first, since, ending, next: 'first', isPolling: false, failures: 0, cancelTimer: () => undefined }
}

function intendedMs<Key>({ key, next, first, failures }: Entry<Key>, polling: Decisions<Key>): number {
  if (next === 'first' && polling.isUrgent(key)) return 0
  return next === 'delay' || first === 'delay' ? polling.delayMs(key, failures) : first
}

/** Milliseconds from `now` on; but for `minWaitMs` never more than was intended, whatever the clock says. */
function waitMs<Key>(entry: Entry<Key>, polling: Decisions<Key>, now: number): number {
  const intended = intendedMs(entry, polling)
  return Math.max(0, Math.min(intended, entry.since + intended - now), polling.minWaitMs(entry.key))
}

function urgentFirst<Key>(entries: Iterable<Entry<Key>>, { isUrgent }: Decisions<Key>): readonly Entry<Key>[] {
  const all = [...entries]
  return [...all.filter(({ key }) => isUrgent(key)), ...all.filter(({ key }) => !isUrgent(key))]
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
  /** First polls the key after so many milliseconds, or a delay; at once without. A key that is there starts anew. */
  readonly add: (key: Key, first?: number | 'delay') => void
  /** Aborts the poll in flight. */
  readonly remove: (key: Key) => void
  /** For delays, least waits or an urgency that have changed. */
  readonly replan: () => void
}

/** Nothing is polled before `add`, and after the signal is aborted. A poller cannot be restarted. */
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

  // What cannot be decided now is decided by whatever plans it next.
  const decide = (ms: () => number): number => {
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
    const ms = decide(() => waitMs(entry, decisions, clock.now()))
    if (ms === Infinity) return
    if (entry.failures > 0) onRetryPlanned?.(entry.key, clock.now() + ms)
    entry.cancelTimer = clock.after(Math.min(ms, maxTimerMs), () => {
      queue.add(entry)
      startQueued()
    })
  }

  const start = (entry: Entry<Key>): void => {
    entry.isPolling = true
    // What was polled last comes last where all are planned anew.
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

  /** The first that is due and has room; where none has, sets a timer for when there is. */
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
      // The service may have asked to be left alone since the timer was set.
      if (decide(() => minWaitMs(entry.key)) > 0) plan(entry)
      else start(entry)
    }
  }

  const replan = (): void => {
    // Of timers for the same moment, the one that was set first runs first: what is due already keeps its place.
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
