/**
 * `node scripts/mutation.mjs [files] [options of Stryker, such as --concurrency=1]`: changes the code that spends,
 * closes and stores secrets, one small change at a time, and reports changes that no unit or contract test detects.
 * docs/testing.md has the last scores.
 */
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { entry, root, runForeground } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'
import { inTestWorld } from './lib/test-world.mjs'

await entry(async () => {
  console.log(await ensureElectron({ retry: false }))
  const { prefix, notes } = testSession({ display: false })
  for (const note of notes) console.log(note)
  const isOption = (/** @type {string} */ word) => word.startsWith('--')
  const words = process.argv.slice(2)
  const files = words.filter((word) => !isOption(word)).join(',')
  const stryker = [electronPath, join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run']
  const { command, env } = inTestWorld([
    ...stryker,
    ...words.filter(isOption),
    ...(files === '' ? [] : [`--mutate=${files}`]),
  ])
  return runForeground([...prefix, ...command], env)
})
