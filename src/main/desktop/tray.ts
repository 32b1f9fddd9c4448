/** The icon in the system's tray: how many calls are live, what is triggered, and the way to each open profile. */
import { Menu, nativeTheme, Tray as SystemTray } from 'electron'
import type { MenuItemConstructorOptions, NativeImage } from 'electron'
import type { ProfileId } from '../../shared/ids.ts'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { Texts } from '../context/texts.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { trayIcon } from './icons.ts'
import { createTrayDrawing } from './tray-drawing.ts'
import { pictureTray } from './tray-menu.ts'
import type { TrayChoice, TrayLine, TrayPicture, TrayProfile } from './tray-menu.ts'

export interface TrayIcon {
  /** Figures, alerts, profiles or the language changed; drawn anew at most once a second. */
  readonly changed: () => void
  readonly dispose: () => void
}

interface TrayActions {
  /** Open profiles, in the order of their lines. */
  readonly profiles: () => readonly TrayProfile[]
  /** Brings the profile's window to the front; null is any window. */
  readonly open: (profileId: ProfileId | null) => void
  /** Shows the place that an alert is about. */
  readonly showAlert: (notice: AlertNotice) => void
  /** Ends the program as the menu's own Quit does, which asks first. */
  readonly quit: () => void
}

/** Puts the icon in the tray. A system without a tray is no reason not to start: it is logged once. */
export function createTray(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  texts: () => Texts,
  { profiles, open, showAlert, quit }: TrayActions,
): TrayIcon {
  let tray: SystemTray | null = null

  const choose = (chosen: TrayChoice): void => {
    if (chosen.kind === 'open') open(chosen.profileId)
    else if (chosen.kind === 'alert') showAlert(chosen.notice)
    else quit()
  }

  const itemOf = ({ label, chosen }: TrayLine): MenuItemConstructorOptions => ({
    // An ampersand would be taken for the mark of a shortcut.
    label: label.replaceAll('&', '&&'),
    enabled: chosen !== null,
    ...(chosen === null
      ? {}
      : {
          click: () => {
            choose(chosen)
          },
        }),
  })

  const put = (icon: NativeImage): SystemTray => {
    const begun = new SystemTray(icon)
    begun.on('click', () => {
      // Elsewhere a click opens the menu.
      if (process.platform === 'win32') open(profiles()[0]?.id ?? null)
    })
    return begun
  }

  const show = (picture: TrayPicture): void => {
    const icon = trayIcon(picture.state)
    if (tray === null) tray = put(icon)
    else tray.setImage(icon)
    tray.setToolTip(picture.tooltip)
    if (process.platform === 'darwin') tray.setTitle(picture.title)
    const template = picture.groups.flatMap((lines, index) => [
      ...(index === 0 ? [] : [{ type: 'separator' as const }]),
      ...lines.map(itemOf),
    ])
    tray.setContextMenu(Menu.buildFromTemplate(template))
  }

  const picture = (): TrayPicture => pictureTray(profiles(), texts(), clock.now())
  const drawing = createTrayDrawing({ clock, log }, picture, show)
  nativeTheme.on('updated', drawing.redraw)

  return {
    changed: drawing.changed,
    dispose: () => {
      nativeTheme.off('updated', drawing.redraw)
      drawing.dispose()
      tray?.destroy()
      tray = null
    },
  }
}
