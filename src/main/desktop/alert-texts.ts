/** The words of alerts outside of the page, in the product's two languages. */
import { assertNever } from '../../shared/failure.ts'
import type { AlertCondition, AlertEvent, Severity } from '../../shared/schemas/alert.ts'
import type { AlertNotice } from '../alerts/alerts.ts'

/** A notification of an alert: what it is about, and the rule with its profile. */
export interface AlertTexts {
  readonly title: string
  readonly body: string
}

export type FormatAlert = (notice: AlertNotice) => AlertTexts

interface Parts {
  readonly what: string
  readonly why: string
}

function valueOf({ value }: AlertEvent): string {
  return value === null ? '–' : String(Math.round(value))
}

function placeOf({ appLabel, event, profileName }: AlertNotice): string {
  return appLabel === '' ? (event.appId ?? profileName) : appLabel
}

function creations(value: string): string {
  return value === '1' ? 'avatar creation' : 'avatar creations'
}

function lastingInEnglish(minutes: number): string {
  if (minutes < 60) return `${String(minutes)} min`
  const rest = minutes % 60
  return `${String(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${String(rest)} min`}`
}

function lastingInChinese(minutes: number): string {
  if (minutes < 60) return `${String(minutes)} 分钟`
  const rest = minutes % 60
  return `${String(Math.floor(minutes / 60))} 小时${rest === 0 ? '' : ` ${String(rest)} 分钟`}`
}

type AtOrAbove = Extract<AlertCondition, { kind: 'at-or-above' }>

function atOrAboveInEnglish({ threshold, minutes }: AtOrAbove, value: string): Parts {
  const limit = `${String(threshold.value)}${threshold.unit === 'percent' ? ' % of its capacity' : ''}`
  const held = minutes === 0 ? '' : ` for ${lastingInEnglish(minutes)}`
  return { what: `${value} live ${value === '1' ? 'call' : 'calls'}`, why: `at or above ${limit}${held}` }
}

function atOrAboveInChinese({ threshold, minutes }: AtOrAbove, value: string): Parts {
  const limit = threshold.unit === 'percent' ? `容量的 ${String(threshold.value)}%` : String(threshold.value)
  const held = minutes === 0 ? '' : `已持续 ${lastingInChinese(minutes)}`
  return { what: `${value} 个通话正在进行`, why: `达到或超过 ${limit}${held}` }
}

function englishParts(event: AlertEvent): Parts {
  const { condition } = event
  const value = valueOf(event)
  switch (condition.kind) {
    case 'at-or-above':
      return atOrAboveInEnglish(condition, value)
    case 'drop-to-zero':
      return { what: 'no call is live any more', why: 'the count dropped to zero' }
    case 'no-change':
      return {
        what: `${value} live for ${lastingInEnglish(condition.minutes)}`,
        why: 'the count has not changed in that time',
      }
    case 'stale':
      return {
        what: `no reading for ${lastingInEnglish(condition.minutes)}`,
        why: 'the count shown is old, and alerts about it wait',
      }
    case 'creations-below':
      return {
        what: `${value} ${creations(value)} left`,
        why: `fewer than ${String(condition.value)}`,
      }
    case 'time-to-empty': {
      const name = condition.balance === 'creations' ? 'avatar creations' : 'conversation duration'
      const what = `${name} empty in about ${lastingInEnglish(Math.round(event.value ?? 0))}`
      return { what, why: `at this pace under ${lastingInEnglish(condition.minutes)}` }
    }
    default:
      return assertNever(condition)
  }
}

function chineseParts(event: AlertEvent): Parts {
  const { condition } = event
  const value = valueOf(event)
  switch (condition.kind) {
    case 'at-or-above':
      return atOrAboveInChinese(condition, value)
    case 'drop-to-zero':
      return { what: '已没有正在进行的通话', why: '数量降为零' }
    case 'no-change':
      return {
        what: `${value} 个通话已 ${lastingInChinese(condition.minutes)}未变`,
        why: '其间数量没有变化',
      }
    case 'stale':
      return { what: `已 ${lastingInChinese(condition.minutes)}没有读数`, why: '显示的数量已过时，相关提醒暂不判断' }
    case 'creations-below':
      return { what: `剩余 ${value} 次数字人创建`, why: `少于 ${String(condition.value)} 次` }
    case 'time-to-empty': {
      const name = condition.balance === 'creations' ? '数字人创建次数' : '对话时长'
      const what = `${name}约 ${lastingInChinese(Math.round(event.value ?? 0))}后用完`
      return { what, why: `按目前速度不足 ${lastingInChinese(condition.minutes)}` }
    }
    default:
      return assertNever(condition)
  }
}

const englishSeverity: Readonly<Record<Severity, string>> = { info: '', warning: '', critical: 'Critical. ' }
const chineseSeverity: Readonly<Record<Severity, string>> = { info: '', warning: '', critical: '严重：' }

/** In English: "Lobby: 24 live calls", "Main hall: at or above 20 for 5 min". */
export const alertInEnglish: FormatAlert = (notice) => {
  const { what, why } = englishParts(notice.event)
  const title = `${englishSeverity[notice.event.severity]}${placeOf(notice)}: ${what}`
  return { title, body: `${notice.profileName}: ${why}` }
}

export const alertInChinese: FormatAlert = (notice) => {
  const { what, why } = chineseParts(notice.event)
  const title = `${chineseSeverity[notice.event.severity]}${placeOf(notice)}：${what}`
  return { title, body: `${notice.profileName}：${why}` }
}
