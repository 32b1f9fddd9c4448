/** The name by which Windows knows the program: of its entry in the Start menu, its windows and its notifications. */

/** As electron-builder gives it to the entry in the Start menu; null where the system asks for none. */
export function appIdOn(platform: NodeJS.Platform): string | null {
  return platform === 'win32' ? 'app.greenroom.greenroom' : null
}
