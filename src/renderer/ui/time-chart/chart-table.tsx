import { useMemo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../data-table.tsx'
import type { DataColumn } from '../data-table.tsx'
import { rowsOf } from './chart-data.ts'
import type { Annotation, ChartContent, ChartRow, Reading, TimeSpan } from './chart-data.ts'
import { chartTimes } from './times.ts'
import type { ChartTimes } from './times.ts'

interface ChartTableProps extends TimeSpan, Pick<ChartContent, 'lines' | 'format'> {
  /** The events, in any order. */
  readonly annotations: readonly Pick<Annotation, 'at' | 'text'>[]
  readonly label: string
}

const keyOf = ({ at, until }: ChartRow): string => `${String(at)} ${String(until)}`

// A value of several readings has their lowest and highest beside it.
function widthOf(heading: string, hasRange: boolean): string {
  if (heading.length > 12) return 'minmax(0, 168px)'
  return hasRange ? '104px' : '56px'
}

export function useChartTimes({ from, to }: TimeSpan): ChartTimes {
  const { language } = useTexts('chart')
  return useMemo(() => chartTimes(language, to - from), [language, to, from])
}

/** A value with its range where it has one; a dash for none. */
export function useReadingText(format: (value: number) => string): (reading: Reading | null | undefined) => string {
  const { t } = useTexts('chart')
  return (reading) => {
    if (!reading) return '–'
    const text = { value: format(reading.value), low: format(reading.low), high: format(reading.high) }
    return reading.low === reading.high ? text.value : t('cell.range', text)
  }
}

/** The difference of the first line to the previous reading, for the rows (newest first) where the value changed. */
function changesOf(rows: readonly ChartRow[]): ReadonlyMap<ChartRow, number> {
  const changes = new Map<ChartRow, number>()
  let before: number | undefined
  for (const row of rows.toReversed()) {
    const value = row.cells[0]?.value
    if (value === undefined) continue
    if (before !== undefined && value !== before) changes.set(row, value - before)
    before = value
  }
  return changes
}

/** The content of a chart as a table: a row per reading and per gap, newest first, with the annotations. */
export function ChartTable({ label, lines, annotations, format, ...span }: ChartTableProps) {
  const { t } = useTexts('chart')
  const times = useChartTimes(span)
  const rows = useMemo(() => rowsOf(lines), [lines])
  // An annotation is in the row of the reading before it, by default in the oldest row.
  const events = useMemo(
    () => Map.groupBy(annotations, ({ at }) => rows.find((row) => row.at <= at) ?? rows.at(-1)),
    [rows, annotations],
  )
  const changes = useMemo(() => changesOf(rows), [rows])
  const signed = (change: number): string => `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`
  const text = useReadingText(format)
  const notesOf = (row: ChartRow): string => {
    const happened = events.get(row)?.map((event) => event.text) ?? []
    const gap = row.until === null ? [] : [t('cell.gap', { time: times.full(row.until) })]
    const change = changes.get(row)
    return [...gap, ...(change === undefined ? [] : [signed(change)]), ...happened].join(' · ') || '–'
  }
  const columns: readonly DataColumn<ChartRow>[] = [
    { key: 'time', label: t('time'), width: times.fullWidth, cell: ({ at }) => <time>{times.full(at)}</time> },
    ...lines.map(({ name, shortName = name, low }, index) => ({
      key: name,
      label: shortName,
      width: widthOf(shortName, low !== undefined),
      align: 'end' as const,
      cell: (row: ChartRow) => (row.until === null ? text(row.cells[index]) : ''),
    })),
    { key: 'change', label: t('change'), width: 'minmax(0, 1fr)', cell: notesOf },
  ]
  return <DataTable label={label} columns={columns} rows={rows} keyOf={keyOf} rowHeight="field" />
}
