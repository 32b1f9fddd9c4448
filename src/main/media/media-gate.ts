/** A turn to fetch: how many go on at once, in all and from one host, so that a dead host holds up nobody else. */
export interface MediaGate {
  /** Runs the work when it is its turn. */
  readonly run: <Value>(host: string, work: () => Promise<Value>) => Promise<Value>
}

interface Waiting {
  readonly host: string
  readonly start: () => void
}

/** Limits of a gate. */
export interface MediaGateLimits {
  readonly maxConcurrent: number
  readonly maxPerHost: number
}

/** Gives a gate; those that wait are let in in their order, but for hosts that have their share already. */
export function createMediaGate({ maxConcurrent: atOnce, maxPerHost: ofOneHost }: MediaGateLimits): MediaGate {
  const under = new Map<string, number>()
  let waiting: readonly Waiting[] = []
  const count = (): number => [...under.values()].reduce((sum, each) => sum + each, 0)
  const mayStart = (host: string): boolean => count() < atOnce && (under.get(host) ?? 0) < ofOneHost

  const admit = (): void => {
    const next = waiting.find(({ host }) => mayStart(host))
    if (next === undefined) return
    waiting = waiting.filter((each) => each !== next)
    under.set(next.host, (under.get(next.host) ?? 0) + 1)
    next.start()
    admit()
  }

  const leave = (host: string): void => {
    const left = (under.get(host) ?? 1) - 1
    if (left === 0) under.delete(host)
    else under.set(host, left)
    admit()
  }

  return {
    run: async (host, work) => {
      await new Promise<void>((resolve) => {
        waiting = [...waiting, { host, start: resolve }]
        admit()
      })
      try {
        return await work()
      } finally {
        leave(host)
      }
    },
  }
}
