/** Times of a chart in the operator's language. */

const minuteMs = 60_000
const dayMs = 86_400_000

/** How a chart writes instants (epoch ms). */
export interface ChartTimes {
  /** With its day where the axis is as long as one, else with its seconds. */
  readonly full: (at: number) => string
  /** A column of a table that has room for these. */
  readonly fullWidth: string
  /** Under the axis, where ticks stand `stepMs` apart. */
  readonly axisText: (at: number, stepMs: number) => string
}

/** The times of an axis that is `spanMs` long. */
export function chartTimes(language: string, spanMs: number): ChartTimes {
  const seconds = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  const dated = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  const full = spanMs >= dayMs ? new Intl.DateTimeFormat(language, dated) : seconds
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const isMidnight = (at: number): boolean => {
    const date = new Date(at)
    return date.getHours() === 0 && date.getMinutes() === 0
  }
  return {
    full: (at) => full.format(at),
    fullWidth: spanMs >= dayMs ? '120px' : '80px',
    axisText: (at, stepMs) => {
      if (stepMs >= dayMs || (spanMs >= dayMs && isMidnight(at))) return day.format(at)
      return (stepMs < minuteMs ? seconds : clock).format(at)
    },
  }
}
