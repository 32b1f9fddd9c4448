/** The names by which Windows knows the program: of its entry in the Start menu, its windows and its notifications. */

/** As electron-builder gives it to the entry in the Start menu; null where the system asks for none. */
export function appIdOn(platform: NodeJS.Platform): string | null {
  return platform === 'win32' ? 'app.greenroom.greenroom' : null
}

/**
 * By which Windows starts the program when a notification of an earlier run is clicked; null where no system asks for it.
 * The uninstaller takes it out of the registry (`resources/windows/installer.nsi`).
 */
export function toastActivatorOn(platform: NodeJS.Platform): string | null {
  return platform === 'win32' ? '{EA580E90-425A-4113-AED5-50BB59FD90A5}' : null
}
