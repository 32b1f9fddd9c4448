/** What the tray shows, without Electron: its lines, tooltip and title. There is nothing in it that closes a call. */
import type { LiveSum } from '../../shared/model/live-count.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { Texts } from '../context/texts.ts'
import { alertTexts, liveText } from './native-texts.ts'

export interface TrayProfile {
  readonly id: ProfileId
  readonly name: string
  /** Calls of all its applications. */
  readonly live: LiveSum
  /** What is triggered, newest first. */
  readonly alerts: readonly AlertNotice[]
}

/** A line without `chosen` is text alone. */
export interface TrayLine {
  readonly label: string
  readonly chosen: TrayChoice | null
}

export type TrayChoice =
  | { readonly kind: 'open'; readonly profileId: ProfileId | null }
  | { readonly kind: 'alert'; readonly notice: AlertNotice }
  | { readonly kind: 'quit' }

/** Separators stand between the groups of lines. */
export interface TrayPicture {
  readonly groups: readonly (readonly TrayLine[])[]
  readonly tooltip: string
  /** Beside the icon, on macOS: the calls of all profiles; "" when one of them is not known now. */
  readonly title: string
  readonly state: TrayState
}

/** The icon's state: an alert first; `paused` when no figure is refreshed. */
export type TrayState = 'idle' | 'live' | 'alert' | 'paused'

// A menu is no list: the page has them all.
const maxAlerts = 5
function timeOf(at: number, now: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(
    language,
    isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at)
}

function stateOf(profiles: readonly TrayProfile[], triggered: number): TrayState {
  if (triggered > 0) return 'alert'
  const sums = profiles.map(({ live }) => live).filter(({ oldestAt }) => oldestAt !== null)
  if (sums.length > 0 && sums.every(({ fresh }) => fresh === 0)) return 'paused'
  return sums.some(({ live }) => live > 0) ? 'live' : 'idle'
}

/** What the tray shows of the open profiles at `now` (epoch ms). */
export function pictureTray(profiles: readonly TrayProfile[], texts: Texts, now: number): TrayPicture {
  const { say, language } = texts
  const liveOf = ({ live }: TrayProfile): string =>
    live.oldestAt === null
      ? say('tray.notRead')
      : liveText(texts, live, timeOf(live.oldestAt, now, language === 'en' ? 'en-GB' : language))
  const infoLine = (label: string): TrayLine => ({ label, chosen: null })
  const open = (profile: TrayProfile | null): TrayLine => ({
    label: say('tray.open', { name: profile?.name ?? 'Greenroom' }),
    chosen: { kind: 'open', profileId: profile?.id ?? null },
  })
  const groups = profiles.map((profile) => [
    infoLine(`${profile.name}: ${liveOf(profile)}`),
    ...profile.alerts
      .slice(0, maxAlerts)
      .map((notice): TrayLine => ({ label: alertTexts(texts, notice).title, chosen: { kind: 'alert', notice } })),
    open(profile),
  ])
  const triggered = profiles.reduce((sum, { alerts }) => sum + alerts.length, 0)
  // It has no room to say what it covers.
  const isKnown = profiles.some(({ live }) => live.all > 0) && profiles.every(({ live }) => live.fresh === live.all)
  const lines = profiles.map((profile) => `${profile.name}: ${liveOf(profile)}`)
  return {
    groups: [
      ...(groups.length === 0 ? [[open(null)]] : groups),
      [{ label: say('menu.quit'), chosen: { kind: 'quit' } }],
    ],
    tooltip: [
      ...(lines.length === 0 ? ['Greenroom'] : lines),
      ...(triggered === 0 ? [] : [say('tray.triggered', { count: triggered })]),
    ].join('\n'),
    title: isKnown ? String(profiles.reduce((sum, { live }) => sum + live.live, 0)) : '',
    state: stateOf(profiles, triggered),
  }
}
