/** The parts of `npm run check` that are not tests: each is one command that passes or fails. */
import { join } from 'node:path'
import { electronPath } from '../electron-runtime.mjs'
import { ensureBuilt } from './build.mjs'
import { writeCatalogueTypes } from './catalogue-types.mjs'
import { root, run } from './run.mjs'

/** @typedef {{ name: string, passed: boolean }} Outcome */

const tool = (/** @type {string} */ path, /** @type {readonly string[]} */ ...args) => [
  process.execPath,
  join(root, 'node_modules', path),
  ...args,
]

/**
 * The same on the app's own runtime, which can be newer than the machine's Node: size-limit needs it, and tools that
 * read every file take half to three quarters of the time there.
 */
const toolOnElectron = (/** @type {string} */ path, /** @type {readonly string[]} */ ...args) => [
  electronPath,
  join(root, path),
  ...args,
]

// Two checks at a time use two cores: more checkers in one program repeat each other's work, and take twice the total
// time. Fewer garbage collections only cost memory, which stays below 2.5 GB for each check.
const goProgram = { GOMAXPROCS: '1', GOGC: '400' }

/**
 * The longest check is first, so that it does not run alone at the end.
 * @type {readonly { name: string, command: readonly string[], env?: NodeJS.ProcessEnv, before?: () => Promise<void> }[]}
 */
const parts = [
  { name: 'sizes', command: toolOnElectron('node_modules/size-limit/bin.js'), before: ensureBuilt },
  { name: 'lint', command: tool('oxlint/bin/oxlint'), env: goProgram },
  { name: 'types', command: tool('typescript-7/bin/tsc', '-b', '--checkers', '1'), env: goProgram },
  { name: 'dead code', command: tool('knip/bin/knip.js') },
  {
    name: 'boundaries',
    command: toolOnElectron(
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      ...['src', '--output-type', 'err'],
    ),
  },
  { name: 'documents', command: [process.execPath, join(root, 'scripts/docs-check.mjs')] },
  { name: 'format', command: tool('oxfmt/bin/oxfmt', '--list-different', '.') },
  { name: 'install scripts', command: [process.execPath, join(root, 'scripts/install-scripts-check.mjs')] },
]

/**
 * Runs every check, two at a time, and prints a line for each and the output of failed checks.
 * @returns {Promise<Outcome[]>}
 */
export async function runChecks() {
  writeCatalogueTypes()
  const queue = [...parts]
  /** @type {Outcome[]} */
  const outcomes = []
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) outcomes.push(await runPart(part))
  }
  await Promise.all([worker(), worker()])
  return outcomes
}

/** @returns {Promise<Outcome>} */
async function runPart(/** @type {(typeof parts)[number]} */ { name, command, env, before }) {
  try {
    await before?.()
    const { code, output, durationMs } = await run(command, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...env },
    })
    const passed = code === 0
    console.log(`${passed ? 'passed' : 'FAILED'}  ${name}  ${(durationMs / 1000).toFixed(1)} s`)
    if (!passed) console.log(output.trimEnd())
    return { name, passed }
  } catch (error) {
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`)
    return { name, passed: false }
  }
}
