import { useTranslation } from 'react-i18next'
import { Age } from '../../../i18n/age.tsx'
import { ShownText } from '../values/shown-text.tsx'
import styles from './rows.module.css'

export interface RowNameProps {
  readonly name: string | null
  /** Said where there is no name. */
  readonly unnamed: string
}

/** The name of a conversation in a row. */
export function RowName({ name, unnamed }: RowNameProps) {
  const isUnnamed = name === null || name === ''
  return (
    <span className={styles.name} data-unnamed={isUnnamed || undefined}>
      {isUnnamed ? unnamed : <ShownText text={name} />}
    </span>
  )
}

export interface RowIdsProps {
  readonly conversationId: string
  /** Epoch milliseconds; null for one that was never fetched, which a click does. */
  readonly fetchedAt: number | null
}

/** The second line of a row: the id, and when it was fetched. */
export function RowIds({ conversationId, fetchedAt }: RowIdsProps) {
  const { t } = useTranslation('library')
  return (
    <span className={styles.line}>
      <code className={styles.id}>{conversationId}</code>
      {fetchedAt === null ? (
        <span className={styles.read}>{t('read')}</span>
      ) : (
        <span className={styles.when}>
          <Age at={fetchedAt} />
        </span>
      )}
    </span>
  )
}
