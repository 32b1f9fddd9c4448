/**
 * What a time chart is made of, and from readings to what uPlot draws and the table says, gaps included. Instants are
 * epoch ms.
 */
import type { Colours } from './colours.ts'
import type { ChartTimes } from './times.ts'

/** One line. All arrays have one place per reading, oldest first; all lines of a chart have the same instants. */
export interface TimeLine {
  readonly name: string
  /** In the table's heading, where `name` is too long. */
  readonly shortName?: string
  readonly tone: 'accent' | 'soft'
  readonly at: readonly number[]
  /** null where this line has no value. */
  readonly value: readonly (number | null)[]
  /** Lowest and highest of the readings that stand together in one place. */
  readonly low?: readonly number[]
  readonly high?: readonly number[]
  /** Until when the reading holds; from there to the next `at` nothing is known. */
  readonly holdsUntil: readonly number[]
}

export interface Annotation {
  readonly at: number
  readonly kind: 'alert' | 'close-all' | 'batch' | 'unknown' | 'refund' | 'top-up' | 'account-changed'
  readonly text: string
}

export interface ChartLimit {
  readonly kind: 'capacity' | 'alert'
  readonly value: number
  readonly text: string
}

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export interface ChartContent extends TimeSpan {
  /** Only the first may have a lowest and highest: the space between them is filled. */
  readonly lines: readonly TimeLine[]
  readonly annotations: readonly Annotation[]
  readonly limits: readonly ChartLimit[]
  /** `small` has no axes of its own: a line among figures, with the limits' numbers at its end. */
  readonly size: 'small' | 'normal'
  readonly times: ChartTimes
  readonly format: (value: number) => string
}

export interface ChartPicture extends ChartContent {
  readonly colours: Colours
  readonly font: string
  /** Stands in a gap that has room for it. */
  readonly gapText: string
}

export interface Reading {
  readonly value: number
  readonly low: number
  readonly high: number
}

function readingIn({ value, low, high }: TimeLine, place: number): Reading | null {
  const read = value[place] ?? null
  return read === null ? null : { value: read, low: low?.[place] ?? read, high: high?.[place] ?? read }
}

/** What a line says at an instant; null in a gap. */
export function readingAt(line: TimeLine, instant: number): Reading | null {
  const place = line.at.findLastIndex((at) => at <= instant)
  return (line.holdsUntil[place] ?? -Infinity) < instant ? null : readingIn(line, place)
}

/** A reading of all lines at an instant, or a time without any: then `until` is its end and there are no cells. */
export interface ChartRow {
  readonly at: number
  readonly until: number | null
  readonly cells: readonly (Reading | null)[]
}

// When each reading begins, until when it holds, and when the next begins.
function timesOf(lines: readonly TimeLine[]) {
  const { at = [], holdsUntil = [] } = lines[0] ?? {}
  return at.map((begun, place) => ({ begun, end: holdsUntil[place] ?? begun, next: at[place + 1] ?? Infinity }))
}

/** One row per instant, newest first, with a row for each time in which nothing was read. */
export function rowsOf(lines: readonly TimeLine[]): readonly ChartRow[] {
  const rows = timesOf(lines).flatMap(({ begun, end, next }, place): readonly ChartRow[] => {
    const reading = { at: begun, until: null, cells: lines.map((line) => readingIn(line, place)) }
    return end < next && next < Infinity ? [reading, { at: end, until: next, cells: [] }] : [reading]
  })
  return rows.reverse()
}

export const isBanded = ({ low, high }: TimeLine): boolean => low !== undefined && high !== undefined

interface Content extends TimeSpan {
  readonly lines: readonly TimeLine[]
}

// The instants of the axis, each with the place of the reading that begins or ends there; null where a gap begins.
function placesOf({ lines, from, to }: Content, minMs: number): ReadonlyMap<number, number | null> {
  const places = new Map<number, number | null>([[from, null]])
  for (const [place, { begun, end: known, next }] of timesOf(lines).entries()) {
    const end = Math.min(Math.max(known, begun + minMs), to)
    if (begun > to || end < from) continue
    places.set(Math.max(begun, from), place)
    if (next > end) places.set(end, next > to ? place : null)
  }
  if (!places.has(to)) places.set(to, null)
  return places
}

/**
 * The instants of the axis, its ends among them, and for each line its highest and lowest, if it has them, and its
 * value. A null begins a gap. A reading that holds for no time is `minMs` long, so that it is seen.
 */
export function columnsOf(content: Content, minMs: number): [number[], ...(number | null)[][]] {
  const places = placesOf(content, minMs)
  const columns = content.lines.flatMap(({ high, low, value }) => [...(high && low ? [high, low] : []), value])
  const read = (column: TimeLine['value']) =>
    [...places.values()].map((place) => (place === null ? null : (column[place] ?? null)))
  return [[...places.keys()], ...columns.map(read)]
}
