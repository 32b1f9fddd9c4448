/** `node scripts/window-tests.mjs [filters and options]`: builds when a source changed, then runs Playwright on the real window. */
import { join } from 'node:path'
import { ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, runForeground } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'

await entry(async () => {
  console.log(await ensureElectron({ retry: false }))
  await ensureBuilt()
  const { prefix, notes } = testSession({ display: true })
  for (const note of notes) console.log(note)
  const playwright = [process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'test']
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  return runForeground([...prefix, ...playwright, ...process.argv.slice(2)], env)
})
