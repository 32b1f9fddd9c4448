/** Copies the database once a day, behind everything else, and keeps the copies of the last three days. */
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { asStorageFailure } from '../storage-failure.ts'
import type { CopyJob } from './copy-database.ts'
import { copyFile, dailyCopies, prepareCopiesFolder, pruneCopies } from './daily-copies.ts'
import type { DailyCopy } from './daily-copies.ts'

/** The daily copies of a database. */
export interface DailyBackups {
  /** The copies that there are, newest first, and why the last try failed; null when it did not. Failures: storage. */
  readonly state: () => { readonly copies: readonly DailyCopy[]; readonly failure: Failure | null }
  /** Runs `work` while no copy is being made: it finds the database's log free. */
  readonly without: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly start: () => void
  /** Begins no other copy; resolves when the one on its way has ended. */
  readonly dispose: () => Promise<void>
}

export interface DailyBackupsDeps {
  readonly file: string
  readonly clock: Clock
  readonly log: Log
  /** Makes a copy. Failures: storage. */
  readonly copy: (job: CopyJob) => Promise<void>
}

// The start has more urgent things to do.
const firstCheckMs = 60_000
const checkIntervalMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** Gives the copies; nothing is copied before `start`. */
export function createDailyBackups({ file, clock, log, copy }: DailyBackupsDeps): DailyBackups {
  let failure: Failure | null = null
  let ongoing: Promise<void> = Promise.resolve()
  let holders = 0
  let cancel = (): void => undefined
  let isDisposed = false

  // A copy from the future, of a clock that was put back, stands for nothing.
  const isDue = (): boolean => {
    const ages = dailyCopies(file).map(({ at }) => clock.now() - at)
    return !ages.some((ageMs) => ageMs >= 0 && ageMs < dayMs)
  }

  // An operator can do nothing about it at this moment, and loses nothing: Settings says so, and the log.
  const copyIfDue = async (): Promise<void> => {
    try {
      if (!isDue()) return
      prepareCopiesFolder(file)
      await copy({ file, target: copyFile(file, clock.now()) })
      pruneCopies(file)
      failure = null
    } catch (error) {
      failure = asStorageFailure(error).failure
      log.warn(`no daily copy of the database: ${JSON.stringify(failure)}`)
    }
  }

  const check = (): void => {
    if (holders === 0) ongoing = copyIfDue()
    plan(checkIntervalMs)
  }
  const plan = (delayMs: number): void => {
    if (!isDisposed) cancel = clock.after(delayMs, check)
  }

  return {
    state: () => ({ copies: dailyCopies(file), failure }),
    without: async (work) => {
      holders += 1
      try {
        await ongoing
        return await work()
      } finally {
        holders -= 1
      }
    },
    start: () => plan(firstCheckMs),
    dispose: async () => {
      isDisposed = true
      cancel()
      await ongoing
    },
  }
}
