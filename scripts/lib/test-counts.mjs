/**
 * Combines the reports of the test runners into one tally. Skipped and unfinished tests count as failed, because each
 * runner counts them separately. Tests that are impossible on this system count as neither passed nor failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { absentTags } from './test-tags.mjs'

/**
 * `names`: the failed tests; `leftOut`: the tests that are impossible on the tested system, each with the reason.
 * @typedef {{ passed: number, failed: number, names: string[], leftOut?: string[] }} Tally
 */

/**
 * Counts the report of a suite. A missing report, or an exit code that no failed test explains, adds one failure.
 * @param {(report: any) => Tally} count
 * @param {{ file: string, code: number }} run
 * @returns {Tally}
 */
export function tallyOf(count, { file, code }) {
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [`${file} was not written`] }
  const tally = count(JSON.parse(readFileSync(file, 'utf8')))
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1, names: [`the runner ended with code ${code}`] }
}

/** The sum of several tallies. @returns {Tally} */
export const totalOf = (/** @type {readonly Tally[]} */ tallies) => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  names: tallies.flatMap(({ names }) => names),
})

/**
 * Counts a report of vitest; a file that could not be loaded is one failure.
 * @param {any} report
 * @param {ReturnType<typeof absentTags>} [absent] the tags of tests that are impossible on the tested system
 * @returns {Tally}
 */
export function countVitest(report, absent = absentTags()) {
  const tally = { passed: 0, failed: 0, names: /** @type {string[]} */ ([]), leftOut: /** @type {string[]} */ ([]) }
  for (const file of report.testResults) {
    const nameOf = (/** @type {any} */ test) => `${file.name} › ${test.fullName}`
    const names = []
    for (const test of file.assertionResults) {
      const tag = absent.find(({ name }) => test.status === 'skipped' && test.tags.includes(name))
      if (test.status === 'passed') tally.passed += 1
      else if (tag === undefined) names.push(nameOf(test))
      else tally.leftOut.push(`${nameOf(test)}: ${tag.description}`)
    }
    if (names.length === 0 && file.status === 'failed') names.push(file.name)
    tally.failed += names.length
    tally.names.push(...names)
  }
  return tally
}

/** Counts a report of Playwright. @returns {Tally} */
export function countPlaywright(/** @type {any} */ { stats, errors, suites }) {
  const failed = specsOf({ suites, specs: [] })
    .filter((spec) => spec.tests.some((/** @type {any} */ test) => test.status !== 'expected'))
    .map((spec) => `${spec.file} › ${spec.title}`)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    names: [...failed, ...errors.map((/** @type {any} */ error) => String(error.message))],
  }
}

/** @returns {any[]} */
function specsOf(/** @type {any} */ { suites = [], specs }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
