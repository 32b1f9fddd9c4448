import { expect, test, vi } from 'vitest'
import { countVitest } from '../../scripts/lib/test-counts.mjs'
import { absentTags } from '../../scripts/lib/test-tags.mjs'

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
