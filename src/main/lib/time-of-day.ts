function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * True when an instant (epoch ms) lies within hours of the day (such as 22:00) on this computer's clock, the first minute included and
 * the last not; they may reach over midnight. The same time twice is the whole day.
 */
export function isWithinHours({ from, until }: { readonly from: string; readonly until: string }, at: number): boolean {
  const local = new Date(at)
  const minute = local.getHours() * 60 + local.getMinutes()
  const start = minuteOf(from)
  const end = minuteOf(until)
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}
