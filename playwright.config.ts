import { defineConfig } from '@playwright/test'

// The tests of a package leave the results of the window tests alone.
const suite = process.env['GREENROOM_TEST_SUITE'] ?? 'window'

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
  // Windows, a keyring and a display of their own on two busy cores: what comes once in hundreds of runs is tried again,
  // and named in the tally.
  retries: 1,
  forbidOnly: true,
  // Far above what any needs: a machine may be three times slower for an hour, and none of them tests how fast it is.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: `test-results/${suite}.json` }]],
})
