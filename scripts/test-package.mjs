/**
 * `npm run test:package`: the tests of the package, which it makes first (`-- --official` with the official runtime
 * only), or uses the package in release/ (`-- --made`).
 */
import { entry } from './lib/run.mjs'
import { printTally } from './lib/suites.mjs'
import { testPackage } from './package-test/run.mjs'

function sourceOf(/** @type {readonly string[]} */ options) {
  if (options.includes('--made')) return 'made'
  return options.includes('--official') ? 'official' : 'any runtime'
}

await entry(async () => {
  const tally = await testPackage(sourceOf(process.argv))
  return printTally([{ name: 'package', ...tally }])
})
