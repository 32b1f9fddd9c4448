/**
 * `npm run test:all`: the tests that the gate (`npm test`) leaves out: long unit and contract tests, window
 * tests tagged @extended, and the package.
 * The last line is the tally.
 */
import { entry, Stop } from './lib/run.mjs'
import { printTally, runSuite } from './lib/suites.mjs'
import { countPlaywright, countVitest } from './lib/test-counts.mjs'
import { testPackage } from './package-test/run.mjs'
import { setUp } from './setup.mjs'

const long = { name: 'long', script: ['scripts/vitest.mjs', 'long'], report: 'long', count: countVitest }

const extended = {
  name: 'extended window',
  script: ['scripts/window-tests.mjs', '--project=extended'],
  report: 'window',
  count: countPlaywright,
}

/** The package is for Linux so far. A Linux machine that can't install it counts as a failure, and says why. */
async function packageTallies() {
  if (process.platform !== 'linux') return []
  console.log('\npackage')
  try {
    return [{ name: 'package', ...(await testPackage('any runtime')) }]
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return [{ name: 'package', passed: 0, failed: 1, names: [error.message] }]
  }
}

await entry(async () => {
  await setUp('tests')
  return printTally([
    await runSuite(long, process.env),
    await runSuite(extended, process.env),
    ...(await packageTallies()),
  ])
})
