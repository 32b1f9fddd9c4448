/** Times of a chart in the operator's language. */

const dayMs = 86_400_000

/** How a chart writes instants (epoch ms). */
export interface ChartTimes {
  /** With its date where the axis is as long as a day, and with seconds where it is not longer than two. */
  readonly full: (at: number) => string
  /** Under the axis, where ticks stand `stepMs` apart. */
  readonly axisText: (at: number, stepMs: number) => string
}

/** The times of an axis that is `spanMs` long. */
export function chartTimes(language: string, spanMs: number): ChartTimes {
  const full = new Intl.DateTimeFormat(
    language,
    spanMs >= dayMs
      ? { dateStyle: 'medium', timeStyle: spanMs > 2 * dayMs ? 'short' : 'medium' }
      : { timeStyle: 'medium' },
  )
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const isMidnight = (at: number): boolean => {
    const date = new Date(at)
    return date.getHours() === 0 && date.getMinutes() === 0
  }
  return {
    full: (at) => full.format(at),
    axisText: (at, stepMs) => (stepMs >= dayMs || (spanMs >= dayMs && isMidnight(at)) ? day : clock).format(at),
  }
}
