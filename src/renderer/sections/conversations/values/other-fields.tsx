import { useTranslation } from 'react-i18next'
import type { FieldRow } from '../../../../shared/model/conversation-view.ts'
import { cx } from '../../../ui/cx.ts'
import { FieldRows } from './field-rows.tsx'
import styles from './values.module.css'

export interface OtherFieldsProps {
  readonly snapshotId: string
  readonly rows: readonly FieldRow[]
  /** How many more there are than are listed. */
  readonly more: number
  /** Level of the heading: one below that of its parent. */
  readonly level: 3 | 4
}

/** Fields that came and that the contract does not name, under their own paths. */
export function OtherFields({ snapshotId, rows, more, level }: OtherFieldsProps) {
  const { t } = useTranslation('conversations')
  if (rows.length === 0) return null
  const Heading = `h${level}` as const
  return (
    <section className={cx(styles.other, level === 4 && styles.inItem)}>
      <Heading>{t('otherFields')}</Heading>
      <FieldRows snapshotId={snapshotId} rows={rows} variant={level === 4 ? 'line' : 'rows'} />
      {more > 0 && <p>{t('moreOtherFields', { count: more })}</p>}
    </section>
  )
}
