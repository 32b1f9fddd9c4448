import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { systemTags } from './scripts/lib/test-tags.mjs'

const setupFiles = ['test/support/world.ts']

/** Tests that start programs of their own, or do the same thing hundreds of times: seconds each, so the gate leaves them out. */
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

/** The unit and contract tests: one project per side of the app, so that each has the world it runs in. */
export default defineConfig({
  // Vitest runs on the app's own runtime (scripts/vitest.mjs), where node:sqlite is present.
  test: {
    // One more than there are cores to count on: one of them waits most of the time, for a limit or a process of its own.
    maxWorkers: 3,
    // Of tests that run at once within a file (they wait for a process each): more would only take each other's time.
    maxConcurrency: 2,
    // The files of a worker share their modules: nothing of ours happens at import, and loading them anew took a third of
    // the time.
    isolate: false,
    // Against a hang alone: a machine may be three times slower for an hour, and no test here measures speed.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Vitest's own second is a race with a busy machine.
    expect: { poll: { timeout: 15_000 } },
    tags: [...systemTags],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      node('shared', ['shared']),
      node('main', ['main', 'preload']),
      node('practice', ['practice']),
      // In JavaScript like what they test, so that both have their types from one place.
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
