import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { countVitest } from '../../scripts/lib/test-counts.mjs'
import { absentTags } from '../../scripts/lib/test-tags.mjs'
import { scratchFolder } from './scratch.mjs'

const report = {
  testResults: [
    {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: [
        { fullName: 'one that passes', status: 'passed', tags: ['posix'] },
        { fullName: 'mode bits', status: 'skipped', tags: ['posix'] },
        { fullName: 'a link', status: 'skipped', tags: ['links'] },
        { fullName: 'one that somebody skipped', status: 'skipped', tags: [] },
      ],
    },
  ],
}

const counted = (/** @type {{ platform: string, isWine: boolean }} */ system) => {
  const { passed, failed, names, leftOut = [] } = countVitest(report, absentTags(system))
  return { passed, failed, names, leftOut: leftOut.map((name) => name.replace(/: .*/, '')) }
}

const skipped = 'a.test.ts › one that somebody skipped'
const modeBits = 'a.test.ts › mode bits'
const link = 'a.test.ts › a link'

// Would catch a test that is silently skipped where its system could run it.
test.each([
  ['linux', false, { passed: 1, failed: 3, names: [modeBits, link, skipped], leftOut: [] }],
  ['win32', false, { passed: 1, failed: 2, names: [link, skipped], leftOut: [modeBits] }],
  ['win32', true, { passed: 1, failed: 1, names: [skipped], leftOut: [modeBits, link] }],
])('on %s, under Wine: %s, only tests that the system can’t support are skipped', (platform, isWine, wanted) => {
  expect(counted({ platform, isWine })).toEqual(wanted)
})

test('skipped tests are named with their reason', () => {
  const { leftOut } = countVitest(report, absentTags({ platform: 'win32', isWine: false }))
  expect(leftOut).toEqual([expect.stringMatching(/^a\.test\.ts › mode bits: Mode bits, .+ Windows has none\.$/)])
})

// Would catch a gate that leaves out tests of Linux where somebody's shell names a folder of Wine.
test('only a program of Windows can run under Wine', { tags: ['linux'] }, async () => {
  vi.stubEnv('WINEPREFIX', '/home/ada/.wine')
  vi.resetModules()
  const tags = await import('../../scripts/lib/test-tags.mjs')
  expect(tags.absentTags().map(({ name }) => name)).toEqual([])
  expect(tags.systemTags.filter(({ skip }) => skip)).toEqual([])
})

describe('the tally of all suites', { tags: ['posix'] }, () => {
  /** Runs `.ci/run` with a stand-in for npm; returns its exit code and its last line. */
  function runAll(/** @type {string} */ gate, rest = 'echo "5 passed, 0 failed"') {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'bin'))
    cpSync(join(import.meta.dirname, '../../.ci/run'), join(folder, '.ci/run'))
    const npm = `#!/bin/sh\ncase "$2" in test) ${gate} ;; *) ${rest} ;; esac\n`
    writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
    const env = { ...process.env, PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) }
    const { status, stdout } = spawnSync('bash', [join(folder, '.ci/run')], { encoding: 'utf8', env })
    return [status, stdout.trimEnd().split('\n').at(-1)]
  }

  test('is the sum of both, and the run fails with each of them', () => {
    expect(runAll('echo "10 passed, 0 failed"')).toEqual([0, '15 passed, 0 failed'])
    expect(runAll('echo "10 passed, 2 failed"; exit 1')).toEqual([1, '15 passed, 2 failed'])
    expect(runAll('echo "10 passed, 0 failed"', 'echo "4 passed, 1 failed"; exit 1')).toEqual([
      1,
      '14 passed, 1 failed',
    ])
  })

  // Would catch a last line that hides a failure.
  test.each([
    ['without a tally', 'echo broken; exit 3', [3, '5 passed, 1 failed']],
    ['after a tally without a failure', 'echo "10 passed, 0 failed"; exit 9', [9, '15 passed, 1 failed']],
  ])('has a failure for a suite that ends %s', (_, gate, wanted) => {
    expect(runAll(gate)).toEqual(wanted)
  })
})
