/** `npm test`: all set-up, every check and every test, whatever fails on the way. The last line is the tally. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChecks } from './lib/checks.mjs'
import { entry, root, run } from './lib/run.mjs'
import { countPlaywright, countVitest, tallyOf } from './lib/test-counts.mjs'
import { setUp } from './setup.mjs'

// A leap day that has not begun in UTC, half a day from Europe, with a comma in numbers: what holds only where and when a
// test was written fails there. `npm run check` runs the same tests at home.
const elsewhere = '2028-02-29T09:58:00, Pacific/Auckland, de_DE.UTF-8'

const suites = [
  { name: 'unit and contract', script: ['scripts/vitest.mjs', 'all'], report: 'all', count: countVitest },
  { name: 'window', script: ['scripts/window-tests.mjs'], report: 'window', count: countPlaywright },
]

await entry(async () => {
  await setUp('tests')
  await rm(join(root, 'test-results'), { recursive: true, force: true })
  console.log('\ncheck')
  const checks = await runChecks()
  /** @type {(import('./lib/test-counts.mjs').Tally & { name: string })[]} */
  const tallies = [
    {
      name: 'check',
      passed: checks.filter(({ passed }) => passed).length,
      failed: checks.filter(({ passed }) => !passed).length,
      names: checks.filter(({ passed }) => !passed).map(({ name }) => name),
    },
  ]
  for (const { name, script, report, count } of suites) {
    console.log(`\n${name}`)
    const { code } = await run([process.execPath, ...script], {
      env: { GREENROOM_TEST_WORLD: elsewhere, ...process.env },
      show: true,
    })
    tallies.push({ name, ...tallyOf(count, { file: join(root, `test-results/${report}.json`), code }) })
  }
  console.log('')
  for (const { name, passed, failed, names, again = [] } of tallies) {
    console.log(`${name}: ${passed} passed, ${failed} failed`)
    for (const test of again) console.log(`  passed at the second try: ${test}`)
    for (const failure of names) console.log(`  failed: ${failure}`)
  }
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
