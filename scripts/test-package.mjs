/**
 * `npm run test:package`: makes the package (`-- --official` with the official runtime alone, `-- --made` takes the one
 * in release/), installs it into this machine as a user would, runs it as an ordinary user, upgrades and removes it. For
 * root on Debian and its like.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entry, root, run, Stop } from './lib/run.mjs'
import { windowTests } from './lib/window-tests.mjs'
import { countPlaywright, tallyOf } from './lib/test-counts.mjs'
import { turnOn } from './package/fuses.mjs'
import { field, installedVersion, purge, repackAsPrevious } from './package-test/debian.mjs'
import { openOperatorSession } from './package-test/operator-session.mjs'
import { afterTheJourneys, beforeTheJourneys, systemFiles } from './package-test/steps.mjs'
import { setUp } from './setup.mjs'

const journeys = [
  'a portrait becomes an avatar and its conversation is read',
  'nothing but the button with the right id closes all; the fall is watched to 0',
  'a page that died comes back on its section, with drafts, fields, conversation, sessions and counts',
]

/** The package to be tested, made anew unless told otherwise. */
async function packageToTest() {
  if (!process.argv.includes('--made')) {
    const runtime = process.argv.includes('--official') ? [] : ['--allow-fallback-runtime']
    const { code } = await run([process.execPath, 'scripts/package.mjs', ...runtime], { show: true })
    if (code !== 0) throw new Stop('The package was not made.')
  }
  const release = join(root, 'release')
  const deb = readdirSync(release).find((name) => name.endsWith('.deb'))
  if (deb === undefined) throw new Stop('There is no .deb in release/: npm run package makes it.')
  return join(release, deb)
}

/** Runs journeys of the window tests against a copy of what is installed, of which Playwright may inspect main. */
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
  const { passed, failed } = tallyOf(countPlaywright, { file, code })
  return { passed, failed: failed + Math.max(0, journeys.length - passed - failed) }
}

async function runSteps(
  /** @type {typeof beforeTheJourneys} */ steps,
  /** @type {import('./package-test/steps.mjs').Stage} */ stage,
) {
  const tally = { passed: 0, failed: 0 }
  for (const step of steps) {
    const began = Date.now()
    try {
      await step.run(stage)
      tally.passed += 1
      console.log(`passed  ${step.name}  ${((Date.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      tally.failed += 1
      console.log(`FAILED  ${step.name}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return tally
}

async function refuseWhatIsHere() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Stop('test:package installs and removes a package: it runs as root on a Debian system only.')
  for (const name of ['greenroom', 'greenroom-development'])
    if ((await installedVersion(name)) !== null)
      throw new Stop(`${name} is installed here, and this test would remove it. Remove it first.`)
}

await entry(async () => {
  await refuseWhatIsHere()
  await setUp('package tests')
  const deb = await packageToTest()
  const began = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-package-'))
  const name = await field(deb, 'Package')
  const previous = await repackAsPrevious(deb, folder)
  const before = systemFiles()
  const operator = await openOperatorSession()
  try {
    const stage = { operator, before, made: { name, deb, previous, version: await field(deb, 'Version') } }
    const tallies = [await runSteps(beforeTheJourneys, stage), await runJourneys(folder)]
    tallies.push(await runSteps(afterTheJourneys, stage))
    const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
    const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
    console.log(`in ${Math.round((Date.now() - began) / 1000)} s, without making the package`)
    console.log(`${passed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    await operator.leave()
    operator.remove()
    if ((await installedVersion(name)) !== null) await purge(name)
    rmSync(folder, { recursive: true, force: true })
  }
})
