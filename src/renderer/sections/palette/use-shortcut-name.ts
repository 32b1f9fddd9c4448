import { useTranslation } from 'react-i18next'
import type { ShortcutName } from '../../../shared/model/shortcuts.ts'

/** The names of main's menu: a section, or the label of a button or an item of the menu. */
export function useShortcutName(): (name: ShortcutName) => string {
  const { t } = useTranslation('palette')
  const { t: app } = useTranslation('app')
  const { t: avatars } = useTranslation('avatars')
  const { t: inbox } = useTranslation('inbox')
  const names: Readonly<Record<ShortcutName, string>> = {
    ...app('section', { returnObjects: true }),
    ...t('name', { returnObjects: true }),
    ...t('role', { returnObjects: true }),
    question: t('shortcuts.question'),
    chooseImages: avatars('chooseImages'),
    addSessions: inbox('add.title'),
    reload: app('notice.reload'),
  }
  return (name) => names[name]
}
