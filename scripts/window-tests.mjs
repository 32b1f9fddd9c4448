/**
 * `node scripts/window-tests.mjs [filters and options]`: builds when a source changed, then runs Playwright on the real
 * window. With `--lanes` all of them, in lanes side by side where each can have a screen and a keyring of its own.
 */
import { join } from 'node:path'
import { ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { windowLanes } from './lib/lanes.mjs'
import { entry, root, run, runForeground } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'

await entry(async () => {
  console.log(await ensureElectron({ retry: false }))
  await ensureBuilt()
  const { prefix, notes } = testSession({ display: true })
  for (const note of notes) console.log(note)
  const playwright = [...prefix, process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'test']
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  const options = process.argv.slice(2)
  if (!options.includes('--lanes')) return runForeground([...playwright, ...options], env)
  const lanes = windowLanes()
  const ends = await Promise.all(
    lanes.map((lane, index) =>
      run([...playwright, `--shard=${String(index + 1)}/${String(lanes.length)}`], {
        env: { ...env, GREENROOM_TEST_LANE: lane },
        show: true,
      }),
    ),
  )
  return Math.max(...ends.map(({ code }) => code))
})
