/** Sleep and wake of the computer, and whether it runs on battery, for everything that looks at the service on a schedule. */
import { powerMonitor } from 'electron'
import type { Restful } from '../rest.ts'

const batteryLookMs = 60_000

/** Whether the computer runs on battery at this moment. */
export function isOnBattery(): boolean {
  return powerMonitor.isOnBatteryPower()
}

/**
 * Passes sleep and wake on, and whether the computer runs on battery: now, and within a minute of each change. Answers the
 * function that stops it.
 */
export function followPower(rest: Restful, setOnBattery: (isBattery: boolean) => void): () => void {
  const tellBattery = (): void => {
    setOnBattery(isOnBattery())
  }
  const sleep = (): void => {
    rest.pause()
  }
  const wake = (): void => {
    tellBattery()
    rest.wake()
  }
  tellBattery()
  // Only macOS tells of both changes.
  const looking = setInterval(tellBattery, batteryLookMs).unref()
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  powerMonitor.on('on-battery', tellBattery)
  powerMonitor.on('on-ac', tellBattery)
  return () => {
    clearInterval(looking)
    powerMonitor.off('suspend', sleep)
    powerMonitor.off('resume', wake)
    powerMonitor.off('on-battery', tellBattery)
    powerMonitor.off('on-ac', tellBattery)
  }
}
