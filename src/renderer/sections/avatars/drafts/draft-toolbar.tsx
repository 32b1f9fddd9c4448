import { Crop, SlidersHorizontal, Trash2, TriangleAlert } from 'lucide-react'
import { findingKinds } from '../../../../shared/model/finding-kinds.ts'
import type { Fix } from '../../../../shared/model/finding-kinds.ts'
import { isAlreadyCreated } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useAnalysisProgress } from '../preparation/image-analysis-store.ts'
import { dismissFixes, stopFixes, useFixRow } from '../preparation/image-edit-batch-store.ts'
import type { FixRow } from '../preparation/image-edit-batch-store.ts'
import { Button, CollapsingButton, QuietButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Review } from './use-drafts.ts'
import { notDrawnText } from './draft-finding-text.ts'
import styles from './drafts.module.css'
import type { DraftsProps } from './draft-grid.tsx'
import { bestRatio } from '../crop/crop-geometry.ts'
import type { Ratio } from '../crop/crop-geometry.ts'
import { bytesLimit, facesOf, uprightSize } from './image-fixes.ts'

// Findings that can be fixed for all drafts together, most important first.
const groupedFindings = ['aspect', 'bytes-over-limit', 'same-as-draft', 'not-decodable'] as const

interface FixGroup {
  readonly id: (typeof groupedFindings)[number] | 'created'
  readonly drafts: readonly Draft[]
  readonly fixes: readonly Fix[]
}

function fixGroups(drafts: readonly Draft[], ratios: readonly string[]): readonly FixGroup[] {
  // Only a crop to an accepted ratio makes sense.
  const isSensible = (fix: Fix): boolean => !fix.startsWith('crop-') || ratios.includes(fix.slice('crop-'.length))
  // These drafts come first: each would be paid again.
  const created: FixGroup = {
    id: 'created',
    drafts: drafts.filter(({ findings }) => isAlreadyCreated(findings)),
    fixes: findingKinds['same-as-job'].fixes,
  }
  const ofFindings = groupedFindings.map((id): FixGroup => ({
    id,
    drafts: drafts.filter(({ findings }) => findings.some((finding) => finding.id === id)),
    fixes: findingKinds[id].fixes.filter(isSensible),
  }))
  return [created, ...ofFindings].filter((group) => group.fixes.length > 0 && group.drafts.length > 0)
}

/** The crops for these drafts; the crop that suits most drafts is first. */
function cropsFor(drafts: readonly Draft[], fixes: readonly Fix[]): readonly Fix[] {
  const crops = fixes.filter((fix) => fix.startsWith('crop-'))
  const ratioOf = (fix: Fix): Ratio => (fix === 'crop-16:9' ? '16:9' : '9:16')
  const best = drafts.map((draft) =>
    draft.original === null
      ? undefined
      : bestRatio(uprightSize(draft, draft.original), crops.map(ratioOf), facesOf(draft)),
  )
  const suitedCount = (fix: Fix): number => best.filter((ratio) => ratio === ratioOf(fix)).length
  return crops.toSorted((one, other) => suitedCount(other) - suitedCount(one))
}

interface GroupProps extends Omit<DraftsProps, 'drafts'> {
  readonly group: FixGroup
}

function Group({ group, selection, onAction }: GroupProps) {
  const { t, format } = useTexts('avatars')
  const ratios = (useOpenProfile()?.profile.creation.ratios ?? []).join(t('drafts.or'))
  // Crops wait for the faces, because a crop is placed around them.
  const isPreparing = useAnalysisProgress() !== null
  const { id, drafts, fixes } = group
  const count = drafts.length
  const limit = format.bytes(Math.min(...drafts.map(({ findings }) => bytesLimit(findings))))
  const text = t(`fixes.group.${id}`, { count, ratios, limit })
  const crops = cropsFor(drafts, fixes)
  return (
    <Row as="li" gap={1}>
      <Row as="span" gap={2} tone="warn" className={styles.problem} title={text}>
        <TriangleAlert aria-hidden size={12} />
        <Text truncate>{text}</Text>
      </Row>
      {crops.length > 0 && (
        <MenuButton
          size="small"
          label={t('drafts.crop')}
          name={t('do.crop', { what: t('head.drafts', { count }) })}
          Icon={Crop}
          busy={isPreparing}
          items={crops.map((fix) => ({
            label: t('drafts.cropTo', { shape: fix.slice('crop-'.length) }),
            onChoose: () => onAction(fix, drafts),
          }))}
        />
      )}
      {fixes.includes('downscale') && (
        <QuietButton disabled={isPreparing} onClick={() => onAction('downscale', drafts)}>
          {t('drafts.downscale')}
        </QuietButton>
      )}
      {fixes.includes('remove') && (
        <QuietButton
          aria-label={t('do.remove', { what: text })}
          disabled={isPreparing}
          onClick={() => onAction('remove', drafts)}
        >
          {t('remove')}
        </QuietButton>
      )}
      <QuietButton aria-label={t('do.select', { what: text })} onClick={() => selection.select(drafts)}>
        {t('fixes.select')}
      </QuietButton>
    </Row>
  )
}

interface ToolbarProps extends DraftsProps {
  readonly review: Review
}

function Selected({ drafts, review, selection: { selected, select, selectAll }, onAction }: ToolbarProps) {
  const { t } = useTexts('avatars')
  const isAll = selected.length === drafts.length
  const isAny = selected.length > 0
  return (
    <Row gap={1}>
      <Row font="label" className={styles.all}>
        <Checkbox
          variant={isAny ? 'cell' : 'label'}
          label={t('drafts.selectAll')}
          isChecked={isAll}
          isMixed={isAny}
          onChange={() => (isAll ? select([]) : selectAll())}
        />
        <span role="status">{isAny && t('drafts.selected', { selected: selected.length, count: drafts.length })}</span>
      </Row>
      {review.count > 0 && (
        <ToggleChip
          label={t('head.review', { count: review.count })}
          count=""
          isOn={review.isOn}
          onToggle={review.toggle}
        />
      )}
      <span role="status" className="visually-hidden">
        {review.isOn && t('drafts.shown', { count: drafts.length, total: review.all.length })}
      </span>
      {isAny && (
        <>
          <CollapsingButton
            tone="quiet"
            size="small"
            Icon={SlidersHorizontal}
            name={t('drafts.ownFields')}
            onClick={() => onAction('custom-fields', selected)}
          />
          <CollapsingButton
            tone="quiet"
            size="small"
            Icon={Trash2}
            name={t('remove')}
            onClick={() => onAction('remove', selected)}
          />
        </>
      )}
    </Row>
  )
}

/** The actions for several drafts: for the selected drafts, and for all drafts with one problem. */
export function DraftToolbar(props: ToolbarProps) {
  const { drafts, selection, onAction } = props
  const groups = fixGroups(drafts, useOpenProfile()?.profile.creation.ratios ?? [])
  return (
    <Row gap={1} justify="between" className={styles.bar}>
      <Selected {...props} />
      {groups.length > 0 && (
        <Row as="ul" gap={1} justify="end">
          {groups.map((group) => (
            <Group key={group.id} group={group} selection={selection} onAction={onAction} />
          ))}
        </Row>
      )}
    </Row>
  )
}

function InFlight({ total, pending }: FixRow) {
  const { t } = useTexts('avatars')
  const done = total - pending.size
  const text = t('fixes.running', { done, total })
  return (
    <>
      <Text grow>{text}</Text>
      <ProgressBar label={text} value={done} max={total} text={text} />
      <Button size="small" onClick={() => stopFixes()}>
        {t('fixes.stop')}
      </Button>
    </>
  )
}

/** The drafts that a batch could not change, with the reason of the first; null while it runs, and without any. */
function useUnfixedText(row: FixRow | null): string | null {
  const { t } = useTexts('avatars')
  const failureText = useFailureText()
  const [first] = row?.unfixed ?? []
  if (row === null || first === undefined || row.pending.size > 0) return null
  const { reason, fileName: file } = first
  const reasonText = typeof reason === 'string' ? notDrawnText(reason, t) : failureText(reason).sentence
  return t('fixes.unfixed', { count: row.unfixed.length, file, reason: reasonText })
}

function Unfixed({ text }: { readonly text: string }) {
  const { t } = useTexts('common')
  return (
    <>
      <Note tone="warn" grow>
        {text}
      </Note>
      <QuietButton onClick={dismissFixes}>{t('dismiss')}</QuietButton>
    </>
  )
}

/** The progress of changes to several drafts, and their failures. */
export function FixBar() {
  const row = useFixRow()
  const unfixedText = useUnfixedText(row)
  const isInFlight = row !== null && row.pending.size > 0
  return (
    <>
      {/* Mounted before its text, or screen readers would not announce it. */}
      <p role="status" className="visually-hidden">
        {unfixedText}
      </p>
      {(isInFlight || unfixedText !== null) && (
        <Row gap={2} wrap className={styles.fixBar}>
          {isInFlight && <InFlight {...row} />}
          {unfixedText !== null && <Unfixed text={unfixedText} />}
        </Row>
      )}
    </>
  )
}
