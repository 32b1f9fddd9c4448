/** A separate operator on this machine: an account, a screen, a D-Bus session and a keyring, removed at the end. */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, Stop } from '../lib/run.mjs'

const user = 'greenroom-operator'

/**
 * @typedef {object} OperatorSession
 * @property {string} home
 * @property {(command: readonly string[], env?: Record<string, string>) => Promise<{ code: number, output: string }>} run
 *   runs a program as the operator, on their screen, to its end
 * @property {(command: readonly string[]) => void} start the same, without waiting
 * @property {() => Promise<void>} leave ends the session; account and home stay
 * @property {() => void} remove removes the account with its home
 */

/**
 * Repeats a query until it returns a result, for at most a minute, because the machine might be busy.
 * @template Found
 * @param {string} what
 * @param {() => Promise<Found | null | false> | Found | null | false} ask
 * @returns {Promise<Found>}
 */
export async function until(what, ask) {
  const end = Date.now() + 60_000
  for (;;) {
    const found = await ask()
    if (found !== null && found !== false) return found
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function makeUser() {
  const made = spawnSync('useradd', ['--create-home', '--shell', '/bin/bash', user], { encoding: 'utf8' })
  if (made.status !== 0) throw new Stop(`No account could be made for the test: ${made.stderr}`)
  return spawnSync('getent', ['passwd', user], { encoding: 'utf8' }).stdout.split(':')[5] ?? ''
}

const readEnv = (/** @type {string} */ file) =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\0')
      .filter((line) => line.includes('='))
      .map(
        (line) =>
          /** @type {[string, string]} */ ([line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
  )

/** Makes the account and opens its session. @returns {Promise<OperatorSession>} */
export async function openOperatorSession() {
  const home = makeUser()
  // The repository might be in a folder that only root can read.
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-operator-'))
  chmodSync(folder, 0o777)
  const keyring = join(folder, 'with-keyring.sh')
  copyFileSync(join(root, 'scripts/with-keyring.sh'), keyring)
  chmodSync(keyring, 0o755)
  const envFile = join(folder, 'env')
  const plain = ['env', '-i', `PATH=${process.env['PATH'] ?? ''}`, `HOME=${home}`, `USER=${user}`, 'LANG=C.UTF-8']
  const screen = ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1600x1000x24 -nolisten tcp']
  const stay = ['bash', '-c', `env -0 > ${envFile}.part && mv ${envFile}.part ${envFile} && exec sleep infinity`]
  const session = spawn(
    'runuser',
    ['-u', user, '--', ...plain, keyring, '--keyring', join(folder, 'keyring'), ...screen, ...stay],
    { cwd: home, stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => session.once('exit', resolve))
  await until('a session of the operator', () => existsSync(envFile))
  const env = readEnv(envFile)
  const as = (/** @type {readonly string[]} */ command) => ['runuser', '-u', user, '--', ...command]
  return {
    home,
    run: (command, extra = {}) => run(as(command), { cwd: home, env: { ...env, ...extra }, timeoutMs: 60_000 }),
    start: (command) => {
      const [program = '', ...words] = as(command)
      spawn(program, words, { cwd: home, env, stdio: 'ignore', detached: true }).unref()
    },
    leave: async () => {
      session.kill('SIGTERM')
      await ended
    },
    remove: () => {
      spawnSync('pkill', ['-KILL', '-u', user])
      spawnSync('userdel', ['--remove', user])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ids of the operator's processes whose command line contains a text. */
export function processesWith(/** @type {string} */ words) {
  const { stdout } = spawnSync('pgrep', ['-u', user, '-f', '--', words], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}
