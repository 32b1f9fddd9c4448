/**
 * `node scripts/window-tests.mjs [filters and options]`: builds if a source changed, then runs Playwright on the real
 * window.
 */
import { ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, runForeground } from './lib/run.mjs'
import { windowTests } from './lib/window-tests.mjs'

await entry(async () => {
  console.log(await ensureElectron({ retry: false }))
  await ensureBuilt()
  const { command, env, notes } = windowTests(process.argv.slice(2))
  for (const note of notes) console.log(note)
  return runForeground(command, env)
})
