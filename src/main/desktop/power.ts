/** Sleep and wake of the computer, for everything that looks at the service on a schedule. */
import { powerMonitor } from 'electron'

/** What rests while the computer sleeps. */
export interface Restful {
  readonly pause: () => void
  /** Looks again at once. */
  readonly wake: () => void
}

/** Passes sleep and wake on; answers the function that stops it. */
export function followPower(parts: readonly Restful[]): () => void {
  const sleep = (): void => {
    for (const part of parts) part.pause()
  }
  const wake = (): void => {
    for (const part of parts) part.wake()
  }
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  return () => {
    powerMonitor.off('suspend', sleep)
    powerMonitor.off('resume', wake)
  }
}
