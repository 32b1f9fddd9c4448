/** The number of triggered alerts on the program's icon: in the dock, the launcher, or over the place on the taskbar. */
import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import { badgeIcon } from './icons.ts'

/**
 * `show`: 0 takes the number away; to be called again when a window opens. Where the system has no badge, nothing
 * happens. `describe` makes its text for screen readers.
 */
export function createBadge(
  windows: () => readonly Pick<BrowserWindow, 'setOverlayIcon'>[],
  describe: (count: number) => string,
): { readonly show: (count: number) => void } {
  return {
    show: (count) => {
      // Windows has no number on the program's icon, but a small picture over it, for each window.
      if (process.platform !== 'win32') app.setBadgeCount(count)
      else {
        const icon = count === 0 ? null : badgeIcon(count)
        for (const window of windows()) window.setOverlayIcon(icon, count === 0 ? '' : describe(count))
      }
    },
  }
}
