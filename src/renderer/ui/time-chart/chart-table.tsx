import { useMemo, useRef } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Table } from '../table.tsx'
import type { TableColumn } from '../table.tsx'
import { useVirtualRows } from '../use-virtual-rows.ts'
import styles from './chart-table.module.css'
import type { TimeLine, Annotation } from './chart-types.ts'
import { rowsOf } from './rows.ts'
import type { Cell, ChartRow } from './rows.ts'
import type { ChartTimes } from './times.ts'

export interface ChartTableProps {
  readonly label: string
  readonly lines: readonly TimeLine[]
  readonly annotations: readonly Annotation[]
  readonly times: ChartTimes
  readonly format: (value: number) => string
}

// A table of so many is drawn whole: nothing is gained by leaving rows out.
const virtualizeFrom = 100
const estimatedHeight = 32

type RowText = (row: ChartRow) => readonly string[]

interface RowProps {
  readonly row: ChartRow
  readonly text: RowText
  readonly columns: number
  readonly index?: number
  readonly measure?: Ref<HTMLTableRowElement>
}

function Row({ row, text, columns, index, measure }: RowProps) {
  const [time, ...cells] = text(row)
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={row.until === null ? undefined : styles.gapRow}
    >
      <th scope="row">{time}</th>
      {cells.map((cell, place) => (
        <td key={place} data-align="end" colSpan={row.until === null ? 1 : columns - 1}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className={styles.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

interface RowsProps {
  readonly rows: readonly ChartRow[]
  readonly text: RowText
  readonly columns: readonly TableColumn[]
  readonly label: string
}

function LongTable({ rows, text, columns, label }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => rows.map(({ at, until }) => `${String(at)} ${String(until)}`), [rows])
  const { indexes, before, after, measure } = useVirtualRows({ body, keys, estimatedHeight })
  return (
    <Table label={label} columns={columns} bodyRef={body} rowCount={rows.length}>
      <Space height={before} columns={columns.length} />
      {indexes.map((index) => {
        const row = rows[index]
        return (
          row && (
            <Row key={keys[index]} row={row} text={text} columns={columns.length} index={index} measure={measure} />
          )
        )
      })}
      <Space height={after} columns={columns.length} />
    </Table>
  )
}

function ShortTable({ rows, text, columns, label }: RowsProps) {
  return (
    <Table label={label} columns={columns}>
      {rows.map((row) => (
        <Row key={`${String(row.at)} ${String(row.until)}`} row={row} text={text} columns={columns.length} />
      ))}
    </Table>
  )
}

function useRowText({ times, format }: ChartTableProps): RowText {
  const { t } = useTranslation('chart')
  const said = (cell: Cell | null): string => {
    if (cell === null) return '–'
    const text = { value: format(cell.value), low: format(cell.low), high: format(cell.high) }
    return cell.low === cell.high ? text.value : t('cell.range', text)
  }
  return ({ at, until, cells }) =>
    until === null
      ? [times.full(at), ...cells.map(said)]
      : [t('cell.between', { from: times.full(at), to: times.full(until) }), t('cell.gap')]
}

function AnnotationRows({ annotations, times }: Pick<ChartTableProps, 'annotations' | 'times'>) {
  const { t } = useTranslation('chart')
  if (annotations.length === 0) return <p className={styles.none}>{t('noMarks')}</p>
  return (
    <ul aria-label={t('marks')} className={styles.marks}>
      {annotations.toReversed().map(({ at, kind, text }) => (
        <li key={`${String(at)} ${kind} ${text}`}>
          <span className={styles.markTime}>{times.full(at)}</span> {text}
        </li>
      ))}
    </ul>
  )
}

/** What a chart shows, as a table with a row per reading and per gap, newest first, and its marks as a list in words. */
export function ChartTable(props: ChartTableProps) {
  const { label, lines, annotations, times } = props
  const { t } = useTranslation('chart')
  const rows = useMemo(() => rowsOf(lines), [lines])
  const text = useRowText(props)
  const columns = [
    { key: 'time', label: t('time') },
    ...lines.map(({ name }) => ({ key: name, label: name, align: 'end' as const })),
  ]
  const Shown = rows.length > virtualizeFrom ? LongTable : ShortTable
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by key */}
      <div className={styles.box} role="region" aria-label={t('table')} tabIndex={0}>
        <Shown label={label} rows={rows} text={text} columns={columns} />
      </div>
      <AnnotationRows annotations={annotations} times={times} />
    </>
  )
}
