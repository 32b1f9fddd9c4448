const minuteMs = 60_000
const dayMs = 86_400_000

/** How a chart writes instants (epoch ms), in the operator's language and time zone. */
export interface ChartTimes {
  /** With the day on an axis of a day or longer, else with seconds. */
  readonly full: (at: number) => string
  /** Width of a table column that has room for `full`. */
  readonly fullWidth: string
  /** The label of a tick; `stepMs` is the distance between two ticks. */
  readonly tick: (at: number, stepMs: number) => string
}

/** `spanMs` is the length of the axis. */
export function chartTimes(language: string, spanMs: number): ChartTimes {
  const hasDays = spanMs >= dayMs
  const seconds = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const dayAndClock = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  const full = hasDays ? new Intl.DateTimeFormat(language, dayAndClock) : seconds
  const isMidnight = (at: number): boolean => {
    const date = new Date(at)
    return date.getHours() === 0 && date.getMinutes() === 0
  }
  return {
    full: (at) => full.format(at),
    fullWidth: hasDays ? '136px' : '92px',
    tick: (at, stepMs) => {
      if (stepMs >= dayMs || (hasDays && isMidnight(at))) return day.format(at)
      return (stepMs < minuteMs ? seconds : clock).format(at)
    },
  }
}
