/**
 * `node scripts/vitest.mjs <unit|contract|long|all> [filters and options]`: the tests that need no window, on the app's own
 * runtime and with a private unlocked keyring.
 */
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { entry, root, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'
import { inTestWorld } from './lib/test-world.mjs'

const unit = ['shared', 'main', 'practice', 'scripts', 'renderer']

/** The projects of each suite; the gate runs `all`. @type {Readonly<Record<string, readonly string[]>>} */
const suites = { unit, contract: ['contract'], long: ['long'], all: [...unit, 'contract'] }

await entry(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const projects = suites[name]
  if (projects === undefined) throw new Stop('usage: vitest.mjs <unit|contract|long|all> [filters]')
  console.log(await ensureElectron({ retry: false }))
  const { prefix, notes } = testSession({ display: false })
  for (const note of notes) console.log(note)
  const vitest = [electronPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${name}.json`]
  const { command, env } = inTestWorld([
    ...vitest,
    ...projects.map((project) => `--project=${project}`),
    ...reports,
    ...rest,
  ])
  return runForeground([...prefix, ...command], env)
})
