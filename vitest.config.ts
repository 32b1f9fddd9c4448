import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { systemTags } from './scripts/lib/test-tags.mjs'

const setupFiles = ['test/support/world.ts']

/**
 * Tests that start other programs, or repeat an action hundreds of times. They take seconds each, so the gate omits
 * them.
 */
export const longTests = 'test/**/*.long.test.ts'

const node = (name: string, folders: readonly string[]) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node',
    include: folders.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
    exclude: [longTests],
    setupFiles,
  },
})

/** The unit and contract tests: one project per side of the app, because each needs its own environment. */
export default defineConfig({
  // Vitest runs on the app's own runtime (scripts/vitest.mjs), where node:sqlite is present.
  test: {
    // One more than the two cores: one worker usually waits for a time limit or a child process.
    maxWorkers: 3,
    // Concurrent tests within a file each wait for a process; more of them would only slow each other down.
    maxConcurrency: 2,
    // The files of a worker share their modules, because our imports have no side effects, and loading the modules
    // again took a third of the time.
    isolate: false,
    // Only detects hangs: a machine can be three times slower for an hour, and no test here measures speed.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Vitest's default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    tags: [...systemTags],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      node('shared', ['shared']),
      node('main', ['main', 'preload']),
      node('practice', ['practice']),
      // In JavaScript like the tested scripts, so that both have their types from one place.
      {
        extends: true,
        test: { name: 'scripts', environment: 'node', include: ['test/scripts/**/*.test.mjs'], setupFiles },
      },
      node('contract', ['contract']),
      { extends: true, test: { name: 'long', environment: 'node', include: [longTests], setupFiles } },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          setupFiles,
        },
      },
    ],
  },
})
