import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRow, FieldValue } from '../../../shared/model/conversation-view.ts'
import { cx } from '../../ui/cx.ts'
import { useFieldWords } from './field-words.ts'
import styles from './fields.module.css'

/** Props of `FieldRows`. */
export interface FieldRowsProps {
  readonly rows: readonly FieldRow[]
}

// Longer texts get the whole width: prompts, back stories, scripts.
const longText = 120

function Value({ value }: { readonly value: FieldValue }) {
  const { t } = useTranslation('conversations')
  switch (value.kind) {
    case 'absent':
    case 'null':
    case 'empty':
      return <span className={styles.nothing}>{t(`value.${value.kind}`)}</span>
    case 'boolean':
      return <span className={styles.code}>{String(value.value)}</span>
    case 'number':
      return <span className={styles.code}>{value.text}</span>
    case 'json':
      return <pre className={styles.json}>{value.text}</pre>
    case 'text':
      return <bdi className={styles.text}>{value.text}</bdi>
  }
}

function isLong({ value }: FieldRow): boolean {
  return value.kind === 'json' || (value.kind === 'text' && (value.text.length > longText || value.text.includes('\n')))
}

/** Fields with their labels, the contract's own names, and values in which null, absent and empty differ. */
export const FieldRows = memo(function FieldRows({ rows }: FieldRowsProps) {
  const words = useFieldWords()
  if (rows.length === 0) return null
  return (
    <dl className={styles.rows}>
      {rows.map((row) => {
        const label = words.label(row.field)
        const meaning = words.meaning(row.meaning)
        return (
          <div key={row.path} className={cx(styles.row, isLong(row) && styles.long)}>
            <dt>
              <bdi className={styles.label}>{label}</bdi>
              {/* A field that the contract does not name is its own label. */}
              {label !== row.field && <code>{row.field.slice(row.field.lastIndexOf('.') + 1)}</code>}
            </dt>
            <dd>
              <Value value={row.value} />
              {meaning !== null && (
                <span className={row.meaning.kind === 'documented' ? styles.meaning : styles.noMeaning}>{meaning}</span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
})
