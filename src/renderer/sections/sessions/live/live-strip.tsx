import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import type { Concurrency, ListReading } from '../../../../shared/schemas/session.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { showSessionsTab } from '../../../state/sessions-tab-store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import { useComparisonResult } from '../history/session-list.tsx'
import { useCapacity } from '../use-capacity.ts'
import { Applications } from './applications.tsx'
import { LastHour } from './last-hour.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './live-strip.module.css'

interface OfApplication {
  readonly view: ProfileView
  readonly application: Application
}

// The service's own name for it, which operators use towards the vendor.
const source = 'getconcurrentNumber'

function Updated({ at, isStale }: { readonly at: number | null; readonly isStale: boolean }) {
  const { t } = useTranslation(['sessions', 'common'])
  if (at === null) return <>{t('neverRead')}</>
  return (
    <span title={source} className={cx(isStale && styles.stale)}>
      {isStale ? (
        <>
          <span>{t('stale')}</span> · <Age at={at} />
        </>
      ) : (
        <Trans t={t} i18nKey="common:updated" components={{ age: <Age at={at} /> }} />
      )}
    </span>
  )
}

interface KnownTotal {
  readonly total: number
  readonly capacity: number
}

function OfCapacity({ total, capacity }: KnownTotal) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  return (
    <>
      {number(total)}{' '}
      <Text font="body" tone="soft" className={styles.of}>
        {t('ofCapacity.beside', { capacity: number(capacity) })}
      </Text>
    </>
  )
}

/** How much of the capacity is in use. */
function Meter({ total, capacity }: KnownTotal) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  return (
    <meter
      aria-label={t('ofCapacity.label', { total: number(total), capacity: number(capacity) })}
      className={styles.meter}
      max={capacity}
      high={0.8 * capacity}
      optimum={0}
      value={Math.min(total, capacity)}
    />
  )
}

const notRead = { total: null, yours: null, corporateId: null, at: null }

function Figures({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const { appId, latest } = concurrency
  const { total, yours, corporateId, at } = latest ?? notRead
  const isStale = useIsStale(concurrency)
  const capacity = useCapacity(appId)
  const known = total === null || capacity === null ? null : { total, capacity }
  const number = (value: number | null): string | null => (value === null ? null : format.number(value))
  const of = { stale: isStale, sub: <Updated at={at} isStale={isStale} /> }
  return (
    <div className={styles.figures}>
      <Stat
        {...of}
        caption={t('total')}
        value={known === null ? number(total) : <OfCapacity {...known} />}
        meter={known && <Meter {...known} />}
      />
      <Stat {...of} caption={t('yours')} size="text" value={number(yours)} />
      <Stat {...of} caption={t('corporateId')} size="text" value={corporateId} />
    </div>
  )
}

/** Said beside the count where the service's own list says something else. */
function ListDoubt({ list, countedAt }: { readonly list: ListReading; readonly countedAt: number | undefined }) {
  const { t } = useTranslation('sessions')
  const text = useComparisonResult(list, countedAt)
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
export function LiveStrip({ view, application }: OfApplication) {
  const { t } = useTranslation('sessions')
  const { appId } = application
  const counts = useQuery(read('session.figures', { appId }))
  if (counts.isPending) return <Skeleton label={t('reading')} lines={4} />
  if (counts.isError) return <QueryFailure query={counts} about={t('readFailed')} />
  const { failure, list, latest } = counts.data
  return (
    <>
      <ErrorNotice failure={failure?.failure} about={t('readFailed')} readsAgain />
      <section aria-label={t('strip')} className={styles.strip}>
        <Figures concurrency={counts.data} />
        <LastHour concurrency={counts.data} />
        <Applications view={view} chosen={appId} />
      </section>
      {list !== null && list.agreement !== 'agrees' && <ListDoubt list={list} countedAt={latest?.at} />}
    </>
  )
}
