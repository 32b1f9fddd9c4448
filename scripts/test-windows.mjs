/**
 * `npm run test:windows`: makes the Windows package (`-- --made` uses the package in release/win32-x64/), checks its
 * content, and runs window tests, its installer and the unit tests on the Windows runtime under Wine. `-- --only
 * package|window|installer|unit` runs one part and can be repeated. The last line is the tally.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronDist } from './electron-runtime.mjs'
import { commandOptions, entry, run, Stop } from './lib/run.mjs'
import { printTally, runSuite } from './lib/suites.mjs'
import { countPlaywright, countVitest } from './lib/test-counts.mjs'
import { absentTags } from './lib/test-tags.mjs'
import { runSteps } from './package-test/run-steps.mjs'
import { madeWindowsPackage } from './package-test/windows-package.mjs'
import { windowsSteps } from './package-test/windows-steps.mjs'
import { setUp } from './setup.mjs'

/** @typedef {import('./lib/test-counts.mjs').Tally} Tally */

async function makePackage() {
  const words = ['scripts/package.mjs', '--target', 'win32-x64', '--allow-fallback-runtime', '--unsigned']
  const { code } = await run([process.execPath, ...words], { show: true })
  if (code !== 0) throw new Stop('The package was not made.')
}

async function testPackage() {
  const scratch = mkdtempSync(join(tmpdir(), 'greenroom-windows-'))
  console.log('\nwindows package')
  try {
    const runtime = electronDist({ platform: 'win32', arch: 'x64' })
    return { name: 'windows package', ...(await runSteps(windowsSteps, { ...madeWindowsPackage(), runtime, scratch })) }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Runs a part under Wine, in its own namespaces. */
const underWine = (/** @type {string} */ part, /** @type {(report: any) => Tally} */ count) => () =>
  runSuite(
    { name: `${part} under Wine`, script: ['scripts/wine-tests.mjs', part], report: `wine-${part}`, count },
    process.env,
  )

const absentUnderWine = absentTags({ platform: 'win32', isWine: true })

/** @type {Record<string, () => Promise<Tally & { name: string }>>} */
const parts = {
  package: testPackage,
  installer: underWine('installer', (tally) => tally),
  window: underWine('window', countPlaywright),
  unit: underWine('unit', (report) => countVitest(report, absentUnderWine)),
}

function readOptions() {
  const values = commandOptions({ made: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } })
  const only = values.only ?? Object.keys(parts)
  const unknown = only.find((name) => !(name in parts))
  if (unknown !== undefined) throw new Stop(`--only ${unknown}: one of ${Object.keys(parts).join(', ')}.`)
  return { isMade: values.made, only }
}

await entry(async () => {
  const { isMade, only } = readOptions()
  const tallies = []
  try {
    await setUp('windows package tests')
    const isPackageTested = only.some((name) => name === 'package' || name === 'installer')
    if (isPackageTested && !isMade) await makePackage()
    for (const [name, test] of Object.entries(parts)) if (only.includes(name)) tallies.push(await test())
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    tallies.push({ name: 'windows', passed: 0, failed: 1, names: [error.message] })
  }
  return printTally(tallies)
})
