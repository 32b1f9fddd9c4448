/** Makes the Windows package from the program's folder: that folder, and an installer built with makensis. */
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run, Stop } from '../lib/run.mjs'
import { numbersOf } from './facts.mjs'
import { kibibytesOf, markPackage, programOf, settle } from './program.mjs'
import { signExecutable } from './sign.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */
/** @typedef {import('./sign.mjs').Signing} Signing */

const inWindows = (/** @type {string} */ path) => path.replaceAll('/', '\\')

/** The files under a folder, grouped by folder and sorted, so that the same folder produces the same list. */
function filesByFolder(/** @type {string} */ folder) {
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    // Characters that have a special meaning in the installer's script.
    if (/["$`]/.test(name)) throw new Stop(`No package was made: the installer can't name the file ${name}.`)
    const place = relative(folder, parentPath)
    folders.set(place, [...(folders.get(place) ?? []), name].sort())
  }
  return new Map([...folders].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Every folder above the files, the deepest first. */
function foldersAbove(/** @type {Iterable<string>} */ places) {
  const all = [...places].flatMap((place) => {
    const parts = place === '' ? [] : place.split('/')
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  })
  return [...new Set(all)].sort().toReversed()
}

/** The list of files in the installer's script: it installs these files, and its uninstaller removes only these. */
export function installerFiles(/** @type {string} */ folder) {
  const files = filesByFolder(folder)
  const target = (/** @type {string} */ path) => (path === '' ? '$INSTDIR' : `$INSTDIR\\${inWindows(path)}`)
  const installed = [...files].flatMap(([place, names]) => [
    `  SetOutPath "${target(place)}"`,
    ...names.map((name) => `  File "${join(folder, place, name)}"`),
  ])
  const removed = [...files].flatMap(([place, names]) =>
    names.map((name) => `  Delete "${target(place === '' ? name : `${place}/${name}`)}"`),
  )
  const folders = foldersAbove(files.keys()).map((place) => `  RMDir "${target(place)}"`)
  const macro = (/** @type {string} */ name, /** @type {readonly string[]} */ lines) =>
    `!macro ${name}\n${lines.join('\n')}\n!macroend\n`
  return macro('InstallFiles', installed) + macro('RemoveFiles', [...removed, ...folders])
}

/** The command line that makensis runs to sign the uninstaller; makensis adds the file. */
const signerOf = (/** @type {Signing} */ { certificate, passwordFile, timestamps }) =>
  [process.execPath, join(root, 'scripts/package/sign.mjs'), certificate, passwordFile, timestamps ?? '']
    .map((word) => `"${word}"`)
    .join(' ')

const nameOf = (/** @type {Facts} */ { runtime }) =>
  runtime.isOfficial ? 'Greenroom' : 'Greenroom (development runtime)'

/**
 * Makes the installer for a folder; a warning of makensis is an error.
 * @param {object} made
 * @param {string} made.folder
 * @param {string} made.work a folder for the list of files
 * @param {string} made.out
 * @param {Facts} made.facts
 * @param {Signing | null} made.signing
 * @param {string} [made.name] in the list of installed apps
 * @param {boolean} [made.isCompressed] false for a test, to save a minute
 */
export async function makeInstaller({ folder, work, out, facts, signing, name = nameOf(facts), isCompressed = true }) {
  const list = join(work, 'installer-files.nsh')
  writeFileSync(list, installerFiles(folder))
  const defines = {
    NAME: name,
    VERSION: facts.version,
    NUMBERS: numbersOf(facts.version),
    PUBLISHER: facts.maintainer.replace(/ <.*/, ''),
    KIBIBYTES: String(kibibytesOf(folder)),
    ICON: join(root, 'resources/icons/icon.ico'),
    FILES: list,
    OUT: out,
    ...(signing === null ? {} : { SIGN: signerOf(signing) }),
  }
  const words = Object.entries(defines).map(([define, value]) => `-D${define}=${value}`)
  if (!isCompressed) words.push('-XSetCompress off')
  const script = join(root, 'resources/windows/installer.nsi')
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(facts.epoch) }
  const command = ['makensis', '-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...words, script]
  const { code, output } = await run(command, { env })
  if (code !== 0) throw new Stop(`${output}\nmakensis could not make the installer.`)
  if (signing !== null) await signExecutable(out, signing)
}

/**
 * Makes the folder and the installer, signed if `signing` is given; returns the installer.
 * @param {{ work: string, program: string, facts: Facts, release: string, signing: Signing | null }} made
 */
export async function makeWindowsPackages({ work, program, facts, release, signing }) {
  markPackage(program, 'nsis')
  if (signing !== null) await signExecutable(join(program, programOf(facts)), signing)
  settle(program, facts.epoch)
  const name = `${facts.packageName}-${facts.version}-${facts.platform}-${facts.arch}`
  const folder = join(release, name)
  renameSync(program, folder)
  const out = join(release, `${name}-setup.exe`)
  await makeInstaller({ folder, work, out, facts, signing })
  return [out]
}
