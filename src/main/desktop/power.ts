/** Sleep and wake of the computer, battery, network, and app focus, for everything that polls. */
import { app, BrowserWindow, net, powerMonitor } from 'electron'

const batteryPollMs = 60_000
const networkPollMs = 15_000

export function isOnBattery(): boolean {
  return powerMonitor.isOnBatteryPower()
}

/** Reports sleep, wake, and battery (now, and within a minute of a change); returns the function that stops it. */
export function followPower(
  setAsleep: (isAsleep: boolean) => void,
  setOnBattery: (isBattery: boolean) => void,
): () => void {
  const reportBattery = (): void => setOnBattery(isOnBattery())
  const sleep = (): void => setAsleep(true)
  const wake = (): void => {
    reportBattery()
    setAsleep(false)
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

/**
 * Reports periodically whether the computer has a network, by the same rule as pages; returns the function that stops
 * it.
 */
export function followNetwork(setOnline: (isOnline: boolean) => void): () => void {
  const report = (): void => setOnline(net.isOnline())
  report()
  const polling = setInterval(report, networkPollMs).unref()
  return () => clearInterval(polling)
}

/** The window that has the focus; null when none of the program's windows has it. */
export const focusedWindow = (): number | null => BrowserWindow.getFocusedWindow()?.id ?? null

/**
 * Reports whether a window has the focus, because polling is more frequent then: now and after every change. Returns the
 * function that stops it.
 */
export function followAppFocus(setAttended: (isAttended: boolean) => void): () => void {
  const focused = (): void => setAttended(true)
  const blurred = (): void => setAttended(false)
  setAttended(focusedWindow() !== null)
  app.on('browser-window-focus', focused)
  app.on('browser-window-blur', blurred)
  // A closing window need not lose the focus first.
  app.on('window-all-closed', blurred)
  return () => {
    app.off('browser-window-focus', focused)
    app.off('browser-window-blur', blurred)
    app.off('window-all-closed', blurred)
  }
}
