/**
 * What follows when a page dies, hangs or cannot be loaded. Main goes on meanwhile and keeps what matters, so the page is
 * loaded again once; a second death within a minute leaves main's own page, and only an operator loads the page again.
 */
import path from 'node:path'
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Log } from '../lib/log.ts'
import { crashInChinese, crashInEnglish } from './crash-texts.ts'
import type { CrashQuestion, CrashTexts } from './crash-texts.ts'
import { languageFor } from './language.ts'
import { pageUrl } from './page.ts'
import { pageOrigin } from './page-requests.ts'
import { stoppedActionOf, stoppedPage, stoppedPath } from './stopped-page.ts'
import type { OwnPage } from './stopped-page.ts'

/** What recovery takes from the rest of main; until that is built, the system's language and an end without a question. */
export interface RecoveryShell {
  readonly texts: () => CrashTexts
  readonly quit: () => void
}

/** Recovery of the windows that it watches. */
export interface CrashRecovery {
  /** To be called as soon as a window is open. */
  readonly watch: (window: BrowserWindow) => void
  /** Loads the page again because an operator asked for it; also where it does not respond. */
  readonly reload: (window: BrowserWindow) => void
  /** Main's own page, and its style, by their paths; null for any other. */
  readonly ownPage: (pathname: string) => OwnPage | null
  readonly setShell: (shell: RecoveryShell) => void
}

const stoppedUrl = `${pageOrigin}${stoppedPath}`
const secondDeathMs = 60_000
// Chromium's ERR_ABORTED: another load took its place.
const aborted = -3

interface Death {
  /** Infinite for the first one. */
  readonly sinceLastMs: number
  readonly wasStoppedPage: boolean
}

// Nothing is loaded twice without an operator, so that no page can die in a loop.
function stepAfter({ sinceLastMs, wasStoppedPage }: Death): 'load' | 'show-stopped' | 'ask' {
  if (wasStoppedPage) return 'ask'
  return sinceLastMs < secondDeathMs ? 'show-stopped' : 'load'
}

interface Watched {
  /** By a clock that nobody sets. */
  lastDeathAt: number
  isReloadAsked: boolean
  isResponding: boolean
  /** The question that is open; it closes when it is no longer one. */
  asking: AbortController | null
}

/** Gives recovery, and logs from here on what dies of the program's other processes. */
export function createCrashRecovery(log: Log): CrashRecovery {
  const watched = new WeakMap<BrowserWindow, Watched>()
  let isQuitting = false
  let shell: RecoveryShell = {
    texts: () =>
      languageFor('system', app.getPreferredSystemLanguages()[0] ?? 'en') === 'zh-CN' ? crashInChinese : crashInEnglish,
    quit: () => {
      app.quit()
    },
  }
  app.once('before-quit', () => {
    isQuitting = true
  })
  app.on('child-process-gone', (_event, { type, name = type, reason, exitCode }) => {
    if (!isQuitting) log.warn(`process gone: ${name}, ${reason} (${String(exitCode)})`)
  })
  const isOver = (window: BrowserWindow): boolean => isQuitting || window.isDestroyed()

  const load = (window: BrowserWindow, url: string): void => {
    // A turn later: contents are not to be navigated from within the event that tells of their death or navigation.
    setImmediate(() => {
      if (isOver(window)) return
      window.loadURL(url).catch((error: unknown) => {
        log.warn(`${url} not loaded: ${String(error)}`)
      })
    })
  }

  const ask = async (window: BrowserWindow, question: CrashQuestion, state: Watched): Promise<boolean> => {
    const asking = new AbortController()
    state.asking = asking
    const { message, detail, yes, no } = question
    try {
      const { response } = await dialog.showMessageBox(window, {
        ...{ type: 'warning', message, detail, buttons: [yes, no], defaultId: 1, cancelId: 1, noLink: true },
        signal: asking.signal,
      })
      return response === 0 && !asking.signal.aborted && !isOver(window)
    } catch (error) {
      log.error('nothing could be asked about a page', error)
      return false
    } finally {
      if (state.asking === asking) state.asking = null
    }
  }

  const reload = (window: BrowserWindow): void => {
    const state = watched.get(window)
    if (state === undefined || state.isResponding || window.webContents.isCrashed()) {
      load(window, pageUrl)
      return
    }
    // A process that hangs takes no other page either.
    state.isReloadAsked = true
    window.webContents.forcefullyCrashRenderer()
  }

  const askAboutStopped = async (window: BrowserWindow, state: Watched): Promise<void> => {
    const { title, words, reload: yes, quit: no } = shell.texts()
    const isReload = await ask(window, { message: title, detail: words, yes, no }, state)
    if (isOver(window)) return
    if (isReload) load(window, pageUrl)
    else shell.quit()
  }

  const askAboutHanging = async (window: BrowserWindow, state: Watched): Promise<void> => {
    if (await ask(window, shell.texts().unresponsive, state)) reload(window)
  }

  const take = (window: BrowserWindow, state: Watched, step: ReturnType<typeof stepAfter>): void => {
    if (step === 'ask') void askAboutStopped(window, state)
    else load(window, step === 'load' ? pageUrl : stoppedUrl)
  }

  const watch = (window: BrowserWindow): void => {
    const contents = window.webContents
    const state: Watched = { lastDeathAt: -Infinity, isReloadAsked: false, isResponding: true, asking: null }
    watched.set(window, state)
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (isOver(window)) return
      log.warn(`the page of window ${String(window.id)} is gone: ${reason} (${String(exitCode)})`)
      state.asking?.abort()
      state.isResponding = true
      if (state.isReloadAsked) {
        state.isReloadAsked = false
        load(window, pageUrl)
        return
      }
      const now = performance.now()
      const sinceLastMs = now - state.lastDeathAt
      state.lastDeathAt = now
      take(window, state, stepAfter({ sinceLastMs, wasStoppedPage: contents.getURL() === stoppedUrl }))
    })
    contents.on('did-fail-load', (...failed) => {
      const [, code, description, url, isMainFrame] = failed
      if (!isMainFrame || code === aborted || isOver(window)) return
      log.warn(`window ${String(window.id)} could not load ${url}: ${description} (${String(code)})`)
      take(window, state, url === stoppedUrl ? 'ask' : 'show-stopped')
    })
    contents.on('preload-error', (_event, _path, error) => {
      log.error(`the bridge of window ${String(window.id)}`, error)
    })
    contents.on('will-navigate', (event) => {
      const action = stoppedActionOf(new URL(event.url).pathname)
      if (action === null) return
      event.preventDefault()
      // Only main's own page has these buttons.
      if (contents.getURL() !== stoppedUrl) return
      if (action === 'reload') load(window, pageUrl)
      else shell.quit()
    })
    window.on('unresponsive', () => {
      log.warn(`the page of window ${String(window.id)} does not respond`)
      state.isResponding = false
      if (state.asking === null && !isOver(window)) void askAboutHanging(window, state)
    })
    window.on('responsive', () => {
      log.info(`the page of window ${String(window.id)} responds again`)
      state.isResponding = true
      state.asking?.abort()
    })
  }

  return {
    watch,
    reload,
    ownPage: (pathname) => stoppedPage(pathname, shell.texts(), path.join(app.getPath('userData'), 'logs/main.log')),
    setShell: (next) => {
      shell = next
    },
  }
}
