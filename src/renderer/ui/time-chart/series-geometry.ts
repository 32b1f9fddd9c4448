/** From readings to what can be drawn: steps, gaps, and no more of them than there are pixels. Pure. */
import type { TimeLine, TimeSpan } from './chart-types.ts'

export interface Step {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Steps that follow each other without a gap. */
export type Run = readonly Step[]

// Place of the first instant that is later than `at`.
function placeAfter(instants: readonly number[], at: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function rangeAt({ low, high }: TimeLine, place: number, value: number): Pick<Step, 'low' | 'high'> {
  return { low: low?.[place] ?? value, high: high?.[place] ?? value }
}

// The step that begins at a place, cut to the span; null where nothing is known or nothing is on the axis.
function stepAt(line: TimeLine, place: number, span: TimeSpan): Step | null {
  const at = line.at[place]
  const value = line.value[place] ?? null
  if (at === undefined || value === null) return null
  const to = Math.min(line.holdsUntil[place] ?? at, line.at[place + 1] ?? Infinity, span.to)
  if (at > span.to || to < span.from) return null
  return { from: Math.max(at, span.from), to, value, ...rangeAt(line, place, value) }
}

/** What a line says at an instant; null in a gap. */
export function stepAtInstant(line: TimeLine, at: number): Step | null {
  const place = placeAfter(line.at, at) - 1
  const step = stepAt(line, place, { from: -Infinity, to: Infinity })
  return step !== null && step.to >= at ? step : null
}

function joined(first: Step, next: Step): Step {
  return {
    from: first.from,
    to: next.to,
    value: next.value,
    low: Math.min(first.low, next.low),
    high: Math.max(first.high, next.high),
  }
}

/**
 * The runs of a line on the axis. Steps that begin within one column of `columnMs` milliseconds are one, with the
 * lowest and the highest of them: more could not be seen, and a month of readings is drawn in the time of an hour's.
 */
export function runsOf(line: TimeLine, span: TimeSpan, columnMs: number): readonly Run[] {
  const runs: Step[][] = []
  const columnOf = (at: number): number => Math.floor((at - span.from) / columnMs)
  // One before the first that begins on the axis: it may still hold there.
  for (let place = Math.max(0, placeAfter(line.at, span.from) - 1); place < line.at.length; place += 1) {
    const step = stepAt(line, place, span)
    if (step === null) continue
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || last.to < step.from) runs.push([step])
    else if (columnOf(last.from) === columnOf(step.from)) run[run.length - 1] = joined(last, step)
    else run.push(step)
  }
  return runs
}

export type Point = readonly [x: number, y: number]

export interface Projection {
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

// A single reading that holds for no time is still to be seen.
const minWidth = 1

/** The corners of a run's line. With `spikes`, a joined step also shows how far it went. */
export function lineOf(run: Run, { x, y }: Projection, spikes: boolean): readonly Point[] {
  return run.flatMap(({ from, to, value, low, high }, place): readonly Point[] => {
    const left = x(from)
    // Only the last may be made wider: the next one begins where the time says, and a line must not go back.
    const right = place === run.length - 1 ? Math.max(x(to), left + minWidth) : x(to)
    const way: readonly Point[] =
      spikes && low !== high
        ? [
            [left, y(low)],
            [left, y(high)],
          ]
        : []
    return [...way, [left, y(value)], [right, y(value)]]
  })
}

/** The outline of the space between the lowest and the highest of a run. */
export function bandOf(run: Run, { x, y }: Projection): readonly Point[] {
  const sides = run.map(({ from, to, low, high }) => {
    const left = x(from)
    return { left, right: Math.max(x(to), left + minWidth), top: y(high), bottom: y(low) }
  })
  return [
    ...sides.flatMap(({ left, right, top }): readonly Point[] => [
      [left, top],
      [right, top],
    ]),
    ...sides.toReversed().flatMap(({ left, right, bottom }): readonly Point[] => [
      [right, bottom],
      [left, bottom],
    ]),
  ]
}

/** The highest value of all lines on the axis, at least 1. */
export function highestOf(lines: readonly TimeLine[], span: TimeSpan): number {
  let highest = 1
  for (const line of lines) {
    for (let place = Math.max(0, placeAfter(line.at, span.from) - 1); place < line.at.length; place += 1) {
      highest = Math.max(highest, stepAt(line, place, span)?.high ?? 0)
    }
  }
  return highest
}
