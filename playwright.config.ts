import { defineConfig } from '@playwright/test'

// Shards that run side by side must not clear each other's results: scripts/window-tests.mjs names each.
const shard = process.env['GREENROOM_TEST_SHARD'] ?? 'window'

/** The window tests: the built app, started by the tests themselves (test/window, run through scripts/window-tests.mjs). */
export default defineConfig({
  testDir: 'test/window',
  testMatch: '**/*.spec.ts',
  outputDir: `test-results/${shard}`,
  // One window at a time on a screen: they share it and its clipboard. Shards have a screen each.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `test-results/${shard}.json` }]],
})
