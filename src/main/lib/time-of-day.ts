/** Two times of day, such as 22:00, on this computer's clock. */
export interface Hours {
  readonly from: string
  readonly until: string
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function minuteAt(at: number): number {
  const local = new Date(at)
  return local.getHours() * 60 + local.getMinutes()
}

/** Includes the first minute and excludes the last; the hours can span midnight. Equal times mean the whole day. */
export function isWithinHours({ from, until }: Hours, at: number): boolean {
  const minute = minuteAt(at)
  const start = minuteOf(from)
  const end = minuteOf(until)
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

/** As `isWithinHours`, for hours that begin on a Saturday or a Sunday: hours of Sunday can end on Monday. */
export function isWithinWeekendHours(hours: Hours, at: number): boolean {
  const today = new Date(at).getDay()
  const day = minuteAt(at) >= minuteOf(hours.from) ? today : (today + 6) % 7
  return (day === 0 || day === 6) && isWithinHours(hours, at)
}
