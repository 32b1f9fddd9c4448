import { useTexts } from '../i18n/use-texts.ts'
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
  const { t, format } = useTexts('common')
  if (shown >= total) return null
  return (
    <Row gap={2} wrap justify="between" font="secondary" tone="soft" className={styles.more}>
      <Text>{t('shownOf', { shown: format.number(shown), total: format.number(total) })}</Text>
      <QuietButton onClick={onMore}>{t('showMore')}</QuietButton>
    </Row>
  )
}
