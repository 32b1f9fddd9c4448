/**
 * Reads the reports of the test runners into one tally in which skipped and unfinished tests count as failed: the runners
 * count them apart, and each for itself. Promises that this system can't keep count as neither.
 */
import { existsSync, readFileSync } from 'node:fs'
import { absentTags } from './test-tags.mjs'

/**
 * `names`: what failed; `leftOut`: what failed where it can't pass, with the reasons.
 * @typedef {{ passed: number, failed: number, names: string[], leftOut?: string[] }} Tally
 */

/**
 * Counts the report of a suite. A missing report, or an exit code that no failed test explains, is one failure more.
 * @param {(report: any) => Tally} count
 * @param {{ file: string, code: number }} run
 * @returns {Tally}
 */
export function tallyOf(count, { file, code }) {
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [`${file} was not written`] }
  const tally = count(JSON.parse(readFileSync(file, 'utf8')))
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1, names: [`the runner ended with code ${code}`] }
}

/**
 * Takes out of a tally what is known to fail in a place that is not the test's own, by parts of its names. A reason that no
 * failure needs any more is a failure.
 * @param {Tally} tally
 * @param {Readonly<Record<string, string>>} reasons by parts of names
 * @returns {Tally}
 */
export function leaveOut(tally, reasons) {
  const parts = Object.keys(reasons)
  const partIn = (/** @type {string} */ name) => parts.find((part) => name.includes(part))
  const names = tally.names.filter((name) => partIn(name) === undefined)
  const unneeded = parts.filter((part) => !tally.names.some((name) => name.includes(part)))
  const leftOut = tally.names.flatMap((name) => {
    const part = partIn(name)
    return part === undefined ? [] : [`${name}: ${reasons[part] ?? ''}`]
  })
  const notes = unneeded.map((part) => `${part}: it did not fail, so it need not be left out`)
  const failed = tally.failed - leftOut.length + unneeded.length
  return { passed: tally.passed, failed, names: [...names, ...notes], leftOut }
}

/** One tally of several. @returns {Tally} */
export const totalOf = (/** @type {readonly Tally[]} */ tallies) => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  names: tallies.flatMap(({ names }) => names),
})

/** Counts a report of vitest; a file that could not be loaded is one failure. @returns {Tally} */
export function countVitest(/** @type {any} */ report) {
  /** @type {Tally} */
  const tally = { passed: 0, failed: 0, names: [] }
  for (const file of report.testResults) {
    const tests = file.assertionResults.filter((/** @type {any} */ test) => !isLeftOut(test))
    const others = tests.filter((/** @type {any} */ test) => test.status !== 'passed')
    tally.passed += tests.length - others.length
    const names = others.map((/** @type {any} */ test) => `${file.name} › ${test.fullName}`)
    if (others.length === 0 && file.status === 'failed') names.push(file.name)
    tally.failed += names.length
    tally.names.push(...names)
  }
  return tally
}

/** Says whether a test of vitest was skipped because of what this system is. */
const isLeftOut = (/** @type {{ status: string, tags: string[] }} */ { status, tags }) =>
  status === 'skipped' && tags.some((tag) => absentTags.includes(tag))

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
