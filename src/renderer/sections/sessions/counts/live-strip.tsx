import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import type { Concurrency } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { showSessionsTab } from '../../../state/sessions-tab-store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
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

interface LiveStripProps {
  readonly view: ProfileView
  readonly concurrency: Concurrency
}

/** The figures of an application with their age, how the last hour went, and the counts of the other applications. */
export function LiveStrip({ view, concurrency }: LiveStripProps) {
  const { t } = useTranslation('sessions')
  const comparisonText = useComparisonText()
  const { appId, list } = concurrency
  return (
    <>
      <div className={styles.room}>
        <section aria-label={t('strip')} className={styles.strip}>
          <Figures concurrency={concurrency} />
          <LastHour concurrency={concurrency} />
          <Overview view={view} chosen={appId} />
        </section>
      </div>
      {list !== null && list.agreement !== 'agrees' && (
        <Row role="status" gap={2}>
          <StatusText tone="warn">{comparisonText(list)}</StatusText>
          <Button size="small" onClick={() => showSessionsTab('history')}>
            {t('list.show')}
          </Button>
        </Row>
      )}
    </>
  )
}
