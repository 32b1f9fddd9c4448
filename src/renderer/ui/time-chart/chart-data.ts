/** From readings to what uPlot draws: steps, and the gaps between them. Pure. */
import type { TimeLine, TimeSpan } from './chart-types.ts'

export interface Step {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly low: number
  readonly high: number
}

const rangeAt = ({ low, high }: TimeLine, place: number, value: number): Pick<Step, 'low' | 'high'> => ({
  low: low?.[place] ?? value,
  high: high?.[place] ?? value,
})

/** The readings of a line on the axis, each cut to it and as long as it holds. */
export function stepsOf(line: TimeLine, span: TimeSpan): readonly Step[] {
  const { at, value, holdsUntil } = line
  return at.flatMap((from, place) => {
    const read = value[place] ?? null
    const to = Math.min(holdsUntil[place] ?? from, at[place + 1] ?? Infinity, span.to)
    if (read === null || from > span.to || to < span.from) return []
    return [{ from: Math.max(from, span.from), to, value: read, ...rangeAt(line, place, read) }]
  })
}

/** What a line says at an instant; null in a gap. */
export function stepAtInstant(line: TimeLine, at: number): Step | null {
  return stepsOf(line, { from: at, to: at }).at(-1) ?? null
}

/** The times between readings in which nothing is known. */
export function gapsOf(line: TimeLine, span: TimeSpan): readonly TimeSpan[] {
  return stepsOf(line, span).flatMap(({ to: from }, place, steps) => {
    const to = steps[place + 1]?.from ?? from
    return to > from ? [{ from, to }] : []
  })
}

export const isBanded = ({ low, high }: TimeLine): boolean => low !== undefined && high !== undefined

type Column = (number | null)[]

/**
 * The corners of a line as columns: instants, with `isBanded` the highest and the lowest, and the values. In each gap
 * stands a null. A reading that holds for no time is `minMs` long, so that it is seen.
 */
export function columnsOf(line: TimeLine, span: TimeSpan, minMs: number): [number[], ...Column[]] {
  const at: number[] = []
  const [high, low, value]: [Column, Column, Column] = [[], [], []]
  const add = (instant: number, step: Step | null): void => {
    at.push(instant)
    high.push(step?.high ?? null)
    low.push(step?.low ?? null)
    value.push(step?.value ?? null)
  }
  const steps = stepsOf(line, span)
  for (const [place, step] of steps.entries()) {
    const next = steps[place + 1]
    // It ends where the axis begins, with the next.
    if (next?.from === step.from) continue
    add(step.from, step)
    const to = Math.max(step.to, step.from + minMs)
    if (next !== undefined && next.from <= to) continue
    add(to, step)
    if (next !== undefined) add((to + next.from) / 2, null)
  }
  return isBanded(line) ? [at, high, low, value] : [at, value]
}
