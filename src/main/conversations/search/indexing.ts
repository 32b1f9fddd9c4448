/** Keeps the index going from main: asks the reader for one step after the other, so that others get in between. */
import type { Log } from '../../lib/log.ts'
import type { Reader } from '../reader/reader.ts'

/** The indexing of snapshots. */
export interface Indexing {
  /** There may be something to index. */
  readonly schedule: () => void
  /** Resolves when no step is in flight any more. */
  readonly dispose: () => Promise<void>
}

// Who waits for the first index of thousands of snapshots sees its results grow.
const notifyEvery = 500

/** Nothing is asked before `schedule`. `onIndexed` hears that snapshots can be found that could not be before. */
export function createIndexing(reader: Pick<Reader, 'ask'>, log: Log, onIndexed: () => void): Indexing {
  let running: Promise<void> | null = null
  let isRequested = false
  let isDisposed = false

  const run = async (): Promise<void> => {
    let unreported = 0
    try {
      for (let isDone = false; (isRequested || !isDone) && !isDisposed;) {
        isRequested = false
        const step = await reader.ask('indexStep', {})
        isDone = step.isDone
        unreported += step.indexed
        if (unreported < (isDone ? 1 : notifyEvery)) continue
        unreported = 0
        onIndexed()
      }
    } catch (error) {
      log.error('snapshots could not be indexed', error)
    } finally {
      // In the same turn in which nothing more was found to do: what is scheduled after it begins anew.
      running = null
    }
  }

  return {
    schedule: () => {
      isRequested = true
      if (!isDisposed) running ??= run()
    },
    dispose: async () => {
      isDisposed = true
      await running
    },
  }
}
