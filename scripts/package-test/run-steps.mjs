/** Runs the tests of a package one after the other, on a shared stage. */

/** @typedef {import('../lib/test-counts.mjs').Tally} Tally */

/**
 * @template Stage
 * @typedef {{ name: string, run: (stage: Stage) => Promise<void> }} Step
 */

export function expect(/** @type {boolean} */ isSo, /** @type {string} */ what) {
  if (!isSo) throw new Error(what)
}

/** Fails with both values if a value differs from the expected value. */
export function expectSame(/** @type {unknown} */ found, /** @type {unknown} */ wanted) {
  expect(
    JSON.stringify(found) === JSON.stringify(wanted),
    `found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
  )
}

/**
 * Runs every step, also after a failed step.
 * @template Stage
 * @param {readonly Step<Stage>[]} steps
 * @param {Stage} stage
 * @returns {Promise<Tally>}
 */
export async function runSteps(steps, stage) {
  /** @type {Tally} */
  const tally = { passed: 0, failed: 0, names: [] }
  for (const step of steps) {
    const began = Date.now()
    try {
      await step.run(stage)
      tally.passed += 1
      console.log(`passed  ${step.name}  ${((Date.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      tally.failed += 1
      tally.names.push(step.name)
      console.log(`FAILED  ${step.name}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return tally
}
