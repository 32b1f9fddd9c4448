import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { dismissFixes, stopFixes, useFixRow } from '../../../state/image-edit-batch-store.ts'
import type { FixedDraft, FixRow, UnfixedDraft } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { fixResultText, notDrawnText } from './draft-finding-text.ts'
import styles from './drafts.module.css'

interface RowProps {
  readonly row: FixRow
}

function InFlight({ row: { total, pending } }: RowProps) {
  const { t } = useTranslation('avatars')
  const done = total - pending.size
  return (
    <>
      <span className={styles.barWords}>{t('fixes.running', { done, total })}</span>
      <progress aria-label={t('fixes.progress')} value={done} max={total} />
      <Button size="small" onClick={() => stopFixes()}>
        {t('fixes.stop')}
      </Button>
    </>
  )
}

function Unfixed({ unfixed: [first, ...others] }: Pick<FixRow, 'unfixed'>) {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  if (first === undefined) return null
  const reasonOf = ({ reason }: UnfixedDraft) =>
    typeof reason === 'string' ? notDrawnText(reason, t) : text(reason).sentence
  return (
    <Text as="p" tone="warn">
      {t('fixes.unfixed', { count: others.length + 1, file: first.fileName, reason: reasonOf(first) })}
    </Text>
  )
}

export interface FixBarProps {
  readonly onUndo: (fixed: readonly FixedDraft[]) => void
}

function Done({ row, onUndo }: RowProps & FixBarProps) {
  const { t } = useTranslation('avatars')
  const { fixed, unfixed, kind } = row
  return (
    <>
      <div className={styles.barWords}>
        {fixed.length > 0 && <p>{fixResultText(row, t)}</p>}
        <Unfixed unfixed={unfixed} />
      </div>
      <Row as="span" gap={1} align="stretch" wrap>
        {fixed.length > 0 && kind !== 'undo' && (
          <Button size="small" onClick={() => onUndo(fixed)}>
            {t('fixes.undo')}
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={dismissFixes}>
          {t('drafts.dismiss')}
        </Button>
      </Row>
    </>
  )
}

/** How changes of several drafts go on, what came of them, and undo. */
export function FixBar({ onUndo }: FixBarProps) {
  const row = useFixRow()
  if (row === null || row.pending.size + row.fixed.length + row.unfixed.length === 0) return null
  return (
    <Row wrap className={styles.barBar}>
      {row.pending.size > 0 ? <InFlight row={row} /> : <Done row={row} onUndo={onUndo} />}
    </Row>
  )
}
