/**
 * Handles a page that dies, hangs or cannot be loaded. Main continues meanwhile and keeps all important data, so it
 * loads the page again once. After a second death within a minute it shows main's own page, and only an operator loads
 * the page again.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { app, crashReporter } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Texts } from '../context/texts.ts'
import type { Log } from '../lib/log.ts'
import type { QuestionTexts } from './native-texts.ts'
import { pageUrl } from './page.ts'
import { pageOrigin } from './page-requests.ts'
import { textsOfSystem } from './run-facts.ts'
import { stoppedPage, stoppedPath } from './stopped-page.ts'
import type { OwnPage } from './stopped-page.ts'
import { isConfirmed } from './windows.ts'

/**
 * The parts of main that recovery needs. Until they are built: the system's language, and quitting without a question.
 */
interface RecoveryShell {
  readonly texts: () => Promise<Texts>
  readonly quit: () => void
}

export interface CrashRecovery {
  /** Must be called as soon as a window is open. */
  readonly watch: (window: BrowserWindow) => void
  /** Loads the page again at an operator's request, also when it does not respond. */
  readonly reload: (window: BrowserWindow) => void
  /** Main's own page and its style, by path; null for any other path. */
  readonly ownPage: (pathname: string) => Promise<OwnPage | null>
  /** Sets main's texts and its question before quitting: recovery works before main is built, and without it. */
  readonly setShell: (next: RecoveryShell) => void
  /** Whether the program is ending: pages that die then are not recovered. */
  readonly isEnding: () => boolean
  /** Cancels the end of the program, because a page stays open. */
  readonly endStopped: () => void
}

const stoppedUrl = `${pageOrigin}${stoppedPath}`
const secondDeathMs = 60_000
// Five seconds after a close, Electron reports a window that is still open as hanging, even if its page chose to stay.
const closeHeldMs = 6_000
// Chromium's ERR_ABORTED: another load replaced this one.
const aborted = -3

interface Program {
  readonly log: Log
  readonly shell: () => RecoveryShell
  readonly isEnding: () => boolean
}

/**
 * Reports that a page does not respond, except a page that just blocked a close: whether that page hangs is reported
 * later.
 */
function onUnresponsive(window: BrowserWindow, listener: () => void): void {
  let preventedCloseAt = -Infinity
  window.webContents.on('will-prevent-unload', () => {
    preventedCloseAt = performance.now()
  })
  window.on('unresponsive', () => {
    if (performance.now() - preventedCloseAt > closeHeldMs) listener()
  })
}

/** Returns the function that loads the page again at an operator's request. */
function watchPage(window: BrowserWindow, { log, shell, isEnding }: Program): () => void {
  const contents = window.webContents
  const name = `window ${String(window.id)}`
  const isOver = (): boolean => isEnding() || window.isDestroyed()
  // Uses a monotonic clock.
  let lastDeathAt = -Infinity
  let isReloadRequested = false
  let isResponding = true
  let asking: AbortController | null = null

  const load = (url: string): void => {
    // Loads in a later turn: contents must not navigate within the event of their death or navigation.
    setImmediate(() => {
      if (isOver()) return
      window.loadURL(url).catch((error: unknown) => log.warn('a page could not be loaded', error))
    })
  }
  /** Returns false also when the dialog was closed because the question no longer applied. */
  const askOnce = async (texts: QuestionTexts): Promise<boolean> => {
    const controller = new AbortController()
    const { signal } = controller
    asking = controller
    try {
      return (await isConfirmed(window, texts, { type: 'warning', signal })) && !signal.aborted && !isOver()
    } catch (error) {
      log.error('the question about a page could not be shown', error)
      return false
    } finally {
      if (asking === controller) asking = null
    }
  }
  const loadOrQuit = (isReload: boolean): void => {
    if (isReload) load(pageUrl)
    else shell().quit()
  }
  const askAboutStopped = async (): Promise<void> => {
    const { say } = await shell().texts()
    const question = { message: say('crash.title'), detail: say('crash.message') }
    const isReload = await askOnce({ ...question, confirm: say('app.notice.reload'), cancel: say('quit.quit') })
    if (!isOver()) loadOrQuit(isReload)
  }
  const reload = (): void => {
    if (isResponding || contents.isCrashed()) {
      load(pageUrl)
      return
    }
    // A hanging process cannot load a page either, so it is killed.
    isReloadRequested = true
    contents.forcefullyCrashRenderer()
  }
  const askAboutHanging = async (): Promise<void> => {
    const { say } = await shell().texts()
    if (isResponding || asking !== null || isOver()) return
    const question = { message: say('crash.unresponsive.message'), detail: say('crash.unresponsive.detail') }
    const answers = { confirm: say('app.notice.reload'), cancel: say('crash.unresponsive.wait') }
    if (await askOnce({ ...question, ...answers })) reload()
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (isOver()) return
    log.warn(`the page of ${name} is gone: ${reason} (${String(exitCode)})`)
    asking?.abort()
    isResponding = true
    const now = performance.now()
    const isSecond = now - lastDeathAt < secondDeathMs
    if (!isReloadRequested) lastDeathAt = now
    // Without an operator, the page is loaded again at most once a minute, so that no page can die in a loop.
    if (isReloadRequested) load(pageUrl)
    else if (contents.getURL() === stoppedUrl) void askAboutStopped()
    else load(isSecond ? stoppedUrl : pageUrl)
    isReloadRequested = false
  })
  contents.on('did-fail-load', (...failed) => {
    const [, code, description, url, isMainFrame] = failed
    if (!isMainFrame || code === aborted || isOver()) return
    log.warn(`${name} could not load its page: ${description} (${String(code)})`)
    if (url === stoppedUrl) void askAboutStopped()
    else load(stoppedUrl)
  })
  contents.on('will-navigate', (event) => {
    const { pathname } = new URL(event.url)
    const isReload = pathname === `${stoppedPath}/reload`
    if (!isReload && pathname !== `${stoppedPath}/quit`) return
    event.preventDefault()
    // Only main's own page has these buttons.
    if (contents.getURL() === stoppedUrl) loadOrQuit(isReload)
  })
  onUnresponsive(window, () => {
    log.warn(`the page of ${name} does not respond`)
    isResponding = false
    if (asking === null && !isOver()) void askAboutHanging()
  })
  window.on('responsive', () => {
    log.info(`the page of ${name} responds again`)
    isResponding = true
    asking?.abort()
  })
  return reload
}

/** Also logs from here on when another process of the program dies. */
export function createCrashRecovery(log: Log): CrashRecovery {
  const reloads = new WeakMap<BrowserWindow, () => void>()
  let isEnding = false
  const ending = (): void => {
    isEnding = true
  }
  let shell: RecoveryShell = {
    texts: textsOfSystem,
    quit: () => app.quit(),
  }
  app.on('before-quit', ending)
  app.on('child-process-gone', (_event, { type, name = type, reason, exitCode }) => {
    if (!isEnding) log.warn(`process gone: ${name}, ${reason} (${String(exitCode)})`)
  })
  return {
    watch: (window: BrowserWindow): void => {
      window.webContents.on('preload-error', (_event, _path, error) => {
        log.error(`the bridge of window ${String(window.id)}`, error)
      })
      // Not at `query-session-end`: another program may still stop the end of the session.
      window.on('session-end', ending)
      reloads.set(window, watchPage(window, { log, shell: () => shell, isEnding: () => isEnding }))
    },
    reload: (window: BrowserWindow): void => {
      reloads.get(window)?.()
    },
    ownPage: (pathname: string) =>
      stoppedPage(pathname, () => shell.texts(), path.join(app.getPath('userData'), 'logs/main.log')),
    setShell: (next: RecoveryShell): void => {
      shell = next
    },
    isEnding: () => isEnding,
    endStopped: (): void => {
      isEnding = false
    },
  }
}

/**
 * Makes all processes write crash dumps into the data folder from here on; no dump is sent. Must run before the first
 * window, because an existing process writes none. `onFailure` receives the reason when there will be no dumps; the
 * start continues.
 */
export function keepCrashDumps(userData: string, onFailure: (error: unknown) => void): void {
  const folder = path.join(userData, 'crash-dumps')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    app.setPath('crashDumps', folder)
    crashReporter.start({ uploadToServer: false })
  } catch (error) {
    onFailure(error)
  }
}
