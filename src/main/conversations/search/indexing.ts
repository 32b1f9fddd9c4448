/** Keeps the index going from main: asks the reader for one step after the other, so that others get in between. */
import type { Log } from '../../log.ts'
import { createUnderWay } from '../../under-way.ts'
import type { Reader } from '../reader/reader.ts'

/** The indexing of look-ups. */
export interface Indexing {
  /** There may be something to index. */
  readonly stir: () => void
  /** Resolves when no step is under way any more. */
  readonly dispose: () => Promise<void>
}

/** What indexing needs. */
export interface IndexingDeps {
  readonly reader: Pick<Reader, 'ask'>
  readonly log: Log
  /** Hears that look-ups can be found that could not be before. */
  readonly onIndexed: () => void
}

// Who waits for the first index of thousands of look-ups sees its results grow.
const toldAfter = 500

/** Gives the indexing; nothing is asked before `stir`. */
export function createIndexing({ reader, log, onIndexed }: IndexingDeps): Indexing {
  const underWay = createUnderWay()
  let isRunning = false
  let isStirred = false
  let isDisposed = false

  const steps = async (): Promise<void> => {
    let untold = 0
    for (let isDone = false; !isDone && !isDisposed;) {
      const step = await reader.ask('indexStep', {})
      for (const problem of step.problems) log.warn(problem)
      isDone = step.isDone
      untold += step.indexed
      if (untold < (isDone ? 1 : toldAfter)) continue
      untold = 0
      onIndexed()
    }
  }

  const run = async (): Promise<void> => {
    try {
      while (isStirred && !isDisposed) {
        isStirred = false
        await steps()
      }
    } finally {
      // In the same turn in which nothing more was found to do: what is stirred after it begins anew.
      isRunning = false
    }
  }

  return {
    stir: () => {
      isStirred = true
      if (isRunning || isDisposed) return
      isRunning = true
      underWay.run(run).catch((error: unknown) => log.error('look-ups could not be indexed', error))
    },
    dispose: () => {
      isDisposed = true
      return underWay.ended()
    },
  }
}
