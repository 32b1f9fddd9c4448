import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { LiveSum } from '../../../../shared/model/live-count.ts'
import type { ApplicationCount, Concurrency } from '../../../../shared/schemas/session.ts'
import { useCapacity, useTotalCapacity } from '../../../alerts/use-rules.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale, useLiveSum } from '../../../api/use-is-stale.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { Button, PlainButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import { applicationName, useApplications } from '../applications.tsx'
import { CountChart, useSeriesText } from './count-chart.tsx'
import styles from './counts.module.css'
import { useComparisonText } from './history-tab.tsx'
import { OverviewTable } from './overview-table.tsx'
import type { OverviewRow } from './overview-table.tsx'

const notRead = { total: null, yours: null, corporateId: null, at: null }

function Figures({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t, format } = useTexts(['sessions', 'common'])
  const { appId, latest } = concurrency
  const { total, yours, corporateId, at } = latest ?? notRead
  const isStale = useIsStale(concurrency)
  const capacity = useCapacity(appId)
  const number = (value: number | null): string | null => (value === null ? null : format.number(value))
  const updated = at !== null && (
    <span className={cx(isStale && styles.stale)}>
      {isStale && <span>{t('common:stale')}</span>}
      {isStale && ' · '}
      {isStale ? <Age at={at} /> : <Trans t={t} i18nKey="common:updated" components={{ age: <Age at={at} /> }} />}
    </span>
  )
  // Only the first figure shows the age, because all three are from one reading.
  const first = { stale: isStale, sub: updated || t('common:neverRead'), meter: null }
  const other = {
    stale: isStale,
    sub: isStale && <span className={styles.stale}>{t('common:stale')}</span>,
    meter: null,
  }
  return (
    <div className={styles.figures}>
      {total === null || capacity === null ? (
        <Stat {...first} caption={t('total')} value={number(total)} />
      ) : (
        <Stat
          {...first}
          caption={t('total')}
          value={
            <>
              {format.number(total)} <OfCapacity capacity={capacity} />
            </>
          }
          meter={
            <ProgressBar
              label={t('limit.capacity', { number: format.number(capacity) })}
              max={capacity}
              value={Math.min(total, capacity)}
              text={format.number(total)}
              high={0.8 * capacity}
            />
          }
        />
      )}
      <Stat {...other} caption={t('yours')} size="text" value={number(yours)} />
      <Stat {...other} caption={t('corporateId')} size="text" value={corporateId} />
    </div>
  )
}

function LastHour({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTexts('sessions')
  const textOf = useSeriesText(concurrency)
  const query = useQuery(read('session.series', { appId: concurrency.appId, range: 'hour' }))
  const series = query.data
  return (
    <div className={styles.hour}>
      <Stack aria-busy={query.isPending}>
        {series === undefined ? (
          <QueryFailure query={query} about={t('readFailed')} />
        ) : (
          <CountChart series={series} label={textOf(series).label} size="small" />
        )}
      </Stack>
    </div>
  )
}

/** Follows a count: how many calls can be live at the same time; nothing where that is unknown. */
function OfCapacity({ capacity }: { readonly capacity: number | null }) {
  const { t, format } = useTexts('sessions')
  if (capacity === null) return null
  return (
    <Text font="body" tone="soft" className={styles.of}>
      {t('ofCapacity', { capacity: format.number(capacity) })}
    </Text>
  )
}

function Count({ count, isChosen }: { readonly count: ApplicationCount; readonly isChosen: boolean }) {
  const { t, format } = useTexts('sessions')
  const isStale = useIsStale(count)
  const capacity = useCapacity(count.appId)
  const { latest } = count
  if (latest === null) return <span>{count.hasFailed ? t('overview.failed') : '–'}</span>
  if (!isStale) {
    return (
      <span>
        <Text font={isChosen ? 'label' : undefined}>{format.number(latest.total)}</Text>{' '}
        <OfCapacity capacity={capacity} />
      </span>
    )
  }
  return (
    <span className={styles.stale}>
      {t('overview.wasOne', { number: format.number(latest.total) })} · <Age at={latest.at} />
    </span>
  )
}

/** Stale counts are in the past tense, and never added to live counts. */
function Summary({ live, fresh, was, stale, all, unread, oldestAt }: LiveSum) {
  const { t, format } = useTexts(['sessions', 'common'])
  const text = {
    live: format.number(live),
    fresh: format.number(fresh),
    was: format.number(was),
    stale: format.number(stale),
    all: format.number(all),
  }
  const sum = t(fresh > 0 ? 'overview.live' : stale > 0 ? 'overview.stale' : 'common:neverRead', text)
  const doubts = [
    fresh > 0 && stale > 0 && t('overview.stale', text),
    unread > 0 && (fresh > 0 || stale > 0) && t('overview.notRead', { failed: format.number(unread) }),
  ].filter((doubt) => doubt !== false)
  return (
    <Note>
      {fresh === 0 ? <Text tone="bad">{sum}</Text> : sum}
      {oldestAt !== null && (
        <>
          {' · '}
          <Trans t={t} i18nKey="overview.oldest" components={{ age: <Age at={oldestAt} /> }} />
        </>
      )}
      {doubts.map((doubt) => (
        <span key={doubt}>
          {' · '}
          <Text tone="bad">{doubt}</Text>
        </span>
      ))}
    </Note>
  )
}

// The strip has this many lines beside the sum.
const shownAtMost = 3

/** The first rows; a chosen row that is not among them replaces the last. */
function shownRows(rows: readonly OverviewRow[], chosen: AppId): readonly OverviewRow[] {
  const first = rows.slice(0, shownAtMost)
  const open = rows.find(({ count }) => count.appId === chosen)
  return open === undefined || first.includes(open) ? first : [...first.slice(0, -1), open]
}

/** The counts of a profile's applications, a few in the strip and all in a dialog; nothing for a single application. */
function Overview({ chosen }: { readonly chosen: AppId }) {
  const { t, format } = useTexts('sessions')
  const [isOpen, setIsOpen] = useState(false)
  const applications = useApplications()
  const counts = useQuery({ ...read('session.overview', {}), enabled: applications.length > 1 })
  const byId = new Map(counts.data?.map((count) => [count.appId, count]))
  // In the order of the profile; an application that main does not know yet has no count.
  const rows = applications.map((application) => {
    const { appId } = application
    return { application, count: byId.get(appId) ?? { appId, latest: null, hasFailed: false, intervalMs: 0 } }
  })
  const capacity = useTotalCapacity(applications.map(({ appId }) => appId))
  const sum = useLiveSum(rows.map(({ count }) => count))
  if (applications.length < 2) return null
  if (counts.isError) return <QueryFailure query={counts} about={t('readFailed')} />
  const choose = (appId: AppId): void => {
    go({ section: 'sessions', appId })
    setIsOpen(false)
  }
  return (
    <Stack role="group" aria-label={t('overview.title')} className={styles.applications}>
      {shownRows(rows, chosen).map(({ application, count }) => (
        <PlainButton
          key={count.appId}
          aria-current={count.appId === chosen ? 'true' : undefined}
          onClick={() => choose(count.appId)}
        >
          <Text truncate>{applicationName(application)}</Text>
          <Count count={count} isChosen={count.appId === chosen} />
        </PlainButton>
      ))}
      <PlainButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Text font="secondary" tone="soft">
          {t('overview.number', { number: format.number(rows.length) })}
        </Text>
        <Text font="secondary" tone="soft">
          {format.number(sum.live + sum.was)}
          {sum.stale + sum.unread > 0 && <Text tone="warn">?</Text>} <OfCapacity capacity={capacity} />
        </Text>
      </PlainButton>
      {isOpen && (
        <Dialog title={t('overview.title')} size="wide" onClose={() => setIsOpen(false)}>
          <Summary {...sum} />
          <OverviewTable rows={rows} chosen={chosen} onChoose={choose} />
        </Dialog>
      )}
    </Stack>
  )
}

/** The figures of an application with their age, its last hour, and the counts of the other applications. */
export function LiveStrip({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTexts('sessions')
  const comparisonText = useComparisonText()
  const { appId, list } = concurrency
  return (
    <>
      <div className="room">
        <section aria-label={t('strip')} className={styles.strip}>
          <Figures concurrency={concurrency} />
          <LastHour concurrency={concurrency} />
          <Overview chosen={appId} />
        </section>
      </div>
      {list !== null && list.agreement !== 'agrees' && (
        <Row role="status" gap={2}>
          <StatusText tone="warn">{comparisonText(list)}</StatusText>
          <Button size="small" onClick={() => go({ section: 'sessions', tab: 'history' })}>
            {t('list.show')}
          </Button>
        </Row>
      )}
    </>
  )
}
