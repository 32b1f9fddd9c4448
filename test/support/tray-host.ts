/**
 * The part of a desktop that shows tray icons, on the test's own D-Bus session: it shows nothing.
 * Source: the StatusNotifierItem specification, §StatusNotifierWatcher.
 */
import { startBusService } from './bus-service.ts'
import type { BusService } from './bus-service.ts'

/** Starts it; `isRegistered` is false for a watcher without a desktop that draws icons. */
export function startTrayHost(isRegistered = true): Promise<BusService> {
  return startBusService('org.kde.StatusNotifierWatcher', ({ member }) => (member === 'Get' ? [isRegistered] : []))
}
