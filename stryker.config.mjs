/** Mutation of the code that spends, closes and keeps secrets: `npm run mutation`. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    ...['creations', 'sessions/closing', 'service', 'vault', 'ipc'].map((folder) => `src/main/${folder}/**/*.ts`),
    ...['context/tickets', 'workspaces/active-profiles'].map((file) => `src/main/${file}.ts`),
    // The rest of desktop/ needs Electron.
    ...['launch-arguments', 'page-requests'].map((file) => `src/main/desktop/${file}.ts`),
  ],
  // Only tests that import a file can kill its mutants. Each mutant costs a worker thread that loads main: half a second.
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  // What runs at import alone would need every test of every file that reaches it: minutes for each mutant.
  ignoreStatic: true,
  // Only what changed since the last run is run again.
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation.json',
  concurrency: 2,
  // All tests once: minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
  // For a mutant that loops without an end, and so counts as found: everything else ends by the limit of its test.
  timeoutMS: 60_000,
  // Not in node_modules, where vitest looks for no tests.
  tempDirName: '.stryker',
  clearTextReporter: { reportTests: false },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  ignorePatterns: ['/out', '/release', '/test-results'],
}
