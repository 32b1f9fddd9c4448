import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountSeries } from '../../../shared/schemas/account.ts'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { chooseSeriesRange, useSeriesRange } from '../../state/series-range-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { TimeLine, Annotation } from '../../ui/time-chart/chart-types.ts'
import { RangeSwitch } from '../../ui/time-chart/range-switch.tsx'
import { TimeChart } from '../../ui/time-chart/time-chart.tsx'
import { useAnnotations } from '../../ui/time-chart/use-annotations.ts'
import styles from './account.module.css'
import { useAmounts } from './amounts.ts'
import type { BalanceName, DurationUnit } from './amounts.ts'

export interface BalanceTrendsProps {
  readonly unit: DurationUnit
}

interface TrendProps {
  readonly balance: BalanceName
  readonly unit: DurationUnit
  readonly series: AccountSeries
  readonly marks: readonly Annotation[]
}

interface Ends {
  readonly from: string
  readonly fromTime: string
  readonly to: string
  readonly toTime: string
}

/** The first and the last reading of the balance as text; null when there is none. */
function useEnds({ balance, unit, series }: Omit<TrendProps, 'marks'>): Ends | null {
  const amounts = useAmounts(balance, unit)
  const format = useFormat()
  const values = series[balance]
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  if (first === -1) return null
  const value = (place: number): string => amounts.value(values[place] ?? 0)
  const time = (place: number): string => format.time(series.at[place] ?? series.to)
  return { from: value(first), fromTime: time(first), to: value(last), toTime: time(last) }
}

function useLines(name: string, balance: BalanceName, series: AccountSeries): readonly TimeLine[] {
  return useMemo(
    () => [{ name, tone: 'accent', at: series.at, value: series[balance], holdsUntil: series.holdsUntil }],
    [name, balance, series],
  )
}

function Trend({ balance, unit, series, marks }: TrendProps) {
  const { t } = useTranslation('account')
  const amounts = useAmounts(balance, unit)
  const ends = useEnds({ balance, unit, series })
  const name = balance === 'creations' ? t('creationsLeft') : t('durationLeft')
  const isBare = balance === 'duration' && unit === 'unknown'
  const lines = useLines(isBare ? `${name}, ${t('unitNotStated')}` : name, balance, series)
  if (ends === null) return null
  return (
    <div className={styles.trend}>
      <h3>
        {name}
        {isBare && <span className={styles.change}>{t('unitNotStated')}</span>}
      </h3>
      <TimeChart
        summary={t('trend.change', { ...ends })}
        label={t('trend.label', { ...ends, name, over: t(`trend.over.${series.range}`) })}
        lines={lines}
        annotations={marks}
        from={series.from}
        to={series.to}
        format={amounts.value}
      />
    </div>
  )
}

interface DrawnProps extends BalanceTrendsProps {
  readonly series: AccountSeries
}

function Drawn({ series, unit }: DrawnProps) {
  const { t } = useTranslation('account')
  const marks = useAnnotations(series.annotations)
  // One reading is a dot in an empty box.
  if (series.at.length < 2) {
    return (
      <EmptyState icon={<ChartLine />} title={series.at.length === 0 ? t('trend.none') : t('trend.one')}>
        {t('trend.noneHint')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.trends}>
      <Trend balance="creations" unit={unit} series={series} marks={marks} />
      <Trend balance="duration" unit={unit} series={series} marks={marks} />
    </div>
  )
}

/**
 * Both balances over the hour, day, week or month, as far as this computer has read them, with batches and close-alls
 * beside them. While another range is read the former stays.
 */
export function BalanceTrends({ unit }: BalanceTrendsProps) {
  const { t } = useTranslation('account')
  const range = useSeriesRange()
  const query = useQuery({ ...read('account.series', { range }), placeholderData: keepPreviousData })
  return (
    <Panel region title={t('trend.title')} actions={<RangeSwitch range={range} onChange={chooseSeriesRange} />}>
      <QueryFailure query={query} about={t('trend.failed')} />
      {query.isPending && <Skeleton label={t('trend.reading')} lines={8} />}
      {query.data !== undefined && <Drawn series={query.data} unit={unit} />}
    </Panel>
  )
}
