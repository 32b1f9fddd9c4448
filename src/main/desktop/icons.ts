/** The program's pictures, which the build copies beside main; `npm run icons` creates them. */
import { join } from 'node:path'
import { app, nativeImage, nativeTheme } from 'electron'
import type { NativeImage } from 'electron'
import type { TrayState } from './tray-menu.ts'

// The system chooses the file for its screen from the `@2x` and similar files beside each picture.
const picture = (name: string): NativeImage =>
  nativeImage.createFromPath(join(app.getAppPath(), 'out/main/icons', `${name}.png`))

// Windows reports its taskbar's own theme; Linux reports only the theme of programs, which the operator may have chosen
// here.
function isPanelDark(): boolean {
  const { shouldUseDarkColors, shouldUseDarkColorsForSystemIntegratedUI } = nativeTheme
  return process.platform === 'win32' ? shouldUseDarkColorsForSystemIntegratedUI : shouldUseDarkColors
}

/** macOS colours the tray's icon. */
export function trayIcon(state: TrayState): NativeImage {
  if (process.platform === 'darwin') return picture(`tray/${state}Template`)
  return picture(`tray/${state}-${isPanelDark() ? 'dark' : 'light'}`)
}

/** A number to lay over the program's taskbar button; above 9 it is "9+". */
export const badgeIcon = (count: number): NativeImage => picture(`badge/${count > 9 ? '9plus' : String(count)}`)

/** The icon of a window, for systems that do not take it from the program's file. */
export const windowIcon = (): NativeImage => picture('icon-256')
