import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { JsonDiffRow } from '../../../../shared/model/conversation-changes.ts'
import { JsonText } from '../values/shown-text.tsx'
import styles from './compare.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'

export interface JsonRowProps {
  /** Null while it is on its way. */
  readonly row: JsonDiffRow | null
  /** The row over it: a part of the same line has no number of its own. */
  readonly before: JsonDiffRow | null
  readonly isCurrent: boolean
}

const signs = { same: ' ', added: '+', removed: '−' }

/** A line of the JSON diff with its number on both sides. */
export const JsonRow = memo(function JsonRow({ row, before, isCurrent }: JsonRowProps) {
  if (row === null) return <div className={styles.jsonRow} />
  const { kind, leftLine, rightLine, text } = row
  return (
    <div className={styles.jsonRow} data-kind={kind} data-current={isCurrent}>
      <span className={styles.jsonNumber}>{leftLine === before?.leftLine ? '' : leftLine}</span>
      <span className={styles.jsonNumber}>{rightLine === before?.rightLine ? '' : rightLine}</span>
      <span className={styles.sign}>{signs[kind]}</span>
      <code className={styles.text}>
        <JsonText text={text} />
      </code>
    </div>
  )
})

export interface CollapsedRowProps {
  readonly count: number
  readonly onOpen: () => void
}

/** Lines that are the same on both sides, folded; a click shows them. */
export function CollapsedRow({ count, onOpen }: CollapsedRowProps) {
  const { t } = useTranslation('compare')
  return (
    <PlainButton className={styles.jsonFold} onClick={onOpen}>
      {t('equalLines', { count })}
    </PlainButton>
  )
}
