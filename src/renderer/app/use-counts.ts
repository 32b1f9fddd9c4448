import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import type { JobCounts } from '../../shared/schemas/history.ts'
import type { ApplicationCount } from '../../shared/schemas/session.ts'
import { read } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useLiveSum } from '../api/use-is-stale.ts'
import type { Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'

// Two numbers of four digits do not fit beside the link; of a long history the size alone is shown.
const longHistory = 1_000

function jobCount(jobs: JobCounts | undefined, format: Format): string {
  if (jobs === undefined || jobs.total === 0) return ''
  return jobs.total < longHistory ? `${jobs.counts.ready} / ${jobs.total}` : format.number(jobs.total)
}

const noCounts: readonly ApplicationCount[] = []

/** Live calls over all applications of the profile, as in the overview of Sessions. */
function useLive(): string {
  const { t } = useTranslation('app')
  const { number } = useFormat()
  const hasApplications = (useOpenProfile()?.profile.applications.length ?? 0) > 0
  const counts = useQuery({ ...read('session.overview', {}), enabled: hasApplications }).data ?? noCounts
  const { live, fresh, was, stale, unread } = useLiveSum(counts)
  if (fresh === 0) return stale === 0 ? '' : t('wasLive', { was: number(was) })
  const unknown = stale + unread
  return unknown === 0
    ? t('live', { live: number(live) })
    : t('liveOfSome', { live: number(live), unknown: number(unknown) })
}

/** The small counts beside the links, from what is known already; a section without one is absent. */
export function useCounts(): Readonly<Partial<Record<Section, string>>> {
  const { t } = useTranslation('app')
  const format = useFormat()
  const enabled = useOpenProfile() !== null
  const jobs = useQuery({ ...read('job.counts', {}), enabled }).data
  const saved = useQuery({ ...read('library.overview', {}), enabled }).data?.counts.all ?? 0
  const left = useQuery({ ...read('account.figures', {}), enabled }).data?.latest?.avatarCreationsLeft ?? null
  return {
    avatars: jobCount(jobs, format),
    conversations: saved === 0 ? '' : format.number(saved),
    sessions: useLive(),
    account: left === null ? '' : t('left', { count: left, formatted: format.number(left) }),
  }
}
