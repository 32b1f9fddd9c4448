import { defineConfig } from 'vitest/config'
import base, { longTests } from './vitest.config.ts'

/**
 * The tests nearest to what is changed. Others reach it too, the page's through the bridge, but find little that these do
 * not, and cost seconds for every mutant.
 */
const folders = [
  'contract',
  ...['creations', 'desktop', 'ipc', 'service', 'sessions', 'vault'].map((of) => `main/${of}`),
]

/** A mutant lives in the process of the tests alone, so that tests that start programs can't kill any. */
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

// What a mutant never does is not waited for as long as what a busy machine does late.
const expect = { poll: { timeout: 5_000 } }

export default defineConfig({ ...base, test: { ...base.test, expect, projects: [project] } })
