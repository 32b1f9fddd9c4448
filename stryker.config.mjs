/** Mutation tests of the code that spends, closes and stores secrets: `npm run mutation`. */
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
  // Mutants of code that runs only at import would need every test of every file that reaches it: minutes for each.
  ignoreStatic: true,
  // A run repeats only mutants that are affected by changes since the last run.
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation.json',
  concurrency: 2,
  // The dry run executes all tests once, which takes minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
  // For a mutant with an endless loop, which then counts as killed; the limits of the tests end everything else.
  timeoutMS: 60_000,
  // Not in node_modules, where vitest does not find tests.
  tempDirName: '.stryker',
  clearTextReporter: { reportTests: false },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  ignorePatterns: ['/out', '/release', '/test-results'],
}
