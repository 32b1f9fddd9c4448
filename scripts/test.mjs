/** `npm test`: all set-up, every check and every test, whatever fails on the way. The last line is the tally. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChecks } from './lib/checks.mjs'
import { hasElsewhere } from './lib/elsewhere.mjs'
import { windowShards } from './lib/window-shards.mjs'
import { entry, root, run } from './lib/run.mjs'
import { countPlaywright, countVitest, tallyOf } from './lib/test-counts.mjs'
import { setUp } from './setup.mjs'

const suites = [
  { name: 'unit', script: ['scripts/vitest.mjs', 'unit'], count: countVitest },
  ...(hasElsewhere ? [{ name: 'elsewhere', script: ['scripts/vitest.mjs', 'elsewhere'], count: countVitest }] : []),
  { name: 'contract', script: ['scripts/vitest.mjs', 'contract'], count: countVitest },
  { name: 'window', script: ['scripts/window-tests.mjs', '--shards'], count: countPlaywright, reports: windowShards() },
]

await entry(async () => {
  await setUp('tests')
  if (!hasElsewhere) console.log('Tests run a second time, in another world, on Linux only: left out here.')
  await rm(join(root, 'test-results'), { recursive: true, force: true })
  console.log('\ncheck')
  const checks = await runChecks()
  const tallies = [
    {
      name: 'check',
      passed: checks.filter(({ passed }) => passed).length,
      failed: checks.filter(({ passed }) => !passed).length,
      names: checks.filter(({ passed }) => !passed).map(({ name }) => name),
    },
  ]
  for (const { name, script, count, reports = [name] } of suites) {
    console.log(`\n${name}`)
    const { code } = await run([process.execPath, ...script], { show: true })
    const files = reports.map((report) => join(root, `test-results/${report}.json`))
    tallies.push({ name, ...tallyOf(count, { files, code }) })
  }
  console.log('')
  for (const { name, passed, failed, names } of tallies) {
    console.log(`${name}: ${passed} passed, ${failed} failed`)
    for (const failure of names) console.log(`  failed: ${failure}`)
  }
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
