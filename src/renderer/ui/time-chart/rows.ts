/** The chart's readings as rows of a table: what is seen there can be read here, gaps included. Pure. */
import type { TimeLine } from './chart-types.ts'

export interface Cell {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A reading of all lines at an instant, or a time without any: then `until` is its end and there are no cells. */
export interface ChartRow {
  readonly at: number
  readonly until: number | null
  readonly cells: readonly (Cell | null)[]
}

interface Found {
  readonly cells: (Cell | null)[]
  holdsUntil: number
}

function cellAt(line: TimeLine, place: number): Cell | null {
  const value = line.value[place] ?? null
  return value === null ? null : { value, low: line.low?.[place] ?? value, high: line.high?.[place] ?? value }
}

function byInstant(lines: readonly TimeLine[]): ReadonlyMap<number, Found> {
  const found = new Map<number, Found>()
  for (const [column, line] of lines.entries()) {
    for (const [place, at] of line.at.entries()) {
      const row = found.get(at) ?? { cells: lines.map(() => null), holdsUntil: at }
      row.cells[column] = cellAt(line, place)
      row.holdsUntil = Math.max(row.holdsUntil, line.holdsUntil[place] ?? at)
      found.set(at, row)
    }
  }
  return found
}

/** One row per instant, newest first, with a row for each time in which nothing was read. */
export function rowsOf(lines: readonly TimeLine[]): readonly ChartRow[] {
  const rows: ChartRow[] = []
  let knownUntil = Infinity
  for (const [at, { cells, holdsUntil }] of [...byInstant(lines)].sort(([a], [b]) => a - b)) {
    if (at > knownUntil) rows.push({ at: knownUntil, until: at, cells: [] })
    rows.push({ at, until: null, cells })
    knownUntil = knownUntil === Infinity ? holdsUntil : Math.max(knownUntil, holdsUntil)
  }
  return rows.reverse()
}
