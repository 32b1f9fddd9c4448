/**
 * `npm run dev`: opens the app with its page from Vite's server. A change of the page replaces its modules in place and
 * keeps typed text; after any other change main is built and the app opened again. With `--serve` the script only
 * builds the app and prints its folder, for the window tests.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join, sep } from 'node:path'
import { electronPath } from './electron-runtime.mjs'
import { buildForServer, startPageServer } from './lib/dev.mjs'
import { entry, root } from './lib/run.mjs'
import { appSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

const quietMs = 150

/** Starts and restarts the app; at most one runs at a time. */
function createApp() {
  const headlessKeyring = process.env['GREENROOM_HEADLESS_KEYRING'] === '1'
  const { prefix, switches, notes, env: sessionEnv } = appSession({ headlessKeyring })
  for (const note of notes) console.log(note)
  /** @type {import('node:child_process').ChildProcess | null} */
  let app = null
  const close = async () => {
    if (app?.pid === undefined || app.exitCode !== null || app.signalCode !== null) return
    const gone = once(app, 'exit')
    if (process.platform === 'win32') app.kill()
    else process.kill(-app.pid, 'SIGTERM')
    await gone
  }
  return {
    close,
    reopen: async (/** @type {string} */ folder) => {
      await close()
      const [program = '', ...args] = [...prefix, electronPath, ...switches, folder, ...process.argv.slice(2)]
      const env = { ...process.env, ...sessionEnv }
      app = spawn(program, args, { cwd: root, env, stdio: 'inherit', detached: process.platform !== 'win32' })
    },
  }
}

await entry(async () => {
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  if (process.argv.includes('--serve')) {
    const server = await startPageServer()
    console.log(await buildForServer(server.address))
    await ended
    process.exit(0)
  }
  await setUp('app')
  const [app, server] = [createApp(), await startPageServer()]
  const reopen = async () => {
    try {
      await app.reopen(await buildForServer(server.address))
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
  let work = reopen()
  /** @type {NodeJS.Timeout | undefined} */
  let pending
  watch(join(root, 'src'), { recursive: true }, (_event, file) => {
    // The server updates the page. Main also reads the catalogues, but does not restart for their changes.
    if (file?.startsWith(`renderer${sep}`)) return
    clearTimeout(pending)
    pending = setTimeout(() => {
      work = work.then(reopen)
    }, quietMs)
  })
  await ended
  await work
  await app.close()
  process.exit(0)
})
