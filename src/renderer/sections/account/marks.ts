import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesMarker } from '../../../shared/schemas/session.ts'
import type { TimeMark } from '../../ui/time-chart/chart-types.ts'

/** What happened beside the balances, in words; the same array while markers and language are the same. */
export function useMarks(markers: readonly SeriesMarker[]): readonly TimeMark[] {
  const { t } = useTranslation('account')
  return useMemo(() => {
    const words = (marker: SeriesMarker): string => {
      if (marker.kind === 'alert') return t(`marker.alert.${marker.severity}`)
      const kind = marker.kind === 'batch' ? 'batch' : 'closeAll'
      return marker.count === null ? t(`marker.${kind}.bare`) : t(`marker.${kind}.counted`, { count: marker.count })
    }
    return markers.map((marker) => ({ at: marker.at, kind: marker.kind, words: words(marker) }))
  }, [markers, t])
}
