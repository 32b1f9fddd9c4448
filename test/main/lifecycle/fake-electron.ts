/**
 * The part of Electron that main needs to run without a screen: windows, power and system events that a test triggers.
 */
import { EventEmitter } from 'node:events'

const ignored = (): void => undefined
const loaded = (): Promise<void> => Promise.resolve()

class FakeContents extends EventEmitter {
  readonly id: number
  constructor(id: number) {
    super()
    this.id = id
  }
  readonly setWebRTCIPHandlingPolicy = ignored
  getURL(): string {
    return ''
  }
  isCrashed(): boolean {
    return false
  }
  isDestroyed(): boolean {
    return false
  }
}

/** Shows nothing; `close` represents the operator who closes the window. */
export class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = []
  static lastId = 0
  static getAllWindows(): readonly FakeWindow[] {
    return FakeWindow.all
  }
  static focused: FakeWindow | null = null
  static getFocusedWindow(): FakeWindow | null {
    return FakeWindow.focused
  }

  readonly id: number
  readonly webContents: FakeContents
  constructor() {
    super()
    FakeWindow.lastId += 1
    this.id = FakeWindow.lastId
    this.webContents = new FakeContents(this.id)
    FakeWindow.all = [...FakeWindow.all, this]
  }
  close(): void {
    FakeWindow.all = FakeWindow.all.filter((window) => window !== this)
    this.emit('closed')
  }
  getNormalBounds() {
    return { x: 0, y: 0, width: 1200, height: 760 }
  }
  isMaximized(): boolean {
    return false
  }
  isDestroyed(): boolean {
    return !FakeWindow.all.includes(this)
  }
  readonly loadURL = loaded
  readonly show = ignored
  readonly focus = ignored
  readonly maximize = ignored
  readonly restore = ignored
  isMinimized(): boolean {
    return false
  }
  readonly setProgressBar = ignored
  readonly setOverlayIcon = ignored
}

class FakeTray extends EventEmitter {
  readonly setImage = ignored
  readonly setToolTip = ignored
  readonly setTitle = ignored
  readonly setContextMenu = ignored
  readonly destroy = ignored
}

interface NotificationTexts {
  readonly title: string
  readonly body: string
}

export class FakeNotification extends EventEmitter {
  static shown: NotificationTexts[] = []
  static isSupported(): boolean {
    return true
  }
  readonly #texts: NotificationTexts
  constructor({ title, body }: NotificationTexts) {
    super()
    this.#texts = { title, body }
  }
  show(): void {
    FakeNotification.shown = [...FakeNotification.shown, this.#texts]
  }
  // Windows only.
  static readonly handleActivation = ignored
  readonly close = ignored
}

/**
 * The module `electron`. `proxy`: the system's proxy for an address; `file`: the file that a person chooses in every
 * dialog.
 */
export function fakeElectron(proxy: () => string, file: () => string) {
  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    getVersion: () => '0.0.0',
    getPath: (): string => '',
    getAppPath: (): string => '',
    getPreferredSystemLanguages: () => ['en'],
    setBadgeCount: () => true,
    // Windows only.
    setUserTasks: () => true,
    commandLine: { getSwitchValue: () => '' },
    quit: (): void => undefined,
  })
  const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false })
  return {
    app,
    powerMonitor,
    net: { isOnline: () => true },
    BrowserWindow: FakeWindow,
    Tray: FakeTray,
    Notification: FakeNotification,
    Menu: { buildFromTemplate: () => ({}), setApplicationMenu: () => undefined },
    // A person who agrees to every question.
    dialog: {
      showMessageBox: () => Promise.resolve({ response: 0 }),
      showSaveDialog: () => Promise.resolve({ canceled: false, filePath: file() }),
      showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [file()] }),
    },
    nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: false }),
    nativeImage: { createFromPath: () => ({}) },
    session: { defaultSession: { resolveProxy: () => Promise.resolve(proxy()) } },
    autoUpdater: new EventEmitter(),
    crashReporter: { start: () => undefined },
    ipcMain: { handle: () => undefined, removeHandler: () => undefined },
    protocol: { handle: () => undefined },
    screen: { getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1, height: 1 } }) },
    shell: { openExternal: () => Promise.resolve(), openPath: () => Promise.resolve('') },
  }
}
