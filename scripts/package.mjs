/**
 * `npm run package`: makes the packages of this system in release/. On Linux `.deb`, `.tar.gz` and, with rpmbuild,
 * `.rpm`; on macOS what electron-builder makes there. `-- --target win32-x64` makes the folder and the installer of
 * Windows in release/win32-x64/. `-- --allow-fallback-runtime` takes a runtime that is not the official one; `--
 * --compare` makes them twice and says where they differ; `-- --unsigned` leaves the signature of Windows out.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureElectron, verifyRuntime } from './electron-runtime.mjs'
import { build } from './lib/build.mjs'
import { entry, npm, root, run, Stop, works } from './lib/run.mjs'
import { readFacts } from './package/facts.mjs'
import { makeLinuxPackages } from './package/linux.mjs'
import { describeBuild, describeParts, makeProgram } from './package/program.mjs'
import { signingOf } from './package/sign.mjs'
import { makeWindowsPackages } from './package/windows.mjs'
import { setUp } from './setup.mjs'

const builder = 'electron-builder@26.17.0'

const hashOf = (/** @type {string} */ file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** @typedef {import('./package/facts.mjs').Facts} Facts */
/** @typedef {import('./package/sign.mjs').Signing} Signing */

/**
 * Makes everything into an empty folder; answers the files.
 * @param {string} release
 * @param {{ facts: Facts, signing: Signing | null }} wanted
 */
async function make(release, { facts, signing }) {
  const work = join(root, 'node_modules/.cache/package')
  for (const folder of [work, release]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  console.log('Building')
  await build()
  console.log('Putting the program together')
  const program = await makeProgram(work, facts)
  console.log('Making the packages')
  const sbom = join(release, `${facts.packageName}-${facts.version}-${facts.platform}-${facts.arch}.cdx.json`)
  copyFileSync(join(program, 'sbom.cdx.json'), sbom)
  const files =
    facts.platform === 'win32'
      ? await makeWindowsPackages({ work, program, facts, release, signing })
      : await makeLinuxPackages({ work, program, facts, release })
  const all = [...files, sbom]
  writeFileSync(join(release, 'SHA256SUMS'), all.map((file) => `${hashOf(file)}  ${basename(file)}\n`).join(''))
  rmSync(work, { recursive: true })
  return all
}

/** Makes everything once more and names the files that differ. */
async function compare(
  /** @type {readonly string[]} */ first,
  /** @type {{ facts: Facts, signing: Signing | null }} */ wanted,
) {
  console.log('\nOnce more, to compare')
  const again = join(root, 'node_modules/.cache/package-again')
  const second = await make(again, wanted)
  const differing = first.filter((file, index) => hashOf(file) !== hashOf(second[index] ?? file))
  for (const file of first) console.log(`${differing.includes(file) ? 'DIFFERS' : 'the same'}  ${basename(file)}`)
  if (differing.length === 0) rmSync(again, { recursive: true })
  else console.log(`The second ones are in ${again}`)
  return differing.length === 0
}

/** Has electron-builder make the packages of macOS; never run by the authors (docs/packaging.md). */
async function makeMacPackages(/** @type {Facts} */ facts) {
  await build()
  const described = join(root, 'node_modules/.cache/package')
  rmSync(described, { recursive: true, force: true })
  mkdirSync(join(described, 'beside'), { recursive: true })
  describeBuild(described, facts)
  await describeParts(join(described, 'beside'), facts)
  writeFileSync(join(described, 'beside/package-type'), 'mac')
  const words = npm('exec', '--yes', `--package=${builder}`, '--', 'electron-builder', '--publish=never')
  return (await run([...words, '--config', 'electron-builder.config.mjs'], { show: true })).code
}

const host = `${process.platform}-${process.arch}`

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        target: { type: 'string', default: host },
        'allow-fallback-runtime': { type: 'boolean', default: false },
        compare: { type: 'boolean', default: false },
        unsigned: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    throw error instanceof TypeError ? new Stop(error.message) : error
  }
}

/** The system to package for; stops where this one makes no packages for it. */
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

/** Sets this machine up, and says what is to be packaged. */
async function prepare(/** @type {ReturnType<typeof readOptions>} */ options) {
  const target = targetOf(options.target)
  const allowFallback = options['allow-fallback-runtime']
  const isForWindows = target.platform === 'win32'
  // For Windows the runtime of this system is a tool alone.
  await setUp(isForWindows ? 'windows package' : 'package', { onlyOfficial: !allowFallback && !isForWindows })
  // Where the system's packages are not Debian's, none was installed.
  if (isForWindows && !works('makensis', ['-VERSION']))
    throw new Stop('No package was made: makensis is missing. On Debian: sudo apt-get install --yes nsis')
  if (isForWindows) console.log(await ensureElectron({ target, onlyOfficial: !allowFallback }))
  const facts = readFacts({ target, allowFallback })
  await verifyRuntime(facts.runtime.folder, target)
  const isSigned = isForWindows && facts.runtime.isOfficial && !options.unsigned
  return { facts, signing: isSigned ? signingOf(process.env) : null }
}

await entry(async () => {
  const options = readOptions()
  const wanted = await prepare(options)
  const { facts, signing } = wanted
  if (facts.platform === 'darwin') return makeMacPackages(facts)
  const began = Date.now()
  const release = options.target === host ? join(root, 'release') : join(root, 'release', options.target)
  const files = await make(release, wanted)
  console.log(`\n${facts.packageName} ${facts.version}, ${facts.runtime.source}, commit ${facts.commit ?? 'unknown'}`)
  for (const file of files) console.log(`${relative(root, file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  if (facts.platform === 'win32' && signing === null) console.log('Not signed.')
  console.log(`made in ${Math.round((Date.now() - began) / 1000)} s`)
  return !options.compare || (await compare(files, wanted)) ? 0 : 1
})
