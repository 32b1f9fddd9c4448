import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AccountChange, AccountSeries, BalanceName } from '../../../shared/schemas/account.ts'
import { useAlerts } from '../../alerts/use-rules.ts'
import { read } from '../../api/queries.ts'
import { Unread } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { chooseSeriesRange, useSeriesRange } from '../../state/view-preferences-store.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { ChartLimit, TimeLine } from '../../ui/time-chart/chart-data.ts'
import { firstKnown, RangeSwitch, TimeChart, useAnnotations } from '../../ui/time-chart/time-chart.tsx'
import { useAmounts } from './amounts.ts'

/** The series of the chosen range; the previous series stays while a new range is read. */
export function useBalanceSeries() {
  const range = useSeriesRange()
  return useQuery({ ...read('account.series', { range }), placeholderData: keepPreviousData })
}

const balances: readonly BalanceName[] = ['creations', 'duration']

/** The changes shown with a balance: all except the top-ups of the other balance. */
function useChanges(balance: BalanceName, series: AccountSeries) {
  const changes = useMemo(
    () => series.changes.filter(({ annotation, change }) => annotation.kind !== 'top-up' || change[balance] !== null),
    [balance, series],
  )
  const marks = useAnnotations(useMemo(() => changes.map(({ annotation }) => annotation), [changes]))
  return { changes, marks }
}

/** Where the alerts on creations are triggered; an alert on the duration has a time, and no level. */
function useLimits(balance: BalanceName): readonly ChartLimit[] {
  const { t, format } = useTexts('account')
  const rules = useAlerts().data?.rules
  return useMemo(() => {
    const levels = (balance === 'creations' ? (rules ?? []) : []).flatMap(({ kind, isOn, value }) =>
      isOn && kind === 'creations-below' ? [value] : [],
    )
    return [...new Set(levels)].map((value) => ({
      kind: 'alert',
      value,
      text: t('trend.limit', { number: format.number(value) }),
    }))
  }, [balance, rules, t, format])
}

interface TrendProps {
  readonly balance: BalanceName
  readonly series: AccountSeries
}

interface Reading {
  readonly at: number
  readonly value: number
}

/** The first and the last reading of the balance; null with fewer than two readings, which make no line. */
function endsOf(balance: BalanceName, series: AccountSeries): readonly [Reading, Reading] | null {
  const readings = series.at.flatMap((at, index): Reading[] => {
    const value = series[balance][index] ?? null
    return value === null ? [] : [{ at, value }]
  })
  const [first, last] = [readings[0], readings.at(-1)]
  return first === undefined || last === undefined || series.at.length < 2 ? null : [first, last]
}

function Trend({ balance, series }: TrendProps) {
  const { t, format } = useTexts(['account', 'chart', 'common'])
  const amounts = useAmounts(balance)
  const { marks: annotations } = useChanges(balance, series)
  const limits = useLimits(balance)
  const name = t(`account:${balance}Left`)
  const lineName = amounts.isBare ? [name, t('account:unitNotStated')].join(t('common:comma')) : name
  const lines = useMemo<readonly TimeLine[]>(
    () => [{ name: lineName, tone: 'accent', at: series.at, value: series[balance], holdsUntil: series.holdsUntil }],
    [lineName, balance, series],
  )
  const ends = endsOf(balance, series)
  if (ends === null) {
    return <EmptyState Icon={ChartLine} title={t('account:trend.few')} />
  }
  const [first, last] = ends
  const values = {
    name,
    range: t(`chart:range.${series.range}`),
    from: amounts.value(first.value),
    fromTime: format.time(first.at),
    to: amounts.value(last.value),
    toTime: format.time(last.at),
  }
  return (
    <TimeChart
      lines={lines}
      annotations={annotations}
      limits={limits}
      label={t('account:trend.label', values)}
      from={firstKnown(series)}
      to={series.to}
      format={amounts.value}
    />
  )
}

function useDetails(): (annotation: AccountChange['annotation']) => string {
  const { t, format } = useTexts('account')
  return (annotation) => {
    if (annotation.kind === 'refund') return t('changes.failed', { name: annotation.name })
    if (annotation.kind === 'unknown') return annotation.name
    if (annotation.kind === 'top-up') return t('changes.seen')
    if (annotation.kind !== 'batch' || annotation.accepted === null) return ''
    return t('changes.accepted', { accepted: format.number(annotation.accepted) })
  }
}

/** `table` **Changes**: the annotations of the chart, newest first. */
function Changes({ balance, series }: TrendProps) {
  const { t, format } = useTexts(['account', 'chart', 'common'])
  const amounts = useAmounts(balance)
  const { changes, marks } = useChanges(balance, series)
  const detailsOf = useDetails()
  if (changes.length === 0) return null
  const rows = changes.map((change, index) => ({ ...change, index, event: marks[index]?.text ?? '' })).reverse()
  return (
    <Panel region title={t('account:changes.title')} sub={t('account:changes.marked')} padded={false}>
      <DataTable
        label={t('account:changes.title')}
        columns={[
          {
            key: 'time',
            label: t('chart:time'),
            width: '152px',
            narrow: 'minmax(88px, 152px)',
            cell: ({ annotation }) => <time>{format.time(annotation.at)}</time>,
          },
          {
            key: 'event',
            label: t('account:changes.event'),
            width: '232px',
            narrow: 'minmax(96px, 184px)',
            cell: ({ event }) => event,
          },
          {
            key: 'details',
            label: t('common:details'),
            width: 'minmax(0, 1fr)',
            cell: ({ annotation }) => detailsOf(annotation),
          },
          {
            key: 'change',
            label: t('chart:change'),
            width: '96px',
            narrow: '72px',
            align: 'end',
            cell: ({ change }) => (change[balance] === null ? '–' : amounts.change(change[balance])),
          },
          {
            key: 'left',
            label: t('account:changes.left'),
            width: '112px',
            narrow: '72px',
            align: 'end',
            cell: ({ left }) => (left[balance] === null ? '–' : amounts.value(left[balance])),
          },
        ]}
        rows={rows}
        keyOf={({ index }) => String(index)}
        rowHeight="entry"
      />
    </Panel>
  )
}

/**
 * A balance over the hour, day, week or month, as far as this computer has read it, with the batches, close-alls and
 * alerts of that time.
 */
export function BalanceTrends() {
  const { t } = useTexts(['account', 'common'])
  const range = useSeriesRange()
  const [balance, setBalance] = useState<BalanceName>('creations')
  const query = useBalanceSeries()
  const series = query.data
  const amounts = useAmounts(balance)
  const movement = series?.movements[balance] ?? null
  return (
    <>
      <Panel
        region
        title={t('account:trend.title')}
        sub={movement === null ? null : amounts.movement(movement)}
        actions={
          <>
            <RadioGroup
              label={t('account:trend.balance')}
              showsLabel={false}
              options={balances.map((value) => ({ value, label: t(`account:balance.${value}`) }))}
              value={balance}
              onChange={setBalance}
            />
            <RangeSwitch range={range} onChange={chooseSeriesRange} />
          </>
        }
      >
        <Unread query={query} lines={8} about={t('account:readFailed')} />
        {series !== undefined && <Trend key={balance} balance={balance} series={series} />}
      </Panel>
      {series !== undefined && <Changes balance={balance} series={series} />}
    </>
  )
}
