/** Runs suites of tests one after the other, also after failures, and prints one tally of all suites. */
import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root, run } from './run.mjs'
import { tallyOf, totalOf } from './test-counts.mjs'

/**
 * `report`: name of the JSON report that the script writes into test-results.
 * @typedef {{ name: string, script: readonly string[], report: string, count: (report: any) => Tally }} Suite
 * @typedef {import('./test-counts.mjs').Tally} Tally
 */

/** Seconds of processor time that the machine has used since its start. */
const usedCpu = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0)
const cpuAtStart = usedCpu()

/** @returns {Promise<Tally & { name: string }>} */
export async function runSuite(
  /** @type {Suite} */ { name, script, report, count },
  /** @type {NodeJS.ProcessEnv} */ env,
) {
  console.log(`\n${name}`)
  const file = join(root, `test-results/${report}.json`)
  // The report of an earlier run must not count for a run that writes none.
  await rm(file, { force: true })
  const { code } = await run([process.execPath, ...script], { env, show: true })
  return { name, ...tallyOf(count, { file, code }) }
}

/** Prints the failures, the time since this process began, and the tally as the last line. Returns the exit code. */
export function printTally(/** @type {readonly (Tally & { name: string })[]} */ tallies) {
  console.log('')
  for (const { name, passed, failed, names, leftOut = [] } of tallies) {
    console.log(`${name}: ${passed} passed, ${failed} failed`)
    for (const failure of names) console.log(`  failed: ${failure}`)
    for (const test of leftOut) console.log(`  left out: ${test}`)
  }
  const { passed, failed } = totalOf(tallies)
  console.log(`in ${Math.round(process.uptime())} s; the machine used ${cpuTime()} s of CPU time`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * The CPU time of the whole machine since this process began, because the time of killed processes is not added to
 * their parents. On an idle machine it is the cost of the run.
 */
const cpuTime = () => Math.round(usedCpu() - cpuAtStart)
