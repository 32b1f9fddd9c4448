import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import type { JobIndex } from '../../shared/schemas/history.ts'
import { queries } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useIsStale } from '../api/use-is-stale.ts'
import type { Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useApplication } from '../state/application.ts'

// Two numbers of four digits find no room beside the link; of a history so long the size is what is looked for.
const longHistory = 1_000

function jobCount(index: JobIndex | undefined, format: Format): string {
  if (index === undefined || index.total === 0) return ''
  return index.total < longHistory ? `${index.counts.ready} / ${index.total}` : format.number(index.total)
}

function useLive(): string {
  const { t } = useTranslation('app')
  const application = useApplication(useOpenProfile())
  const figures = useQuery({ ...queries.figures(application?.appId ?? ''), enabled: application !== null }).data
  const latest = figures?.latest ?? null
  const isStale = useIsStale(figures ?? null)
  if (latest === null) return ''
  return t(isStale ? 'wasLive' : 'live', { count: latest.total })
}

/** The small counts beside the links, from what is known already; a section without one is absent. */
export function useCounts(): Readonly<Partial<Record<Section, string>>> {
  const { t } = useTranslation('app')
  const format = useFormat()
  const enabled = useOpenProfile() !== null
  const index = useQuery({ ...queries.jobIndex(), enabled }).data
  const kept = useQuery({ ...queries.libraryOverview(), enabled }).data?.counts.all ?? 0
  const left = useQuery({ ...queries.account(), enabled }).data?.latest?.avatarCreationsLeft ?? null
  return {
    avatars: jobCount(index, format),
    conversations: kept === 0 ? '' : format.number(kept),
    sessions: useLive(),
    account: left === null ? '' : t('left', { count: left, formatted: format.number(left) }),
  }
}
