/** The number of triggered alerts on the program's icon: in the dock, the launcher, or over the place on the taskbar. */
import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import { badgeIcon } from './icons.ts'

/** The badge of this run. */
export interface Badge {
  /** Shows so many; 0 takes it away. To be told again when a window opens. */
  readonly show: (count: number) => void
}

/** What the badge needs; `describe` gives its words for screen readers. */
export interface BadgeDeps {
  readonly windows: () => readonly Pick<BrowserWindow, 'setOverlayIcon'>[]
  readonly describe: (count: number) => string
}

/** Gives the badge. Where the system has none, nothing happens. */
export function createBadge({ windows, describe }: BadgeDeps): Badge {
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
