import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import styles from './creator-status.module.css'
import type { Intake } from './drafts/use-intake.ts'

/** Props of `CreatorStatus`. */
export interface CreatorStatusProps {
  readonly intake: Intake
  /** Avatars just confirmed; null once something else is going on. */
  readonly confirmed: number | null
  /** True when creating was tried with required fields empty. */
  readonly isMissing: boolean
}

/** What just happened in the creator, announced: files taken, avatars confirmed, fields that are needed. */
export function CreatorStatus({ intake, confirmed, isMissing }: CreatorStatusProps) {
  const { t } = useTranslation('avatars')
  const { busyWith, added } = intake
  return (
    <div className={styles.status}>
      {/* The cards show it; only who does not see them has to be told. */}
      <p role="status" className="visually-hidden">
        {added === null ? '' : t('drafts.added', { count: added })}
      </p>
      <StatusLine tone="busy">{busyWith === 0 ? null : t('drafts.adding', { count: busyWith })}</StatusLine>
      <StatusLine tone="good">{confirmed === null ? null : t('confirm.queued', { count: confirmed })}</StatusLine>
      <StatusLine tone="warn">{isMissing ? t('fields.missing') : null}</StatusLine>
      {intake.failure !== null && <ErrorNotice failure={intake.failure} />}
    </div>
  )
}
