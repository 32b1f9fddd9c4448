/** What is seen of open profiles outside of their windows: the tray and the badge. */
import { BrowserWindow } from 'electron'
import { sumLive } from '../../shared/model/live-count.ts'
import type { Clock } from '../lib/clock.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import type { Log } from '../lib/log.ts'
import { createBadge } from '../desktop/badge.ts'
import { placeOfAlert } from './native-notices.ts'
import type { NativeNotices } from './native-notices.ts'
import { createTray } from '../desktop/tray.ts'
import type { TrayProfile } from '../desktop/tray-menu.ts'
import type { Windows } from '../desktop/windows.ts'
import type { NativeTexts } from '../desktop/native-texts.ts'

/** Tray and badge. */
export interface TrayAndBadge {
  /** Figures, alerts, profiles or the language changed. */
  readonly changed: () => void
  readonly dispose: () => void
}

export interface TrayAndBadgeDeps {
  readonly texts: () => NativeTexts
  readonly windows: Pick<Windows, 'front' | 'bringToFront' | 'onOpened'>
  readonly nativeNotices: Pick<NativeNotices, 'show'>
  readonly workspaces: () => readonly Pick<ProfileWorkspace, 'profile' | 'live' | 'triggered'>[]
  readonly quit: () => void
  readonly clock: Clock
  readonly log: Log
}

type Workspace = ReturnType<TrayAndBadgeDeps['workspaces']>[number]

function trayProfile({ profile, live, triggered }: Workspace, now: number): TrayProfile[] {
  const open = profile()
  if (open === null) return []
  return [
    {
      id: open.id,
      name: open.name,
      live: sumLive(live(), now),
      alerts: triggered().map((event) => ({
        profileId: open.id,
        profileName: open.name,
        appLabel: open.applications.find(({ appId }) => appId === event.appId)?.label ?? '',
        event,
      })),
    },
  ]
}

/** Puts both in place. */
export function createTrayAndBadge({
  texts,
  windows,
  nativeNotices,
  workspaces,
  quit,
  clock,
  log,
}: TrayAndBadgeDeps): TrayAndBadge {
  const failed = (error: unknown): void => {
    log.error('a place was not shown from the tray', error)
  }
  const badge = createBadge(
    () => BrowserWindow.getAllWindows(),
    (count) => texts().tray.triggered(count),
  )
  const tray = createTray({ clock, log }, texts, {
    quit,
    profiles: () => workspaces().flatMap((workspace) => trayProfile(workspace, clock.now())),
    open: (profileId) => {
      const front = windows.front()
      if (profileId !== null) nativeNotices.show({ profileId, section: 'sessions', appId: null }).catch(failed)
      else if (front !== null) windows.bringToFront(front)
    },
    showAlert: (notice) => {
      nativeNotices.show(placeOfAlert(notice)).catch(failed)
    },
  })
  let onBadge: number | null = null
  const changed = (): void => {
    tray.changed()
    // Heard with each count that is read, while alerts come and go seldom.
    const triggered = workspaces().reduce((sum, workspace) => sum + workspace.triggered().length, 0)
    if (triggered !== onBadge) badge.show(triggered)
    onBadge = triggered
  }
  windows.onOpened(() => {
    onBadge = null
    changed()
  })
  return { changed, dispose: tray.dispose }
}
