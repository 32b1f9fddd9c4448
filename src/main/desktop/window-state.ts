/** Where the window was: read before anything else is loaded, so that the window opens in its place at once. */
import { readFileSync, writeFileSync } from 'node:fs'
import { screen } from 'electron'
import type { BrowserWindow, Rectangle } from 'electron'

/** Bounds in device-independent pixels, and whether the window was maximised. */
export interface WindowState {
  readonly bounds: Partial<Rectangle> & { readonly width: number; readonly height: number }
  readonly maximized: boolean
}

const fresh: WindowState = { bounds: { width: 1180, height: 760 }, maximized: false }

function isBounds(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false
  return ['x', 'y', 'width', 'height'].every((key) => Number.isInteger(Reflect.get(value, key)))
}

function isOnScreen(bounds: Rectangle): boolean {
  const area = screen.getDisplayMatching(bounds).workArea
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const down = Math.min(bounds.y + bounds.height, area.y + area.height) - Math.max(bounds.y, area.y)
  return across >= 100 && down >= 100
}

/** The state stored in `file`; the default when there is none, it cannot be read, or its screen is gone. */
export function readWindowState(file: string): WindowState {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return fresh
    const bounds: unknown = Reflect.get(stored, 'bounds')
    if (!isBounds(bounds) || !isOnScreen(bounds)) return fresh
    return { bounds, maximized: Reflect.get(stored, 'maximized') === true }
  } catch (error) {
    // Only the place is lost: a missing or broken file means the default place.
    if (error instanceof Error) return fresh
    throw error
  }
}

/** Writes the window's place when it closes; `onFailure` gets the reason when it could not. */
export function keepWindowState(window: BrowserWindow, file: string, onFailure: (error: unknown) => void): void {
  window.on('close', () => {
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    try {
      writeFileSync(file, JSON.stringify(state))
    } catch (error) {
      onFailure(error)
    }
  })
}
