/** Paths of an app that might run on a different system than the tests: the Windows app, which Wine runs on Linux. */

/** Says whether the tests drive the Windows app under Wine (scripts/wine). */
export const isUnderWine = (): boolean => process.env['WINE_CHECKOUT'] !== undefined

/** Translates a path of the tests into the app's name for it: Wine mounts the files of Linux as a drive. */
export const asAppNames = (file: string): string => (isUnderWine() ? `Z:${file.replaceAll('/', '\\')}` : file)
