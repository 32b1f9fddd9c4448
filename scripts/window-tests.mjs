/**
 * `node scripts/window-tests.mjs [filters and options]`: builds when a source changed, then runs Playwright on the real
 * window. With `--shards` all of them, in shards side by side where each can have a screen and a keyring of its own.
 */
import { join } from 'node:path'
import { ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { shardsAtOnce, windowShards } from './lib/window-shards.mjs'
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
  if (!options.includes('--shards')) return runForeground([...playwright, ...options], env)
  const waiting = [...windowShards.entries()]
  let code = 0
  const runShards = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, shard] = next
      const part = `--shard=${String(index + 1)}/${String(windowShards.length)}`
      const end = await run([...playwright, part], { env: { ...env, GREENROOM_TEST_SHARD: shard }, show: true })
      code = Math.max(code, end.code)
    }
  }
  await Promise.all(Array.from({ length: shardsAtOnce }, runShards))
  return code
})
