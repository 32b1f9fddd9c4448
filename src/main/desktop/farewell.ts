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

/** What asking needs. */
export interface AskingDeps {
  /** null when there is nothing to ask. */
  readonly question: () => LeavingWords | null
  /** Hears that nothing could be asked; the end is then not held up. */
  readonly onFailure: (error: unknown) => void
}

/** Asks before the window closes, once at a time. */
export function askBeforeClosing(window: BrowserWindow, { question, onFailure }: AskingDeps): void {
  let isEnding = false
  let isAsking = false
  const ending = (): void => {
    isEnding = true
  }
  app.on('before-quit', ending)
  window.on('query-session-end', ending)

  const words = (): LeavingWords | null => {
    try {
      return question()
    } catch (error) {
      onFailure(error)
      return null
    }
  }

  const wantsToQuit = async ({ message, detail, quit, stay }: LeavingWords): Promise<boolean> => {
    try {
      const buttons = [quit, stay]
      const options = { type: 'question', message, detail, buttons, defaultId: 1, cancelId: 1, noLink: true } as const
      return (await dialog.showMessageBox(window, options)).response === 0
    } catch (error) {
      onFailure(error)
      return true
    }
  }

  const ask = async (asked: LeavingWords): Promise<void> => {
    isAsking = true
    if (await wantsToQuit(asked)) app.quit()
    isAsking = false
  }

  window.on('close', (event) => {
    if (isEnding) return
    const asked = words()
    if (asked === null) return
    event.preventDefault()
    if (!isAsking) void ask(asked)
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
