/**
 * The native menu: the shortcuts with the names and keys of their table, and the system's own items. Every choice
 * applies to the front window; the menu never contains a destructive action.
 */
import { app, Menu } from 'electron'
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron'
import { shortcuts } from '../../shared/model/shortcuts.ts'
import { section } from '../../shared/schemas/app.ts'
import type { PageAction } from '../../shared/model/shortcuts.ts'
import type { NativeKey, Texts } from '../context/texts.ts'
import { jumpTasks, launcherTasks } from '../desktop/launcher-tasks.ts'
import type { LauncherTask } from '../desktop/launcher-tasks.ts'
import type { ProgramContext } from './app-context.ts'

type Item = MenuItemConstructorOptions

type Named<Key> = Key extends `role.${infer Name}` ? Name : never
type Role = Extract<NonNullable<Item['role']>, Named<NativeKey>>

// Electron has the system's items only in English.
const itemsFor = ({ say }: Texts, roles: readonly (Role | '-')[]): Item[] =>
  roles.map((role) => (role === '-' ? { type: 'separator' } : { role, label: say(`role.${role}`) }))

const editMenu = (texts: Texts): Item => ({
  role: 'editMenu',
  label: texts.say('menu.edit'),
  submenu: itemsFor(texts, ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', 'selectAll']),
})
const helpMenu = ({ say }: Texts, items: readonly Item[]): Item => ({
  role: 'help',
  label: say('menu.help'),
  submenu: [...items],
})

// The page opens a file dialog only for its own key press or click, and not for a menu item.
type MenuAction = Exclude<PageAction, 'chooseImages'>
type MenuShortcut = MenuAction | 'newWindow' | 'reload' | 'quit'

/** The menu's actions that involve more than the window. */
interface MenuActions {
  readonly newWindow: () => void
  readonly reload: (window: BrowserWindow) => void
  readonly checkForUpdates: () => void
  readonly quit: () => void
}

/** Sets the menu in the current language. */
export function setMenu(context: ProgramContext, { newWindow, reload, checkForUpdates, quit }: MenuActions): void {
  const { windows, emitTo } = context
  const texts = context.texts()
  const { say } = texts
  const item = (name: MenuShortcut, click: () => void): Item => ({
    label: say(`shortcut.${name}`),
    accelerator: shortcuts[name],
    click,
  })
  const inFront = (run: (windowId: number) => void) => (): void => {
    const front = windows.front()
    if (front !== null) run(front)
  }
  const ask = (action: MenuAction | 'about' | 'diagnostics') =>
    inFront((front) => emitTo(front)('action.requested', { what: action }))
  const asking = (name: MenuAction): Item => item(name, ask(name))
  const quitting = item('quit', quit)
  const about: Item = { label: say('menu.about'), click: ask('about') }
  const isMac = process.platform === 'darwin'
  // Not Electron's role of that name, which handles neither a hanging page nor main's own page.
  const reloadWindow = inFront((front) => {
    const window = windows.find(front)
    if (window !== null) reload(window)
  })
  const view = itemsFor(texts, ['-', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'])
  // Like Electron's role of that name, except that Quit asks first and About belongs to the page.
  const appItems = itemsFor(texts, ['-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-'])
  const template: Item[] = [
    ...(isMac ? [{ label: 'Greenroom', submenu: [about, ...appItems, quitting] }] : []),
    {
      label: say('menu.file'),
      submenu: [
        item('newWindow', newWindow),
        asking('addSessions'),
        { type: 'separator' },
        ...(isMac ? itemsFor(texts, ['close']) : [quitting]),
      ],
    },
    editMenu(texts),
    { label: say('menu.go'), submenu: [...section.options.map(asking), { type: 'separator' }, asking('palette')] },
    { label: say('menu.view'), submenu: [asking('refresh'), item('reload', reloadWindow), ...view] },
    {
      role: 'windowMenu',
      label: say('menu.window'),
      submenu: itemsFor(texts, ['minimize', 'zoom', ...(isMac ? (['-', 'front'] as const) : (['close'] as const))]),
    },
    helpMenu(texts, [
      asking('shortcuts'),
      { type: 'separator' },
      { label: say('settings.diagnostics.open'), click: ask('diagnostics') },
      { label: say('settings.updates.check'), click: checkForUpdates },
      { type: 'separator' },
      about,
    ]),
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Sets the tasks of the program's icon in the current language; on Linux the desktop entry has them. */
export function setLauncherTasks(texts: Texts, run: (opens: LauncherTask['opens']) => void): void {
  const tasks = launcherTasks(texts)
  if (process.platform === 'win32') {
    const folder = process.defaultApp ? app.getAppPath() : null
    app.setUserTasks([...jumpTasks(tasks, { file: process.execPath, folder })])
  }
  const items = tasks.map(({ label, opens }) => ({ label, click: () => run(opens) }))
  app.dock?.setMenu(Menu.buildFromTemplate(items))
}

/** The menu of a failed start: only Quit and the diagnostics. */
export function setRescueMenu(texts: Texts, saveDiagnostics: () => void, quit: () => void): void {
  const { say } = texts
  const label = process.platform === 'darwin' ? 'Greenroom' : say('menu.file')
  const template = [
    { label, submenu: [{ label: say('shortcut.quit'), accelerator: shortcuts.quit, click: quit }] },
    editMenu(texts),
    helpMenu(texts, [{ label: say('settings.diagnostics.open'), click: saveDiagnostics }]),
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
