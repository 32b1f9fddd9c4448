/**
 * What follows when a page dies, hangs or cannot be loaded. Main goes on meanwhile and keeps what matters, so the page is
 * loaded again once; a second death within a minute leaves main's own page, and only an operator loads the page again.
 */
import path from 'node:path'
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Texts } from '../context/texts.ts'
import type { Log } from '../lib/log.ts'
import { pageUrl } from './page.ts'
import { textsOfSystem } from './system-language.ts'
import { pageOrigin } from './page-requests.ts'
import { stoppedActionOf, stoppedPage, stoppedPath } from './stopped-page.ts'
import type { OwnPage } from './stopped-page.ts'

/** Of the rest of main; until that is built: the system's language, and quitting without a question. */
export interface RecoveryShell {
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

interface CrashQuestion {
  readonly message: string
  readonly detail: string
  readonly yes: string
  readonly no: string
}

interface WatchedPage {
  readonly window: BrowserWindow
  /** By a clock that nobody sets. */
  lastDeathAt: number
  isReloadAsked: boolean
  isResponding: boolean
  /** The question that is open; it closes when it is no longer one. */
  asking: AbortController | null
}

interface Program {
  readonly log: Log
  readonly shell: () => RecoveryShell
  readonly isOver: (window: BrowserWindow) => boolean
}

function load({ log, isOver }: Program, window: BrowserWindow, url: string): void {
  // A turn later: contents are not to be navigated from within the event of their death or navigation.
  setImmediate(() => {
    if (isOver(window)) return
    window.loadURL(url).catch((error: unknown) => {
      log.warn(`${url} not loaded: ${String(error)}`)
    })
  })
}

async function ask({ log, isOver }: Program, page: WatchedPage, question: CrashQuestion): Promise<boolean> {
  const asking = new AbortController()
  page.asking = asking
  const { message, detail, yes, no } = question
  try {
    const { response } = await dialog.showMessageBox(page.window, {
      ...{ type: 'warning', message, detail, buttons: [yes, no], defaultId: 1, cancelId: 1, noLink: true },
      signal: asking.signal,
    })
    return response === 0 && !asking.signal.aborted && !isOver(page.window)
  } catch (error) {
    log.error('nothing could be asked about a page', error)
    return false
  } finally {
    if (page.asking === asking) page.asking = null
  }
}

function reload(program: Program, window: BrowserWindow, page: WatchedPage | undefined): void {
  if (page === undefined || page.isResponding || window.webContents.isCrashed()) {
    load(program, window, pageUrl)
    return
  }
  // A process that hangs takes no other page either.
  page.isReloadAsked = true
  window.webContents.forcefullyCrashRenderer()
}

async function askAboutStopped(program: Program, page: WatchedPage): Promise<void> {
  const { say } = await program.shell().texts()
  const question = { message: say('crash.title'), detail: say('crash.message') }
  const isReload = await ask(program, page, { ...question, yes: say('crash.reload'), no: say('crash.quit') })
  if (program.isOver(page.window)) return
  if (isReload) load(program, page.window, pageUrl)
  else program.shell().quit()
}

async function askAboutHanging(program: Program, page: WatchedPage): Promise<void> {
  const { say } = await program.shell().texts()
  if (page.isResponding || page.asking !== null || program.isOver(page.window)) return
  const isReload = await ask(program, page, {
    message: say('crash.unresponsive.message'),
    detail: say('crash.unresponsive.detail'),
    yes: say('crash.unresponsive.reload'),
    no: say('crash.unresponsive.wait'),
  })
  if (isReload) reload(program, page.window, page)
}

function take(program: Program, page: WatchedPage, step: ReturnType<typeof stepAfter>): void {
  if (step === 'ask') void askAboutStopped(program, page)
  else load(program, page.window, step === 'load' ? pageUrl : stoppedUrl)
}

function onPageGone(program: Program, page: WatchedPage): void {
  page.asking?.abort()
  page.isResponding = true
  if (page.isReloadAsked) {
    page.isReloadAsked = false
    load(program, page.window, pageUrl)
    return
  }
  const now = performance.now()
  const sinceLastMs = now - page.lastDeathAt
  page.lastDeathAt = now
  const wasStoppedPage = page.window.webContents.getURL() === stoppedUrl
  take(program, page, stepAfter({ sinceLastMs, wasStoppedPage }))
}

function watchContents(program: Program, page: WatchedPage): void {
  const { log, isOver } = program
  const { window } = page
  const contents = window.webContents
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (isOver(window)) return
    log.warn(`the page of window ${String(window.id)} is gone: ${reason} (${String(exitCode)})`)
    onPageGone(program, page)
  })
  contents.on('did-fail-load', (...failed) => {
    const [, code, description, url, isMainFrame] = failed
    if (!isMainFrame || code === aborted || isOver(window)) return
    log.warn(`window ${String(window.id)} could not load ${url}: ${description} (${String(code)})`)
    take(program, page, url === stoppedUrl ? 'ask' : 'show-stopped')
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
    if (action === 'reload') load(program, window, pageUrl)
    else program.shell().quit()
  })
}

function watchResponding(program: Program, page: WatchedPage): void {
  const { log, isOver } = program
  const { window } = page
  window.on('unresponsive', () => {
    log.warn(`the page of window ${String(window.id)} does not respond`)
    page.isResponding = false
    if (page.asking === null && !isOver(window)) void askAboutHanging(program, page)
  })
  window.on('responsive', () => {
    log.info(`the page of window ${String(window.id)} responds again`)
    page.isResponding = true
    page.asking?.abort()
  })
}

/** Also logs from here on what dies of the program's other processes. */
export function createCrashRecovery(log: Log): CrashRecovery {
  const pages = new WeakMap<BrowserWindow, WatchedPage>()
  let isQuitting = false
  let shell: RecoveryShell = {
    texts: textsOfSystem,
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
  const program: Program = { log, shell: () => shell, isOver: (window) => isQuitting || window.isDestroyed() }

  return {
    watch: (window) => {
      const page = { window, lastDeathAt: -Infinity, isReloadAsked: false, isResponding: true, asking: null }
      pages.set(window, page)
      watchContents(program, page)
      watchResponding(program, page)
    },
    reload: (window) => {
      reload(program, window, pages.get(window))
    },
    ownPage: (pathname) =>
      stoppedPage(pathname, () => shell.texts(), path.join(app.getPath('userData'), 'logs/main.log')),
    setShell: (next) => {
      shell = next
    },
  }
}
