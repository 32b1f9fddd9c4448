/** Whether an operator has the window before them: what is asked more often then, and told outside of it otherwise. */
import { app, BrowserWindow } from 'electron'

/** Whether a window of the program has the focus. */
export interface AppFocus {
  readonly isAttended: () => boolean
  readonly stop: () => void
}

/** Follows the focus of the window; `onChanged` hears of every change. */
export function followAppFocus(onChanged: (attended: boolean) => void): AppFocus {
  let isAttended = BrowserWindow.getFocusedWindow() !== null
  const focused = (): void => {
    isAttended = true
    onChanged(true)
  }
  const blurred = (): void => {
    isAttended = false
    onChanged(false)
  }
  app.on('browser-window-focus', focused)
  app.on('browser-window-blur', blurred)
  onChanged(isAttended)
  return {
    isAttended: () => isAttended,
    stop: () => {
      app.off('browser-window-focus', focused)
      app.off('browser-window-blur', blurred)
    },
  }
}
