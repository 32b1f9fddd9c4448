/**
 * How often the live calls of an application are read, depending on the views of its profile's windows and on battery.
 */
import type { ParsedInputOf } from '../../../shared/contract.ts'
import type { AppId } from '../../../shared/ids.ts'
import { backoffMs } from '../../lib/poller.ts'

const focusedIntervalMs = 5_000
const backgroundIntervalMs = 15_000
const hiddenIntervalMs = 30_000
const maxDelayMs = 60_000
const intervalsHeld = 3
const minHoldMs = 45_000
// The next read comes before the last count expires: otherwise, after a change to a longer interval, the chart would
// show a gap without any failure.
const shareOfHold = 2 / 3

/** The view of one window: the application is the selected one; a minimised window is not visible. */
export interface VisibleView extends Pick<ParsedInputOf<'app.setVisibleView'>, 'section' | 'appId' | 'isVisible'> {
  readonly windowId: number
}

export interface PollIntervals {
  readonly setView: (view: VisibleView) => void
  readonly forgetWindow: (windowId: number) => void
  readonly setOnBattery: (isOnBattery: boolean) => void
  /** Whether a visible window shows Sessions with this application. */
  readonly isFocused: (appId: AppId) => boolean
  /** Milliseconds between successful reads; doubled on battery for an application that is not in focus. */
  readonly of: (appId: AppId) => number
  /** Milliseconds between reads of an application that is not in focus. */
  readonly backgroundMs: () => number
}

/** Without a window, nothing is visible. */
export function createPollIntervals(): PollIntervals {
  const views = new Map<number, VisibleView>()
  let isOnBattery = false
  const someView = (fits: (view: VisibleView) => boolean): boolean => [...views.values()].some(fits)

  const isFocused = (id: AppId): boolean =>
    someView(({ section, appId, isVisible }) => isVisible && section === 'sessions' && appId === id)
  const backgroundMs = (): number =>
    (someView(({ isVisible }) => isVisible) ? backgroundIntervalMs : hiddenIntervalMs) * (isOnBattery ? 2 : 1)

  return {
    setView: (view) => void views.set(view.windowId, view),
    forgetWindow: (windowId) => void views.delete(windowId),
    setOnBattery: (next) => {
      isOnBattery = next
    },
    isFocused,
    of: (appId) => (isFocused(appId) ? focusedIntervalMs : backgroundMs()),
    backgroundMs,
  }
}

/** How many milliseconds a count is considered true, when the next is read after `intervalMs`. */
export function holdsMsFor(intervalMs: number): number {
  return Math.max(minHoldMs, intervalsHeld * intervalMs)
}

/**
 * Milliseconds to the next read. While reads succeed: the interval, or two thirds of the time for which the last count
 * is considered true, if that is shorter. After failures: the interval doubled with each failure, up to 60 s and never
 * below the interval.
 */
export function delayMs(
  intervalMs: number,
  last: { readonly failures: number; readonly holdsMs: number | null; readonly random: () => number },
): number {
  const { failures, holdsMs, random } = last
  if (failures === 0) return Math.min(intervalMs, (holdsMs ?? Infinity) * shareOfHold)
  return Math.max(intervalMs, backoffMs({ firstMs: intervalMs, maxMs: maxDelayMs }, failures, random))
}
