const minuteMs = 60_000
const dayMs = 86_400_000

/** How a chart writes the instants (epoch ms) of an axis that is `spanMs` long. */
export function chartTimes(language: string, spanMs: number) {
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
    /** With its day where the axis is as long as one, else with its seconds. */
    full: (at: number): string => full.format(at),
    /** A column of a table that has room for these. */
    fullWidth: spanMs >= dayMs ? '136px' : '92px',
    /** Under the axis, where ticks stand `stepMs` apart. */
    axisText: (at: number, stepMs: number): string => {
      if (stepMs >= dayMs || (spanMs >= dayMs && isMidnight(at))) return day.format(at)
      return (stepMs < minuteMs ? seconds : clock).format(at)
    },
  }
}

/** Pixels that a letter takes at most, of those in times and numbers. */
export const letterWidth = 7

/** Whether neither edge of a drawing cuts a text whose middle stands at `x`. */
export function isWhole(x: number, text: string, width: number): boolean {
  const half = (text.length * letterWidth) / 2
  return x >= half && x <= width - half
}

export type ChartTimes = ReturnType<typeof chartTimes>
