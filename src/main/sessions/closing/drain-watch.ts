/** Watches the count of live calls fall after a close: a count of the same second says nothing, as counts lag behind. */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { CloseOutcome, CloseRun, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import { pause, within } from '../../lib/clock.ts'
import { isOtherAccount } from '../../vault/secret.ts'
import type { CountRequest } from '../concurrency/count-reader.ts'
import type { ClosingContext } from './confirmation.ts'

const firstDelayMs = 1_000
const maxDelayMs = 5_000
const growth = 1.5

/** What is watched after a close that was sent under this profile. */
export interface Drain {
  readonly open: OpenProfile
  readonly appId: AppId
  readonly maxMs: number
  /** Longest time of one read, in milliseconds. */
  readonly readMs: number
  /** Ends with sleep and a lost network. */
  readonly endsAtPause: boolean
  readonly hasDrained: (total: number) => boolean
  readonly seen: (sample: ConcurrencySample) => void
  readonly ended: (end: 'fell' | 'time-over' | 'stopped') => void
}

/** Reads a count within a time limit; null when it could not be read, which must never prevent a close. */
export async function readCountWithin(
  { monitor, clock }: Pick<ClosingContext, 'monitor' | 'clock'>,
  limitMs: number,
  { open, appId, signal: ending }: CountRequest,
): Promise<ConcurrencySample | null> {
  try {
    return await within(clock, { limitMs, ending }, (signal) => monitor.readCount({ open, appId, signal }))
  } catch (error) {
    if (error instanceof FailureError) return null
    throw error
  }
}

/**
 * Each drain has its count read after 1 s and then down to every 5 s, until it `fell`, its time is over, or it was `stopped`:
 * the profile asks another account, or the workspace is left.
 */
export function createDrainWatches(context: ClosingContext) {
  const { current, clock, log } = context
  const watches = new Map<Drain, { readonly stopping: AbortController; readonly done: Promise<void> }>()
  let isDisposed = false

  // Saving a profile gives it a new client; the watch goes on with that one, unless it asks another account by now.
  const renewed = ({ open }: Drain): OpenProfile | null => {
    const now = current()
    const isSame = now?.profile.id === open.profile.id && !isOtherAccount(open.profile, now.profile)
    return isSame ? now : null
  }

  const watch = async (drain: Drain, stopped: AbortSignal): Promise<void> => {
    const end = await within(clock, { limitMs: drain.maxMs, ending: stopped }, async (signal) => {
      for (let delayMs = firstDelayMs; ; delayMs = Math.min(maxDelayMs, delayMs * growth)) {
        await pause(clock, delayMs, signal)
        if (signal.aborted) return stopped.aborted ? 'stopped' : 'time-over'
        const request = { open: renewed(drain) ?? drain.open, appId: drain.appId, signal }
        const sample = await readCountWithin(context, drain.readMs, request)
        if (sample === null) continue
        drain.seen(sample)
        if (drain.hasDrained(sample.total)) return 'fell'
      }
    })
    drain.ended(end)
  }

  const stop = (fits: (drain: Drain) => boolean): void => {
    for (const [drain, { stopping }] of watches) if (fits(drain)) stopping.abort()
  }

  return {
    start: (drain: Drain): void => {
      const stopping = new AbortController()
      if (isDisposed || renewed(drain) === null) stopping.abort()
      const done = watch(drain, stopping.signal)
        .catch((error: unknown) => {
          log.error(`watching the calls of ${drain.appId}`, error)
        })
        .finally(() => watches.delete(drain))
      watches.set(drain, { stopping, done })
    },
    follow: (): void => stop((drain) => renewed(drain) === null),
    pause: (): void => stop(({ endsAtPause }) => endsAtPause),
    /** Ends those that there are, and each that comes. */
    stopAll: (): void => {
      isDisposed = true
      stop(() => true)
    },
    /** Resolves when what was seen is written down. */
    ended: async (): Promise<void> => {
      await Promise.all([...watches.values()].map(({ done }) => done))
    },
  }
}

export type DrainWatches = ReturnType<typeof createDrainWatches>

/** Where the count of a run's application may still fall to, by its last answered session; null where nothing is known. */
function stillFalling(items: CloseRun['items']) {
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

/** Has the count read on after a run where it may still fall; its last answered session tells of it. */
export function readOn(
  watches: DrainWatches,
  open: OpenProfile,
  // The run, and how a change of it is kept and told.
  { run, publish }: { readonly run: () => CloseRun; readonly publish: (change: Partial<CloseRun>) => void },
): void {
  const falling = stillFalling(run().items)
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
  watches.start({
    ...{ open, appId, maxMs: 30_000, readMs: 2_000, endsAtPause: true },
    hasDrained: (total) => total <= expected,
    seen: (countAfter) => changed({ countAfter }),
    ended: () => changed({ counting: false }),
  })
}
