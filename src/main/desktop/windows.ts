/** The windows of this run, by the id that calls of their pages carry. */
import type { BrowserWindow } from 'electron'
import type { Log } from '../lib/log.ts'
import { bringToFront, openWindow } from './window.ts'
import type { WindowPlaces } from './window.ts'

export interface Windows {
  /** Opens one more; answers its id. */
  readonly open: () => number
  readonly ids: () => readonly number[]
  /** The window that the operator used last; null when there is none. */
  readonly front: () => number | null
  /** null when it was closed. */
  readonly find: (windowId: number) => BrowserWindow | null
  readonly bringToFront: (windowId: number) => void
  /** Hears of each window, those that are open already too. */
  readonly onOpened: (listener: (window: BrowserWindow) => void) => void
}

export function createWindows(places: WindowPlaces, log: Log): Windows {
  // Those used last come last.
  let windows: readonly BrowserWindow[] = []
  const find = (windowId: number): BrowserWindow | null => windows.find(({ id }) => id === windowId) ?? null
  const listeners = new Set<(window: BrowserWindow) => void>()

  return {
    open: () => {
      const window = openWindow({ ...places, others: windows.length }, log)
      windows = [...windows, window]
      window.on('focus', () => {
        windows = [...windows.filter((one) => one !== window), window]
      })
      window.on('closed', () => {
        windows = windows.filter((one) => one !== window)
      })
      for (const listener of listeners) listener(window)
      return window.id
    },
    ids: () => windows.map(({ id }) => id),
    front: () => windows.at(-1)?.id ?? null,
    find,
    bringToFront: (windowId) => {
      const window = find(windowId)
      if (window !== null) bringToFront(window)
    },
    onOpened: (listener) => {
      listeners.add(listener)
      for (const window of windows) listener(window)
    },
  }
}
