/** The content of a time chart, and its arithmetic: steps to draw, rows of the table, a reading. Instants are epoch ms. */

/** One line. All arrays have one place per reading, oldest first; all lines of a chart have the same instants. */
export interface TimeLine {
  readonly name: string
  /** For the table's heading, where `name` is too long. */
  readonly shortName?: string
  readonly tone: 'accent' | 'soft'
  readonly at: readonly number[]
  /** null where this line has no value. */
  readonly value: readonly (number | null)[]
  /** Lowest and highest value, where a place represents several readings. */
  readonly low?: readonly number[]
  readonly high?: readonly number[]
  /** Until when each reading is valid; nothing is known from there to the next `at`. */
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
  readonly lines: readonly TimeLine[]
  readonly annotations: readonly Annotation[]
  readonly limits: readonly ChartLimit[]
  readonly format: (value: number) => string
}

export interface Reading {
  readonly value: number
  readonly low: number
  readonly high: number
}

function readingIn({ value, low, high }: TimeLine, index: number): Reading | null {
  const read = value[index] ?? null
  return read === null ? null : { value: read, low: low?.[index] ?? read, high: high?.[index] ?? read }
}

/** The reading of a line at an instant; null in a gap. */
export function readingAt(line: TimeLine, instant: number): Reading | null {
  const index = line.at.findLastIndex((at) => at <= instant)
  return (line.holdsUntil[index] ?? -Infinity) < instant ? null : readingIn(line, index)
}

/** A horizontal piece of a line. */
export interface Step extends Reading {
  readonly start: number
  readonly end: number
}

/** The part of a line within a span. A reading that is valid for a shorter time than `minMs` is drawn that long. */
export function stepsOf(line: TimeLine, { from, to }: TimeSpan, minMs: number): readonly Step[] {
  return line.at.flatMap((at, index) => {
    const reading = readingIn(line, index)
    const validUntil = Math.max(line.holdsUntil[index] ?? at, at + minMs)
    const end = Math.min(validUntil, line.at[index + 1] ?? Infinity, to)
    const isShown = at <= to && (at >= from || end > from)
    return reading === null || !isShown ? [] : [{ ...reading, start: Math.max(at, from), end }]
  })
}

/** Turns an instant or a value into a coordinate. */
type Scale = (value: number) => number

const coordinate = (value: number): string => String(Math.round(value * 10) / 10)

/** The path of a line's steps: joined where one begins at the end of the previous one, else with a gap between them. */
export function linePath(steps: readonly Step[], x: Scale, y: Scale): string {
  return steps
    .map(({ start, end, value }, index) => {
      const isJoined = steps[index - 1]?.end === start
      const begin = isJoined ? `V${coordinate(y(value))}` : `M${coordinate(x(start))} ${coordinate(y(value))}`
      return `${begin}H${coordinate(x(end))}`
    })
    .join('')
}

/** The area between the lowest and the highest value of each step. */
export function bandPath(steps: readonly Step[], x: Scale, y: Scale): string {
  return steps
    .filter(({ low, high }) => low < high)
    .map(({ start, end, low, high }) => {
      const [left, right] = [coordinate(x(start)), coordinate(x(end))]
      return `M${left} ${coordinate(y(high))}H${right}V${coordinate(y(low))}H${left}Z`
    })
    .join('')
}

/** A reading of all lines at an instant. A gap is a row too: it has no cells, and `until` is its end. */
export interface ChartRow {
  readonly at: number
  readonly until: number | null
  readonly cells: readonly (Reading | null)[]
}

/** One row per instant and per gap, newest first. */
export function rowsOf(lines: readonly TimeLine[]): readonly ChartRow[] {
  const { at = [], holdsUntil = [] } = lines[0] ?? {}
  const rows = at.flatMap((instant, index): readonly ChartRow[] => {
    const reading = { at: instant, until: null, cells: lines.map((line) => readingIn(line, index)) }
    const end = holdsUntil[index] ?? instant
    const next = at[index + 1]
    return next !== undefined && end < next ? [reading, { at: end, until: next, cells: [] }] : [reading]
  })
  return rows.reverse()
}
