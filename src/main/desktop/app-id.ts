/** The ids by which Windows identifies the program: its Start menu entry, its windows and its notifications. */

/** The id that electron-builder sets for the Start menu entry; null on a system that needs none. */
export function appIdOn(platform: NodeJS.Platform): string | null {
  return platform === 'win32' ? 'app.greenroom.greenroom' : null
}

/**
 * The id by which Windows starts the program when a notification of an earlier run is clicked; null on a system that
 * needs none. The uninstaller removes it from the registry (`resources/windows/installer.nsi`).
 */
export function toastActivatorOn(platform: NodeJS.Platform): string | null {
  return platform === 'win32' ? '{EA580E90-425A-4113-AED5-50BB59FD90A5}' : null
}
