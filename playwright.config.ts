import { defineConfig } from '@playwright/test'
import { absentPatterns } from './scripts/lib/test-tags.mjs'

// The tests of a package do not overwrite the results of the window tests.
const suite = process.env['GREENROOM_TEST_SUITE'] ?? 'window'

// The factor by which the machine is slower than usual, under Wine.
const patience = Number(process.env['GREENROOM_TEST_PATIENCE'] ?? 1)

/** The window tests, which start the built app themselves (test/window, run through scripts/window-tests.mjs). */
export default defineConfig({
  testDir: 'test/window',
  testMatch: '**/*.spec.ts',
  outputDir: `test-results/${suite}`,
  // Tests are distributed one by one: with whole files, one worker can still run the last file while the others are
  // idle.
  fullyParallel: true,
  // One worker where all windows share the user's screen and clipboard. On Linux each worker has its own session
  // (test/support/session.ts). Of three workers one usually waits: three keep two cores busy, two leave a fifth idle.
  workers: process.platform === 'linux' ? 3 : 1,
  forbidOnly: true,
  // Only detects hangs: a machine can be three times slower for an hour, and no test here measures speed.
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  // `npm test` runs the gate, `npm run test:all` the tests that are tagged as its extension.
  projects: [
    { name: 'gate', grepInvert: [/@extended/, ...absentPatterns] },
    { name: 'extended', grep: /@extended/, grepInvert: absentPatterns },
  ],
  reporter: [['list'], ['json', { outputFile: `test-results/${suite}.json` }]],
})
