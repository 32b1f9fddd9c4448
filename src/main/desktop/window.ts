/** The window: sandboxed, isolated, without Node; shown when it has something to show. */
import path from 'node:path'
import { app, BrowserWindow, nativeTheme } from 'electron'
import type { Session } from 'electron'
import type { Preferences } from '../../shared/schemas/app.ts'
import type { Log } from '../lib/log.ts'
import { windowIcon } from './icons.ts'
import { pageUrl } from './page.ts'
import { keepWindowState, readWindowState } from './window-state.ts'
import type { WindowState } from './window-state.ts'

/** Where the window's files are, and the session that it lives in. */
export interface WindowPlaces {
  readonly preload: string
  readonly session: Session
  readonly userData: string
}

export interface NewWindow extends WindowPlaces {
  readonly others: number
}

// So far from the window before it that both can be seen, and grasped.
const besideOthersPx = 28

function besideOthers(bounds: WindowState['bounds'], others: number): WindowState['bounds'] {
  const { x, y } = bounds
  if (others === 0 || x === undefined || y === undefined) return bounds
  return { ...bounds, x: x + others * besideOthersPx, y: y + others * besideOthersPx }
}

/** Opens a window on the page, where it was last time, or beside the others. */
export function openWindow({ preload, session, userData, others }: NewWindow, log: Log): BrowserWindow {
  const stateFile = path.join(userData, 'window-state.json')
  const state = readWindowState(stateFile)
  const window = new BrowserWindow({
    ...besideOthers(state.bounds, others),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Greenroom',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#161719' : '#f6f6f4',
    // Elsewhere the program's file has it.
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
  window.once('ready-to-show', () => {
    window.show()
  })
  keepWindowState(window, stateFile, (error) => log.error('window state not written', error))
  // The page's policy knows no rule for WebRTC: without a proxy that carries UDP, nothing leaves by it.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  window.loadURL(pageUrl).catch((error: unknown) => log.error('page not loaded', error))
  return window
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

// Ready to show means drawn: a few frames later it is on the screen, and those frames need this thread.
const framesToScreenMs = 20
// A page that never draws must not hold up the rest of main.
const maxWaitMs = 1_500

/** Resolves when the first window's first paint is on the screen, after 1.5 s at the latest. */
export function shownOnce(window: BrowserWindow | null): Promise<void> {
  return new Promise((shown) => {
    setTimeout(shown, maxWaitMs)
    // Not `show`: a maximised window is shown before it has anything to show.
    window?.once('ready-to-show', () => {
      setTimeout(shown, framesToScreenMs)
    })
  })
}

/** For the page (prefers-color-scheme) and for native parts alike. */
export function setTheme(theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme
}
