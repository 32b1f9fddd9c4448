/** Numbers, times and sizes in the operator’s language. Pure: texts come in with `t`. */
import type { TFunction } from 'i18next'
import { durationRangeText, durationText, wholeDurationText } from '../../shared/model/duration-text.ts'
import { isolated } from '../../shared/model/file-names.ts'

/** Every formatting function; times are epoch milliseconds, durations are milliseconds. */
export type Format = ReturnType<typeof createFormat>

function wasDaysAgo(at: number, days: number): boolean {
  const now = new Date()
  return (
    new Date(at).toDateString() === new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toDateString()
  )
}

export function createFormat(language: string, t: TFunction) {
  // `durationText` fills the placeholders of the key that it names.
  const say = t as Parameters<typeof durationText>[1]
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const kilobytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
  const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  // In Chinese a 和 would run into the names around it.
  const list = new Intl.ListFormat(language, { style: language === 'zh-CN' ? 'narrow' : 'long' })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  const dateMinute = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const weekday = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const minuteOfDay = new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  return {
    number: (value: number) => number.format(value),
    /** "40 %" of 0.4, as the language writes it. */
    percent: (share: number) => percent.format(share),
    /** "just now", "4 s ago", "12 min ago"; never negative. */
    age: (ms: number) => (ms < 1_000 ? t('justNow') : t('ago', { duration: wholeDurationText(ms, say) })),
    /** "120 ms", "42 s", "12 min", "1 h 5 min", "3 d". */
    duration: (ms: number) => durationText(ms, say),
    /** "18–41 min" */
    durationRange: (times: Parameters<typeof durationRangeText>[0]) =>
      durationRangeText(times, (from, to) => (from === to ? number.format(to) : number.formatRange(from, to)), t),
    bytes: (bytes: number) => {
      if (bytes < 1_000) return t('bytes', { value: number.format(bytes) })
      return bytes < 1_000_000 ? kilobytes.format(bytes / 1_000) : megabytes.format(bytes / 1_000_000)
    },
    /** "4, 5 and 9" */
    list: (items: readonly string[]) => list.format(items.map(isolated)),
    /** "21 Nov 2026, 10:24:05" */
    dateTime: (at: number) => dateTime.format(at),
    /** "10:24:05", with its date when that is not today. */
    time: (at: number) => (wasDaysAgo(at, 0) ? time : dateTime).format(at),
    /** "10:24:05", where the day is shown beside it. */
    timeOfDay: (at: number) => time.format(at),
    /** "Mon, 23 Nov 2026" */
    day: (at: number) => weekday.format(at),
    /** "Today", "Yesterday"; null for any other day. */
    recentDay: (at: number) => {
      const passed = [0, 1].find((days) => wasDaysAgo(at, days))
      if (passed === undefined) return null
      const text = relative.format(-passed, 'day')
      return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
    },
    /** "10:24", for times with minute precision; with its date when that is not today. */
    minute: (at: number) => (wasDaysAgo(at, 0) ? minuteOfDay : dateMinute).format(at),
  }
}
