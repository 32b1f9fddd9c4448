/** Tests the Windows installer under Wine: installation, refusals while the program runs, and leftovers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/run.mjs'
import { runSteps } from '../package-test/run-steps.mjs'
import { madeWindowsPackage } from '../package-test/windows-package.mjs'
import { installerSteps } from './installer-steps.mjs'

/** Runs the steps and writes their tally as the report. @returns {Promise<number>} the exit code */
export async function testInstaller(/** @type {import('./session.mjs').WineSession} */ session) {
  const tally = await runSteps(installerSteps, { session, made: madeWindowsPackage() })
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results/wine-installer.json'), JSON.stringify(tally))
  return tally.failed === 0 ? 0 : 1
}
