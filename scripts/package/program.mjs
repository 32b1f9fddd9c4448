/** Puts the program's folder together as it is shipped: runtime, archive, licences, list of parts. */
import { chmodSync, cpSync, existsSync, lutimesSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { copyFileSync, lchownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronDist, electronPath } from '../electron-runtime.mjs'
import { root, run, Stop } from '../lib/run.mjs'
import { checkAssets, licenceFiles, noticesOf, sbomOf, shippedParts } from './parts.mjs'

const seal = join(root, 'scripts/package/seal.mjs')

// What the bundler leaves for other tools, and nobody reads in a package.
const notShipped = new Set(['.sources', 'bundled.json', '.vite'])

const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`

/** The native module: what is loaded, and of its binaries the one of this system. */
function copyKeytar(/** @type {string} */ to) {
  const from = join(root, 'node_modules/keytar')
  const binary = `prebuilds/${process.platform}-${process.arch}/keytar.node`
  if (!existsSync(join(from, binary))) throw new Stop(`No package was made: keytar has no ${binary}.`)
  for (const file of ['package.json', 'LICENSE.md', 'lib/keytar.js', binary]) cpSync(join(from, file), join(to, file))
}

function licenceBesideLibheif(/** @type {string} */ assets) {
  const heif = readdirSync(assets).find((name) => name.startsWith('libheif-'))
  if (heif === undefined) throw new Stop('No package was made: libheif is no file of its own any more.')
  const text = join(root, 'node_modules/libheif-js/libheif-wasm/LICENSE')
  copyFileSync(text, join(assets, heif.replace(/\.mjs$/, '.LICENSE.txt')))
}

/** What goes into the archive. `package.json` names no tool and no package that only the build needed. */
function stageArchive(/** @type {string} */ folder, /** @type {import('./facts.mjs').Facts} */ facts) {
  cpSync(join(root, 'out'), join(folder, 'out'), {
    recursive: true,
    filter: (file) => ![...notShipped].some((name) => file.endsWith(`/${name}`) || file.endsWith(`\\${name}`)),
  })
  licenceBesideLibheif(join(folder, 'out/renderer/assets'))
  copyKeytar(join(folder, 'node_modules/keytar'))
  const { name, productName, version, description, author, license, type, main } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const manifest = { name, productName, version, description, author, license, type, main }
  writeFileSync(join(folder, 'package.json'), json({ ...manifest, desktopName: 'greenroom.desktop' }))
  describeBuild(folder, facts)
}

/** Writes what the program will tell of itself; main reads it (`build-info.ts`). */
export function describeBuild(
  /** @type {string} */ folder,
  /** @type {import('./facts.mjs').Facts} */ { commit, runtime },
) {
  const updates = process.env['GREENROOM_UPDATES'] ?? null
  writeFileSync(join(folder, 'build-info.json'), json({ commit, runtime: runtime.source, updates }))
}

/** Writes the licences, the notices and the list of parts that are shipped. */
export async function describeParts(/** @type {string} */ folder, /** @type {import('./facts.mjs').Facts} */ facts) {
  const parts = shippedParts()
  checkAssets(parts)
  for (const [name, file] of Object.entries(licenceFiles(electronDist))) copyFileSync(file, join(folder, name))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(parts))
  writeFileSync(join(folder, 'sbom.cdx.json'), json(await sbomOf(facts, { parts, binary: electronPath })))
}

function copyRuntime(/** @type {string} */ program) {
  cpSync(electronDist, program, { recursive: true, dereference: true })
  rmSync(join(program, 'resources/default_app.asar'), { force: true })
  rmSync(join(program, 'LICENSE'))
  renameSync(join(program, 'electron'), join(program, 'greenroom'))
}

/**
 * Makes `program` in `work`: what stands in /usr/lib/greenroom, without the word that says in what package it is.
 * @param {string} work an empty folder
 * @param {import('./facts.mjs').Facts} facts
 */
export async function makeProgram(work, facts) {
  const program = join(work, 'program')
  stageArchive(join(work, 'archive'), facts)
  copyRuntime(program)
  await describeParts(program, facts)
  const words = [seal, join(work, 'archive'), join(program, 'resources/app.asar'), join(program, 'greenroom')]
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' }
  const { code, output } = await run([electronPath, ...words], { env, timeoutMs: 10 * 60_000 })
  const unpacked = join(program, 'resources/app.asar.unpacked')
  if (code !== 0 || !existsSync(join(unpacked, 'node_modules/keytar')))
    throw new Stop(`${output}\nThe archive was not made.`)
  return program
}

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
