/** Opens a session of Wine and runs one part of the tests in it: `inside.mjs <scratch> <part> [words]`, for wine-tests.mjs. */
import { entry, Stop } from '../lib/run.mjs'
import { testInstaller } from './installer.mjs'
import { openWine } from './session.mjs'
import { testUnits } from './unit.mjs'
import { testWindows } from './window.mjs'

const [, , scratch = '', part = '', ...words] = process.argv

/** @type {Record<string, (session: import('./session.mjs').WineSession, words: readonly string[]) => Promise<number>>} */
const parts = { window: testWindows, installer: testInstaller, unit: testUnits }

await entry(async () => {
  const test = parts[part]
  if (test === undefined) throw new Stop('usage: wine-tests.mjs <window|installer|unit> [filters and options]')
  return test(await openWine(scratch), words)
})
