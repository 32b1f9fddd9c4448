import { useTranslation } from 'react-i18next'
import { QuietButton } from './button.tsx'
import { Row, Text } from './layout.tsx'
import styles from './lists.module.css'

interface ShowMoreProps {
  readonly shown: number
  /** Of all that match. */
  readonly total: number
  readonly onMore: () => void
}

/** Below a list that is longer than what main was asked for; nothing below a whole list. */
export function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const { t, i18n } = useTranslation('common')
  if (shown >= total) return null
  const numbers = new Intl.NumberFormat(i18n.language)
  return (
    <Row gap={2} wrap justify="between" font="secondary" tone="soft" className={styles.more}>
      <Text>{t('shownOf', { shown: numbers.format(shown), total: numbers.format(total) })}</Text>
      <QuietButton onClick={onMore}>{t('showMore')}</QuietButton>
    </Row>
  )
}
