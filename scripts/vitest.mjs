/**
 * `node scripts/vitest.mjs <unit|contract|elsewhere> [filters and options]`: the tests that need no window, on the app's
 * own runtime and with a private unlocked keyring.
 */
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { elsewhere, hasElsewhere, testsElsewhere } from './lib/elsewhere.mjs'
import { entry, root, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'

const english = () => ({ LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' })

/** @typedef {{ projects: readonly string[], filters: readonly string[], world: () => Record<string, string> }} Suite */

/** @type {Readonly<Record<string, Suite>>} */
const suites = {
  unit: { projects: ['shared', 'main', 'practice', 'renderer'], filters: [], world: english },
  contract: { projects: ['contract'], filters: [], world: english },
  elsewhere: { projects: ['shared', 'main', 'renderer'], filters: testsElsewhere, world: elsewhere },
}

await entry(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const suite = suites[name]
  if (suite === undefined) throw new Stop('usage: vitest.mjs <unit|contract|elsewhere> [filters]')
  if (name === 'elsewhere' && !hasElsewhere) throw new Stop('Another world for the tests can be had on Linux only.')
  console.log(await ensureElectron({ retry: false }))
  const { prefix, notes } = testSession({ display: false })
  for (const note of notes) console.log(note)
  const world = suite.world()
  // Only around the tests: a shell without that locale complains, and a keyring in another year helps nobody.
  const around = process.platform === 'win32' ? [] : ['env', ...Object.entries(world).map((pair) => pair.join('='))]
  const vitest = [electronPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${name}.json`]
  const chosen = suite.projects.map((project) => `--project=${project}`)
  const asked = rest.length > 0 ? rest : suite.filters
  return runForeground([...prefix, ...around, ...vitest, ...chosen, ...reports, ...asked], {
    ...process.env,
    ELECTRON_RUN_AS_NODE: '1',
  })
})
