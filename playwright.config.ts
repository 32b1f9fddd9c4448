import { defineConfig } from '@playwright/test'

/** The window tests: the built app, started by the tests themselves (test/window, run through scripts/window-tests.mjs). */
export default defineConfig({
  testDir: 'test/window',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/window',
  // One window at a time: they share a display and its clipboard, and start-up is what two cores are short of.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/window.json' }]],
})
