/** Formats durations with the texts under `duration` of the catalogue `common`. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type DurationKey = `duration.${'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'hoursMinutes' | 'days'}`

type SayDuration = (key: DurationKey, values: Readonly<Record<string, number>>) => string

/** A duration in its largest suitable unit, rounded down. */
export function wholeDurationText(ms: number, say: SayDuration): string {
  if (ms < minute) return say('duration.seconds', { count: Math.floor(ms / second) })
  if (ms < hour) return say('duration.minutes', { count: Math.floor(ms / minute) })
  if (ms < 2 * day) return say('duration.hours', { hours: Math.floor(ms / hour) })
  return say('duration.days', { count: Math.floor(ms / day) })
}

/** In English: "18–41 min", "20–75 s"; rounded to the unit of the longer time. */
export function durationRangeText(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  range: (from: number, to: number) => string,
  say: (key: `duration.${'seconds' | 'minutes'}Range`, values: { readonly range: string }) => string,
): string {
  const [unit, key] =
    toMs < 2 * minute ? [second, 'duration.secondsRange' as const] : [minute, 'duration.minutesRange' as const]
  const [from, to] = [fromMs, toMs].map((ms) => Math.max(1, Math.round(ms / unit)))
  return say(key, { range: range(from ?? 0, to ?? 0) })
}

/** In English: "120 ms", "42 s", "12 min", "1 h 5 min", "3 d". */
export function durationText(ms: number, say: SayDuration): string {
  if (ms < second) return say('duration.milliseconds', { count: Math.round(ms) })
  const minutes = Math.floor((ms % hour) / minute)
  if (ms < hour || ms >= 2 * day || minutes === 0) return wholeDurationText(ms, say)
  return say('duration.hoursMinutes', { hours: Math.floor(ms / hour), minutes })
}
