import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countCrashDumps, pruneCrashDumps } from '../../../src/main/support/support.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

function writeDump(folder: string, name: string, minute: number): void {
  const pending = join(folder, 'pending')
  mkdirSync(pending, { recursive: true })
  for (const file of [`${name}.dmp`, `${name}.meta`]) {
    writeFileSync(join(pending, file), 'memory', { mode: 0o644 })
    utimesSync(join(pending, file), 0, minute * 60)
  }
}

// Would catch dumps that pile up, the removal of the newest, and files of a removed dump that stay.
test('the newest are kept with their files', () => {
  const folder = scratchFolder()
  for (let n = 1; n <= 12; n += 1) writeDump(folder, `dump-${String(n).padStart(2, '0')}`, n)
  expect(countCrashDumps(folder)).toBe(12)
  pruneCrashDumps(folder)
  expect(countCrashDumps(folder)).toBe(10)
  const left = readdirSync(join(folder, 'pending'))
  expect(left).toHaveLength(20)
  expect(left.filter((name) => /dump-0[12]/.test(name))).toEqual([])
})

test('they are readable by this account alone', { tags: 'posix' }, () => {
  const folder = scratchFolder()
  writeDump(folder, 'dump', 1)
  pruneCrashDumps(folder)
  expect(statSync(join(folder, 'pending', 'dump.dmp')).mode & 0o777).toBe(0o600)
})

// Would catch a start that fails because nothing has crashed yet.
test('a missing folder counts as no dumps', () => {
  const folder = join(scratchFolder(), 'never made')
  pruneCrashDumps(folder)
  expect(countCrashDumps(folder)).toBe(0)
})

// Would catch a deleted profile whose secret survives in a memory dump.
test('all of them can be removed', () => {
  const folder = scratchFolder()
  writeDump(folder, 'dump', 1)
  pruneCrashDumps(folder, 0)
  expect(readdirSync(join(folder, 'pending'))).toEqual([])
})
