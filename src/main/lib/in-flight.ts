/** Commands on their way to the service: their answers are waited for before the files are closed. */
export interface InFlight {
  /** Does the work and remembers it until it has ended. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Resolves when no work is left, however it ended. */
  readonly ended: () => Promise<void>
}

export function createInFlight(): InFlight {
  const pending = new Set<Promise<unknown>>()
  return {
    run: async (work) => {
      const result = work()
      pending.add(result)
      try {
        return await result
      } finally {
        pending.delete(result)
      }
    },
    ended: async () => {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}
