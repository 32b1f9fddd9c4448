import { useId, useMemo, useState } from 'react'
import type { ChartAnnotation } from '../../../shared/schemas/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../button.tsx'
import { Row, Stack } from '../layout.tsx'
import { RadioGroup } from '../radio-group.tsx'
import { annotationKinds, Sign, signSize } from './annotation-sign.tsx'
import { ChartTable } from './chart-table.tsx'
import type { Annotation, ChartContent, ChartLimit } from './chart-data.ts'
import styles from './chart.module.css'
import { StepChart } from './step-chart.tsx'

interface TimeChartProps extends Omit<ChartContent, 'limits'> {
  readonly limits?: readonly ChartLimit[]
  readonly size?: 'small' | 'normal'
  /** The content in words, for operators who do not see the chart. */
  readonly label: string
  /** False where the page has a table of the same readings. */
  readonly hasTable?: boolean
}

const noLimits: readonly ChartLimit[] = []

/** The meaning of the colours and forms that are in the chart. Visual only; the table contains the texts. */
function ChartLegend({ lines, annotations }: Pick<TimeChartProps, 'lines' | 'annotations'>) {
  const { t } = useTexts('chart')
  const shown = annotationKinds.filter((kind) => annotations.some((annotation) => annotation.kind === kind))
  return (
    <ul className={styles.legend} aria-hidden>
      {lines.map(({ name, tone }) => (
        <li key={name}>
          <svg width="16" height="10" className={styles[tone]}>
            <path className={styles.line} d="M0 5H16" />
          </svg>
          {name}
        </li>
      ))}
      {lines.some(({ low }) => low !== undefined) && (
        <li>
          <svg width="16" height="10" className={styles.accent}>
            <path className={styles.band} d="M0 0H16V10H0Z" />
          </svg>
          {t('band')}
        </li>
      )}
      {shown.map((kind) => (
        <li key={kind}>
          <svg width={signSize} height={signSize}>
            <Sign kind={kind} />
          </svg>
          {t(`mark.${kind}`)}
        </li>
      ))}
    </ul>
  )
}

/**
 * Values over time as a drawing and as a table: steps, the band between lowest and highest, gaps, limits and annotations.
 * Its texts are in the namespace `chart`, which the section must have loaded.
 */
export function TimeChart({ limits = noLimits, size = 'normal', hasTable = true, ...content }: TimeChartProps) {
  const { t } = useTexts('chart')
  const [isTable, setIsTable] = useState(false)
  const tableId = useId()
  return (
    <Stack gap={2} bounded>
      <StepChart {...content} limits={limits} size={size} />
      {size === 'normal' && (
        <Row wrap justify="between" className={styles.foot}>
          <ChartLegend lines={content.lines} annotations={content.annotations} />
          {hasTable && (
            <Button
              size="small"
              aria-expanded={isTable}
              aria-controls={isTable ? tableId : undefined}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? t('hideTable') : t('showTable')}
            </Button>
          )}
        </Row>
      )}
      {isTable && (
        <div id={tableId}>
          <ChartTable {...content} />
        </div>
      )}
    </Stack>
  )
}

// In a shorter span, a few readings would fill the whole width.
const minSpanMs = 5 * 60_000

/** The start of a chart: the first reading, because an hour with one minute of readings would look empty. */
export function firstKnown({ from, to, at }: { from: number; to: number; at: readonly number[] }): number {
  return Math.min(Math.max(from, at[0] ?? from), to - minSpanMs)
}

export type ChartRange = 'hour' | 'day' | 'week' | 'month'

const ranges: readonly ChartRange[] = ['hour', 'day', 'week', 'month']

interface RangeSwitchProps {
  readonly range: ChartRange
  readonly onChange: (range: ChartRange) => void
}

export function RangeSwitch({ range, onChange }: RangeSwitchProps) {
  const { t } = useTexts('chart')
  return (
    <RadioGroup
      label={t('range.label')}
      showsLabel={false}
      options={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
      value={range}
      onChange={onChange}
    />
  )
}

/** Annotations with their texts; the same array while annotations and language are the same. */
export function useAnnotations(annotations: readonly ChartAnnotation[]): readonly Annotation[] {
  const { t } = useTexts('chart')
  return useMemo(() => {
    const textOf = (annotation: ChartAnnotation): string => {
      if (annotation.kind === 'alert') return t(`alert.${annotation.severity}`)
      const { kind } = annotation
      const count = 'count' in annotation ? annotation.count : null
      return count === null || (kind !== 'close-all' && kind !== 'batch')
        ? t(`mark.${kind}`)
        : t(`counted.${kind}`, { count })
    }
    return annotations.map((annotation) => ({ at: annotation.at, kind: annotation.kind, text: textOf(annotation) }))
  }, [annotations, t])
}
