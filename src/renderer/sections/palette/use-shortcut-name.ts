import type { ShortcutName } from '../../../shared/model/shortcuts.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** The names of the shortcuts as in main's menu: a section, or the label of a button or a menu item. */
export function useShortcutName(): (name: ShortcutName) => string {
  const { t } = useTexts('palette')
  const { t: app } = useTexts('app')
  const { t: avatars } = useTexts('avatars')
  const { t: inbox } = useTexts('inbox')
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
