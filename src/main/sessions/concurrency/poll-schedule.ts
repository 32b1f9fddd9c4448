/**
 * When each application of a profile is read on schedule: the first reads spread over some seconds, a few in flight at
 * once, what is urgent first. It knows nothing of what a read does.
 */
import type { AppId } from '../../../shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'

/** The scheduled reads of one profile; they begin at once. */
export interface Schedule {
  /** Delays or what is urgent have changed. */
  readonly replan: () => void
  /** Begins no read until `wake`. */
  readonly pause: () => void
  /** Reads everything again, spread as at the beginning. */
  readonly wake: () => void
  readonly stop: () => void
}

export interface ScheduleDeps {
  readonly appIds: readonly AppId[]
  readonly clock: Clock
  readonly isPaused: boolean
  /** One read. */
  readonly read: (appId: AppId) => Promise<void>
  /** Why a read rejected; the next one comes as planned. */
  readonly onError: (appId: AppId, error: unknown) => void
  /** Milliseconds from the start of a read to the start of the next. */
  readonly delayMs: (appId: AppId) => number
  /** Milliseconds from now in which no read may begin; 0 for none. */
  readonly heldOffMs: (appId: AppId) => number
  readonly isUrgent: (appId: AppId) => boolean
}

// With one of a list beside them, a profile has four reads in flight.
const maxScheduledReads = 3
const spreadMs = 200

interface Watch {
  readonly appId: AppId
  /** Milliseconds by which its first read comes later than that of the first application. */
  readonly spreadMs: number
  state: 'planned' | 'queued' | 'reading'
  /** Start of the last read, or of the schedule when there was none. Epoch milliseconds. */
  since: number
  isFirst: boolean
  cancelTimer: () => void
}

const nothingToCancel = (): void => undefined

function newWatch(appId: AppId, index: number, since: number): Watch {
  const spread = Math.floor(index / maxScheduledReads) * spreadMs
  return { appId, spreadMs: spread, state: 'planned', since, isFirst: true, cancelTimer: nothingToCancel }
}

export function createSchedule(deps: ScheduleDeps): Schedule {
  const { clock, read, onError, delayMs, heldOffMs, isUrgent } = deps
  let isPaused = deps.isPaused
  let isStopped = false
  let reading = 0
  let queue: readonly Watch[] = []
  const watches = deps.appIds.map((appId, index) => newWatch(appId, index, clock.now()))

  const dueInMs = ({ appId, since, isFirst, spreadMs: spread }: Watch): number => {
    const first = isUrgent(appId) ? 0 : spread
    const intended = isFirst ? first : delayMs(appId)
    // A clock that was set back must not put the next read off until it has caught up.
    const due = Math.min(intended, since + intended - clock.now())
    return Math.max(0, due, heldOffMs(appId))
  }

  const plan = (watch: Watch): void => {
    if (watch.state !== 'planned') return
    watch.cancelTimer()
    watch.cancelTimer = nothingToCancel
    if (isPaused || isStopped) return
    watch.cancelTimer = clock.after(dueInMs(watch), () => {
      enqueue(watch)
    })
  }

  const enqueue = (watch: Watch): void => {
    // The service may have asked for it since the timer was set.
    if (heldOffMs(watch.appId) > 0) {
      plan(watch)
      return
    }
    watch.state = 'queued'
    queue = [...queue, watch]
    startQueued()
  }

  const run = async (watch: Watch): Promise<void> => {
    watch.state = 'reading'
    watch.since = clock.now()
    watch.isFirst = false
    reading += 1
    try {
      await read(watch.appId)
    } catch (error) {
      onError(watch.appId, error)
    } finally {
      reading -= 1
      watch.state = 'planned'
      plan(watch)
      startQueued()
    }
  }

  const startQueued = (): void => {
    while (reading < maxScheduledReads) {
      const next = queue.find(({ appId }) => isUrgent(appId)) ?? queue[0]
      if (next === undefined) return
      queue = queue.filter((watch) => watch !== next)
      void run(next)
    }
  }

  const replan = (): void => {
    // What is urgent first: of timers for the same moment, the one that was set first runs first.
    const [urgent, others] = [true, false].map((wanted) => watches.filter(({ appId }) => isUrgent(appId) === wanted))
    for (const watch of [...(urgent ?? []), ...(others ?? [])]) plan(watch)
  }

  const unqueue = (): void => {
    for (const watch of queue) watch.state = 'planned'
    queue = []
  }

  replan()
  return {
    replan,
    pause: () => {
      isPaused = true
      unqueue()
      replan()
    },
    wake: () => {
      isPaused = false
      for (const watch of watches) {
        watch.isFirst = true
        watch.since = clock.now()
      }
      replan()
    },
    stop: () => {
      isStopped = true
      unqueue()
      replan()
    },
  }
}
