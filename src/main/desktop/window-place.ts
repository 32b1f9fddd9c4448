/** Where a window is put. Without Electron. */
import type { Rectangle } from 'electron'

/** In device-independent pixels; without a place the system chooses one. */
export type WindowPlace = Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>

// So far from the window before it that both can be seen, and grasped.
const besideOthersPx = 28

interface Around {
  /** How many windows are open already. */
  readonly others: number
  readonly isWayland: boolean
}

/** The place of a window that was last at `bounds`. On Wayland no program places its windows, or knows where they are. */
export function placeOf({ x, y, width, height }: WindowPlace, { others, isWayland }: Around): WindowPlace {
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

/** Without the switch, Electron draws by the type of the session. */
export function isWayland({ platform, ozonePlatform, sessionType }: DisplayFacts): boolean {
  if (platform !== 'linux') return false
  return ozonePlatform === 'wayland' || (ozonePlatform !== 'x11' && sessionType === 'wayland')
}
