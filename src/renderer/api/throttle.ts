export interface Throttled {
  /** Runs it now, or once the interval since the last run has passed; several requests meanwhile are one. */
  readonly schedule: () => void
  readonly cancel: () => void
}

/** Runs `run` at most once in `ms` milliseconds; no request is lost. */
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
