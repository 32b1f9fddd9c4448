/** Sleep and wake of the computer, for everything that looks at the service on a schedule. */
import { powerMonitor } from 'electron'
import type { Restful } from '../rest.ts'

/** Passes sleep and wake on; answers the function that stops it. */
export function followPower(rest: Restful): () => void {
  const sleep = (): void => {
    rest.pause()
  }
  const wake = (): void => {
    rest.wake()
  }
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  return () => {
    powerMonitor.off('suspend', sleep)
    powerMonitor.off('resume', wake)
  }
}
