import type { Clock } from '../../lib/clock.ts'

/** Resolves after `delayMs`, or as soon as the signal ends it; at once when it has ended already. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(delayMs, end)
    signal.addEventListener('abort', end)
  })
}
