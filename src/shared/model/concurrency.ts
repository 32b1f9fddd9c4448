/** Pure rules about counts of live calls: when a figure is too old, and where a chart has gaps. */

/** A count at an instant (epoch ms). */
export interface CountPoint {
  readonly at: number
  readonly total: number
  readonly yours: number | null
}

/** After this many intervals without a good read a figure is stale, and a chart has a gap. */
export const intervalsUntilStale = 3

/** True when a figure read at `at` is older than three of the monitor's intervals; null was never read. */
export function isStale(at: number | null, intervalMs: number, now: number): boolean {
  return at === null || now - at > intervalsUntilStale * intervalMs
}

/**
 * Cuts points (oldest first) into stretches without a gap: a chart draws no line over time in which nothing was read.
 * `longestStepMs` is the longest time between two points of one stretch.
 */
export function stretchesOf(points: readonly CountPoint[], longestStepMs: number): readonly (readonly CountPoint[])[] {
  const stretches: CountPoint[][] = []
  let last: CountPoint | null = null
  for (const point of points) {
    const stretch = stretches.at(-1)
    if (stretch === undefined || last === null || point.at - last.at > longestStepMs) stretches.push([point])
    else stretch.push(point)
    last = point
  }
  return stretches
}
