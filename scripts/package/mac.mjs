/** Makes the macOS packages with electron-builder, from the same archive folder as all packages (docs/packaging.md). */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, npm, run, Stop } from '../lib/run.mjs'
import { describeParts, stageArchive } from './program.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

const builder = 'electron-builder@26.17.0'

/**
 * Prepares the folders that electron-builder packs: `archive`, and `beside` with the files of the resources folder.
 * @param {string} work an empty folder
 * @param {Facts} facts
 */
async function stageMacProgram(work, facts) {
  stageArchive(join(work, 'archive'), facts)
  const beside = join(work, 'beside')
  mkdirSync(beside)
  await describeParts(beside, facts)
  writeFileSync(join(beside, 'package-type'), 'mac\n')
}

/** Stops unless the program is signed and notarised: electron-builder can skip the notarisation with only a warning. */
async function expectSigned(/** @type {string} */ program) {
  await must(['codesign', '--verify', '--deep', '--strict', program])
  await must(['xcrun', 'stapler', 'validate', program])
}

/**
 * Makes the packages, signed and notarised unless `isSigned` is false for a trial; returns their files.
 * @param {{ work: string, facts: Facts, release: string, isSigned: boolean }} made
 */
export async function makeMacPackages({ work, facts, release, isSigned }) {
  await stageMacProgram(work, facts)
  const { CSC_LINK: certificate, ...rest } = process.env
  const env = isSigned ? { ...rest, CSC_LINK: certificate } : rest
  const words = npm('exec', '--yes', `--package=${builder}`, '--', 'electron-builder', '--mac', '--publish=never')
  const { code } = await run([...words, '--config', 'electron-builder.config.mjs'], { env, show: true })
  if (code !== 0) throw new Stop('electron-builder could not make the packages.')
  const made = join(work, 'made')
  if (isSigned) await expectSigned(join(made, 'mac-universal/Greenroom.app'))
  const names = readdirSync(made).filter((name) => /\.(?:dmg|zip)$/.test(name))
  return names.map((name) => {
    renameSync(join(made, name), join(release, name))
    return join(release, name)
  })
}
