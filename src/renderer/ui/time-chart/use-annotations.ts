import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnnotation } from '../../../shared/schemas/session.ts'
import type { Annotation } from './chart-types.ts'

/** What happened beside a series, in words; the same array while markers and language are the same. */
export function useAnnotations(annotations: readonly ChartAnnotation[]): readonly Annotation[] {
  const { t } = useTranslation('chart')
  return useMemo(() => {
    const text = (annotation: ChartAnnotation): string => {
      if (annotation.kind === 'alert') return t(`marker.alert.${annotation.severity}`)
      const { kind, count } = annotation
      return count === null ? t(`marker.${kind}.bare`) : t(`marker.${kind}.counted`, { count })
    }
    return annotations.map((annotation) => ({ at: annotation.at, kind: annotation.kind, text: text(annotation) }))
  }, [annotations, t])
}
