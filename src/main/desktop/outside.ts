/** What is seen of open profiles outside of their windows: the tray and the badge. */
import { BrowserWindow } from 'electron'
import { sumLive } from '../../shared/model/live-count.ts'
import type { Clock } from '../clock.ts'
import type { ProfileDesk } from '../desks/desk.ts'
import type { Log } from '../log.ts'
import { createBadge } from './badge.ts'
import { placeOfAlert } from './telling.ts'
import type { Telling } from './telling.ts'
import { createTray } from './tray.ts'
import type { TrayProfile } from './tray-menu.ts'
import type { Windows } from './windows.ts'
import type { NativeWords } from './words.ts'

/** Tray and badge. */
export interface Outside {
  /** Figures, alerts, profiles or the language changed. */
  readonly changed: () => void
  readonly dispose: () => void
}

export interface OutsideDeps {
  readonly words: () => NativeWords
  readonly windows: Pick<Windows, 'front' | 'bringToFront' | 'onOpened'>
  readonly telling: Pick<Telling, 'show'>
  readonly desks: () => readonly Pick<ProfileDesk, 'profile' | 'live' | 'raised'>[]
  readonly quit: () => void
  readonly clock: Clock
  readonly log: Log
}

type Desk = ReturnType<OutsideDeps['desks']>[number]

function trayProfile({ profile, live, raised }: Desk, now: number): TrayProfile[] {
  const open = profile()
  if (open === null) return []
  return [
    {
      id: open.id,
      name: open.name,
      live: sumLive(live(), now),
      alerts: raised().map((event) => ({
        profileId: open.id,
        profileName: open.name,
        appLabel: open.applications.find(({ appId }) => appId === event.appId)?.label ?? '',
        event,
      })),
    },
  ]
}

/** Puts both in place. */
export function createOutside({ words, windows, telling, desks, quit, clock, log }: OutsideDeps): Outside {
  const failed = (error: unknown): void => {
    log.error('a place was not shown from the tray', error)
  }
  const badge = createBadge({
    windows: () => BrowserWindow.getAllWindows(),
    describe: (count) => words().tray.raised(count),
  })
  const tray = createTray({
    ...{ words, quit, clock, log },
    profiles: () => desks().flatMap((desk) => trayProfile(desk, clock.now())),
    open: (profileId) => {
      const front = windows.front()
      if (profileId !== null) telling.show({ profileId, section: 'sessions', appId: null }).catch(failed)
      else if (front !== null) windows.bringToFront(front)
    },
    showAlert: (news) => {
      telling.show(placeOfAlert(news)).catch(failed)
    },
  })
  let onBadge: number | null = null
  const changed = (): void => {
    tray.changed()
    // Heard with each count that is read, while alerts come and go seldom.
    const raised = desks().reduce((sum, desk) => sum + desk.raised().length, 0)
    if (raised !== onBadge) badge.show(raised)
    onBadge = raised
  }
  windows.onOpened(() => {
    onBadge = null
    changed()
  })
  return { changed, dispose: tray.dispose }
}
