import { defineConfig } from '@playwright/test'

// The tests of a package leave the results of the window tests alone.
const suite = process.env['GREENROOM_TEST_SUITE'] ?? 'window'

/** The window tests: the built app, started by the tests themselves (test/window, run through scripts/window-tests.mjs). */
export default defineConfig({
  testDir: 'test/window',
  testMatch: '**/*.spec.ts',
  outputDir: `test-results/${suite}`,
  // One where all windows share the person's own screen and clipboard. On Linux each worker has a session of its own
  // (test/support/session.ts); measured on two cores, a third gains nothing.
  workers: process.platform === 'linux' ? 2 : 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `test-results/${suite}.json` }]],
})
