/** What is seen of open profiles outside of their windows: the tray and the badge. */
import { BrowserWindow } from 'electron'
import { sumLive } from '../../shared/model/live-count.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import { createBadge } from '../desktop/badge.ts'
import { placeOfAlert } from './native-notices.ts'
import { createTray } from '../desktop/tray.ts'
import type { TrayProfile } from '../desktop/tray-menu.ts'
import type { ProgramContext } from './app-context.ts'
import type { ShowPlace } from './show-place.ts'

/** Tray and badge. */
export interface TrayAndBadge {
  /** Figures, alerts, profiles or the language changed. */
  readonly changed: () => void
  readonly dispose: () => void
}

type Workspace = Pick<ProfileWorkspace, 'profile' | 'live' | 'triggered'>

/** What the tray shows and does. */
interface TrayParts {
  readonly workspaces: () => readonly Workspace[]
  readonly show: ShowPlace
  readonly quit: () => void
}

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

export function createTrayAndBadge(context: ProgramContext, { workspaces, show, quit }: TrayParts): TrayAndBadge {
  const { texts, windows, clock, log } = context
  const failed = (error: unknown): void => {
    log.error('a place was not shown from the tray', error)
  }
  const badge = createBadge(
    () => BrowserWindow.getAllWindows(),
    (count) => texts().say('tray.triggered', { count }),
  )
  const tray = createTray({ clock, log }, texts, {
    quit,
    profiles: () => workspaces().flatMap((workspace) => trayProfile(workspace, clock.now())),
    open: (profileId) => {
      const front = windows.front()
      if (profileId !== null) show({ profileId, section: 'sessions', appId: null }).catch(failed)
      else if (front !== null) windows.bringToFront(front)
    },
    showAlert: (notice) => {
      show(placeOfAlert(notice)).catch(failed)
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
