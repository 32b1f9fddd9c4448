/** The peaks of an application as one HTML file, which any browser can show and print. */
import type { AppId } from '../../../shared/ids.ts'
import type { Language } from '../../../shared/model/language.ts'
import { fileTexts } from '../../context/texts.ts'
import { escapeHtml, htmlFacts, htmlTable } from '../../lib/html.ts'
import type { HtmlFact } from '../../lib/html.ts'
import type { DayPeaks, HourPeak, Peaks, WeekPeak } from './peaks.ts'

export interface PeaksReportSetting {
  readonly profileName: string
  /** "" where the application has no label. */
  readonly appLabel: string
  readonly appId: AppId
  /** null where the operator entered no capacity. */
  readonly capacity: number | null
  readonly timeZone: string
  readonly language: Language
}

// The file loads and runs nothing.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

const style = `
  @page { size: A4 landscape; margin: 12mm }
  body { margin: 24px; color: #1a1a1a; font: 13px/1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums }
  h1 { font-size: 20px } h2 { margin: 24px 0 8px; font-size: 15px; break-after: avoid }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px } dt { color: #5c5c5c } dd { margin: 0 }
  table { border-collapse: collapse } thead { display: table-header-group } tr { break-inside: avoid }
  th, td { padding: 3px 6px; border-bottom: 1px solid #d8d8d8; text-align: end; white-space: nowrap }
  th:first-child, td:first-child { text-align: start } th { font-weight: 600 }
  .hours { font-size: 11px } .hours th, .hours td { padding: 2px 4px }
  @media print { body { margin: 0 } }`

function reporter(peaks: Peaks | null, setting: PeaksReportSetting) {
  const { language, timeZone, capacity } = setting
  const texts = fileTexts(language)
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 })
  const instants = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  // In UTC, because a day is given by its date.
  const days = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
  const say = (key: string, values: Readonly<Record<string, string>> = {}): string =>
    escapeHtml(texts.say('sessions', key, values))
  const number = (total: number): string => {
    const text = escapeHtml(numbers.format(total))
    return capacity !== null && total >= capacity ? `<strong>${text}</strong>` : text
  }
  const dayText = (day: string): string => escapeHtml(days.format(Date.parse(day)))
  const weekRow = ({ monday, total, at, mean, unreadMs }: WeekPeak): readonly string[] => [
    dayText(monday),
    number(total),
    escapeHtml(instants.format(at)),
    escapeHtml(numbers.format(mean)),
    escapeHtml(hours.format(unreadMs / 3_600_000)),
  ]
  const hourText = (hour: HourPeak | null): string => {
    if (hour === null) return ''
    return hour.total === null ? '–' : `${number(hour.total)}${hour.isPartial ? '*' : ''}`
  }
  const dayRow = ({ day, hours: ofDay }: DayPeaks): readonly string[] => [dayText(day), ...ofDay.map(hourText)]
  const zoneName = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(peaks?.to ?? 0)
    .find(({ type }) => type === 'timeZoneName')?.value
  const facts: readonly (HtmlFact | false)[] = [
    [say('peaks.profile'), escapeHtml(setting.profileName)],
    [say('application'), escapeHtml([setting.appLabel, setting.appId].filter((text) => text !== '').join(' · '))],
    capacity !== null && [say('overview.column.capacity'), escapeHtml(numbers.format(capacity))],
    peaks !== null && [
      say('peaks.readings'),
      say('peaks.span', { from: instants.format(peaks.from), to: instants.format(peaks.to) }),
    ],
    [say('peaks.zone'), escapeHtml([timeZone, zoneName ?? ''].filter((text) => text !== '').join(' · '))],
  ]
  return { say, weekRow, dayRow, facts }
}

const hourNames = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** `peaks`: null where no reading is stored. */
export function peaksReport(peaks: Peaks | null, setting: PeaksReportSetting): string {
  const { say, weekRow, dayRow, facts } = reporter(peaks, setting)
  const weekHead = ['week', 'peak', 'at', 'mean', 'unread'].map((key) => say(`peaks.column.${key}`))
  const content =
    peaks === null
      ? `<p>${say('peaks.none')}</p>`
      : `<p>${say('peaks.note')}${setting.capacity === null ? '' : ` ${say('peaks.atCapacity')}`}</p>
<h2>${say('peaks.perWeek')}</h2>
${htmlTable(weekHead, peaks.weeks.map(weekRow))}
<h2>${say('peaks.perHour')}</h2>
<div class="hours">${htmlTable([say('peaks.column.day'), ...hourNames], peaks.days.map(dayRow))}</div>`
  return `<!doctype html>
<html lang="${setting.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${say('peaks.title')}</title>
<style>${style}
</style>
</head>
<body>
<h1>${say('peaks.title')}</h1>
${htmlFacts(facts)}
${content}
</body>
</html>
`
}
