/**
 * `npm run package`: makes the packages of this system in release/. On Linux `.deb`, `.tar.gz` and, with rpmbuild,
 * `.rpm`; elsewhere what electron-builder makes there. `-- --allow-fallback-runtime` takes a runtime that is not the
 * official one; `-- --compare` makes them twice and says where they differ.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from './lib/build.mjs'
import { entry, npm, root, run, Stop } from './lib/run.mjs'
import { readFacts } from './package/facts.mjs'
import { makeLinuxPackages } from './package/linux.mjs'
import { describeBuild, describeParts, makeProgram } from './package/program.mjs'
import { setUp } from './setup.mjs'

const known = ['--allow-fallback-runtime', '--compare']
const builder = 'electron-builder@26.17.0'

const hashOf = (/** @type {string} */ file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Makes everything into an empty folder; answers the files. */
async function make(/** @type {string} */ release, /** @type {import('./package/facts.mjs').Facts} */ facts) {
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
  const files = await makeLinuxPackages({ work, program, facts, release })
  const sbom = join(release, `${facts.packageName}-${facts.version}-linux-${facts.arch}.cdx.json`)
  copyFileSync(join(program, 'sbom.cdx.json'), sbom)
  const all = [...files, sbom]
  writeFileSync(join(release, 'SHA256SUMS'), all.map((file) => `${hashOf(file)}  ${basename(file)}\n`).join(''))
  rmSync(work, { recursive: true })
  return all
}

/** Makes everything once more and names the files that differ. */
async function compare(
  /** @type {readonly string[]} */ first,
  /** @type {import('./package/facts.mjs').Facts} */ facts,
) {
  console.log('\nOnce more, to compare')
  const again = join(root, 'node_modules/.cache/package-again')
  const second = await make(again, facts)
  const differing = first.filter((file, index) => hashOf(file) !== hashOf(second[index] ?? file))
  for (const file of first) console.log(`${differing.includes(file) ? 'DIFFERS' : 'the same'}  ${basename(file)}`)
  if (differing.length === 0) rmSync(again, { recursive: true })
  else console.log(`The second ones are in ${again}`)
  return differing.length === 0
}

/** Has electron-builder make the packages of macOS or Windows; never run by the authors (docs/packaging.md). */
async function makeElsewhere(/** @type {import('./package/facts.mjs').Facts} */ facts) {
  await build()
  const described = join(root, 'node_modules/.cache/package')
  rmSync(described, { recursive: true, force: true })
  mkdirSync(join(described, 'beside'), { recursive: true })
  describeBuild(described, facts)
  await describeParts(join(described, 'beside'), facts)
  writeFileSync(join(described, 'beside/package-type'), process.platform === 'darwin' ? 'mac' : 'nsis')
  const words = npm('exec', '--yes', `--package=${builder}`, '--', 'electron-builder', '--publish=never')
  return (await run([...words, '--config', 'electron-builder.config.mjs'], { show: true })).code
}

await entry(async () => {
  const options = process.argv.slice(2)
  const unknown = options.filter((option) => !known.includes(option))
  if (unknown.length > 0) throw new Stop(`Not known: ${unknown.join(' ')}. Options: ${known.join(' ')}`)
  const allowFallback = options.includes('--allow-fallback-runtime')
  await setUp('package', { onlyOfficial: !allowFallback })
  const facts = readFacts({ allowFallback })
  if (process.platform !== 'linux') return makeElsewhere(facts)
  const began = Date.now()
  const files = await make(join(root, 'release'), facts)
  console.log(`\n${facts.packageName} ${facts.version}, ${facts.runtime.source}, commit ${facts.commit ?? 'unknown'}`)
  for (const file of files) console.log(`release/${basename(file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  console.log(`made in ${Math.round((Date.now() - began) / 1000)} s`)
  return !options.includes('--compare') || (await compare(files, facts)) ? 0 : 1
})
