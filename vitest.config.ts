import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Vitest runs on the app's own runtime (scripts/vitest.mjs), where node:sqlite is present.
const node = (name: string, folders: readonly string[], setupFiles: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node',
    include: folders.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
    setupFiles,
  },
})

const world = ['test/support/world.ts']

/** The unit and contract tests: one project per side of the app, so that each has the world it runs in. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Against a hang alone: a loaded machine, or a clock that lies, may take many times as long as usual.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      node('shared', ['shared'], world),
      node('main', ['main', 'preload']),
      node('practice', ['practice']),
      node('contract', ['contract']),
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          setupFiles: world,
        },
      },
    ],
  },
})
