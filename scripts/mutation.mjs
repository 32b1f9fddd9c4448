/**
 * `node scripts/mutation.mjs [files]`: changes the code that spends, closes and keeps secrets, one small change at a time,
 * and says which changes no unit or contract test notices. docs/testing.md has the last score.
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
  const files = process.argv.slice(2)
  const stryker = [electronPath, join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run']
  const { command, env } = inTestWorld([...stryker, ...(files.length > 0 ? ['--mutate', files.join(',')] : [])])
  return runForeground([...prefix, ...command], env)
})
