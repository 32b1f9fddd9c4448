/** Chooses the bounds of a window. Without Electron. */
import type { Rectangle } from 'electron'

/** In device-independent pixels; without `x` and `y` the system chooses the place. */
export type WindowBounds = Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>

// The offset from the previous window: large enough that both can be seen and grabbed.
const besideOthersPx = 28

interface WindowSurroundings {
  /** How many windows are already open. */
  readonly others: number
  readonly isWayland: boolean
}

/**
 * The bounds for a window that was last at `bounds`. On Wayland no program places its windows or knows their positions.
 */
export function boundsOf(
  { x, y, width, height }: WindowBounds,
  { others, isWayland }: WindowSurroundings,
): WindowBounds {
  if (isWayland || x === undefined || y === undefined) return { width, height }
  return { x: x + others * besideOthersPx, y: y + others * besideOthersPx, width, height }
}

interface DisplayFacts {
  readonly platform: NodeJS.Platform
  /** `--ozone-platform`; "" without it. */
  readonly ozonePlatform: string
  /** `XDG_SESSION_TYPE`. */
  readonly sessionType: string | undefined
}

/** Without the switch, Electron uses the session type. */
export function isWayland({ platform, ozonePlatform, sessionType }: DisplayFacts): boolean {
  if (platform !== 'linux') return false
  return ozonePlatform === 'wayland' || (ozonePlatform !== 'x11' && sessionType === 'wayland')
}
