import { defineConfig } from '@playwright/test'
import { absentPatterns } from './scripts/lib/test-tags.mjs'

// The tests of a package leave the results of the window tests alone.
const suite = process.env['GREENROOM_TEST_SUITE'] ?? 'window'

// How many times slower than usual the machine is: under Wine.
const patience = Number(process.env['GREENROOM_TEST_PATIENCE'] ?? 1)

/** The window tests: the built app, started by the tests themselves (test/window, run through scripts/window-tests.mjs). */
export default defineConfig({
  testDir: 'test/window',
  testMatch: '**/*.spec.ts',
  outputDir: `test-results/${suite}`,
  // Test by test: a file that is left to one worker at the end leaves the others without work.
  fullyParallel: true,
  // One where all windows share the person's own screen and clipboard. On Linux each worker has a session of its own
  // (test/support/session.ts). Of three one waits at any time: they keep two cores busy, which two do not by a fifth.
  workers: process.platform === 'linux' ? 3 : 1,
  forbidOnly: true,
  // Against a hang alone: a machine may be three times slower for an hour, and no test here measures speed.
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  // `npm test` runs the gate, `npm run test:all` the tests that are tagged as its extension.
  projects: [
    { name: 'gate', grepInvert: [/@extended/, ...absentPatterns] },
    { name: 'extended', grep: /@extended/, grepInvert: absentPatterns },
  ],
  reporter: [['list'], ['json', { outputFile: `test-results/${suite}.json` }]],
})
