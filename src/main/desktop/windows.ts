/**
 * The windows of this run, by the id that calls from their pages carry: sandboxed, isolated, without Node, each at its
 * last place, and shown when it has content.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import type { MessageBoxOptions, Rectangle, Session } from 'electron'
import type { Preferences } from '../../shared/schemas/app.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { writeAtomicSync } from '../store/data-files.ts'
import { windowIcon } from './icons.ts'
import type { QuestionTexts } from './native-texts.ts'
import { pageUrl } from './page.ts'
import { isWayland, boundsOf } from './window-bounds.ts'
import type { WindowBounds } from './window-bounds.ts'

interface WindowOptions {
  readonly preload: string
  readonly session: Session
  readonly userData: string
}

export interface Windows {
  /** Opens a further window on the page; returns its id. */
  readonly open: () => number
  readonly ids: () => readonly number[]
  /** The last used window; null when there is none. */
  readonly front: () => number | null
  readonly find: (windowId: number) => BrowserWindow | null
  readonly bringToFront: (windowId: number) => void
  /** Calls the listener for each window, including the open ones. */
  readonly onOpened: (listener: (window: BrowserWindow) => void) => void
}

interface WindowState {
  readonly bounds: WindowBounds
  readonly maximized: boolean
}

// Includes the frame, of which Windows draws 16 px beside the page.
const fresh: WindowState = { bounds: { width: 1200, height: 760 }, maximized: false }

function isBounds(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false
  return ['x', 'y', 'width', 'height'].every((key) => Number.isInteger(Reflect.get(value, key)))
}

// Less than the height of a title bar, by which an operator moves a window.
const maxAbovePx = 20

function isOnScreen(bounds: Rectangle): boolean {
  const area = screen.getDisplayMatching(bounds).workArea
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const down = Math.min(bounds.y + bounds.height, area.y + area.height) - Math.max(bounds.y, area.y)
  return across >= 100 && down >= 100 && area.y - bounds.y <= maxAbovePx
}

/**
 * Returns the default when `file` is missing or unreadable, or its screen no longer exists. Without zod, for the entry.
 */
function readWindowState(file: string): WindowState {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return fresh
    const bounds: unknown = Reflect.get(stored, 'bounds')
    if (!isBounds(bounds) || !isOnScreen(bounds)) return fresh
    return { bounds, maximized: Reflect.get(stored, 'maximized') === true }
  } catch (error) {
    // Only the place is lost: a missing or broken file means the default place.
    if (error instanceof Error) return fresh
    throw error
  }
}

function isOnWayland(): boolean {
  return isWayland({
    platform: process.platform,
    ozonePlatform: app.commandLine.getSwitchValue('ozone-platform'),
    sessionType: process.env['XDG_SESSION_TYPE'],
  })
}

function openWindow({ preload, session, userData }: WindowOptions, others: number, log: Log): BrowserWindow {
  const stateFile = path.join(userData, 'window-state.json')
  const state = readWindowState(stateFile)
  const window = new BrowserWindow({
    ...boundsOf(state.bounds, { others, isWayland: isOnWayland() }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Greenroom',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#161719' : '#f6f6f4',
    // On other systems the program's file contains the icon.
    ...(process.platform === 'linux' ? { icon: windowIcon() } : {}),
    webPreferences: {
      preload,
      session,
      devTools: !app.isPackaged,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
    },
  })
  if (state.maximized && others === 0) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    const last: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    logged(log, 'the window state could not be stored', () => writeAtomicSync(stateFile, JSON.stringify(last)))
  })
  // The page's policy has no rule for WebRTC. UDP goes only to proxies that support it, and TCP to the session's proxy,
  // which leads nowhere (hardening.ts).
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  window.loadURL(pageUrl).catch((error: unknown) => log.error('the page could not be loaded', error))
  return window
}

export function createWindows(options: WindowOptions, log: Log): Windows {
  // The last used window comes last.
  let windows: readonly BrowserWindow[] = []
  const find = (windowId: number): BrowserWindow | null => windows.find(({ id }) => id === windowId) ?? null
  const listeners = new Set<(window: BrowserWindow) => void>()

  return {
    open: (): number => {
      const window = openWindow(options, windows.length, log)
      windows = [...windows, window]
      window.on('focus', () => {
        windows = [...windows.filter((other) => other !== window), window]
      })
      window.on('closed', () => {
        windows = windows.filter((other) => other !== window)
      })
      for (const listener of listeners) listener(window)
      return window.id
    },
    ids: (): readonly number[] => windows.map(({ id }) => id),
    front: (): number | null => windows.at(-1)?.id ?? null,
    find,
    bringToFront: (windowId: number): void => {
      const window = find(windowId)
      if (window?.isMinimized() === true) window.restore()
      window?.show()
      window?.focus()
    },
    onOpened: (listener: (window: BrowserWindow) => void): void => {
      listeners.add(listener)
      for (const window of windows) listener(window)
    },
  }
}

// Ready to show means drawn: the window appears on the screen a few frames later, and those frames need this thread.
const framesToScreenMs = 20
// A page that never draws must not delay the rest of main.
const maxWaitMs = 1_500

/** Resolves when the first window's first paint is on the screen, after 1.5 s at the latest. */
export function shownOnce(window: BrowserWindow | null): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs)
    // Not `show`: a maximised window is shown before it has content.
    window?.once('ready-to-show', () => {
      setTimeout(resolve, framesToScreenMs)
    })
  })
}

/**
 * Asks natively, over a window if there is one. Cancel is the default of every question, and closing the question
 * cancels.
 */
export async function isConfirmed(
  window: BrowserWindow | null,
  { confirm, cancel, ...texts }: QuestionTexts,
  dialogOptions: Pick<MessageBoxOptions, 'type' | 'signal'>,
): Promise<boolean> {
  const options = { ...dialogOptions, ...texts, buttons: [confirm, cancel], defaultId: 1, cancelId: 1, noLink: true }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  return response === 0
}

/** Applies to the page (prefers-color-scheme) and to native parts. */
export function setTheme(theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme
}
