import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { queries } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useApplication } from '../state/application.ts'

function jobCount(jobs: readonly Job[] = []): string {
  const shown = jobs.filter((job) => job.state !== 'removed')
  return shown.length === 0 ? '' : `${shown.filter((job) => job.state === 'ready').length} / ${shown.length}`
}

function useLive(): string {
  const { t } = useTranslation('app')
  const application = useApplication(useOpenProfile())
  const figures = useQuery({ ...queries.figures(application?.appId ?? ''), enabled: application !== null }).data
  const total = figures?.latest?.total
  return total === undefined ? '' : t('live', { count: total })
}

/** The small counts beside the links, from what is known already; a section without one is absent. */
export function useCounts(): Readonly<Partial<Record<Section, string>>> {
  const format = useFormat()
  const enabled = useOpenProfile() !== null
  const jobs = useQuery({ ...queries.jobs(), enabled }).data
  const kept = useQuery({ ...queries.recents(), enabled }).data?.length ?? 0
  const left = useQuery({ ...queries.account(), enabled }).data?.latest?.avatarCreationsLeft ?? null
  return {
    avatars: jobCount(jobs),
    conversations: kept === 0 ? '' : format.number(kept),
    sessions: useLive(),
    account: left === null ? '' : format.number(left),
  }
}
