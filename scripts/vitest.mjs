/**
 * `node scripts/vitest.mjs <unit|contract> [filters and options]`: the tests that need no window, on the app's
 * own runtime and with a private unlocked keyring.
 */
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { entry, root, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'

/** Where the tests are: the instant at which their clock begins, in the zone; the language of the machine. */
const usualWorld = '2026-11-21T14:30:00, Europe/Berlin, en_US.UTF-8'

/** The projects of each suite. @type {Readonly<Record<string, readonly string[]>>} */
const suites = { unit: ['shared', 'main', 'practice', 'renderer'], contract: ['contract'] }

/** @returns {Record<string, string>} */
function worldVariables() {
  const world = process.env['GREENROOM_TEST_WORLD'] ?? usualWorld
  const [now, zone, locale, ...rest] = world.split(',').map((word) => word.trim())
  if (!now || !zone || !locale || rest.length > 0) throw new Stop(`GREENROOM_TEST_WORLD: not like “${usualWorld}”`)
  console.log(`The tests begin at ${now} in ${zone}, with the language ${locale}.`)
  return { GREENROOM_TEST_NOW: now, TZ: zone, LANG: locale, LC_ALL: locale }
}

await entry(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const projects = suites[name]
  if (projects === undefined) throw new Stop('usage: vitest.mjs <unit|contract> [filters]')
  console.log(await ensureElectron({ retry: false }))
  const { prefix, notes } = testSession({ display: false })
  for (const note of notes) console.log(note)
  const world = worldVariables()
  // Only around the tests: a shell without that locale complains.
  const around = process.platform === 'win32' ? [] : ['env', ...Object.entries(world).map((pair) => pair.join('='))]
  const vitest = [electronPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${name}.json`]
  const chosen = projects.map((project) => `--project=${project}`)
  return runForeground([...prefix, ...around, ...vitest, ...chosen, ...reports, ...rest], {
    ...process.env,
    ...(process.platform === 'win32' ? world : {}),
    ELECTRON_RUN_AS_NODE: '1',
  })
})
