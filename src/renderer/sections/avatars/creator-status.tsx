import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { needsReview } from '../../../shared/model/findings.ts'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { useAppState } from '../../api/use-app-state.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useIsEmptyDrop } from '../../state/intake-store.ts'
import { useFixRow } from '../../state/image-edit-batch-store.ts'
import type { FixRow } from '../../state/image-edit-batch-store.ts'
import { useAnalysisProgress } from '../../state/image-analysis-store.ts'
import { useJobCounts } from '../../state/use-jobs.ts'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './avatars.module.css'
import { fixResultText } from './drafts/draft-finding-text.ts'
import type { Intake } from './drafts/use-intake.ts'

export interface CreatorStatusProps {
  readonly intake: Intake
  /** True when creating was tried with required fields empty. */
  readonly isMissing: boolean
}

interface StatusInput {
  readonly intake: Intake
  readonly row: FixRow | null
  /** Images in analysis; 0 when none. */
  readonly preparing: number
}

// Said once at the beginning and once at the end: numbers that count up are seen in the head and in the bar.
function statusText({ intake, row, preparing }: StatusInput, t: TFunction<'avatars'>): string {
  if (intake.progress !== null) return t('drafts.adding', { count: intake.progress.total })
  if (row?.pending.size === 0 && row.fixed.length > 0) return fixResultText(row, t)
  if (preparing > 0) return t('drafts.preparing', { count: preparing })
  return intake.added === null ? '' : t('drafts.added', { count: intake.added })
}

/** Announces the latest event in the creator: files taken, images changed, missing fields. */
export function CreatorStatus({ intake, isMissing }: CreatorStatusProps) {
  const { t } = useTranslation('avatars')
  const row = useFixRow()
  const isEmptyDrop = useIsEmptyDrop()
  const preparing = useAnalysisProgress()?.total ?? 0
  const isOffline = useAppState()?.isOffline === true
  return (
    <div className={styles.status}>
      <div role="status" className={styles.statusRegion}>
        {/* The cards and the head show it; only who does not see them has to be told. */}
        <p className="visually-hidden">{statusText({ intake, row, preparing }, t)}</p>
        <StatusText tone="warn">{isMissing ? t('fields.missing') : null}</StatusText>
        <StatusText tone="warn">{isOffline ? t('offline') : null}</StatusText>
        <StatusText tone="warn">{isEmptyDrop ? t('drop.noImage') : null}</StatusText>
      </div>
      <ErrorNotice error={intake.error} />
    </div>
  )
}

const named = ['ready', 'failed', 'unknown'] as const

/** What came of the avatars, while there is nothing to prepare. */
function JobCounts() {
  const { t } = useTranslation('avatars')
  const counts = useJobCounts()?.counts
  if (counts === undefined) return null
  const parts = named.filter((state) => counts[state] > 0).map((state) => t(`head.${state}`, { count: counts[state] }))
  return <>{parts.length === 0 ? t('head.empty') : parts.join(' · ')}</>
}

export interface CreatorSubProps {
  readonly drafts: readonly Draft[]
  readonly intake: Intake
}

/** The line under the title: how many drafts there are, and what is being done for them right now. */
export function CreatorSub({ drafts, intake }: CreatorSubProps) {
  const { t } = useTranslation('avatars')
  const preparing = useAnalysisProgress()
  const doubtful = drafts.filter(({ findings }) => needsReview(findings)).length
  const isBusy = intake.progress !== null || preparing !== null
  const parts = [
    drafts.length === 0 ? '' : t('head.drafts', { count: drafts.length }),
    intake.progress === null ? '' : t('head.adding', { ...intake.progress }),
    preparing === null ? '' : t('head.preparing', { ...preparing }),
    // Counted when all is known.
    isBusy || doubtful === 0 ? '' : t('head.needsLook', { count: doubtful }),
  ].filter((text) => text !== '')
  if (parts.length === 0) return <JobCounts />
  return <>{parts.reduce((first, then) => t('head.then', { first, then }))}</>
}
