/** The program's pictures, which the build puts beside main; `npm run icons` makes them. */
import { join } from 'node:path'
import { app, nativeImage, nativeTheme } from 'electron'
import type { NativeImage } from 'electron'
import type { TrayState } from './tray-menu.ts'

// The system takes the one for its screen: `@2x` and the like stand beside each.
const picture = (name: string): NativeImage =>
  nativeImage.createFromPath(join(app.getAppPath(), 'out/main/icons', `${name}.png`))

// Windows tells its taskbar's own theme; Linux knows that of programs alone, which the operator may have chosen here.
function isPanelDark(): boolean {
  const { shouldUseDarkColors, shouldUseDarkColorsForSystemIntegratedUI } = nativeTheme
  return process.platform === 'win32' ? shouldUseDarkColorsForSystemIntegratedUI : shouldUseDarkColors
}

/** macOS colours the tray's icon. */
export function trayIcon(state: TrayState): NativeImage {
  if (process.platform === 'darwin') return picture(`tray/${state}Template`)
  return picture(`tray/${state}-${isPanelDark() ? 'dark' : 'light'}`)
}

/** A number to be laid over the program's place on the taskbar; above 9 it is "9+". */
export const badgeIcon = (count: number): NativeImage => picture(`badge/${count > 9 ? '9plus' : String(count)}`)

/** The icon of a window, for systems that take it from there and not from the program's file. */
export const windowIcon = (): NativeImage => picture('icon-256')
