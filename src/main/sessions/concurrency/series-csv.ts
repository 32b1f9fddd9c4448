/**
 * A series as CSV: a line for each reading, or for the readings of a step together. Where a line holds until before the
 * next begins, nothing was known in between.
 */
import type { Series } from '../../../shared/schemas/session.ts'
import { csvLines, instantCell } from '../../lib/csv.ts'
import type { Cell } from '../../lib/csv.ts'
import { safeName } from '../../files/file-name.ts'
import { dayStamp } from '../../lib/files.ts'

const columns: Readonly<Record<string, (series: Series, place: number) => Cell>> = {
  firstReadAt: ({ at }, place) => instantCell(at[place] ?? null),
  lastReadAt: ({ lastAt }, place) => instantCell(lastAt[place] ?? null),
  holdsUntil: ({ holdsUntil }, place) => instantCell(holdsUntil[place] ?? null),
  total: ({ totalLast }, place) => totalLast[place] ?? null,
  totalLowest: ({ totalMin }, place) => totalMin[place] ?? null,
  totalHighest: ({ totalMax }, place) => totalMax[place] ?? null,
  yours: ({ yoursLast }, place) => yoursLast[place] ?? null,
}

/** Gives the file's text. `total` and `yours` are those of the last reading of the line. */
export function seriesCsv(series: Series): string {
  const cells = Object.values(columns)
  const rows = series.at.map((_, place) => cells.map((cell) => cell(series, place)))
  return csvLines([Object.keys(columns), ...rows], true)
}

/** Gives the file's name: application, range and day (UTC). */
export function seriesFileName({ appId, range, to }: Series): string {
  return `${['calls', safeName(appId), range, dayStamp(to)].filter((part) => part !== '').join('-')}.csv`
}
