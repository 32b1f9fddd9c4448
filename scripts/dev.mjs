/**
 * `npm run dev`: opens the built app and, after every change of a source, builds again and opens it anew. The page
 * comes from app:// under the same content policy as in the product, so what works here works there.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { electronPath } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root } from './lib/run.mjs'
import { appSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

const quietMs = 150

await entry(async () => {
  await setUp('app')
  const headlessKeyring = process.env['GREENROOM_HEADLESS_KEYRING'] === '1'
  const { prefix, switches, notes, env: sessionEnv } = appSession({ headlessKeyring })
  for (const note of notes) console.log(note)
  const [program = '', ...args] = [...prefix, electronPath, ...switches, root, ...process.argv.slice(2)]
  /** @type {import('node:child_process').ChildProcess | null} */
  let app = null

  const close = async () => {
    if (app?.pid === undefined || app.exitCode !== null || app.signalCode !== null) return
    const gone = once(app, 'exit')
    if (process.platform === 'win32') app.kill()
    else process.kill(-app.pid, 'SIGTERM')
    await gone
  }
  const reopen = async () => {
    try {
      await ensureBuilt()
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return
    }
    await close()
    const env = { ...process.env, ...sessionEnv }
    app = spawn(program, args, { cwd: root, env, stdio: 'inherit', detached: process.platform !== 'win32' })
  }

  let work = reopen()
  /** @type {NodeJS.Timeout | undefined} */
  let pending
  watch(join(root, 'src'), { recursive: true }, () => {
    clearTimeout(pending)
    pending = setTimeout(() => {
      work = work.then(reopen)
    }, quietMs)
  })
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  await work
  await close()
  process.exit(0)
})
