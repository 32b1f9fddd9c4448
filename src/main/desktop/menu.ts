/** The native menu: sections with Ctrl/Cmd+1…6 and the system's own items. No destructive action is ever in it. */
import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { Section } from '../../shared/schemas/app.ts'
import type { NativeWords } from './words.ts'

const sections: readonly Section[] = ['avatars', 'conversations', 'sessions', 'account', 'activity', 'settings']

/** Puts the menu in the given language in place; choosing a section calls `goTo`. */
export function setMenu(words: NativeWords, goTo: (section: Section) => void): void {
  const go: MenuItemConstructorOptions[] = sections.map((section, index) => ({
    label: words.sections[section],
    accelerator: `CmdOrCtrl+${String(index + 1)}`,
    click: () => {
      goTo(section)
    },
  }))
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { label: words.file, submenu: [process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu', label: words.edit },
    { label: words.go, submenu: go },
    {
      label: words.view,
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu', label: words.window },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
