/**
 * Shows the open profiles outside of their windows. In the system's tray: the numbers of avatars and calls, the
 * triggered alerts, and commands to open each profile and the window. On the program's icon: the number of triggered
 * alerts.
 */
import { app, BrowserWindow, Menu, nativeTheme, Tray } from 'electron'
import { sumLive } from '../../shared/model/live-count.ts'
import { noticeOf } from '../alerts/alerts.ts'
import { badgeIcon, trayIcon } from '../desktop/icons.ts'
import { createTrayDrawing, pictureTray } from '../desktop/tray-menu.ts'
import type { TrayFacts, TrayLine, TrayPicture, TrayProfile } from '../desktop/tray-menu.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import type { ProgramContext } from './app-context.ts'
import type { LocationToShow, ShowLocation } from './deep-link-router.ts'
import { locationOfAlert } from './native-notices.ts'

interface TrayParts {
  readonly workspaces: () => readonly ProfileWorkspace[]
  readonly show: ShowLocation
  /** Brings the last used window forward, or reopens it. */
  readonly showWindow: () => void
  /** Ends the program like the menu's Quit, which asks first. */
  readonly quit: () => void
}

function trayProfile({ profile, live, triggered }: ProfileWorkspace, now: number): TrayProfile[] {
  const open = profile()
  if (open === null) return []
  const alerts = triggered().map((event) => noticeOf(open, event))
  return [{ id: open.id, name: open.name, live: sumLive(live(), now), alerts }]
}

/** Draws nothing before `begin`. A system without a tray does not prevent the start: it is logged once. */
export function createTrayAndBadge(context: ProgramContext, { workspaces, show, showWindow, quit }: TrayParts) {
  const { texts, windows, settings, repositories, clock, log } = context
  let tray: Tray | null = null
  let hasBegun = false
  let onBadge: number | null = null

  const facts = (): TrayFacts => ({
    profiles: workspaces().flatMap((workspace) => trayProfile(workspace, clock.now())),
    jobs: repositories.batches.unfinished(settings.read().profiles.map(({ id }) => id)),
  })
  const showLocation = (location: LocationToShow): void => {
    show(location).catch((error: unknown) => log.error('a page could not be shown from the tray', error))
  }

  const itemOf = ({ label, chosen }: TrayLine) => ({
    // A single ampersand would mark a shortcut.
    label: label.replaceAll('&', '&&'),
    enabled: chosen !== null,
    click: () => {
      if (chosen?.kind === 'profile') showLocation({ profileId: chosen.profileId, section: 'sessions', appId: null })
      else if (chosen?.kind === 'program') showWindow()
      else if (chosen?.kind === 'alert') showLocation(locationOfAlert(chosen.notice))
      else if (chosen !== null) quit()
    },
  })

  const draw = (picture: TrayPicture): void => {
    const icon = trayIcon(picture.state)
    if (tray === null) {
      tray = new Tray(icon)
      tray.on('click', () => {
        // On macOS a click opens the menu.
        if (process.platform !== 'darwin') showWindow()
      })
    } else tray.setImage(icon)
    tray.setToolTip(picture.tooltip)
    if (process.platform === 'darwin') tray.setTitle(picture.title)
    const template = picture.groups.flatMap((lines, index) => [
      ...(index === 0 ? [] : [{ type: 'separator' as const }]),
      ...lines.map(itemOf),
    ])
    tray.setContextMenu(Menu.buildFromTemplate(template))
  }

  const drawing = createTrayDrawing(context, () => pictureTray(facts(), texts(), clock.now()), draw)

  // Has no effect on a system without a badge.
  const showBadge = (count: number): void => {
    if (process.platform !== 'win32') {
      app.setBadgeCount(count)
      return
    }
    // Windows has no number on the program's icon, only a small picture over it, for each window.
    const description = count === 0 ? '' : texts().say('app.alerts', { count })
    for (const window of BrowserWindow.getAllWindows()) {
      window.setOverlayIcon(count === 0 ? null : badgeIcon(count), description)
    }
  }
  /** Avatars, figures, alerts, profiles or the language changed. */
  const changed = (): void => {
    if (!hasBegun) return
    drawing.changed()
    // This runs with each count that is read, but alerts change rarely.
    const triggered = workspaces().reduce((sum, workspace) => sum + workspace.triggered().length, 0)
    if (triggered !== onBadge) showBadge(triggered)
    onBadge = triggered
  }
  windows.onOpened(() => {
    onBadge = null
    changed()
  })
  return {
    begin: (): void => {
      hasBegun = true
      nativeTheme.on('updated', drawing.redraw)
    },
    changed,
    dispose: (): void => {
      nativeTheme.off('updated', drawing.redraw)
      drawing.dispose()
      tray?.destroy()
      tray = null
    },
  }
}
