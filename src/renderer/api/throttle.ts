/** Something done when asked for, at once, but not more often than every so often. */
export interface Throttled {
  /** Does it now, or once the time since the last one has passed; what is asked for meanwhile is one. */
  readonly schedule: () => void
  readonly cancel: () => void
}

/** Does `run` at most once in `ms` milliseconds; nothing that was asked for is forgotten. */
export function throttle(ms: number, run: () => void): Throttled {
  let lastAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null
  const go = (): void => {
    timer = null
    lastAt = performance.now()
    run()
  }
  return {
    schedule: () => {
      if (timer !== null) return
      const wait = lastAt + ms - performance.now()
      if (wait <= 0) go()
      else timer = setTimeout(go, wait)
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
