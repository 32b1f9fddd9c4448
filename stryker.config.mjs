/** Mutation of the code that spends, closes and keeps secrets: `npm run mutation`. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    ...['creations', 'sessions/closing', 'service', 'vault', 'ipc'].map((folder) => `src/main/${folder}/**/*.ts`),
    // The rest of desktop/ needs Electron.
    ...['launch-arguments', 'page-requests'].map((file) => `src/main/desktop/${file}.ts`),
  ],
  concurrency: 2,
  // Not in node_modules, where vitest looks for no tests.
  tempDirName: '.stryker',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  ignorePatterns: ['/out', '/release', '/test-results'],
}
