/**
 * The end. When the operator closes the window while jobs wait, a question says first what will become of them. An end
 * that nobody chose in the window (`app.quit()`, a signal, the end of the session) is never held up by a question.
 */
import { app, BrowserWindow, dialog } from 'electron'
import type { LeavingWords } from './words.ts'

// Time for what must still be written down, such as the answer to a creation that has just been sent.
const longestFarewellMs = 5_000

/** What Quit in the menu does: as closing the window, which is the same here on every system. */
export function leave(): void {
  const windows = BrowserWindow.getAllWindows()
  if (windows.length === 0) app.quit()
  for (const window of windows) window.close()
}

/** Asks before the window closes; `question` answers null when there is nothing to ask. */
export function askBeforeClosing(window: BrowserWindow, question: () => LeavingWords | null): void {
  let isEnding = false
  let isAsking = false
  const ending = (): void => {
    isEnding = true
  }
  app.on('before-quit', ending)
  window.on('query-session-end', ending)

  const ask = async ({ message, detail, quit, stay }: LeavingWords): Promise<void> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message,
      detail,
      buttons: [quit, stay],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    if (response === 0) app.quit()
  }

  window.on('close', (event) => {
    if (isEnding) return
    const words = question()
    if (words === null) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    void ask(words).finally(() => {
      isAsking = false
    })
  })
}

/** What has to come to an end. */
export interface Ending {
  readonly isKeychainHanging: () => boolean
  readonly dispose: () => Promise<void>
}

/** Lets main come to its end when the app quits, 5 s at the longest; the page is let go of at once. */
export function endInOrder({ isKeychainHanging, dispose }: Ending, page: { readonly dispose: () => void }): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    page.dispose()
    const end = (): void => {
      // A keychain that waits for its password dialog holds every orderly way out; all that matters is on disk by now.
      if (isKeychainHanging()) process.kill(process.pid, 'SIGKILL')
      app.exit(0)
    }
    setTimeout(end, longestFarewellMs)
    dispose().then(end, end)
  })
}
