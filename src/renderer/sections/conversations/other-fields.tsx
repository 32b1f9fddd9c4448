import { useTranslation } from 'react-i18next'
import type { FieldRow } from '../../../shared/model/conversation-view.ts'
import { FieldRows } from './field-rows.tsx'
import styles from './fields.module.css'

/** Props of `OtherFields`. */
export interface OtherFieldsProps {
  readonly rows: readonly FieldRow[]
}

/** Fields that came and that the contract does not name, under their own paths. */
export function OtherFields({ rows }: OtherFieldsProps) {
  const { t } = useTranslation('conversations')
  if (rows.length === 0) return null
  return (
    <section className={styles.other}>
      <h3>{t('otherFields')}</h3>
      <FieldRows rows={rows} />
    </section>
  )
}
