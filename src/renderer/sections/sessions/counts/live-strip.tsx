import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import type { Concurrency, ListReading } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { QueryFailure, Unread } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { showSessionsTab } from '../../../state/sessions-tab-store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import type { OpenApplication } from '../applications.tsx'
import { CountChart, useCapacity, useSeriesText } from './count-chart.tsx'
import styles from './counts.module.css'
import { useComparisonText } from './history-tab.tsx'
import { Overview } from './overview.tsx'

// The service's own name for it, which operators use towards the vendor.
const operation = 'getconcurrentNumber'

const notRead = { total: null, yours: null, corporateId: null, at: null }

function Figures({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTranslation(['sessions', 'common'])
  const format = useFormat()
  const { appId, latest } = concurrency
  const { total, yours, corporateId, at } = latest ?? notRead
  const isStale = useIsStale(concurrency)
  const capacity = useCapacity(appId)
  const number = (value: number | null): string | null => (value === null ? null : format.number(value))
  const updated = at !== null && (
    <span title={operation} className={cx(isStale && styles.stale)}>
      {isStale && <span>{t('stale')}</span>}
      {isStale && ' · '}
      {isStale ? <Age at={at} /> : <Trans t={t} i18nKey="common:updated" components={{ age: <Age at={at} /> }} />}
    </span>
  )
  const of = { stale: isStale, sub: updated || t('neverRead') }
  return (
    <div className={styles.figures}>
      {total === null || capacity === null ? (
        <Stat {...of} caption={t('total')} value={number(total)} />
      ) : (
        <Stat
          {...of}
          caption={t('total')}
          value={
            <>
              {format.number(total)}{' '}
              <Text font="body" tone="soft" className={styles.of}>
                {t('ofCapacity', { capacity: format.number(capacity) })}
              </Text>
            </>
          }
          meter={
            <meter
              aria-label={t('limit.capacity', { number: format.number(capacity) })}
              className={styles.meter}
              max={capacity}
              high={0.8 * capacity}
              optimum={0}
              value={Math.min(total, capacity)}
            />
          }
        />
      )}
      <Stat {...of} caption={t('yours')} size="text" value={number(yours)} />
      <Stat {...of} caption={t('corporateId')} size="text" value={corporateId} />
    </div>
  )
}

function LastHour({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTranslation('sessions')
  const textOf = useSeriesText(concurrency)
  const query = useQuery(read('session.series', { appId: concurrency.appId, range: 'hour' }))
  const series = query.data
  return (
    <Stack className={styles.hour} aria-busy={query.isPending}>
      {series === undefined ? (
        <QueryFailure query={query} about={t('readFailed')} />
      ) : (
        <CountChart series={series} label={textOf(series).label} size="small" />
      )}
    </Stack>
  )
}

/** Said beside the count where the service's own list says something else. */
function ListDoubt({ list }: { readonly list: ListReading }) {
  const { t } = useTranslation('sessions')
  const text = useComparisonText(list)
  return (
    <Row role="status" gap={2}>
      <StatusText tone="warn">{text}</StatusText>
      <Button size="small" onClick={() => showSessionsTab('history')}>
        {t('list.show')}
      </Button>
    </Row>
  )
}

/** The figures of an application with their age, how the last hour went, and the counts of the other applications. */
export function LiveStrip({ view, application: { appId } }: OpenApplication) {
  const { t } = useTranslation(['sessions', 'common'])
  const counts = useQuery(read('session.figures', { appId }))
  if (!counts.isSuccess) return <Unread query={counts} lines={4} about={t('readFailed')} />
  const { list } = counts.data
  return (
    <>
      <div className={styles.room}>
        <section aria-label={t('strip')} className={styles.strip}>
          <Figures concurrency={counts.data} />
          <LastHour concurrency={counts.data} />
          <Overview view={view} chosen={appId} />
        </section>
      </div>
      {list !== null && list.agreement !== 'agrees' && <ListDoubt list={list} />}
    </>
  )
}
