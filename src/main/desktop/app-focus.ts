/** Whether a window has the focus: polling is more frequent then, and notifications are shown otherwise. */
import { app, BrowserWindow } from 'electron'

export interface AppFocus {
  readonly isAttended: () => boolean
  /** Calls the listener now and after every change. */
  readonly onChanged: (listener: (attended: boolean) => void) => void
  readonly stop: () => void
}

export function followAppFocus(): AppFocus {
  const listeners: ((attended: boolean) => void)[] = []
  let isAttended = BrowserWindow.getFocusedWindow() !== null
  const set = (attended: boolean): void => {
    isAttended = attended
    for (const listener of listeners) listener(attended)
  }
  const focused = (): void => {
    set(true)
  }
  const blurred = (): void => {
    set(false)
  }
  app.on('browser-window-focus', focused)
  app.on('browser-window-blur', blurred)
  return {
    isAttended: () => isAttended,
    onChanged: (listener) => {
      listeners.push(listener)
      listener(isAttended)
    },
    stop: () => {
      app.off('browser-window-focus', focused)
      app.off('browser-window-blur', blurred)
    },
  }
}
