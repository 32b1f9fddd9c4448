/**
 * `npm test`: the gate. All set-up, every check, the unit and contract tests, and the window tests of the main flows.
 * `npm run test:all` runs the other tests. The last line is the tally.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChecks } from './lib/checks.mjs'
import { entry, root } from './lib/run.mjs'
import { printTally, runSuite } from './lib/suites.mjs'
import { countPlaywright, countVitest } from './lib/test-counts.mjs'
import { setUp } from './setup.mjs'

// A leap day that has not begun in UTC, half a day from Europe, with a comma in numbers: a test that depends on the
// place and time where it was written fails there. `npm run check` runs the same tests in the default world.
const elsewhere = '2028-02-29T09:58:00, Pacific/Auckland, de_DE.UTF-8'

await entry(async () => {
  await setUp('tests')
  await rm(join(root, 'test-results'), { recursive: true, force: true })
  console.log('\ncheck')
  const checks = await runChecks()
  const failures = checks.filter(({ passed }) => !passed).map(({ name }) => name)
  const env = { GREENROOM_TEST_WORLD: elsewhere, ...process.env }
  return printTally([
    { name: 'check', passed: checks.length - failures.length, failed: failures.length, names: failures },
    await runSuite(
      { name: 'unit and contract', script: ['scripts/vitest.mjs', 'all'], report: 'all', count: countVitest },
      env,
    ),
    await runSuite(
      {
        name: 'window',
        script: ['scripts/window-tests.mjs', '--project=gate'],
        report: 'window',
        count: countPlaywright,
      },
      env,
    ),
  ])
})
