/** Copies the database once a day, without delaying other work, and keeps the copies of the last three days. */
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import { remainingMs } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { every } from '../../lib/every.ts'
import { asStorageFailure } from '../storage-failure.ts'
import type { DailyCopy } from './daily-copies.ts'
import { copyFile, dailyCopies, prepareCopiesFolder, pruneCopies } from './daily-copies.ts'
import { copyOnWorker } from './run-on-worker.ts'

export interface DailyBackups {
  /** The copies, newest first, and why the last attempt failed. Failures: storage. */
  readonly state: () => { readonly copies: readonly DailyCopy[]; readonly failure: Failure | null }
  /** Runs `work` while no copy is being made, so that `work` finds the database's log free. */
  readonly without: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly start: () => void
  /** Starts no further copy; resolves when the current copy has ended. */
  readonly dispose: () => Promise<void>
}

// At launch, more urgent work comes first.
const firstCheckMs = 60_000
const checkIntervalMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** Copies nothing before `start`. `copy` makes a copy and fails with storage. */
export function createDailyBackups(
  context: { readonly file: string; readonly clock: Clock; readonly log: Log },
  copy = copyOnWorker,
): DailyBackups {
  const { file, clock, log } = context
  let failure: Failure | null = null
  let ongoing: Promise<void> = Promise.resolve()
  let holders = 0

  // A copy dated in the future, from before the clock was set back, does not count.
  const isDue = (): boolean => {
    const now = clock.now()
    return dailyCopies(file, now).every(({ at }) => remainingMs({ at, forMs: dayMs }, now) === 0)
  }

  // The operator can do nothing about a failure now and loses nothing: it is shown in Settings and logged.
  const copyIfDue = async (): Promise<void> => {
    try {
      if (!isDue()) return
      prepareCopiesFolder(file)
      await copy({ file, target: copyFile(file, clock.now()) })
      pruneCopies(file, clock.now())
      failure = null
    } catch (error) {
      failure = asStorageFailure(error).failure
      log.warn('no daily copy of the database', new FailureError(failure))
    }
  }

  const ending = new AbortController()
  let copying: Promise<void> = Promise.resolve()

  return {
    state: () => ({ copies: dailyCopies(file, clock.now()), failure }),
    without: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      holders += 1
      try {
        await ongoing
        return await work()
      } finally {
        holders -= 1
      }
    },
    start: () => {
      copying = every(ending.signal, {
        clock,
        log,
        name: 'copying the database',
        firstMs: firstCheckMs,
        delayMs: () => checkIntervalMs,
        run: () => {
          if (holders === 0) ongoing = copyIfDue()
          return ongoing
        },
      })
    },
    dispose: () => {
      ending.abort()
      return copying
    },
  }
}
