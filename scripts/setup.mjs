/** Sets up a fresh machine so that the app starts and its tests run. Needs only Node and npm. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ensureElectron } from './electron-runtime.mjs'
import { writeCatalogueTypes } from './lib/catalogue-types.mjs'
import { installScripts } from './lib/install-scripts.mjs'
import { entry, npm, root, run, Stop, works } from './lib/run.mjs'
import { hasDisplay, hasSessionBus } from './lib/session.mjs'

// Names that Debian 13 and Ubuntu 24.04 changed come second.
const forTheWindow = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libsecret-1-0'],
  ['libnotify4'],
  ['fonts-dejavu-core'],
  ['fonts-noto-cjk'],
]
const forNoDesktop = [['xvfb'], ['xauth'], ['dbus'], ['dbus-x11'], ['gnome-keyring']]
// One test runs the app in an isolated network, which iproute2 creates.
const forTests = [...forNoDesktop, ['iproute2']]
// Tools that read the dependencies of a Debian package, and validate its desktop entry and its description.
const forPackages = [['binutils'], ['desktop-file-utils'], ['appstream']]
const forWindowsPackages = [['nsis'], ['osslsigncode'], ['openssl']]
const forTestsOfWindowsPackages = [...forWindowsPackages, ['p7zip-full', '7zip']]
// In addition to the packages in the tests' own Debian.
const forTestsUnderWine = [['debootstrap'], ['debian-archive-keyring'], ...forWindowsPackages]
const forTestsOfPackages = [
  ...forNoDesktop,
  ...forPackages,
  ['xdg-utils'],
  ['x11-utils'],
  ['libglib2.0-bin'],
  ['procps'],
]

/** @typedef {'app' | 'tests' | 'package' | 'package tests' | 'windows package' | 'windows package tests' | 'wine tests'} Purpose */

/**
 * Does all set-up for opening the app, for its tests, or for making or testing a package, and prints each step.
 * @param {Purpose} purpose
 * @param {{ onlyOfficial?: boolean }} [runtime] uses no fallback runtime
 */
export async function setUp(purpose, { onlyOfficial = false } = {}) {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Stop(`Greenroom needs Node 20 or newer; this is ${process.versions.node}.`)
  const missing = missingSystemPackages(purpose)
  // In parallel, because each waits for the network half of the time.
  const [, runtime] = await Promise.all([
    missing.length > 0 && installPackages(missing),
    ensureNodeModules().then(() => ensureElectron({ onlyOfficial })),
  ])
  console.log(runtime)
  writeCatalogueTypes()
}

/** @returns {string[][]} */
function besidesTheWindow(/** @type {Purpose} */ purpose) {
  if (purpose === 'tests') return forTests
  if (purpose === 'package') return forPackages
  if (purpose === 'windows package') return forWindowsPackages
  if (purpose === 'windows package tests') return forTestsOfWindowsPackages
  if (purpose === 'package tests') return forTestsOfPackages
  if (purpose === 'wine tests') return forTestsUnderWine
  return hasDisplay() && hasSessionBus() ? [] : forNoDesktop
}

/** The packages to install; stops if this user is not allowed to install them. */
function missingSystemPackages(/** @type {Purpose} */ purpose) {
  if (process.platform !== 'linux') return []
  const wanted = [...forTheWindow, ...besidesTheWindow(purpose)]
  if (!works('dpkg-query', ['--version']) || !works('apt-get', ['--version'])) {
    console.log(`Not a Debian system. Greenroom needs what Debian calls: ${wanted.map(([name]) => name).join(' ')}`)
    return []
  }
  const missing = missingPackages(wanted)
  if (missing.length === 0 || process.getuid?.() === 0) return missing
  throw new Stop(
    'Some system packages are missing. Install them, then try again:\n' +
      `  sudo apt-get update && sudo apt-get install --yes --no-install-recommends ${namesKnownHere(missing).join(' ')}`,
  )
}

async function installPackages(/** @type {string[][]} */ missing) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', '--quiet', '--yes']
  console.log('Updating the package lists (apt-get update)')
  const updated = await run([...apt, 'update'], { env })
  const names = namesKnownHere(missing)
  console.log(`Installing system packages: ${names.join(' ')}`)
  const installed = await run([...apt, 'install', '--no-install-recommends', ...names], { env })
  const still = missingPackages(missing)
  if (still.length === 0) return
  const said = installed.code === 0 ? updated.output : installed.output
  throw new Stop(`${said}\nThese system packages could not be installed: ${still.map(([name]) => name).join(' ')}`)
}

/** The families without an installed member. */
function missingPackages(/** @type {string[][]} */ families) {
  const query = ['--show', '--showformat=${db:Status-Status} ${Package}\n', ...families.flat()]
  const lines = spawnSync('dpkg-query', query, { encoding: 'utf8' }).stdout.split('\n')
  const installed = new Set(lines.filter((line) => line.startsWith('installed ')).map((line) => line.slice(10)))
  return families.filter((family) => !family.some((name) => installed.has(name)))
}

/** One name of each family: the first if this system's package lists offer it, otherwise the second. */
const namesKnownHere = (/** @type {string[][]} */ families) =>
  families.map(([first = '', second]) => (second === undefined || isOffered(first) ? first : second))

function isOffered(/** @type {string} */ name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return stdout === '' || /Candidate: (?!\(none\))/.test(stdout)
}

async function ensureNodeModules() {
  if (isInstalledAsLocked()) return
  console.log('Installing the npm packages (npm ci)')
  const { code } = await run(npm('ci', '--no-audit', '--no-fund', '--loglevel=error'), { show: true })
  if (code !== 0) throw new Stop('npm ci failed: see above.')
  const allowed = installScripts.filter(({ runs }) => runs).map(({ name }) => name)
  const scripts = await run(npm('rebuild', '--ignore-scripts=false', '--loglevel=error', ...allowed))
  if (scripts.code !== 0) console.log(`${scripts.output}\nThe install scripts of ${allowed.join(', ')} failed.`)
}

/**
 * Says whether node_modules contains the packages of the lockfile. npm writes its hidden lockfile there as the last
 * step of an install, so an interrupted install counts as missing.
 */
function isInstalledAsLocked() {
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = packagesOf(hidden)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, { version, optional }]) => {
    if (path === '') return true
    const there = installed[path]
    return there === undefined ? optional === true : there.version === version
  })
}

/** @returns {Record<string, { version?: string, optional?: boolean }>} */
const packagesOf = (/** @type {string} */ lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await entry(async () => {
    await setUp(process.argv.includes('--tests') ? 'tests' : 'app')
    return 0
  })
}
