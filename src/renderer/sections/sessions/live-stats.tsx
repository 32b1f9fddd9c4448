import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId, ProfileId } from '../../../shared/ids.ts'
import type { Concurrency } from '../../../shared/schemas/session.ts'
import { read } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stat } from '../../ui/stat.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConcurrencyChart } from './concurrency-chart.tsx'
import { ListComparison } from './list-comparison.tsx'
import styles from './sessions.module.css'
import { useIsStale } from '../../api/use-is-stale.ts'

export interface LiveStatsProps {
  readonly profileId: ProfileId
  readonly appId: AppId
}

// The service’s own name for it, which operators use towards the vendor.
const source = 'getconcurrentNumber'

function Source({ at, isStale }: { readonly at: number | null; readonly isStale: boolean }) {
  const { t } = useTranslation(['sessions', 'common'])
  if (at === null) return <>{t('neverRead')}</>
  return (
    <>
      {t('common:updated')} <Age at={at} /> · {source}
      {isStale && (
        <>
          {' '}
          <Badge tone="warn">{t('stale')}</Badge>
        </>
      )}
    </>
  )
}

function Stats({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const { latest } = concurrency
  const isStale = useIsStale(concurrency)
  const number = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : format.number(value)
  const counts = [
    { caption: t('total'), value: number(latest?.total), size: 'number' },
    { caption: t('yours'), value: number(latest?.yours), size: 'number' },
    { caption: t('corporateId'), value: latest?.corporateId ?? null, size: 'text' },
  ] as const
  return counts.map(({ caption, value, size }) => (
    <Stat
      key={caption}
      caption={caption}
      value={value}
      size={size}
      stale={isStale}
      sub={<Source at={latest?.at ?? null} isStale={isStale} />}
    />
  ))
}

/** The three figures of an application with their age, how they went, and what the list says beside them. */
export function LiveStats({ profileId, appId }: LiveStatsProps) {
  const { t } = useTranslation('sessions')
  const counts = useQuery(read('session.figures', { appId }))
  if (counts.isPending) return <Skeleton label={t('reading')} lines={4} />
  if (counts.isError) return <QueryFailure query={counts} about={t('readFailed')} />
  const concurrency = counts.data
  return (
    <>
      {concurrency.failure !== null && (
        <ErrorNotice failure={concurrency.failure.failure} about={t('readFailed')} readsAgain />
      )}
      <div className={styles.figures}>
        <Stats concurrency={concurrency} />
      </div>
      <ListComparison profileId={profileId} concurrency={concurrency} />
      <ConcurrencyChart concurrency={concurrency} />
    </>
  )
}
