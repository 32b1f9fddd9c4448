/**
 * Ends the program. When the operator closes the last window while work runs, the program continues without a window,
 * or a question first says what will become of the work. A page with unsaved fields causes a question before it closes.
 * A question never delays an end that nobody chose in a window (`app.quit()`, a signal, the end of the session).
 */
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { CrashRecovery } from './crash-recovery.ts'
import type { LastClose } from './last-close.ts'
import type { QuestionTexts } from './native-texts.ts'
import { isConfirmed } from './windows.ts'
import type { Windows } from './windows.ts'

// Time for pending writes, for example the answer to a creation that has just been sent.
const maxQuitMs = 5_000

interface QuitParts {
  /** The question before the end; null when there is nothing to ask. */
  readonly question: () => QuestionTexts | null
  readonly background: {
    /** The current effect of closing the last window. */
    readonly lastClose: () => Promise<LastClose>
    /** The program continues when this window closes; null: it ends with its last window. */
    readonly setOutlived: (windowId: number | null) => void
    readonly outlives: (windowId: number) => boolean
    /** Opens a window in place of the last one; null when the program has a window, or ends. */
    readonly bringBack: () => number | null
  }
  /** The question before a page with unsaved fields closes. */
  readonly unsaved: () => QuestionTexts
  /** Discards the unsaved fields, as the operator chose. */
  readonly discard: (window: BrowserWindow) => void
  readonly reload: (window: BrowserWindow) => void
  readonly recovery: Pick<CrashRecovery, 'isEnding' | 'endStopped'>
  /** Receives the error when a question could not be shown; the end is then not delayed. */
  readonly onFailure: (error: unknown) => void
}

/** The end of the program, which the close of a window may be part of. */
interface End {
  /** Nobody chose the end: every page closes. */
  readonly isForced: () => boolean
  /** Cancels the end, because a page stays open. */
  readonly resume: () => void
  /** The further question before the last window closes. */
  readonly mayClose: () => Promise<boolean>
  /** Closes the window, whatever its page wants. */
  readonly destroy: () => void
}

/**
 * Asks about a page that blocks its close. A native question takes longer than the page waits: the page stays at first,
 * and the started action is completed after the answer.
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

  const leave = async (exit: typeof leaving): Promise<void> => {
    isAsking = true
    try {
      if (!(await isConfirmed(window, unsaved(), { type: 'question' })) || window.isDestroyed()) return
      // When the program ends, the other question was asked before.
      if (exit === 'window' && !(await end.mayClose())) return
      discard(window)
      mayLeave = exit === 'reload'
      if (mayLeave) reload(window)
      else end.destroy()
    } catch (error) {
      onFailure(error)
      if (exit !== 'reload' && !window.isDestroyed()) end.destroy()
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
    const exit = leaving
    leaving = 'reload'
    end.resume()
    if (!isAsking) void leave(exit)
  })
}

/**
 * Shows each question only once at a time. Returns the action of the menu's Quit: asks as the last close does, then
 * ends.
 */
export function createQuit(windows: Windows, parts: QuitParts): () => void {
  const { question, background, recovery, onFailure } = parts
  // The operator chose the end; any other end closes every page.
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
    const prompt = texts()
    return prompt === null || isConfirmed(window, prompt, { type: 'question' })
  }

  /** Whether the last window may close; the program might then continue without it. */
  const mayClose = async (window: BrowserWindow): Promise<boolean> => {
    const close = await background.lastClose()
    if (close === 'background') background.setOutlived(window.id)
    return close === 'ask' ? mayQuit(window) : true
  }

  /** Shows one question at a time; when a question fails, the program ends. */
  const askAlone = async (work: () => Promise<void>): Promise<void> => {
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

  /** Acts as an operator's close does: where that asks, a window opens again and is closed with its question. */
  const closedUnasked = async (): Promise<void> => {
    try {
      const close = await background.lastClose()
      if (close === 'quit') end()
      const windowId = close === 'ask' ? background.bringBack() : null
      if (windowId !== null) windows.find(windowId)?.close()
    } catch (error) {
      onFailure(error)
      end()
    }
  }

  windows.onOpened((window) => {
    const { id } = window
    // The effect of closing this window as the last one is known.
    let isDecided = false
    window.on('close', (event) => {
      isDecided = recovery.isEnding() || background.outlives(id)
      if (isDecided || windows.ids().length > 1) return
      event.preventDefault()
      void askAlone(async () => {
        if (!(await mayClose(window)) || window.isDestroyed()) return
        if (background.outlives(id)) window.close()
        else end()
      })
    })
    window.on('closed', () => {
      if (isDecided || recovery.isEnding() || windows.ids().length > 0) return
      // No question was possible before: the page called `window.close()`, or the other windows were still there and
      // closed at the same time. The program stays until the effect of a close is known.
      background.setOutlived(id)
      void closedUnasked()
    })
    askBeforeUnload(window, parts, {
      isForced: () => recovery.isEnding() && !isChosen,
      resume: () => {
        isDecided = false
        isChosen = false
        background.setOutlived(null)
        recovery.endStopped()
      },
      mayClose: async () => windows.ids().length > 1 || mayClose(window),
      destroy: () => {
        isDecided = true
        window.destroy()
      },
    })
  })

  return () => {
    const front = windows.front()
    void askAlone(async () => {
      if (await mayQuit(front === null ? null : windows.find(front))) end()
    })
  }
}

interface DisposableMain {
  readonly isKeychainHanging: () => boolean
  readonly dispose: () => Promise<void>
}

interface EndingParts {
  readonly page: { readonly dispose: () => void }
  /** Never rejects. */
  readonly openLog: () => Promise<void>
}

/**
 * Disposes of main when the app quits, also while main is being built, within 5 s; disposes of its page's channels
 * immediately.
 */
export function endInOrder(main: Promise<DisposableMain>, { page, openLog }: EndingParts): void {
  let isHanging = (): boolean => false
  app.on('will-quit', (event) => {
    event.preventDefault()
    page.dispose()
    const end = (): void => {
      // A keychain that waits for its password dialog blocks every orderly exit; all important data is on disk by now.
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

/** Ends a start that has no window, and shows the reason in a native dialog, the only place for it. */
export function endAtOnce(error: unknown): void {
  dialog.showErrorBox('Greenroom', error instanceof Error ? (error.stack ?? error.message) : String(error))
  app.exit(1)
}
