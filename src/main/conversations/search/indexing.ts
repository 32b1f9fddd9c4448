/** Keeps the index going from main: asks the reader for one step after the other, so that others get in between. */
import type { Log } from '../../lib/log.ts'
import { createInFlight } from '../../lib/in-flight.ts'
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
  const inFlight = createInFlight()
  let isRunning = false
  let isRequested = false
  let isDisposed = false

  const steps = async (): Promise<void> => {
    let unreported = 0
    for (let isDone = false; !isDone && !isDisposed;) {
      const step = await reader.ask('indexStep', {})
      isDone = step.isDone
      unreported += step.indexed
      if (unreported < (isDone ? 1 : notifyEvery)) continue
      unreported = 0
      onIndexed()
    }
  }

  const run = async (): Promise<void> => {
    try {
      while (isRequested && !isDisposed) {
        isRequested = false
        await steps()
      }
    } finally {
      // In the same turn in which nothing more was found to do: what is stirred after it begins anew.
      isRunning = false
    }
  }

  return {
    schedule: () => {
      isRequested = true
      if (isRunning || isDisposed) return
      isRunning = true
      inFlight.run(run).catch((error: unknown) => log.error('snapshots could not be indexed', error))
    },
    dispose: () => {
      isDisposed = true
      return inFlight.ended()
    },
  }
}
