import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import type { JobCounts } from '../../shared/schemas/history.ts'
import type { ApplicationCount } from '../../shared/schemas/session.ts'
import { read } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useLiveSum } from '../api/use-is-stale.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useIsEndSeen } from '../state/queue-view-store.ts'
import { useJobCounts } from '../state/use-jobs.ts'
import styles from './app.module.css'

/** How many avatars of the running batch are done, until its end was seen, and how many of all need a decision. */
function JobCount({ counts: { counts } }: { readonly counts: JobCounts }) {
  const { number } = useFormat()
  const progress = useQuery(read('queue.read', {})).data?.progress ?? null
  const isSeen = useIsEndSeen(progress)
  const decisions = counts.unknown
  return (
    <>
      {progress !== null && !isSeen && `${number(progress.finished)} / ${number(progress.total)}`}
      {decisions > 0 && <span className={styles.decisions}>{number(decisions)}</span>}
    </>
  )
}

/** Live calls over all applications; a count that is not of now, or not known, puts a question mark behind the sum. */
function LiveCount({ counts }: { readonly counts: readonly ApplicationCount[] }) {
  const { t } = useTranslation('app')
  const { number } = useFormat()
  const { live, fresh, was, stale, unread } = useLiveSum(counts)
  if (fresh === 0)
    return stale === 0 ? null : <span className={styles.unsure}>{t('wasLive', { was: number(was) })}</span>
  const isUnsure = stale + unread > 0
  return (
    <span>
      {isUnsure ? (
        <Trans
          t={t}
          i18nKey="liveUnsure"
          values={{ live: number(live + was) }}
          components={{ mark: <span className={styles.unsure} /> }}
        />
      ) : (
        t('live', { live: number(live) })
      )}
    </span>
  )
}

function present<Value>(value: Value | null | undefined, show: (value: Value) => ReactNode): ReactNode {
  return value === undefined || value === null ? null : show(value)
}

/** The small counts beside the links, from what is known already; a section without one is absent. */
export function useCounts(): Readonly<Partial<Record<Section, ReactNode>>> {
  const { t } = useTranslation('app')
  const format = useFormat()
  const profile = useOpenProfile()?.profile ?? null
  const enabled = profile !== null
  const hasApplications = enabled && profile.applications.length > 0
  const jobs = useJobCounts({ enabled })
  const saved = useQuery({ ...read('library.overview', {}), enabled }).data?.counts.all
  const live = useQuery({ ...read('session.overview', {}), enabled: hasApplications }).data
  const left = useQuery({ ...read('account.figures', {}), enabled }).data?.latest?.avatarCreationsLeft
  return {
    avatars: present(jobs, (known) => known.total > 0 && <JobCount counts={known} />),
    conversations: present(saved, (count) => count > 0 && format.number(count)),
    sessions: present(live, (known) => <LiveCount counts={known} />),
    account: present(left, (count) => t('left', { count, formatted: format.number(count) })),
  }
}
