/**
 * The end. When the operator closes the last window while something runs, the program goes on without a window, or a
 * question says first what will become of it; a page with unsaved fields is asked about before it goes. An end that nobody
 * chose in a window (`app.quit()`, a signal, the end of the session) is never held up by a question.
 */
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { CrashRecovery } from './crash-recovery.ts'
import type { LastClose } from './last-close.ts'
import type { QuestionTexts } from './native-texts.ts'
import { isConfirmed } from './windows.ts'
import type { Windows } from './windows.ts'

// Time for what must still be written down, such as the answer to a creation that has just been sent.
const maxQuitMs = 5_000

interface QuitParts {
  /** Before the end; null when there is nothing to ask. */
  readonly question: () => QuestionTexts | null
  readonly background: {
    /** What closing the last window does now. */
    readonly lastClose: () => Promise<LastClose>
    /** The program goes on when this window closes; null: it ends with its last window. */
    readonly setOutlived: (windowId: number | null) => void
    readonly outlives: (windowId: number) => boolean
    /** Opens a window where the last one was; null when the program has one, or ends. */
    readonly bringBack: () => number | null
  }
  /** Before a page goes whose fields are not saved. */
  readonly unsaved: () => QuestionTexts
  /** The operator gives them up. */
  readonly discard: (window: BrowserWindow) => void
  readonly reload: (window: BrowserWindow) => void
  readonly recovery: Pick<CrashRecovery, 'isEnding' | 'endStopped'>
  /** Nothing could be asked; the end is then not held up. */
  readonly onFailure: (error: unknown) => void
}

/** The end of the program, of which the close of a window may be a part. */
interface End {
  /** Nobody chose it: every page goes. */
  readonly isForced: () => boolean
  /** A page stays, and with it the program. */
  readonly resume: () => void
  /** What else is asked before the last window closes. */
  readonly mayClose: () => Promise<boolean>
  /** The window goes, whatever its page wants. */
  readonly destroy: () => void
}

/**
 * Asks about a page that holds itself back. A native question takes longer than the page waits: it stays at first, and what
 * was begun is done after the answer.
 */
function askBeforeUnload(
  window: BrowserWindow,
  { unsaved, discard, reload, recovery, onFailure }: QuitParts,
  end: End,
): void {
  const contents = window.webContents
  let leaving: 'reload' | 'window' | 'program' = 'reload'
  let isAsking = false
  let mayLeave = false

  const leave = async (way: typeof leaving): Promise<void> => {
    isAsking = true
    try {
      if (!(await isConfirmed(window, unsaved(), { type: 'question' })) || window.isDestroyed()) return
      // The end of the program has asked the rest already.
      if (way === 'window' && !(await end.mayClose())) return
      discard(window)
      mayLeave = way === 'reload'
      if (mayLeave) reload(window)
      else end.destroy()
    } catch (error) {
      onFailure(error)
      if (way !== 'reload' && !window.isDestroyed()) end.destroy()
    } finally {
      isAsking = false
    }
  }

  window.on('close', ({ defaultPrevented }) => {
    if (!defaultPrevented) leaving = recovery.isEnding() ? 'program' : 'window'
  })
  contents.on('did-navigate', () => {
    leaving = 'reload'
    mayLeave = false
  })
  contents.on('will-prevent-unload', (event) => {
    if (mayLeave || end.isForced()) {
      event.preventDefault()
      return
    }
    const way = leaving
    leaving = 'reload'
    end.resume()
    if (!isAsking) void leave(way)
  })
}

/** Asks each question once at a time. Answers what Quit in a menu does: asks as the last close does, and ends. */
export function createQuit(windows: Windows, parts: QuitParts): () => void {
  const { question, background, recovery, onFailure } = parts
  // By an operator; any other end takes every page with it.
  let isChosen = false
  let isAsking = false
  const end = (): void => {
    isChosen = true
    app.quit()
  }

  const texts = (): QuestionTexts | null => {
    try {
      return question()
    } catch (error) {
      onFailure(error)
      return null
    }
  }

  const mayQuit = async (window: BrowserWindow | null): Promise<boolean> => {
    const asked = texts()
    return asked === null || isConfirmed(window, asked, { type: 'question' })
  }

  /** Whether the last window may close; the program may then go on without it. */
  const mayClose = async (window: BrowserWindow): Promise<boolean> => {
    const close = await background.lastClose()
    if (close === 'background') background.setOutlived(window.id)
    return close === 'ask' ? mayQuit(window) : true
  }

  /** One question at a time; where nothing can be asked, the program ends. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isAsking) return
    isAsking = true
    try {
      await work()
    } catch (error) {
      onFailure(error)
      end()
    }
    isAsking = false
  }

  /** Does what an operator's close does: where that asks, a window comes back, and is closed with its question. */
  const closedByPage = async (): Promise<void> => {
    try {
      const close = await background.lastClose()
      if (close === 'quit') end()
      const back = close === 'ask' ? background.bringBack() : null
      if (back !== null) windows.find(back)?.close()
    } catch (error) {
      onFailure(error)
      end()
    }
  }

  windows.onOpened((window) => {
    const { id } = window
    let mayGo = false
    window.on('close', (event) => {
      mayGo = recovery.isEnding() || windows.ids().length > 1 || background.outlives(id)
      if (mayGo) return
      event.preventDefault()
      void once(async () => {
        if (!(await mayClose(window)) || window.isDestroyed()) return
        if (background.outlives(id)) window.close()
        else end()
      })
    })
    window.on('closed', () => {
      if (mayGo || recovery.isEnding() || windows.ids().length > 0) return
      // `window.close()` in the page: nothing could be asked before. The program stays until it is known what a close does.
      background.setOutlived(id)
      void closedByPage()
    })
    askBeforeUnload(window, parts, {
      isForced: () => recovery.isEnding() && !isChosen,
      resume: () => {
        mayGo = false
        isChosen = false
        background.setOutlived(null)
        recovery.endStopped()
      },
      mayClose: async () => windows.ids().length > 1 || mayClose(window),
      destroy: () => {
        mayGo = true
        window.destroy()
      },
    })
  })

  return () => {
    const front = windows.front()
    void once(async () => {
      if (await mayQuit(front === null ? null : windows.find(front))) end()
    })
  }
}

interface Ending {
  readonly isKeychainHanging: () => boolean
  readonly dispose: () => Promise<void>
}

interface EndingPlaces {
  readonly page: { readonly dispose: () => void }
  /** Never rejects. */
  readonly openLog: () => Promise<void>
}

/** Disposes of main when the app quits, also while it is being built, for 5 s at most; its page's channels at once. */
export function endInOrder(main: Promise<Ending>, { page, openLog }: EndingPlaces): void {
  let isHanging = (): boolean => false
  app.on('will-quit', (event) => {
    event.preventDefault()
    page.dispose()
    const end = (): void => {
      // A keychain that waits for its password dialog holds every orderly way out; all that matters is on disk by now.
      if (isHanging()) process.kill(process.pid, 'SIGKILL')
      app.exit(0)
    }
    setTimeout(end, maxQuitMs)
    const disposed = main.then(({ isKeychainHanging, dispose }) => {
      isHanging = isKeychainHanging
      return dispose()
    })
    void Promise.allSettled([disposed, openLog()]).then(end)
  })
}

/** Ends a start that has no window, and shows why in a native dialog: there is no other place for it. */
export function endAtOnce(error: unknown): void {
  dialog.showErrorBox('Greenroom', error instanceof Error ? (error.stack ?? error.message) : String(error))
  app.exit(1)
}
