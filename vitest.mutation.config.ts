import { defineConfig } from 'vitest/config'
import base, { longTests } from './vitest.config.ts'

/**
 * The tests nearest to the changed code. Other tests also reach it, such as the page's tests through the bridge, but
 * find few additional mutants and cost seconds for every mutant.
 */
const folders = [
  'contract',
  ...['creations', 'desktop', 'ipc', 'service', 'sessions', 'vault'].map((of) => `main/${of}`),
]

/** A mutant exists only in the process of the tests, so tests that start programs can't kill it. */
const leftOut = [longTests, 'test/main/vault/real-keychain.test.ts']

const project = {
  extends: true as const,
  test: {
    name: 'mutation',
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: leftOut,
    setupFiles: ['test/support/world.ts'],
  },
}

// Shorter than in the other tests, because a mutant often prevents the awaited effect completely.
const expect = { poll: { timeout: 5_000 } }

export default defineConfig({ ...base, test: { ...base.test, expect, projects: [project] } })
