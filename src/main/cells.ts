/**
 * Cells and lines for spreadsheets: CSV by RFC 4180. A cell that a spreadsheet would take for a formula, and an id with
 * more digits than a spreadsheet keeps, begin with an apostrophe, which makes them text there.
 */
import { stringify } from 'csv-stringify/sync'
import type { Failure } from '../shared/failure.ts'

/** What a cell holds; null is an empty one. */
export type Cell = string | number | null

// Spreadsheets read a number of more than 15 digits as one that is near it.
const exactDigits = 15

/** An id that keeps all its digits. */
export function idCell(id: string | null | undefined): Cell {
  if (id === null || id === undefined) return null
  return /^\d+$/.test(id) && id.length > exactDigits ? `'${id}` : id
}

/** An instant (epoch milliseconds) in UTC, as ISO 8601 writes it. */
export function instantCell(at: number | null): Cell {
  return at === null ? null : new Date(at).toISOString()
}

/** The kind of a failure and its reason, such as `refused-read-only`. */
export function failureCell(failure: Failure | null): Cell {
  if (failure === null) return null
  return 'reason' in failure && failure.kind !== 'tls' ? `${failure.kind}-${failure.reason}` : failure.kind
}

/** Lines of a CSV file; the first of a file begin with a byte order mark, by which spreadsheets know UTF-8. */
export function csvLines(rows: readonly (readonly Cell[])[], isFirst: boolean): string {
  return stringify(
    rows.map((row) => [...row]),
    { bom: isFirst, record_delimiter: 'windows', escape_formulas: true, quoted_match: /^\s|\s$/ },
  )
}
