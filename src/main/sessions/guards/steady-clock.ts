import type { Clock } from '../../clock.ts'

/** Watches whether the time of day goes on as time passes. */
export interface SteadyClock {
  readonly start: () => void
  /** For sleep, in which time passes without the timers knowing. */
  readonly stop: () => void
}

const beatMs = 10_000

/** Milliseconds by which the time of day may differ from the time that passed. */
export const toleratedDriftMs = 5_000

/** Calls `jumped` when the clock was set, forward or back, or when the computer slept without telling. */
export function createSteadyClock(clock: Clock, jumped: () => void): SteadyClock {
  let cancel: (() => void) | null = null

  const beat = (): void => {
    const startedAt = clock.now()
    cancel = clock.after(beatMs, () => {
      const driftMs = clock.now() - startedAt - beatMs
      beat()
      if (Math.abs(driftMs) > toleratedDriftMs) jumped()
    })
  }

  return {
    start: () => {
      if (cancel === null) beat()
    },
    stop: () => {
      cancel?.()
      cancel = null
    },
  }
}
