import { useTranslation } from 'react-i18next'
import type { FixedShortcut, ShortcutName } from '../../../shared/model/shortcuts.ts'

// The same as in main’s menu.
const names = {
  palette: 'palette:name.palette',
  shortcuts: 'palette:name.shortcuts',
  avatars: 'app:section.avatars',
  conversations: 'app:section.conversations',
  sessions: 'app:section.sessions',
  account: 'app:section.account',
  activity: 'app:section.activity',
  settings: 'app:section.settings',
  refresh: 'palette:name.refresh',
  addSessions: 'inbox:add.title',
  newWindow: 'palette:name.newWindow',
  reload: 'app:notice.reload',
  quit: 'palette:name.quit',
} as const satisfies Record<ShortcutName, string>

const isChangeable = (name: ShortcutName | FixedShortcut): name is ShortcutName => name in names

export function useShortcutName(): (name: ShortcutName | FixedShortcut) => string {
  const { t } = useTranslation(['palette', 'app', 'inbox'])
  return (name) => t(isChangeable(name) ? names[name] : `palette:role.${name}`)
}
