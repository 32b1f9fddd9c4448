import { useTranslation } from 'react-i18next'
import type { FixedShortcut, ShortcutName } from '../../../shared/model/shortcuts.ts'

/** The same as in main’s menu: a section, or what a button or an item of the menu says. */
export function useShortcutName(): (name: ShortcutName | FixedShortcut) => string {
  const { t } = useTranslation('palette')
  const { t: app } = useTranslation('app')
  const { t: inbox } = useTranslation('inbox')
  const names: Readonly<Record<ShortcutName | FixedShortcut, string>> = {
    ...app('section', { returnObjects: true }),
    ...t('name', { returnObjects: true }),
    ...t('role', { returnObjects: true }),
    addSessions: inbox('add.title'),
    reload: app('notice.reload'),
  }
  return (name) => names[name]
}
