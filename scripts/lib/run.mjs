/** Starts other programs; the scripts spawn processes only here. */
import { spawn, spawnSync } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The repository's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** A failure that the person at the terminal can act on: its message is printed without a stack. */
export class Stop extends Error {}

/**
 * Runs a program to its end and returns its exit code and output. With `show` its output goes to the terminal.
 * @param {readonly string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string, durationMs: number }>}
 */
export function run(command, { env = process.env, show = false, cwd = root, timeoutMs = 0 } = {}) {
  const [program = '', ...args] = command
  const began = Date.now()
  return new Promise((settle) => {
    const stdio = show ? /** @type {const} */ ('inherit') : /** @type {const} */ ('pipe')
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', stdio, stdio], timeout: timeoutMs })
    /** @type {string[]} */
    const chunks = []
    child.stdout?.on('data', (/** @type {Buffer} */ data) => chunks.push(data.toString()))
    child.stderr?.on('data', (/** @type {Buffer} */ data) => chunks.push(data.toString()))
    const end = (/** @type {number} */ code) => {
      settle({ code, output: chunks.join(''), durationMs: Date.now() - began })
    }
    child.on('error', (error) => {
      chunks.push(`${error.message}\n`)
      end(127)
    })
    child.on('close', (code) => {
      end(code ?? 1)
    })
  })
}

/**
 * Runs a program to its end and returns its output; stops if the program fails.
 * @param {readonly string[]} command
 * @param {Parameters<typeof run>[1]} [options]
 */
export async function must(command, options) {
  const { code, output } = await run(command, options)
  if (code !== 0) throw new Stop(`${command.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`)
  return output
}

/**
 * The options of this command; stops with the message of `parseArgs` if an option is unknown.
 * @template {import('node:util').ParseArgsConfig['options']} Options
 * @param {Options} options
 */
export function commandOptions(options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw error instanceof TypeError ? new Stop(error.message) : error
  }
}

/**
 * Runs a program in the foreground, in its own process group that receives every signal sent to us, so that none of
 * its child processes outlives it. Returns its exit code.
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function runForeground(command, env) {
  const [program = '', ...args] = command
  const grouped = process.platform !== 'win32'
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit', detached: grouped })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) {
    process.on(signal, () => {
      if (child.pid !== undefined && grouped) process.kill(-child.pid, 'SIGTERM')
      else child.kill()
    })
  }
  return new Promise((settle, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      settle(code ?? (signal === null ? 1 : 143))
    })
  })
}

/** Says whether a program runs and ends with exit code 0. */
export const works = (/** @type {string} */ program, /** @type {readonly string[]} */ args) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** The command line that runs this machine's npm; on Windows npm is only a script. */
export const npm = (/** @type {readonly string[]} */ ...args) =>
  process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', 'npm', ...args] : ['npm', ...args]

/**
 * Runs a script's main function: a `Stop` ends it with only its message, any other error with its stack.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function entry(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exitCode = 1
  }
}
