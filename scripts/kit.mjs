/**
 * `npm run kit`: opens every control of the kit in a window (test/kit), with the main process, the preload and the
 * content policy of the product. With `--build` it only builds, for the window tests.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronPath } from './electron-runtime.mjs'
import { buildKit } from './lib/kit.mjs'
import { entry, runForeground } from './lib/run.mjs'
import { appSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

await entry(async () => {
  if (process.argv.includes('--build')) {
    await buildKit()
    return 0
  }
  await setUp('app')
  const folder = await buildKit()
  const { prefix, switches, env } = appSession({ headlessKeyring: false })
  const userData = mkdtempSync(join(tmpdir(), 'greenroom-kit-'))
  const command = [...prefix, electronPath, ...switches, folder, `--user-data-dir=${userData}`]
  return runForeground(command, { ...process.env, ...env })
})
