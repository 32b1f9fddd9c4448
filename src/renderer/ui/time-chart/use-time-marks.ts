import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesMarker } from '../../../shared/schemas/session.ts'
import type { TimeMark } from './chart-types.ts'

/** What happened beside a series, in words; the same array while markers and language are the same. */
export function useTimeMarks(markers: readonly SeriesMarker[]): readonly TimeMark[] {
  const { t } = useTranslation('chart')
  return useMemo(() => {
    const words = (marker: SeriesMarker): string => {
      if (marker.kind === 'alert') return t(`marker.alert.${marker.severity}`)
      const { kind, count } = marker
      return count === null ? t(`marker.${kind}.bare`) : t(`marker.${kind}.counted`, { count })
    }
    return markers.map((marker) => ({ at: marker.at, kind: marker.kind, words: words(marker) }))
  }, [markers, t])
}
