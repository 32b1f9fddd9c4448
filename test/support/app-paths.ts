/** Paths of an app that may be another system's than the tests: that of Windows, which Wine runs on Linux. */

/** Says whether the tests drive the app of Windows under Wine (scripts/wine). */
export const isUnderWine = (): boolean => process.env['WINE_CHECKOUT'] !== undefined

/** A path of the tests as the app names it: Wine has the files of Linux on a drive of their own. */
export const asAppNames = (file: string): string => (isUnderWine() ? `Z:${file.replaceAll('/', '\\')}` : file)
