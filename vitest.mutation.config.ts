import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * Tests that start programs of their own: a mutant lives in the process of the tests alone, so that they could kill none,
 * and each would run for many seconds for every mutant of the files that it reaches.
 */
const withProcesses = [
  'test/main/creations/durability{,-damage,-disk}.test.ts',
  'test/main/creations/restore.test.ts',
  'test/main/conversations/library/reading-kill.test.ts',
  'test/main/desktop/icons.test.ts',
  'test/main/updates/sign-update.test.ts',
  'test/main/vault/real-keychain.test.ts',
  'test/practice/cli.test.ts',
]

// A test that waits for what a mutant never does fails by its own limit, long before Stryker's.
export default mergeConfig(base, { test: { testTimeout: 10_000, exclude: withProcesses } })
