/**
 * `npm run package`: makes the packages of this system in release/. On Linux `.deb`, `.tar.gz` and, with rpmbuild,
 * `.rpm`; on macOS `.dmg` and `.zip`. `-- --target win32-x64` makes the folder and the installer of Windows in
 * release/win32-x64/. `-- --allow-fallback-runtime` accepts a runtime that is not the official one; `-- --compare`
 * makes the packages twice and lists the differences; `-- --unsigned` omits the signatures for Windows and macOS.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { ensureElectron, verifyRuntime } from './electron-runtime.mjs'
import { build } from './lib/build.mjs'
import { commandOptions, entry, root, Stop, works } from './lib/run.mjs'
import { readFacts } from './package/facts.mjs'
import { makeLinuxPackages } from './package/linux.mjs'
import { makeMacPackages } from './package/mac.mjs'
import { makeProgram } from './package/program.mjs'
import { expectMacSigning, signingOf } from './package/sign.mjs'
import { makeWindowsPackages } from './package/windows.mjs'
import { setUp } from './setup.mjs'

const hashOf = (/** @type {string} */ file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** @typedef {import('./package/facts.mjs').Facts} Facts */
/** @typedef {import('./package/sign.mjs').Signing} Signing */

/**
 * The packages to make.
 * @typedef {object} Wanted
 * @property {Facts} facts
 * @property {boolean} isSigned
 * @property {Signing | null} signing of the Windows package; electron-builder reads the signing for macOS itself
 */

/** Makes the packages from the build; returns their files and the list of parts. */
async function makePackages(
  /** @type {string} */ work,
  /** @type {string} */ release,
  /** @type {Wanted} */ { facts, isSigned, signing },
) {
  if (facts.platform === 'darwin') {
    const files = await makeMacPackages({ work, facts, release, isSigned })
    return { files, parts: join(work, 'beside/sbom.cdx.json') }
  }
  console.log('Putting the program together')
  const program = await makeProgram(work, facts)
  const parts = join(work, 'sbom.cdx.json')
  copyFileSync(join(program, 'sbom.cdx.json'), parts)
  console.log('Making the packages')
  const files =
    facts.platform === 'win32'
      ? await makeWindowsPackages({ work, program, facts, release, signing })
      : await makeLinuxPackages({ work, program, facts, release })
  return { files, parts }
}

/** Makes everything in an empty folder; returns the files. */
async function make(/** @type {string} */ release, /** @type {Wanted} */ wanted) {
  const { facts } = wanted
  const work = join(root, 'node_modules/.cache/package')
  for (const folder of [work, release]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  console.log('Building')
  await build()
  const { files, parts } = await makePackages(work, release, wanted)
  const sbom = join(release, `${facts.packageName}-${facts.version}-${facts.platform}-${facts.arch}.cdx.json`)
  copyFileSync(parts, sbom)
  const all = [...files, sbom]
  writeFileSync(join(release, 'SHA256SUMS'), all.map((file) => `${hashOf(file)}  ${basename(file)}\n`).join(''))
  rmSync(work, { recursive: true })
  return all
}

/** Makes everything again and names the files that differ. */
async function compare(/** @type {readonly string[]} */ first, /** @type {Wanted} */ wanted) {
  console.log('\nOnce more, to compare')
  const again = join(root, 'node_modules/.cache/package-again')
  const second = await make(again, wanted)
  const differing = first.filter((file, index) => hashOf(file) !== hashOf(second[index] ?? file))
  for (const file of first) console.log(`${differing.includes(file) ? 'DIFFERS' : 'the same'}  ${basename(file)}`)
  if (differing.length === 0) rmSync(again, { recursive: true })
  else console.log(`The second ones are in ${again}`)
  return differing.length === 0
}

const host = `${process.platform}-${process.arch}`

const readOptions = () =>
  commandOptions({
    target: { type: 'string', default: host },
    'allow-fallback-runtime': { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    unsigned: { type: 'boolean', default: false },
  })

/** The system to package for; stops if this system makes no packages for it. */
function targetOf(/** @type {string} */ name) {
  const own = process.platform === 'win32' ? [] : [host]
  const made = process.platform === 'linux' ? [...own, 'win32-x64'] : own
  if (!made.includes(name))
    throw new Stop(
      `No package was made for ${name}: those of macOS are made on macOS, those of Linux and Windows (win32-x64) on Linux.`,
    )
  const [platform = '', arch = ''] = name.split('-')
  return { platform, arch }
}

/** Sets this machine up, with the runtime of the system to package for. */
async function setUpFor(
  /** @type {ReturnType<typeof targetOf>} */ target,
  /** @type {{ allowFallback: boolean }} */ { allowFallback },
) {
  // electron-builder always fetches the official runtime for both kinds of processor.
  if (target.platform === 'darwin' && allowFallback)
    throw new Stop('No package was made: the package of macOS has the official runtime alone.')
  if (target.platform !== 'win32') return setUp('package', { onlyOfficial: !allowFallback })
  // For Windows the runtime of this system is only a tool.
  await setUp('windows package')
  // On systems other than Debian and its relatives, the set-up installs no packages.
  if (!works('makensis', ['-VERSION']))
    throw new Stop('No package was made: makensis is missing. On Debian: sudo apt-get install --yes nsis')
  console.log(await ensureElectron({ target, onlyOfficial: !allowFallback }))
}

/**
 * Returns the packages to make; stops if anything for the signature is missing.
 * @returns {Promise<Wanted>}
 */
async function wantedFor(
  /** @type {ReturnType<typeof targetOf>} */ target,
  /** @type {{ allowFallback: boolean, unsigned: boolean }} */ { allowFallback, unsigned },
) {
  const facts = readFacts({ target, allowFallback })
  const isSigned = facts.platform !== 'linux' && facts.runtime.isOfficial && !unsigned
  if (facts.platform !== 'darwin') return { facts, isSigned, signing: isSigned ? await signingOf(process.env) : null }
  if (isSigned) expectMacSigning(process.env)
  return { facts: { ...facts, arch: 'universal' }, isSigned, signing: null }
}

await entry(async () => {
  const options = readOptions()
  const target = targetOf(options.target)
  const allowFallback = options['allow-fallback-runtime']
  await setUpFor(target, { allowFallback })
  const wanted = await wantedFor(target, { allowFallback, unsigned: options.unsigned })
  const { facts } = wanted
  await verifyRuntime(facts.runtime.folder, target)
  const began = Date.now()
  const release = options.target === host ? join(root, 'release') : join(root, 'release', options.target)
  const files = await make(release, wanted)
  console.log(`\n${facts.packageName} ${facts.version}, ${facts.runtime.source}, commit ${facts.commit ?? 'unknown'}`)
  for (const file of files) console.log(`${relative(root, file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  if (facts.platform !== 'linux' && !wanted.isSigned) console.log('Not signed.')
  console.log(`made in ${Math.round((Date.now() - began) / 1000)} s`)
  return !options.compare || (await compare(files, wanted)) ? 0 : 1
})
