/**
 * What follows when a page dies, hangs or cannot be loaded. Main goes on meanwhile and keeps what matters, so the page is
 * loaded again once; a second death within a minute leaves main's own page, and only an operator loads the page again.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { app, crashReporter, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Texts } from '../context/texts.ts'
import type { Log } from '../lib/log.ts'
import type { QuestionTexts } from './native-texts.ts'
import { pageUrl } from './page.ts'
import { pageOrigin } from './page-requests.ts'
import { textsOfSystem } from './run-facts.ts'
import { stoppedPage, stoppedPath } from './stopped-page.ts'

/** Of the rest of main; until that is built: the system's language, and quitting without a question. */
interface RecoveryShell {
  readonly texts: () => Promise<Texts>
  readonly quit: () => void
}

export type CrashRecovery = ReturnType<typeof createCrashRecovery>

const stoppedUrl = `${pageOrigin}${stoppedPath}`
const secondDeathMs = 60_000
// Chromium's ERR_ABORTED: another load took its place.
const aborted = -3

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

async function ask({ log, isOver }: Program, page: WatchedPage, question: QuestionTexts): Promise<boolean> {
  const asking = new AbortController()
  page.asking = asking
  const { message, detail, confirm, cancel } = question
  try {
    const { response } = await dialog.showMessageBox(page.window, {
      ...{ type: 'warning', message, detail, buttons: [confirm, cancel], defaultId: 1, cancelId: 1, noLink: true },
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
  const isReload = await ask(program, page, {
    ...{ message: say('crash.title'), detail: say('crash.message') },
    ...{ confirm: say('crash.reload'), cancel: say('crash.quit') },
  })
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
    confirm: say('crash.unresponsive.reload'),
    cancel: say('crash.unresponsive.wait'),
  })
  if (isReload) reload(program, page.window, page)
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
  const isSecond = now - page.lastDeathAt < secondDeathMs
  page.lastDeathAt = now
  // Nothing is loaded twice without an operator, so that no page can die in a loop.
  if (page.window.webContents.getURL() === stoppedUrl) void askAboutStopped(program, page)
  else load(program, page.window, isSecond ? stoppedUrl : pageUrl)
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
    if (url === stoppedUrl) void askAboutStopped(program, page)
    else load(program, window, stoppedUrl)
  })
  contents.on('preload-error', (_event, _path, error) => {
    log.error(`the bridge of window ${String(window.id)}`, error)
  })
  contents.on('will-navigate', (event) => {
    const { pathname } = new URL(event.url)
    const isReload = pathname === `${stoppedPath}/reload`
    if (!isReload && pathname !== `${stoppedPath}/quit`) return
    event.preventDefault()
    // Only main's own page has these buttons.
    if (contents.getURL() !== stoppedUrl) return
    if (isReload) load(program, window, pageUrl)
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
export function createCrashRecovery(log: Log) {
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
    /** To be called as soon as a window is open. */
    watch: (window: BrowserWindow): void => {
      const page = { window, lastDeathAt: -Infinity, isReloadAsked: false, isResponding: true, asking: null }
      pages.set(window, page)
      watchContents(program, page)
      watchResponding(program, page)
    },
    /** Loads the page again because an operator asked for it; also where it does not respond. */
    reload: (window: BrowserWindow): void => {
      reload(program, window, pages.get(window))
    },
    /** Main's own page, and its style, by their paths; null for any other. */
    ownPage: (pathname: string) =>
      stoppedPage(pathname, () => shell.texts(), path.join(app.getPath('userData'), 'logs/main.log')),
    setShell: (next: RecoveryShell): void => {
      shell = next
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
