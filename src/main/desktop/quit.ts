/**
 * The end. When the operator closes the last window while jobs wait, a question says first what will become of them. An
 * end that nobody chose in a window (`app.quit()`, a signal, the end of the session) is never held up by a question.
 */
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { QuestionTexts } from './native-texts.ts'
import { isConfirmed } from './windows.ts'
import type { Windows } from './windows.ts'

// Time for what must still be written down, such as the answer to a creation that has just been sent.
const maxQuitMs = 5_000

/**
 * Asks before the last window closes, once at a time. `question`: null when there is nothing to ask. `onFailure`: nothing
 * could be asked; the end is then not held up. Answers what Quit in a menu does: asks as closing the last window does, and
 * ends.
 */
export function createQuit(
  windows: Windows,
  question: () => QuestionTexts | null,
  onFailure: (error: unknown) => void,
): () => void {
  let isEnding = false
  let isAsking = false
  const ending = (): void => {
    isEnding = true
  }
  app.on('before-quit', ending)

  const texts = (): QuestionTexts | null => {
    try {
      return question()
    } catch (error) {
      onFailure(error)
      return null
    }
  }

  const ask = async (window: BrowserWindow, asked: QuestionTexts): Promise<void> => {
    if (isAsking) return
    isAsking = true
    try {
      if (await isConfirmed(window, asked, { type: 'question' })) app.quit()
    } catch (error) {
      onFailure(error)
      app.quit()
    }
    isAsking = false
  }

  windows.onOpened((window) => {
    window.on('query-session-end', ending)
    window.on('close', (event) => {
      if (isEnding || windows.ids().length > 1) return
      const asked = texts()
      if (asked === null) return
      event.preventDefault()
      void ask(window, asked)
    })
  })

  return () => {
    const front = windows.front()
    const window = front === null ? null : windows.find(front)
    const asked = texts()
    if (window === null || asked === null) app.quit()
    else void ask(window, asked)
  }
}

interface Ending {
  readonly isKeychainHanging: () => boolean
  readonly dispose: () => Promise<void>
}

/** Disposes of main when the app quits, for 5 s at the longest; the page's channels close at once. */
export function endInOrder({ isKeychainHanging, dispose }: Ending, page: { readonly dispose: () => void }): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    page.dispose()
    const end = (): void => {
      // A keychain that waits for its password dialog holds every orderly way out; all that matters is on disk by now.
      if (isKeychainHanging()) process.kill(process.pid, 'SIGKILL')
      app.exit(0)
    }
    setTimeout(end, maxQuitMs)
    dispose().then(end, end)
  })
}

/** Ends a start that has no window, and shows why in a native dialog: there is no other place for it. */
export function endAtOnce(error: unknown): void {
  dialog.showErrorBox('Greenroom', error instanceof Error ? (error.stack ?? error.message) : String(error))
  app.exit(1)
}
