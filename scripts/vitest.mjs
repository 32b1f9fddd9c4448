/**
 * `node scripts/vitest.mjs <unit|contract> [filters and options]`: the tests that need no window, on the app's own
 * runtime and with a private unlocked keyring.
 */
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { entry, root, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'

const projects = { unit: ['shared', 'main', 'practice', 'renderer'], contract: ['contract'] }

await entry(async () => {
  const [suite, ...rest] = process.argv.slice(2)
  if (suite !== 'unit' && suite !== 'contract') throw new Stop('usage: vitest.mjs <unit|contract> [filters]')
  console.log(await ensureElectron({ retry: false }))
  const { prefix, notes } = testSession({ display: false })
  for (const note of notes) console.log(note)
  const vitest = [electronPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${suite}.json`]
  const chosen = projects[suite].map((name) => `--project=${name}`)
  return runForeground([...prefix, ...vitest, ...chosen, ...reports, ...rest], {
    ...process.env,
    ELECTRON_RUN_AS_NODE: '1',
  })
})
