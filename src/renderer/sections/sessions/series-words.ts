import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Series, SeriesMarker } from '../../../shared/schemas/session.ts'
import { useFormat } from '../../i18n/use-format.ts'

/** Where in a series the highest total stands, the newest of equals; null in an empty one. */
function peakOf({ totalMax }: Series): number | null {
  let peak: number | null = null
  for (const [place, total] of totalMax.entries()) if (peak === null || total >= (totalMax[peak] ?? 0)) peak = place
  return peak
}

/** Gives a series in words: how many are live now, or when that was last known, and the peak; null without a reading. */
export function useSeriesWords(): (series: Series) => string | null {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  return (series) => {
    const { at, holdsUntil, totalLast, totalMax, to, stepMs } = series
    const last = at.length - 1
    const peak = peakOf(series)
    if (peak === null) return null
    const isKnownNow = (holdsUntil[last] ?? 0) >= to
    const now = { total: format.number(totalLast[last] ?? 0), time: format.time(at[last] ?? to) }
    const top = { total: format.number(totalMax[peak] ?? 0), time: format.time(at[peak] ?? to) }
    return `${isKnownNow ? t('chart.now', now) : t('chart.last', now)}, ${stepMs === null ? t('chart.peak', top) : t('chart.peakAround', top)}`
  }
}

/** Gives a mark beside the line in words; keeps its identity while the language does. */
export function useMarkerWords(): (marker: SeriesMarker) => string {
  const { t } = useTranslation('sessions')
  return useCallback(
    (marker) => {
      if (marker.kind === 'alert') return t(`marker.alert.${marker.severity}`)
      const { kind, count } = marker
      return count === null ? t(`marker.${kind}.bare`) : t(`marker.${kind}.counted`, { count })
    },
    [t],
  )
}
