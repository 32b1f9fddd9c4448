/** The facts about a package: names, version, commit, and the source of its runtime. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronDist, fallbackName, isOwnChoice } from '../electron-runtime.mjs'
import { root, Stop } from '../lib/run.mjs'

/**
 * @typedef {object} Facts
 * @property {string} packageName `greenroom`, or `greenroom-development` with a runtime that is not the official one
 * @property {string} version
 * @property {string} description
 * @property {string} maintainer
 * @property {string} platform the system that the package is for, as Node names it
 * @property {string} arch as Node names it
 * @property {string | null} commit null outside of a clone; ends in `+changes` when files differ from it
 * @property {number} epoch the time of every file and archive, in seconds: the commit's time
 * @property {Runtime} runtime
 */

/**
 * @typedef {object} Runtime
 * @property {string} version
 * @property {boolean} isOfficial
 * @property {string} source part of a sentence that About shows
 * @property {string} folder of the distribution
 */

/** @typedef {import('../electron-runtime.mjs').Target} Target */

const manifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function git(/** @type {readonly string[]} */ ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

function commitNow() {
  const commit = git('rev-parse', 'HEAD')
  if (commit === null) return null
  return git('status', '--porcelain') === '' ? commit : `${commit}+changes`
}

/** @returns {Runtime} */
function runtimeNow(/** @type {Target} */ target) {
  const folder = electronDist(target)
  const file = join(folder, 'version')
  if (!existsSync(file)) throw new Stop(refusal('it cannot be downloaded here'))
  const version = readFileSync(file, 'utf8').trim().replace(/^v/, '')
  const isOfficial = !isOwnChoice(target) && version === manifest().devDependencies.electron
  const source = isOfficial ? `official Electron ${version}` : `Development runtime: ${fallbackName(version, target)}`
  return { version, isOfficial, source, folder }
}

/**
 * Reads the facts; refuses a runtime that is not official unless `allowFallback` is set.
 * @param {{ target: Target, allowFallback: boolean }} wish
 * @returns {Facts}
 */
export function readFacts({ target, allowFallback }) {
  const { version, description } = manifest()
  const runtime = runtimeNow(target)
  if (!runtime.isOfficial && !allowFallback) throw new Stop(refusal(`the runtime here is ${runtime.source}`))
  const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct') ?? 0)
  return {
    packageName: runtime.isOfficial ? 'greenroom' : 'greenroom-development',
    version,
    description,
    runtime,
    epoch,
    maintainer: 'Greenroom maintainers <maintainers@greenroom.invalid>',
    platform: target.platform,
    arch: target.arch,
    commit: commitNow(),
  }
}

/** A version in the format of Windows: four numbers, without the suffix of a pre-release version. */
export const numbersOf = (/** @type {string} */ version) => `${version.split('-', 1)[0] ?? ''}.0`

/** The message that refuses to package and says what to do. */
const refusal = (/** @type {string} */ why) =>
  `No package was made: it is made with the official Electron ${manifest().devDependencies.electron} only, and ${why}.\n` +
  'For a package for development and tests, which says so everywhere: npm run package -- --allow-fallback-runtime'
