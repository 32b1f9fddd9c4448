import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { dismissFixes, stopFixes, useFixRow } from '../../../state/image-edit-batch-store.ts'
import type { FixedDraft, FixRow, UnfixedDraft } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { notDrawnText, fixResultText } from './draft-finding-text.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import styles from './drafts.module.css'

export interface FixBarProps {
  readonly onUndo: (fixed: readonly FixedDraft[]) => void
}

function Unfixed({ unfixed }: { readonly unfixed: readonly UnfixedDraft[] }) {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  const [first] = unfixed
  if (first === undefined) return null
  const reason = typeof first.reason === 'string' ? notDrawnText(first.reason, t) : text(first.reason).sentence
  return (
    <Text as="p" tone="warn">
      {t('fixes.unfixed', { count: unfixed.length, file: first.fileName, reason })}
    </Text>
  )
}

function FixProgress({ row }: { readonly row: FixRow }) {
  const { t } = useTranslation('avatars')
  const done = row.total - row.pending.size
  return (
    <Row wrap className={styles.row}>
      <span className={styles.barWords}>{t('fixes.running', { done, total: row.total })}</span>
      <progress aria-label={t('fixes.progress')} value={done} max={row.total} />
      <Button
        size="small"
        onClick={() => {
          stopFixes()
        }}
      >
        {t('fixes.stop')}
      </Button>
    </Row>
  )
}

function Done({ row, onUndo }: { readonly row: FixRow } & Pick<FixBarProps, 'onUndo'>) {
  const { t } = useTranslation('avatars')
  const changed = row.fixed.length
  return (
    <Row wrap className={styles.row}>
      <div className={styles.barWords}>
        {changed > 0 && <p>{fixResultText(row, t)}</p>}
        <Unfixed unfixed={row.unfixed} />
      </div>
      <Row as="span" gap={1} align="stretch" wrap>
        {changed > 0 && row.kind !== 'undo' && (
          <Button
            size="small"
            onClick={() => {
              onUndo(row.fixed)
            }}
          >
            {t('fixes.undo')}
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={dismissFixes}>
          {t('drafts.dismiss')}
        </Button>
      </Row>
    </Row>
  )
}

const isInFlight = (row: FixRow | null): row is FixRow => row !== null && row.pending.size > 0
const isOver = (row: FixRow | null): row is FixRow =>
  row?.pending.size === 0 && row.fixed.length + row.unfixed.length > 0

/** How changes of several drafts go on, what came of them, and undo. */
export function FixBar({ onUndo }: FixBarProps) {
  const row = useFixRow()
  if (!isInFlight(row) && !isOver(row)) return null
  return (
    <Stack gap={1} className={styles.barBar}>
      {isInFlight(row) ? <FixProgress row={row} /> : <Done row={row} onUndo={onUndo} />}
    </Stack>
  )
}
