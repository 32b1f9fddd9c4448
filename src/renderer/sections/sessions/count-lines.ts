import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Series } from '../../../shared/schemas/session.ts'
import type { TimeLine, TimeSpan } from '../../ui/time-chart/chart-types.ts'

function linesOf(
  series: Series,
  names: Readonly<Record<'total' | 'yours' | 'totalShort' | 'yoursShort', string>>,
): readonly TimeLine[] {
  const { at, holdsUntil, totalLast, totalMin, totalMax, yoursLast, stepMs } = series
  const isStepped = stepMs !== null
  return [
    {
      ...{ name: names.total, shortName: names.totalShort, tone: 'accent', at, value: totalLast, holdsUntil },
      ...(isStepped ? { low: totalMin, high: totalMax } : {}),
    },
    { name: names.yours, shortName: names.yoursShort, tone: 'soft', at, value: yoursLast, holdsUntil },
  ]
}

const none: readonly TimeLine[] = []

/** All calls of an application, and this user's; none while they are read. */
export function useCountLines(series: Series | undefined): readonly TimeLine[] {
  const { t } = useTranslation('sessions')
  return useMemo(() => {
    if (series === undefined) return none
    const names = { totalShort: t('overview.column.total'), yoursShort: t('overview.column.yours') }
    return linesOf(series, { total: t('total'), yours: t('yours'), ...names })
  }, [series, t])
}

// Narrower, a few readings would be drawn as wide as an hour.
const minSpanMs = 5 * 60_000

/** The part of the range from its first reading on: an hour of which a minute is known would be empty. */
export function spanWithReadings({ from, to, at }: Series): TimeSpan {
  return { from: Math.min(Math.max(from, at[0] ?? from), to - minSpanMs), to }
}
