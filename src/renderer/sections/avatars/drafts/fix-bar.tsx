import { useTranslation } from 'react-i18next'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { dismissFixes, stopFixes, useFixRow } from '../../../state/image-edit-batch-store.ts'
import type { FixedDraft, FixRow, UnfixedDraft } from '../../../state/image-edit-batch-store.ts'
import { useAnalysisProgress } from '../../../state/image-analysis-store.ts'
import { Button } from '../../../ui/button.tsx'
import { notDrawnText, ratioListText, fixResultText } from './draft-finding-text.ts'
import styles from './fix-bar.module.css'
import { fixGroups } from './fix-groups.ts'
import type { FixGroup } from './fix-groups.ts'
import { bytesLimit } from './image-fix.ts'

export interface FixBarProps {
  readonly drafts: readonly Draft[]
  readonly onFix: (fix: Fix, drafts: readonly Draft[]) => void
  readonly onUndo: (fixed: readonly FixedDraft[]) => void
}

const buttonText = {
  'crop-16:9': 'fixes.cropAll',
  'crop-9:16': 'fixes.cropAll',
  downscale: 'fixes.downscaleAll',
  remove: 'fixes.removeAll',
} as const

function GroupRow({ group, onFix }: { readonly group: FixGroup } & Pick<FixBarProps, 'onFix'>) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  // Faces first: a crop is placed around them.
  const isPreparing = useAnalysisProgress() !== null
  const count = group.drafts.length
  const limit = Math.min(...group.drafts.map(({ findings }) => bytesLimit(findings)))
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        {t(`fixes.group.${group.id}`, { count, ratios: ratioListText(ratios, t), limit: format.bytes(limit) })}
      </span>
      <span className={styles.buttons}>
        {group.fixes.map((fix) => (
          <Button
            key={fix}
            size="small"
            disabled={isPreparing}
            onClick={() => {
              onFix(fix, group.drafts)
            }}
          >
            {group.id === 'same-as-draft'
              ? t('fixes.removeDuplicates', { count })
              : t(buttonText[fix], { shape: fix.slice('crop-'.length) })}
          </Button>
        ))}
      </span>
    </li>
  )
}

function Unfixed({ unfixed }: { readonly unfixed: readonly UnfixedDraft[] }) {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  const [first] = unfixed
  if (first === undefined) return null
  const reason = typeof first.reason === 'string' ? notDrawnText(first.reason, t) : text(first.reason).sentence
  return <p className={styles.unfixed}>{t('fixes.unfixed', { count: unfixed.length, file: first.fileName, reason })}</p>
}

function FixProgress({ row }: { readonly row: FixRow }) {
  const { t } = useTranslation('avatars')
  const done = row.total - row.pending.size
  return (
    <div className={styles.row}>
      <span className={styles.words}>{t('fixes.running', { done, total: row.total })}</span>
      <progress aria-label={t('fixes.progress')} value={done} max={row.total} />
      <Button
        size="small"
        onClick={() => {
          stopFixes()
        }}
      >
        {t('fixes.stop')}
      </Button>
    </div>
  )
}

function Done({ row, onUndo }: { readonly row: FixRow } & Pick<FixBarProps, 'onUndo'>) {
  const { t } = useTranslation('avatars')
  const changed = row.fixed.length
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        {changed > 0 && <p>{fixResultText(row, t)}</p>}
        <Unfixed unfixed={row.unfixed} />
      </div>
      <span className={styles.buttons}>
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
      </span>
    </div>
  )
}

function Groups({ groups, onFix }: { readonly groups: readonly FixGroup[] } & Pick<FixBarProps, 'onFix'>) {
  if (groups.length === 0) return null
  return (
    <ul>
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} onFix={onFix} />
      ))}
    </ul>
  )
}

const isInFlight = (row: FixRow | null): row is FixRow => row !== null && row.pending.size > 0
const isOver = (row: FixRow | null): row is FixRow =>
  row?.pending.size === 0 && row.fixed.length + row.unfixed.length > 0

/** Fixes of several drafts by one click, their progress, and undo. */
export function FixBar({ drafts, onFix, onUndo }: FixBarProps) {
  const row = useFixRow()
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  if (isInFlight(row)) {
    // What is left to change is known when these are done.
    return (
      <div className={styles.bar}>
        <FixProgress row={row} />
      </div>
    )
  }
  const groups = fixGroups(drafts, ratios)
  if (groups.length === 0 && !isOver(row)) return null
  return (
    <div className={styles.bar}>
      {isOver(row) && <Done row={row} onUndo={onUndo} />}
      <Groups groups={groups} onFix={onFix} />
    </div>
  )
}
