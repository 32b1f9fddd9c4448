/**
 * What follows when a page dies, hangs or cannot be loaded. Main goes on meanwhile and keeps what matters, so the page is
 * loaded again once; a second death within a minute leaves main's own page, and only an operator loads the page again.
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

/** What recovery needs of the rest of main. Until that is built: the system's language, and an end without a question. */
interface RecoveryShell {
  readonly texts: () => Promise<Texts>
  readonly quit: () => void
}

export interface CrashRecovery {
  /** To be called as soon as a window is open. */
  readonly watch: (window: BrowserWindow) => void
  /** Loads the page again because an operator asked for it; also where it does not respond. */
  readonly reload: (window: BrowserWindow) => void
  /** Main's own page, and its style, by their paths; null for any other. */
  readonly ownPage: (pathname: string) => Promise<OwnPage | null>
  /** From now on main's texts and its question before the end: recovery works before main is built, and without it. */
  readonly setShell: (next: RecoveryShell) => void
  /** The program is ending: what dies is not recovered. */
  readonly isEnding: () => boolean
  /** A page stayed, and with it the program. */
  readonly endStopped: () => void
}

const stoppedUrl = `${pageOrigin}${stoppedPath}`
const secondDeathMs = 60_000
// Electron says five seconds after a close that a window which is still there hangs, even if its page chose to stay.
const closeHeldMs = 6_000
// Chromium's ERR_ABORTED: another load took its place.
const aborted = -3

interface Program {
  readonly log: Log
  readonly shell: () => RecoveryShell
  readonly isEnding: () => boolean
}

/** Hears that a page does not respond, except of one that just held a close: whether that hangs is told later. */
function onUnresponsive(window: BrowserWindow, listener: () => void): void {
  let heldAt = -Infinity
  window.webContents.on('will-prevent-unload', () => {
    heldAt = performance.now()
  })
  window.on('unresponsive', () => {
    if (performance.now() - heldAt > closeHeldMs) listener()
  })
}

/** Answers the function that loads the page again on an operator's request. */
function watchPage(window: BrowserWindow, { log, shell, isEnding }: Program): () => void {
  const contents = window.webContents
  const name = `window ${String(window.id)}`
  const isOver = (): boolean => isEnding() || window.isDestroyed()
  // By a clock that nobody sets.
  let lastDeathAt = -Infinity
  let isReloadAsked = false
  let isResponding = true
  let asking: AbortController | null = null

  const load = (url: string): void => {
    // A turn later: contents are not to be navigated from within the event of their death or navigation.
    setImmediate(() => {
      if (isOver()) return
      window.loadURL(url).catch((error: unknown) => log.warn('a page was not loaded', error))
    })
  }
  /** False too when it closed because it was no longer a question. */
  const askOnce = async (texts: QuestionTexts): Promise<boolean> => {
    const mine = new AbortController()
    const { signal } = mine
    asking = mine
    try {
      return (await isConfirmed(window, texts, { type: 'warning', signal })) && !signal.aborted && !isOver()
    } catch (error) {
      log.error('nothing could be asked about a page', error)
      return false
    } finally {
      if (asking === mine) asking = null
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
    // A process that hangs takes no other page either.
    isReloadAsked = true
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
    if (!isReloadAsked) lastDeathAt = now
    // Nothing is loaded twice without an operator, so that no page can die in a loop.
    if (isReloadAsked) load(pageUrl)
    else if (contents.getURL() === stoppedUrl) void askAboutStopped()
    else load(isSecond ? stoppedUrl : pageUrl)
    isReloadAsked = false
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

/** Also logs from here on what dies of the program's other processes. */
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
      // Not at its query: another program may still hold the end of the session up.
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
 * Has crash dumps of all processes from here on written into the data folder, and sent nowhere. Before the first window:
 * a process that is there already writes none. `onFailure` gets the reason when there will be none; the start goes on.
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
