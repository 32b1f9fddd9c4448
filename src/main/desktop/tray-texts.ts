/** The words of the tray and of the badge, in the product's two languages. */
import type { LiveSum } from '../../shared/model/live-count.ts'

/** The calls of a profile as the tray shows them; null when there is no reading. `time` is that of the oldest one. */
export interface LiveTexts extends LiveSum {
  readonly time: string
}

function liveInEnglish({ live, fresh, was, all }: LiveSum): string {
  if (fresh === 0) return `was ${String(was)}`
  return fresh === all
    ? `${String(live)} live`
    : `${String(live)} live in ${String(fresh)} of ${String(all)} applications`
}

function liveInChinese({ live, fresh, was, all }: LiveSum): string {
  if (fresh === 0) return `此前 ${String(was)} 个`
  return fresh === all
    ? `${String(live)} 个正在进行`
    : `${String(all)} 个应用中的 ${String(fresh)} 个共 ${String(live)} 个正在进行`
}

export interface TrayTexts {
  /** The language of its times, as Intl takes it. */
  readonly language: string
  readonly live: (seen: LiveTexts | null) => string
  /** Without a name: the program itself. */
  readonly open: (profileName: string | null) => string
  /** What is triggered: for the tooltip, and as the description of the badge. */
  readonly triggered: (count: number) => string
  readonly quit: string
}

export const trayInEnglish: TrayTexts = {
  language: 'en-GB',
  live: (seen) => (seen === null ? 'not read yet' : `${liveInEnglish(seen)} · ${seen.time}`),
  open: (profileName) => `Open ${profileName ?? 'Greenroom'}`,
  triggered: (count) => `${String(count)} ${count === 1 ? 'alert' : 'alerts'}`,
  quit: 'Quit Greenroom',
}

export const trayInChinese: TrayTexts = {
  language: 'zh-CN',
  live: (seen) => (seen === null ? '尚未读取' : `${liveInChinese(seen)} · ${seen.time}`),
  open: (profileName) => `打开 ${profileName ?? 'Greenroom'}`,
  triggered: (count) => `${String(count)} 个提醒`,
  quit: '退出 Greenroom',
}
