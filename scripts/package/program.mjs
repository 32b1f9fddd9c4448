/** Puts the program's folder together as it is shipped: runtime, archive, licences, list of parts. */
import { chmodSync, cpSync, existsSync, lutimesSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { copyFileSync, lchownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronPath, executableOf } from '../electron-runtime.mjs'
import { root, run, Stop } from '../lib/run.mjs'
import { checkAssets, licenceFiles, noticesOf, sbomOf, shippedParts } from './parts.mjs'

const seal = join(root, 'scripts/package/seal.mjs')

// What the bundler leaves for other tools, and nobody reads in a package.
const notShipped = new Set(['.sources', 'bundled.json', '.vite'])

const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`

/** @typedef {import('./facts.mjs').Facts} Facts */

/** The name of the program's executable. */
export const programOf = (/** @type {Pick<Facts, 'platform'>} */ { platform }) =>
  platform === 'win32' ? 'Greenroom.exe' : 'greenroom'

/** The native module: what is loaded, and of its binaries those of the package's system alone. */
export function copyKeytar(
  /** @type {string} */ to,
  /** @type {Pick<Facts, 'platform' | 'arch'>} */ { platform, arch },
) {
  const from = join(root, 'node_modules/keytar')
  const archs = arch === 'universal' ? ['x64', 'arm64'] : [arch]
  const binaries = archs.map((one) => `prebuilds/${platform}-${one}/keytar.node`)
  const missing = binaries.filter((binary) => !existsSync(join(from, binary)))
  if (missing.length > 0) throw new Stop(`No package was made: keytar has no ${missing.join(', ')}.`)
  for (const file of ['package.json', 'LICENSE.md', 'lib/keytar.js', ...binaries])
    cpSync(join(from, file), join(to, file))
}

function licenceBesideLibheif(/** @type {string} */ assets) {
  const heif = readdirSync(assets).find((name) => name.startsWith('libheif-'))
  if (heif === undefined) throw new Stop('No package was made: libheif is no file of its own any more.')
  const text = join(root, 'node_modules/libheif-js/libheif-wasm/LICENSE')
  copyFileSync(text, join(assets, heif.replace(/\.mjs$/, '.LICENSE.txt')))
}

/** What goes into the archive. `package.json` names no tool and no package that only the build needed. */
export function stageArchive(/** @type {string} */ folder, /** @type {Facts} */ facts) {
  cpSync(join(root, 'out'), join(folder, 'out'), {
    recursive: true,
    filter: (file) => ![...notShipped].some((name) => file.endsWith(`/${name}`) || file.endsWith(`\\${name}`)),
  })
  licenceBesideLibheif(join(folder, 'out/renderer/assets'))
  copyKeytar(join(folder, 'node_modules/keytar'), facts)
  const { name, productName, version, description, author, license, type, main } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const manifest = { name, productName, version, description, author, license, type, main }
  writeFileSync(join(folder, 'package.json'), json({ ...manifest, desktopName: 'greenroom.desktop' }))
  describeBuild(folder, facts)
}

/** Writes what the program will tell of itself; main reads it (`build-info.ts`). */
function describeBuild(/** @type {string} */ folder, /** @type {Facts} */ { commit, runtime }) {
  const updates = process.env['GREENROOM_UPDATES'] ?? null
  writeFileSync(join(folder, 'build-info.json'), json({ commit, runtime: runtime.source, updates }))
}

/** Writes the licences, the notices and the list of parts that are shipped. */
export async function describeParts(/** @type {string} */ folder, /** @type {Facts} */ facts) {
  const parts = shippedParts()
  checkAssets(parts)
  for (const [name, file] of Object.entries(licenceFiles(facts.runtime.folder))) copyFileSync(file, join(folder, name))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(parts))
  // A universal program's binary is made of two, neither of which is shipped as it was.
  const binary = facts.arch === 'universal' ? null : join(facts.runtime.folder, executableOf(facts))
  writeFileSync(join(folder, 'sbom.cdx.json'), json(await sbomOf(facts, { parts, binary })))
}

function copyRuntime(/** @type {string} */ program, /** @type {Facts} */ facts) {
  cpSync(facts.runtime.folder, program, { recursive: true, dereference: true })
  rmSync(join(program, 'resources/default_app.asar'), { force: true })
  rmSync(join(program, 'LICENSE'))
  renameSync(join(program, executableOf(facts)), join(program, programOf(facts)))
}

/** What Windows shows of an executable in its properties, in the task manager and where it asks for a permission. */
const describedExecutable = (/** @type {Facts} */ { version, runtime, maintainer, epoch }) => ({
  version,
  icon: join(root, 'resources/icons/icon.ico'),
  strings: {
    FileDescription: runtime.isOfficial ? 'Greenroom' : 'Greenroom (development runtime)',
    ProductName: 'Greenroom',
    CompanyName: maintainer.replace(/ <.*/, ''),
    LegalCopyright: `Copyright ${new Date(epoch * 1000).getUTCFullYear()} Greenroom maintainers`,
    InternalName: 'Greenroom',
    OriginalFilename: 'Greenroom.exe',
  },
})

/**
 * Makes `program` in `work`: the folder as it is installed, without the word that says in what package it is.
 * @param {string} work an empty folder
 * @param {Facts} facts
 */
export async function makeProgram(work, facts) {
  const program = join(work, 'program')
  stageArchive(join(work, 'archive'), facts)
  copyRuntime(program, facts)
  await describeParts(program, facts)
  const words = [seal, join(work, 'archive'), join(program, 'resources/app.asar'), join(program, programOf(facts))]
  if (facts.platform === 'win32') words.push(JSON.stringify(describedExecutable(facts)))
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' }
  const { code, output } = await run([electronPath, ...words], { env, timeoutMs: 10 * 60_000 })
  const unpacked = join(program, 'resources/app.asar.unpacked')
  if (code !== 0 || !existsSync(join(unpacked, 'node_modules/keytar')))
    throw new Stop(`${output}\nThe archive was not made.`)
  return program
}

/** Says in what package the program is; About and what looks for updates go by it. */
export const markPackage = (/** @type {string} */ program, /** @type {string} */ kind) =>
  writeFileSync(join(program, 'resources/package-type'), `${kind}\n`)

const programs = new Set(['greenroom', 'chrome_crashpad_handler'])

/** The permission bits of a file, whatever the builder's umask and system. */
function modeOf(/** @type {string} */ name, /** @type {boolean} */ isFolder) {
  // Chromium's sandbox for systems that forbid user namespaces: it takes effect only with this bit, and owned by root.
  if (name === 'chrome-sandbox') return 0o4755
  return isFolder || programs.has(name) ? 0o755 : 0o644
}

/** Gives a whole tree the same times, owner and permission bits on every machine. */
export function settle(/** @type {string} */ path, /** @type {number} */ epoch) {
  const entries = readdirSync(path, { withFileTypes: true })
  for (const entry of entries) {
    const one = join(path, entry.name)
    if (process.getuid?.() === 0) lchownSync(one, 0, 0)
    if (!entry.isSymbolicLink()) chmodSync(one, modeOf(entry.name, entry.isDirectory()))
    if (entry.isDirectory()) settle(one, epoch)
    lutimesSync(one, epoch, epoch)
  }
  chmodSync(path, 0o755)
  lutimesSync(path, epoch, epoch)
}

/** Bytes of all files under a folder, each rounded up to a kibibyte as package managers count. */
export function kibibytesOf(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024) : 1),
    0,
  )
}
