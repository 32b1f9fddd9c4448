import type { SeriesRange } from '../../shared/schemas/session.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How far back each range of a chart reaches, in milliseconds. */
export const seriesRangesMs: Readonly<Record<SeriesRange, number>> = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
}
