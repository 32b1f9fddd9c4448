/** Sleep and wake of the computer, and whether it runs on battery, for everything that polls. */
import { powerMonitor } from 'electron'
import type { Suspendable } from '../lib/suspendable.ts'

const batteryPollMs = 60_000

export function isOnBattery(): boolean {
  return powerMonitor.isOnBatteryPower()
}

/**
 * Passes sleep and wake on, and whether the computer runs on battery: now, and within a minute of each change. Answers the
 * function that stops it.
 */
export function followPower(suspendable: Suspendable, setOnBattery: (isBattery: boolean) => void): () => void {
  const reportBattery = (): void => {
    setOnBattery(isOnBattery())
  }
  const sleep = (): void => {
    suspendable.pause()
  }
  const wake = (): void => {
    reportBattery()
    suspendable.wake()
  }
  reportBattery()
  // Only macOS has events for both changes.
  const polling = setInterval(reportBattery, batteryPollMs).unref()
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  powerMonitor.on('on-battery', reportBattery)
  powerMonitor.on('on-ac', reportBattery)
  return () => {
    clearInterval(polling)
    powerMonitor.off('suspend', sleep)
    powerMonitor.off('resume', wake)
    powerMonitor.off('on-battery', reportBattery)
    powerMonitor.off('on-ac', reportBattery)
  }
}
