/** Reads the reports of the test runners into one honest tally: skipped, flaky and unfinished all count as failed. */
import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Tally */

/**
 * Counts the reports of one suite. A missing report, or an exit code that no failed test explains, is one failure more.
 * @param {(report: any) => Tally} count
 * @param {{ files: readonly string[], code: number }} run
 * @returns {Tally}
 */
export function tallyOf(count, { files, code }) {
  const tallies = files.map((file) =>
    existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 1 },
  )
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** Counts a report of vitest; a file that could not be loaded is one failure. @returns {Tally} */
export function countVitest(/** @type {any} */ report) {
  const tally = { passed: 0, failed: 0 }
  for (const file of report.testResults) {
    const passed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'passed').length
    const others = file.assertionResults.length - passed
    tally.passed += passed
    tally.failed += others === 0 && file.status === 'failed' ? 1 : others
  }
  return tally
}

/** Counts a report of Playwright. @returns {Tally} */
export const countPlaywright = (/** @type {any} */ { stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
})
