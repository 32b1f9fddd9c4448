/** The native menu: sections with Ctrl/Cmd+1…6 and the system's own items. No destructive action is ever in it. */
import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { Section } from '../../shared/schemas/app.ts'
import type { Texts } from '../context/texts.ts'

const sections: readonly Section[] = ['avatars', 'conversations', 'sessions', 'account', 'activity', 'settings']

export interface MenuActions {
  readonly goTo: (section: Section) => void
  readonly showAbout: () => void
  readonly saveDiagnostics: () => void
  readonly checkForUpdates: () => void
  readonly newWindow: () => void
  readonly reload: () => void
  readonly quit: () => void
}

// Like the role of that name, except that its Quit asks first and its About is the page's.
function appMenu(about: MenuItemConstructorOptions, quit: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Greenroom',
    submenu: [
      about,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      quit,
    ],
  }
}

export function setMenu({ say }: Texts, actions: MenuActions): void {
  const { goTo, showAbout, saveDiagnostics, checkForUpdates, newWindow, reload, quit } = actions
  const go: MenuItemConstructorOptions[] = sections.map((section, index) => ({
    label: say(`section.${section}`),
    accelerator: `CmdOrCtrl+${String(index + 1)}`,
    click: () => {
      goTo(section)
    },
  }))
  const quitItem: MenuItemConstructorOptions = { label: say('menu.quit'), accelerator: 'CmdOrCtrl+Q', click: quit }
  const aboutItem: MenuItemConstructorOptions = { label: say('menu.about'), click: showAbout }
  const updatesItem: MenuItemConstructorOptions = { label: say('menu.checkForUpdates'), click: checkForUpdates }
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [appMenu(aboutItem, quitItem)] : []),
    {
      label: say('menu.file'),
      submenu: [
        { label: say('menu.newWindow'), accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
        { type: 'separator' },
        isMac ? { role: 'close' } : quitItem,
      ],
    },
    { role: 'editMenu', label: say('menu.edit') },
    { label: say('menu.go'), submenu: go },
    {
      label: say('menu.view'),
      submenu: [
        // Not the role of that name, which knows neither a page that hangs nor main's own.
        { label: say('menu.reload'), accelerator: 'CmdOrCtrl+R', click: reload },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu', label: say('menu.window') },
    {
      role: 'help',
      label: say('menu.help'),
      submenu: [
        { label: say('menu.saveDiagnostics'), click: saveDiagnostics },
        updatesItem,
        { type: 'separator' },
        aboutItem,
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

export type RescueActions = Pick<MenuActions, 'saveDiagnostics' | 'quit'>

/** The menu of a failed start: Quit and the diagnostics alone. */
export function setRescueMenu({ say }: Texts, { saveDiagnostics, quit }: RescueActions): void {
  const template: MenuItemConstructorOptions[] = [
    {
      label: process.platform === 'darwin' ? 'Greenroom' : say('menu.file'),
      submenu: [{ label: say('menu.quit'), accelerator: 'CmdOrCtrl+Q', click: quit }],
    },
    { role: 'editMenu', label: say('menu.edit') },
    {
      role: 'help',
      label: say('menu.help'),
      submenu: [{ label: say('menu.saveDiagnostics'), click: saveDiagnostics }],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
