/** Mutation of the code that spends, closes and keeps secrets: `npm run mutation`. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    ...['creations', 'sessions/closing', 'service', 'vault', 'ipc'].map((folder) => `src/main/${folder}/**/*.ts`),
    // The rest of desktop/ needs Electron.
    ...['launch-arguments', 'page-requests'].map((file) => `src/main/desktop/${file}.ts`),
  ],
  // Only tests that import a file can kill its mutants, and only what changed since the last run is run again.
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation.json',
  concurrency: 2,
  // For a mutant that loops without an end: everything else ends by the limit of its test (vitest.mutation.config.ts).
  timeoutMS: 60_000,
  // Not in node_modules, where vitest looks for no tests.
  tempDirName: '.stryker',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  ignorePatterns: ['/out', '/release', '/test-results'],
}
