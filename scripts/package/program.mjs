/** Builds the shipped folder of the program: runtime, archive, licences, list of parts. */
import { chmodSync, cpSync, existsSync, lutimesSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { copyFileSync, lchownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronPath, executableOf } from '../electron-runtime.mjs'
import { root, run, Stop } from '../lib/run.mjs'
import { checkAssets, licenceFiles, noticesOf, sbomOf, shippedParts } from './parts.mjs'

const seal = join(root, 'scripts/package/seal.mjs')

// The bundler writes these files for other tools; nothing reads them in a package.
const notShipped = new Set(['.sources', 'bundled.json', '.vite'])

const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`

/** @typedef {import('./facts.mjs').Facts} Facts */

/** The name of the program's executable. */
export const programOf = (/** @type {Pick<Facts, 'platform'>} */ { platform }) =>
  platform === 'win32' ? 'Greenroom.exe' : 'greenroom'

/** Copies the native module: the loaded files, and only the binaries for the package's system. */
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

/** Stages the content of the archive. Its `package.json` names no tools and packages that only the build needs. */
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

/** Writes the program's information about its build, which main reads (`build-info.ts`). */
function describeBuild(/** @type {string} */ folder, /** @type {Facts} */ { commit, runtime }) {
  const updates = process.env['GREENROOM_UPDATES'] ?? null
  writeFileSync(join(folder, 'build-info.json'), json({ commit, runtime: runtime.source, updates }))
}

/** Writes the licences, the notices and the list of shipped parts. */
export async function describeParts(/** @type {string} */ folder, /** @type {Facts} */ facts) {
  const parts = shippedParts()
  checkAssets(parts)
  for (const [name, file] of Object.entries(licenceFiles(facts.runtime.folder))) copyFileSync(file, join(folder, name))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(parts))
  // A universal program's binary combines two binaries, neither of which is shipped unchanged.
  const binary = facts.arch === 'universal' ? null : join(facts.runtime.folder, executableOf(facts))
  writeFileSync(join(folder, 'sbom.cdx.json'), json(await sbomOf(facts, { parts, binary })))
}

function copyRuntime(/** @type {string} */ program, /** @type {Facts} */ facts) {
  cpSync(facts.runtime.folder, program, { recursive: true, dereference: true })
  rmSync(join(program, 'resources/default_app.asar'), { force: true })
  rmSync(join(program, 'LICENSE'))
  renameSync(join(program, executableOf(facts)), join(program, programOf(facts)))
}

/** The description of an executable that Windows shows in its properties, the task manager and permission prompts. */
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
 * Makes `program` in `work`: the folder to install, without the file that names the kind of package.
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

/** Writes the kind of package, which About and the update check read. */
export const markPackage = (/** @type {string} */ program, /** @type {string} */ kind) =>
  writeFileSync(join(program, 'resources/package-type'), `${kind}\n`)

const programs = new Set(['greenroom', 'chrome_crashpad_handler'])

/** The permission bits of a file, whatever the builder's umask and system. */
function modeOf(/** @type {string} */ name, /** @type {boolean} */ isFolder) {
  // Chromium's sandbox for systems that forbid user namespaces needs this bit, and root as its owner.
  if (name === 'chrome-sandbox') return 0o4755
  return isFolder || programs.has(name) ? 0o755 : 0o644
}

/** Sets the same times, owner and permission bits for a whole tree on every machine. */
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

/** Size of all files under a folder, each rounded up to a kibibyte, as package managers count. */
export function kibibytesOf(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024) : 1),
    0,
  )
}
