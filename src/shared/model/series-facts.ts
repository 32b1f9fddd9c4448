import type { Series } from '../schemas/session.ts'

export interface SeriesFacts {
  /** Each total is weighted by the time for which it was valid. */
  readonly mean: number
  /** Time without a known count since the first reading, or since the start of the range. */
  readonly unreadMs: number
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

export function seriesFacts({ at, totalLast, knownMs, totalMs, from, to }: Series): SeriesFacts {
  const knownTotalMs = sumOf(knownMs)
  return {
    // A reading taken just now has a weight of zero.
    mean: knownTotalMs === 0 ? (totalLast.at(-1) ?? 0) : sumOf(totalMs) / knownTotalMs,
    unreadMs: to - Math.max(from, at[0] ?? to) - knownTotalMs,
  }
}
