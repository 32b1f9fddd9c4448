/** When the tray is drawn anew: once a second at most, and only what differs. Knows nothing of Electron. */
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { TrayPicture } from './tray-menu.ts'

export interface TrayDrawing {
  /** Figures, alerts, profiles or the language changed. */
  readonly changed: () => void
  /** What is shown must be drawn again though it is the same, as when the theme changed. */
  readonly redraw: () => void
  readonly dispose: () => void
}

const everyMs = 1_000
// A number goes stale without any event; the same picture is not drawn again.
const agingMs = 10_000

/** Two pictures with one key are the same to the operator: a menu that is open must not be drawn anew for nothing. */
function keyOf({ groups, tooltip, title, state }: TrayPicture): string {
  return JSON.stringify([groups.map((lines) => lines.map(({ label }) => label)), tooltip, title, state])
}

/** Draws at once, and until it is disposed of; a drawing that fails is logged, and the next one tried. */
export function createTrayDrawing(
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'error'> },
  picture: () => TrayPicture,
  show: (picture: TrayPicture) => void,
): TrayDrawing {
  let shown = ''
  let lastProblem = ''
  let isDisposed = false
  let cancelDrawing: (() => void) | null = null
  let cancelAging = (): void => undefined

  const draw = (): void => {
    cancelDrawing = null
    cancelAging()
    cancelAging = clock.after(agingMs, draw)
    try {
      const next = picture()
      if (keyOf(next) === shown) return
      show(next)
      shown = keyOf(next)
      lastProblem = ''
    } catch (error) {
      // Once, and not every ten seconds while the cause lasts.
      if (String(error) !== lastProblem) log.error('the tray was not drawn', error)
      lastProblem = String(error)
    }
  }

  const changed = (): void => {
    if (!isDisposed) cancelDrawing ??= clock.after(everyMs, draw)
  }

  draw()
  return {
    changed,
    redraw: () => {
      shown = ''
      changed()
    },
    dispose: () => {
      isDisposed = true
      cancelDrawing?.()
      cancelAging()
    },
  }
}
