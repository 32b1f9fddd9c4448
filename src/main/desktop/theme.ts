/** Light, dark or the system's choice, for the page (prefers-color-scheme) and for native parts alike. */
import { nativeTheme } from 'electron'
import type { Preferences } from '../../shared/schemas/app.ts'

/** Puts the preferred theme in force. */
export function setTheme(theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme
}
