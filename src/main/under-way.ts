/** Commands on their way to the service: their answers are waited for before the files are closed. */
export interface UnderWay {
  /** Does the work and remembers it until it has ended. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Resolves when no work is left, however it ended. */
  readonly ended: () => Promise<void>
}

/** Gives an empty set of work. */
export function createUnderWay(): UnderWay {
  const kept = new Set<Promise<unknown>>()
  return {
    run: async (work) => {
      const result = work()
      kept.add(result)
      try {
        return await result
      } finally {
        kept.delete(result)
      }
    },
    ended: async () => {
      while (kept.size > 0) await Promise.allSettled(kept)
    },
  }
}
