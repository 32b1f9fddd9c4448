import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import styles from './creator-status.module.css'
import type { Intake } from './drafts/use-intake.ts'

/** Props of `CreatorStatus`. */
export interface CreatorStatusProps {
  readonly intake: Intake
  /** Avatars of the last confirmation; null before any. */
  readonly confirmed: number | null
  /** True when creating was tried with required fields empty. */
  readonly isMissing: boolean
}

function IntakeStatus({ intake }: Pick<CreatorStatusProps, 'intake'>) {
  const { t } = useTranslation('avatars')
  const { busyWith, added } = intake
  if (busyWith > 0) return <StatusLine tone="busy">{t('drafts.adding', { count: busyWith })}</StatusLine>
  return (
    <StatusLine tone="good">{added === null || added === 0 ? null : t('drafts.added', { count: added })}</StatusLine>
  )
}

/** What just happened in the creator, announced: files taken, avatars confirmed, fields that are needed. */
export function CreatorStatus({ intake, confirmed, isMissing }: CreatorStatusProps) {
  const { t } = useTranslation('avatars')
  return (
    <div className={styles.status}>
      <IntakeStatus intake={intake} />
      <StatusLine tone="good">{confirmed === null ? null : t('confirm.queued', { count: confirmed })}</StatusLine>
      <StatusLine tone="warn">{isMissing ? t('fields.missing') : null}</StatusLine>
      {intake.failure !== null && <ErrorNotice failure={intake.failure} />}
    </div>
  )
}
