/** A separate Windows for one run: a copy of Wine's drive and registry, a screen, and functions that start programs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root, run, Stop, works } from '../lib/run.mjs'
import { cacheFolder } from './cache.mjs'
import { inDebian, installWine, lend } from './installation.mjs'
import { wineRuntime } from './runtime.mjs'

/** Starts a Windows program, with the variables of a session. */
const wineScript = join(root, 'scripts/wine/wine.sh')

const maxTreeReads = 10

/**
 * @typedef {object} WineSession
 * @property {string} scratch a folder that Wine can also access, removed at the end
 * @property {string} drive the folder of the drive C:
 * @property {string} runtime the folder of an Electron that runs under Wine
 * @property {string} debian the folder of the Debian that has Wine
 * @property {NodeJS.ProcessEnv} env for processes that start `wine.sh`
 * @property {(command: readonly string[], options?: Options) => ReturnType<typeof run>} run runs a Windows program to
 *   its end
 * @property {() => Promise<string[]>} windowTitles of all windows on the screen
 */
/** @typedef {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, show?: boolean, cwd?: string }} Options */

/** Opens a screen with the first free number, and returns its name. */
async function openScreen(/** @type {string} */ debian) {
  const words = ['Xvfb', '-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp']
  const screen = spawn('chroot', [debian, ...words], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  screen.unref()
  const pipe = screen.stdio[3]
  const ended = once(screen, 'exit').then(() => Promise.reject(new Stop('The screen of the tests under Wine ended.')))
  if (pipe === null || pipe === undefined) throw new Error('a pipe was asked for')
  const [number] = /** @type {[Buffer]} */ (await Promise.race([once(pipe, 'data'), ended]))
  ended.catch(() => undefined)
  return `:${number.toString().trim()}`
}

/** Reads the windows of a screen; tries again if `xwininfo` fails because a window closes during the reading. */
async function windowTree(/** @type {string} */ debian, /** @type {string} */ display) {
  const command = inDebian(debian, { DISPLAY: display }).concat('xwininfo', '-root', '-tree')
  for (let tries = 1; tries < maxTreeReads; tries += 1) {
    const { code, output } = await run(command)
    if (code === 0) return output
  }
  return must(command)
}

/**
 * Makes the missing parts of the cache and opens a session, whose processes and mounts end with this process'
 * namespace.
 * @returns {Promise<WineSession>}
 */
export async function openWine(/** @type {string} */ scratch) {
  const { debian, windows } = await installWine(scratch)
  const runtime = await wineRuntime(scratch)
  await lend(debian, root)
  for (const name of ['output', 'tmp']) mkdirSync(join(scratch, name), { recursive: true })
  cpSync(windows, join(scratch, 'windows'), { recursive: true, verbatimSymlinks: true })
  const display = await openScreen(debian)
  // Otherwise the server ends with each program, and the next program waits for its start.
  const [chroot = '', ...server] = inDebian(debian, { WINEPREFIX: join(scratch, 'windows') })
  if (!works(chroot, [...server, 'wineserver', '--persistent'])) throw new Stop('The server of Wine does not start.')
  const env = {
    ...process.env,
    TMPDIR: join(scratch, 'tmp'),
    WINE_DEBIAN: debian,
    WINE_SCRATCH: scratch,
    WINE_CACHE: cacheFolder,
    WINE_CHECKOUT: root,
    WINE_DISPLAY: display,
  }
  return {
    scratch,
    drive: join(scratch, 'windows/drive_c'),
    runtime,
    debian,
    env,
    windowTitles: async () => {
      const tree = await windowTree(debian, display)
      return [...tree.matchAll(/^ +0x\w+ "(.*)": \(/gm)].map(([, title = '']) => title)
    },
    run: (command, options = {}) => run([wineScript, ...command], { ...options, env: { ...env, ...options.env } }),
  }
}

/** A folder that looks like an Electron distribution to Playwright, and starts the Windows distribution. */
export function linuxDist(/** @type {WineSession} */ { scratch, runtime }) {
  const folder = join(scratch, 'dist')
  mkdirSync(folder)
  const words = `"${wineScript}" "${join(runtime, 'electron.exe')}" --disable-gpu "$@"`
  // In Node mode the runtime would treat a Chromium switch as the script.
  const asNode = `"${wineScript}" "${join(runtime, 'electron.exe')}" "$@"`
  const script = `#!/bin/sh\nif [ -n "\${ELECTRON_RUN_AS_NODE:-}" ]; then exec ${asNode}; fi\nexec ${words}\n`
  writeFileSync(join(folder, 'electron'), script, { mode: 0o755 })
  return folder
}
