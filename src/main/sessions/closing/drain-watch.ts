/**
 * Watches the count of live calls fall after a close. Counts lag behind, so a count within the same second says
 * nothing.
 */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { CloseOutcome, CloseRun, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { pause, within } from '../../lib/clock.ts'
import { shortId } from '../../lib/short-id.ts'
import type { CountRequest, Observation } from '../concurrency/count-reader.ts'
import type { ClosingContext } from './confirmation.ts'

const firstDelayMs = 1_000
const maxDelayMs = 5_000
const growth = 1.5
const readMs = 5_000

/** The watch after a close that was sent under this profile. */
export interface Drain {
  readonly open: OpenProfile
  readonly appId: AppId
  readonly maxMs: number
  readonly hasDrained: (total: number) => boolean
  /** Receives each new count of the application, whoever requested it: the page shows no newer count. */
  readonly seen: (sample: ConcurrencySample) => void
  readonly ended: (end: 'fell' | 'time-over' | 'stopped') => void
}

/**
 * Reads a count within a time limit; null when it could not be read, because a failed count must neither prevent a
 * close nor hide its end.
 */
export async function readCountWithin(
  { monitor, clock, log }: Pick<ClosingContext, 'monitor' | 'clock' | 'log'>,
  limitMs: number,
  { open, appId, signal: ending }: CountRequest,
): Promise<ConcurrencySample | null> {
  try {
    return await within(clock, { limitMs, ending }, (signal) => monitor.readCount({ open, appId, signal }))
  } catch (error) {
    if (!(error instanceof FailureError)) log.error(`reading the live calls of ${shortId(appId)} around a close`, error)
    return null
  }
}

interface Watch {
  readonly drain: Drain
  readonly ending: AbortController
  newest: ConcurrencySample | null
}

const hasDrained = ({ drain, newest }: Watch): boolean => newest !== null && drain.hasDrained(newest.total)

function take(watch: Watch, sample: ConcurrencySample): void {
  // The watch's own reads arrive twice where the application is observed.
  if (sample === watch.newest || watch.ending.signal.aborted) return
  watch.newest = sample
  watch.drain.seen(sample)
  if (hasDrained(watch)) watch.ending.abort()
}

export interface DrainWatches {
  readonly start: (drain: Drain) => void
  /** Starts a watch after closes of sessions: it ends when no more than `expected` calls are live, or after 30 s. */
  readonly startForSessions: (
    drain: Pick<Drain, 'open' | 'appId'> & { readonly expected: number },
    changed: (change: Partial<CloseOutcome>) => void,
  ) => void
  /** Receives a new count, whoever requested it. */
  readonly observe: (observation: Observation) => void
  /** Resolves when the watches have ended and their results are recorded. */
  readonly ended: () => Promise<void>
}

/**
 * Reads the count of each drain after 1 s, and then at intervals that grow to 5 s, until the drain `fell`, its time is
 * over, or it was `stopped` because its profile is no longer active.
 */
export function createDrainWatches(context: ClosingContext): DrainWatches {
  const { active, monitor, clock, log } = context
  const watches = new Map<Watch, Promise<void>>()

  const run = async (watch: Watch): Promise<void> => {
    const { drain, ending } = watch
    const { open, appId, maxMs } = drain
    await within(clock, { limitMs: maxMs, ending: ending.signal }, async (signal) => {
      for (let delayMs = firstDelayMs; ; delayMs = Math.min(maxDelayMs, delayMs * growth)) {
        await pause(clock, delayMs, signal)
        if (signal.aborted) return
        const before = monitor.latest(open, appId)
        const sample = await readCountWithin(context, readMs, { open, appId, signal })
        // A sample that a later count overtook is older than the page's figures; a sample that a failed read overtook
        // is the newest.
        if (sample !== null && [null, before, sample].includes(monitor.latest(open, appId))) take(watch, sample)
      }
    })
    drain.ended(hasDrained(watch) ? 'fell' : ending.signal.aborted ? 'stopped' : 'time-over')
  }

  const start = (drain: Drain): void => {
    const watch: Watch = { drain, ending: new AbortController(), newest: null }
    const activeProfile = active()
    // Nobody reads the counts of a profile that has changed since, or that must not be polled.
    if (activeProfile?.client !== drain.open.client || !activeProfile.may.poll) watch.ending.abort()
    else activeProfile.signal.addEventListener('abort', () => watch.ending.abort(), { signal: watch.ending.signal })
    const done = run(watch)
      .catch((error: unknown) => {
        log.error(`watching the calls of ${shortId(drain.appId)}`, error)
      })
      .finally(() => {
        watch.ending.abort()
        watches.delete(watch)
      })
    watches.set(watch, done)
  }

  return {
    start,
    startForSessions: ({ expected, ...options }, changed) =>
      start({
        ...options,
        maxMs: 30_000,
        hasDrained: (total) => total <= expected,
        seen: (countAfter) => changed({ countAfter }),
        ended: () => changed({ counting: false }),
      }),
    observe: ({ appId, sample }) => {
      if (sample === null) return
      for (const watch of watches.keys()) if (watch.drain.appId === appId) take(watch, sample)
    },
    ended: async () => {
      await Promise.all(watches.values())
    },
  }
}

/**
 * The count that a run's application might still fall to, from its last answered session; null where nothing is known.
 */
function expectedDrain(items: CloseRun['items']) {
  const answered = items.flatMap(({ outcome }) => (outcome !== null && outcome.answer !== null ? [outcome] : []))
  const last = answered.at(-1)
  const appId = last?.appId ?? null
  if (last === undefined || appId === null) return null
  const ofApp = answered.filter((outcome) => outcome.appId === appId)
  const before = ofApp[0]?.countBefore?.total
  if (before === undefined) return null
  const expected = Math.max(0, before - ofApp.length)
  const isFallen = last.countAfter !== null && last.countAfter.total <= expected
  return isFallen ? null : { appId, expected, sessionId: last.sessionId }
}

/**
 * Continues to read the count after a run where it might still fall; the run's last answered session shows the changes.
 */
export function continueReading(
  watches: DrainWatches,
  open: OpenProfile,
  // The run, and the function that stores and reports a change of it.
  { run, publish }: { readonly run: () => CloseRun; readonly publish: (change: Partial<CloseRun>) => void },
): void {
  const falling = expectedDrain(run().items)
  if (falling === null) return
  const { appId, expected, sessionId } = falling
  const changed = (change: Partial<CloseOutcome>): void =>
    publish({
      items: run().items.map((item) =>
        item.sessionId === sessionId && item.outcome !== null
          ? { ...item, outcome: { ...item.outcome, ...change } }
          : item,
      ),
    })
  changed({ counting: true })
  watches.startForSessions({ open, appId, expected }, changed)
}
