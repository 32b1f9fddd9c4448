import { useTranslation } from 'react-i18next'
import type { AnnotationKind, TimeLine, Annotation } from './chart-types.ts'
import styles from './chart-legend.module.css'

export interface ChartLegendProps {
  readonly lines: readonly TimeLine[]
  readonly annotations: readonly Annotation[]
}

const kinds: readonly AnnotationKind[] = ['alert', 'close-all', 'batch']

/** What the colours and forms of a chart mean: only those that are in it. For eyes; the table has the words. */
export function ChartLegend({ lines, annotations }: ChartLegendProps) {
  const { t } = useTranslation('chart')
  const shown = kinds.filter((kind) => annotations.some((annotation) => annotation.kind === kind))
  return (
    <ul className={styles.legend} aria-hidden>
      {lines.map(({ name, tone }) => (
        <li key={name} className={styles[tone]}>
          {name}
        </li>
      ))}
      {lines.some(({ low }) => low !== undefined) && <li className={styles.band}>{t('band')}</li>}
      {shown.map((kind) => (
        <li key={kind} className={styles[kind]}>
          {t(`mark.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
