import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'

// More would push what is confirmed out of the dialog.
const maxNamed = 6

/** Lists the first names, and says how many others there are. */
export function useNames(): (names: readonly string[]) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  return (names) => {
    const others = names.length - maxNamed
    // Without a name the service gives one, the same words for all of them.
    if (names.every((name) => name === '')) return t('confirm.unnamed')
    const shown = names.slice(0, maxNamed).map((name) => (name === '' ? t('confirm.unnamed') : name))
    return format.list(others > 0 ? [...shown, t('confirm.others', { count: others })] : shown)
  }
}
