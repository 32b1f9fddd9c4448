import type { Series } from '../schemas/session.ts'

export interface SeriesFacts {
  /** Each total weighs as much as the time for which it held. */
  readonly mean: number
  /** For how long nothing was known since the first reading, or since the range began. */
  readonly unreadMs: number
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

export function seriesFacts({ at, totalLast, knownMs, totalMs, from, to }: Series): SeriesFacts {
  const known = sumOf(knownMs)
  return {
    // A reading of this very moment has held for no time.
    mean: known === 0 ? (totalLast.at(-1) ?? 0) : sumOf(totalMs) / known,
    unreadMs: to - Math.max(from, at[0] ?? to) - known,
  }
}
