import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import type { JobIndex } from '../../shared/schemas/history.ts'
import { queries } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useApplication } from '../state/application.ts'

function jobCount(index: JobIndex | undefined): string {
  return index === undefined || index.total === 0 ? '' : `${index.counts.ready} / ${index.total}`
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
  const index = useQuery({ ...queries.jobIndex(), enabled }).data
  const kept = useQuery({ ...queries.recents(), enabled }).data?.length ?? 0
  const left = useQuery({ ...queries.account(), enabled }).data?.latest?.avatarCreationsLeft ?? null
  return {
    avatars: jobCount(index),
    conversations: kept === 0 ? '' : format.number(kept),
    sessions: useLive(),
    account: left === null ? '' : format.number(left),
  }
}
