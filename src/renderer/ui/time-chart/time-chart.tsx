import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnnotation } from '../../../shared/schemas/session.ts'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Row, Stack } from '../layout.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { RadioGroup } from '../radio-group.tsx'
import { isBanded } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import type { Annotation, ChartContent, ChartLimit } from './chart-data.ts'
import styles from './chart.module.css'
import { tokens } from './colours.ts'

// The drawing comes after the page: its words are there at once, and the first screen does not carry it.
const Plot = lazyPart(async () => (await import('./plot.tsx')).Plot)

interface TimeChartProps
  extends Omit<ChartContent, 'limits' | 'size' | 'times'>, Partial<Pick<ChartContent, 'limits' | 'size'>> {
  /** What the lines show, in words, for those who do not see them. */
  readonly label: string
  /** The table stands elsewhere on the page. */
  readonly hasTable?: boolean
}

const noLimits: readonly ChartLimit[] = []
const kinds: readonly Annotation['kind'][] = [
  'alert',
  'close-all',
  'batch',
  'unknown',
  'refund',
  'top-up',
  'account-changed',
]

/** What the colours and forms of a chart mean: only those that are in it. For eyes; the table has the words. */
function ChartLegend({ lines, annotations }: Pick<TimeChartProps, 'lines' | 'annotations'>) {
  const { t } = useTranslation('chart')
  const shown = kinds.filter((kind) => annotations.some((annotation) => annotation.kind === kind))
  return (
    <ul className={styles.legend} aria-hidden>
      {lines.map(({ name, tone }) => (
        <li key={name} className={styles[tone]} style={{ '--mark': tokens[tone] }}>
          {name}
        </li>
      ))}
      {lines.some(({ low }) => low !== undefined) && (
        <li className={styles.band} style={{ '--mark': tokens.band }}>
          {t('band')}
        </li>
      )}
      {shown.map((kind) => (
        <li key={kind} className={cx(styles.sign, styles[kind])} style={{ '--mark': tokens[kind] }}>
          {t(`mark.${kind}`)}
        </li>
      ))}
    </ul>
  )
}

/**
 * Values over time on a canvas: steps, the space between lowest and highest, gaps as gaps, marks as upright lines; and the
 * same as a table. Its own words are those of the namespace `chart`, which the section must have loaded.
 */
export function TimeChart({ limits = noLimits, size = 'normal', hasTable = true, ...content }: TimeChartProps) {
  const { label, lines, annotations } = content
  const { t } = useTranslation('chart')
  const [isTable, setIsTable] = useState(false)
  const tableId = useId()
  const form = lines.map((line) => `${line.tone} ${String(isBanded(line))}`).join(' ')
  return (
    <Stack gap={2} bounded className={styles.chart}>
      <Plot
        key={form}
        {...content}
        limits={limits}
        size={size}
        loading={<div className={cx(styles.plot, styles[size])} role="img" aria-label={label} />}
      />
      {size === 'normal' && (
        <Row wrap justify="between" className={styles.foot}>
          <ChartLegend lines={lines} annotations={annotations} />
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

// Narrower, a few readings would be drawn as wide as an hour.
const minSpanMs = 5 * 60_000

/** Where a chart of readings begins: an hour of which a minute is known would be empty. */
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
  const { t } = useTranslation('chart')
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

/** What happened beside a series, in words; the same array while markers and language are the same. */
export function useAnnotations(annotations: readonly ChartAnnotation[]): readonly Annotation[] {
  const { t } = useTranslation('chart')
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
