/** Decides what the tray shows, and when, without Electron: lines, tooltip and title. No line closes a call. */
import type { StateCounts } from '../../shared/model/batch-progress.ts'
import type { LiveSum } from '../../shared/model/live-count.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { Texts } from '../context/texts.ts'
import { createTimer } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createThrottle } from '../lib/throttle.ts'
import { alertTexts, jobsText, liveText } from './native-texts.ts'

export interface TrayProfile {
  readonly id: ProfileId
  readonly name: string
  /** The calls of all its applications. */
  readonly live: LiveSum
  /** Triggered alerts, newest first. */
  readonly alerts: readonly AlertNotice[]
}

export interface TrayLine {
  readonly label: string
  /** null: a line of text without an action. */
  readonly chosen:
    | { readonly kind: 'profile'; readonly profileId: ProfileId }
    | { readonly kind: 'program' }
    | { readonly kind: 'alert'; readonly notice: AlertNotice }
    | { readonly kind: 'quit' }
    | null
}

/** The groups are shown with separators between them. */
export interface TrayPicture {
  readonly groups: readonly (readonly TrayLine[])[]
  readonly tooltip: string
  /** Beside the icon, on macOS: the calls of all profiles; "" when any of them is not current. */
  readonly title: string
  readonly state: TrayState
}

/** The icon's state: an alert takes precedence; `paused` when no figure is refreshed. */
export type TrayState = 'idle' | 'live' | 'alert' | 'paused'

// A menu is too short for a full list: the page shows all alerts.
const maxAlerts = 5

// Without seconds: a menu is rebuilt for each changed text, and counts are read twice a minute.
function timeOf(at: number, now: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const style = isToday ? {} : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', ...style }).format(at)
}

function stateOf(profiles: readonly TrayProfile[], triggered: number): TrayState {
  if (triggered > 0) return 'alert'
  const sums = profiles.map(({ live }) => live).filter(({ oldestAt }) => oldestAt !== null)
  if (sums.length > 0 && sums.every(({ fresh }) => fresh === 0)) return 'paused'
  return sums.some(({ live }) => live > 0) ? 'live' : 'idle'
}

/** The facts that the tray shows. */
export interface TrayFacts {
  /** The open profiles. */
  readonly profiles: readonly TrayProfile[]
  /** Avatars of all profiles that have not ended. */
  readonly jobs: StateCounts
}

export function pictureTray({ profiles, jobs }: TrayFacts, texts: Texts, now: number): TrayPicture {
  const { say, language } = texts
  const liveLine = ({ name, live }: TrayProfile): string => {
    const { oldestAt } = live
    if (oldestAt === null) return say('named', { name, text: say('tray.notRead') })
    const time = timeOf(oldestAt, now, language === 'en' ? 'en-GB' : language)
    return say('named', { name, text: liveText(texts, live, time) })
  }
  const openProfile = ({ id, name }: TrayProfile): TrayLine => ({
    label: say('settings.openNamed', { name }),
    chosen: { kind: 'profile', profileId: id },
  })
  const groups = profiles.map((profile): TrayLine[] => [
    { label: liveLine(profile), chosen: null },
    ...profile.alerts
      .slice(0, maxAlerts)
      .map((notice): TrayLine => ({ label: alertTexts(texts, notice).title, chosen: { kind: 'alert', notice } })),
    openProfile(profile),
  ])
  const jobsLine = jobsText(texts, jobs)
  const triggered = profiles.reduce((sum, { alerts }) => sum + alerts.length, 0)
  // The title has no room to name the profiles that it covers.
  const isKnown = profiles.some(({ live }) => live.all > 0) && profiles.every(({ live }) => live.fresh === live.all)
  return {
    groups: [
      ...(jobsLine === '' ? [] : [[{ label: jobsLine, chosen: null }]]),
      ...groups,
      [
        { label: say('settings.openNamed', { name: 'Greenroom' }), chosen: { kind: 'program' } },
        { label: say('shortcut.quit'), chosen: { kind: 'quit' } },
      ],
    ],
    tooltip: [
      ...(profiles.length === 0 ? ['Greenroom'] : profiles.map(liveLine)),
      ...(jobsLine === '' ? [] : [jobsLine]),
      ...(triggered === 0 ? [] : [say('app.alerts', { count: triggered })]),
    ].join('\n'),
    title: isKnown ? String(profiles.reduce((sum, { live }) => sum + live.live, 0)) : '',
    state: stateOf(profiles, triggered),
  }
}

const everyMs = 1_000
// Checks for stale numbers, because a hanging read causes no event; an unchanged picture is not drawn again.
const agingMs = 60_000

/** Two pictures with the same key look and act the same: an open menu must not be redrawn for nothing. */
function keyOf({ groups, tooltip, title, state }: TrayPicture): string {
  return JSON.stringify([groups, tooltip, title, state])
}

/** Draws changes, at most once a second. A failed drawing is logged, and the next one is attempted. */
export function createTrayDrawing(
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'error'> },
  picture: () => TrayPicture,
  show: (picture: TrayPicture) => void,
) {
  const aging = createTimer(clock)
  let drawnKey = ''
  let lastProblem = ''

  const draw = (): void => {
    aging.set(agingMs, draw)
    try {
      const next = picture()
      if (keyOf(next) === drawnKey) return
      show(next)
      drawnKey = keyOf(next)
      lastProblem = ''
    } catch (error) {
      // Logs once, not every minute while the cause continues.
      if (String(error) !== lastProblem) log.error('the tray could not be drawn', error)
      lastProblem = String(error)
    }
  }
  const drawing = createThrottle(clock, everyMs, draw)

  return {
    /** Figures, alerts, profiles or the language changed. */
    changed: drawing.trigger,
    /** Draws an unchanged picture again, for example when the theme changed. */
    redraw: (): void => {
      drawnKey = ''
      drawing.trigger()
    },
    dispose: (): void => {
      drawing.dispose()
      aging.cancel()
    },
  }
}
