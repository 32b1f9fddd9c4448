import type { Clock } from '../lib/clock.ts'

interface TimeLimits {
  readonly timeoutMs: number
  readonly idleMs?: number
}

function seconds(ms: number): string {
  return String(Math.round(ms / 1_000))
}

/** The limits in time of one fetch, running. */
export interface Deadlines {
  readonly signal: AbortSignal
  /** Something came: silence begins anew. */
  readonly restartIdle: () => void
  /** The limit that was passed, in seconds; meaningful once the signal has fired. */
  readonly passed: () => string
  readonly stop: () => void
}

/** Starts both limits, in milliseconds: for the whole, and for silence (`timeoutMs` when not given). */
export function startDeadlines(clock: Clock, { timeoutMs, idleMs = timeoutMs }: TimeLimits): Deadlines {
  const controller = new AbortController()
  let passed = seconds(timeoutMs)
  const giveUpAfter = (ms: number): (() => void) =>
    clock.after(ms, () => {
      passed = seconds(ms)
      controller.abort()
    })
  const stopWhole = giveUpAfter(timeoutMs)
  let stopIdle = giveUpAfter(idleMs)
  return {
    signal: controller.signal,
    restartIdle: () => {
      stopIdle()
      stopIdle = giveUpAfter(idleMs)
    },
    passed: () => passed,
    stop: () => {
      stopWhole()
      stopIdle()
    },
  }
}
