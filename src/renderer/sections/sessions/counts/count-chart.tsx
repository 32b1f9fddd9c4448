import { useMemo } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import { alertKinds, watchesCallsOf } from '../../../../shared/model/alert-kinds.ts'
import { seriesFacts } from '../../../../shared/model/series-facts.ts'
import type { Concurrency, ConcurrencySample, Series } from '../../../../shared/schemas/session.ts'
import { useAlerts, useCapacity } from '../../../alerts/use-rules.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { ChartLimit, TimeLine } from '../../../ui/time-chart/chart-data.ts'
import { firstKnown, TimeChart, useAnnotations } from '../../../ui/time-chart/time-chart.tsx'

type Reading = Pick<ConcurrencySample, 'at' | 'total'>

/**
 * The highest total, or the newest of equal totals, at the time of its step. `newest` might not be in the series yet.
 */
function peakOf({ at, totalMax }: Series, newest: Reading): Reading {
  let peak = { at: 0, total: -1 }
  for (const [index, total] of totalMax.entries()) if (total >= peak.total) peak = { at: at[index] ?? 0, total }
  return newest.total > peak.total ? newest : peak
}

// A shorter time is the usual distance between two readings.
const minUnreadMs = 60_000

/** The live number comes from the figures, because a month's series is fetched less often. */
export function useSeriesText(concurrency: Concurrency): (series: Series) => { label: string; facts: string } {
  const { t, format } = useTexts('sessions')
  const { latest } = concurrency
  const isStale = useIsStale(concurrency)
  const text = ({ total, at }: Reading) => ({ total: format.number(total), time: format.time(at) })
  return (series) => {
    const title = t(`range.${series.range}`)
    const lastAt = series.at.at(-1)
    if (lastAt === undefined) {
      const facts = t('chart.none')
      return { label: t('chart.label', { title, text: facts }), facts }
    }
    const last = latest ?? { at: lastAt, total: series.totalLast.at(-1) ?? 0 }
    const peak = peakOf(series, last)
    const now = latest === null || isStale ? t('chart.last', text(last)) : t('chart.now', text(last))
    const top = t('chart.peak', { ...text(peak), time: format.minute(peak.at) })
    const { mean, unreadMs } = seriesFacts(series)
    const facts: string[] = [top, t('chart.mean', { number: format.number(Math.round(mean * 10) / 10) })]
    if (unreadMs >= minUnreadMs) facts.push(t('chart.unread', { duration: format.duration(unreadMs) }))
    return { label: t('chart.label', { title, text: [now, top].join(' · ') }), facts: facts.join(' · ') }
  }
}

export function useCountLines(series: Series): readonly TimeLine[] {
  const { t } = useTexts('sessions')
  return useMemo(() => {
    const { at, holdsUntil, totalLast, totalMin, totalMax, yoursLast, stepMs } = series
    const total = { name: t('total'), shortName: t('overview.column.total'), tone: 'accent', value: totalLast } as const
    const yours = { name: t('yours'), shortName: t('overview.column.yours'), tone: 'soft', value: yoursLast } as const
    return [
      { ...total, at, holdsUntil, ...(stepMs === null ? {} : { low: totalMin, high: totalMax }) },
      { ...yours, at, holdsUntil },
    ]
  }, [series, t])
}

/** The lines of a chart of counts: the application's capacity, and the values at which its alerts are triggered. */
function useCountLimits(appId: AppId): readonly ChartLimit[] {
  const { t, format } = useTexts('sessions')
  const rules = useAlerts().data?.rules
  const capacity = useCapacity(appId)
  return useMemo(() => {
    const levels = (rules ?? []).flatMap((rule) => {
      const isDrawn = watchesCallsOf(rule, appId) && alertKinds[rule.kind].value !== null
      return isDrawn ? [rule.value] : []
    })
    const limit = (kind: ChartLimit['kind'], value: number): ChartLimit => ({
      kind,
      value,
      text: t(`limit.${kind}`, { number: format.number(value) }),
    })
    return [
      ...(capacity === null ? [] : [limit('capacity', capacity)]),
      ...[...new Set(levels)].map((value) => limit('alert', value)),
    ]
  }, [rules, capacity, appId, t, format])
}

const noAnnotations: readonly never[] = []

interface CountChartProps {
  readonly series: Series
  readonly label: string
  /** `small` shows only the total. */
  readonly size: 'small' | 'normal'
}

export function CountChart({ series, label, size }: CountChartProps) {
  const { format } = useTexts('common')
  const lines = useCountLines(series)
  const annotations = useAnnotations(size === 'small' ? noAnnotations : series.annotations)
  return (
    <TimeChart
      from={firstKnown(series)}
      to={series.to}
      size={size}
      hasTable={false}
      label={label}
      lines={size === 'small' ? lines.slice(0, 1) : lines}
      annotations={annotations}
      limits={useCountLimits(series.appId)}
      format={format.number}
    />
  )
}
