import { limits } from '../../shared/model/limits.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { QuietButton } from './button.tsx'
import { Row } from './layout.tsx'
import styles from './table.module.css'

interface ShowMoreProps {
  /** The number of shown rows, out of `total`. */
  readonly shown: number
  readonly total: number
  /** How many rows a click adds. */
  readonly step?: number
  readonly onMore: () => void
}

/** Under a list: "Show 300 more of 1,240"; nothing where all rows are shown. */
export function ShowMore({ shown, total, step = limits.rowsAtOnce, onMore }: ShowMoreProps) {
  const { t, format } = useTexts('common')
  if (total <= shown) return null
  const more = Math.min(step, total - shown)
  return (
    <Row justify="center" className={styles.further}>
      <QuietButton onClick={onMore}>
        {t('showMore', { more: format.number(more), total: format.number(total) })}
      </QuietButton>
    </Row>
  )
}
