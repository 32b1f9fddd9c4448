/** Makes the package, installs it on this machine like a user, runs it, upgrades and removes it. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, Stop } from '../lib/run.mjs'
import { countPlaywright, tallyOf, totalOf } from '../lib/test-counts.mjs'
import { windowTests } from '../lib/window-tests.mjs'
import { turnOn } from '../package/fuses.mjs'
import { setUp } from '../setup.mjs'
import { field, installedVersion, purge, repackAsPrevious } from './debian.mjs'
import { openOperatorSession } from './operator-session.mjs'
import { runSteps } from './run-steps.mjs'
import { afterTheJourneys, beforeTheJourneys, systemFiles } from './steps.mjs'

/** @typedef {import('../lib/test-counts.mjs').Tally} Tally */

const journeys = [
  'a portrait becomes an avatar and its conversation is read',
  'nothing but the button with the right id closes all; the fall is watched to 0',
  'a page that died comes back with all that it showed, and after a second death main’s own page has it back',
]

/**
 * The package to test: a new package with the official runtime only or with any runtime, or the package in release/.
 * @typedef {'official' | 'any runtime' | 'made'} Source
 */

async function packageToTest(/** @type {Source} */ source) {
  if (source !== 'made') {
    const runtime = source === 'official' ? [] : ['--allow-fallback-runtime']
    const { code } = await run([process.execPath, 'scripts/package.mjs', ...runtime], { show: true })
    if (code !== 0) throw new Stop('The package was not made.')
  }
  const release = join(root, 'release')
  const deb = readdirSync(release).find((name) => name.endsWith('.deb'))
  if (deb === undefined) throw new Stop('There is no .deb in release/: npm run package makes it.')
  return join(release, deb)
}

/** Runs journeys of the window tests against a copy of the installed program in which Playwright can inspect main. */
async function runJourneys(/** @type {string} */ folder) {
  const program = join(folder, 'program')
  cpSync('/usr/lib/greenroom', program, { recursive: true })
  await turnOn(join(program, 'greenroom'), 'EnableNodeCliInspectArguments')
  const wanted = journeys.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  const file = join(root, 'test-results/package.json')
  rmSync(file, { force: true })
  const { command, env } = windowTests(['--workers=1', '--grep', wanted])
  const ofPackage = { GREENROOM_PROGRAM: join(program, 'greenroom'), GREENROOM_TEST_SUITE: 'package' }
  const { code } = await run(command, { env: { ...env, ...ofPackage }, show: true })
  const tally = tallyOf(countPlaywright, { file, code })
  const missing = journeys.length - tally.passed - tally.failed
  if (missing <= 0) return tally
  const names = [...tally.names, `${missing} of the window tests that run on the package have other names now`]
  return { passed: tally.passed, failed: tally.failed + missing, names }
}

async function refuseWhatIsHere() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Stop('test:package installs and removes a package: it runs as root on a Debian system only.')
  for (const name of ['greenroom', 'greenroom-development'])
    if ((await installedVersion(name)) !== null)
      throw new Stop(`${name} is installed here, and this test would remove it. Remove it first.`)
}

/**
 * Runs the tests of the package; stops on a machine where a package can't be installed. For root on Debian-like
 * systems.
 * @returns {Promise<Tally>}
 */
export async function testPackage(/** @type {Source} */ source) {
  await refuseWhatIsHere()
  await setUp('package tests')
  const deb = await packageToTest(source)
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-package-'))
  const name = await field(deb, 'Package')
  const previous = await repackAsPrevious(deb, folder)
  const before = systemFiles()
  const operator = await openOperatorSession()
  try {
    const stage = { operator, before, made: { name, deb, previous, version: await field(deb, 'Version') } }
    const tallies = [await runSteps(beforeTheJourneys, stage), await runJourneys(folder)]
    tallies.push(await runSteps(afterTheJourneys, stage))
    return totalOf(tallies)
  } finally {
    await operator.leave()
    operator.remove()
    if ((await installedVersion(name)) !== null) await purge(name)
    rmSync(folder, { recursive: true, force: true })
  }
}
