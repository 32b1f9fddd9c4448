/** Cells and lines for spreadsheets: CSV by RFC 4180, with texts that spreadsheets display unchanged. */
import { stringify } from 'csv-stringify/sync'
import type { Failure } from '../../shared/failure.ts'
import { cellOf } from '../../shared/model/spreadsheet-cell.ts'

export type Cell = string | number | null

/** An instant (epoch milliseconds) in UTC, formatted as ISO 8601. */
export function instantCell(at: number | null): Cell {
  return at === null ? null : new Date(at).toISOString()
}

/** The kind of a failure and its reason, such as `refused-read-only`. */
export function failureCell(failure: Failure | null): Cell {
  if (failure === null) return null
  return 'reason' in failure && failure.kind !== 'tls' ? `${failure.kind}-${failure.reason}` : failure.kind
}

/**
 * A CSV file with these columns: first `head`, with the byte order mark by which spreadsheets recognise UTF-8, then
 * `lines`.
 */
export function csvTable<Row>(columns: Readonly<Record<string, (row: Row) => Cell>>) {
  const linesOf = (lines: Cell[][], bom: boolean): string =>
    stringify(lines, { bom, record_delimiter: 'windows', cast: { string: cellOf }, quoted_match: /^\s|\s$/ })
  const cells = Object.values(columns)
  return {
    head: (): string => linesOf([Object.keys(columns)], true),
    lines: (rows: readonly Row[]): string =>
      linesOf(
        rows.map((row) => cells.map((cell) => cell(row))),
        false,
      ),
  }
}
