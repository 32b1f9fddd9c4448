import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeUnfinished, writeAtomic, writeAtomicSync } from '../../../src/main/store/data-files.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { asStorageFailure } from '../../../src/main/store/storage-failure.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

it('replaces the existing file, and leaves nothing beside it', async () => {
  const folder = scratchFolder()
  const file = join(folder, 'avatars.csv')
  writeFileSync(file, 'a longer text')
  await writeAtomic(file, 'name\r\n王')
  expect(readFileSync(file, 'utf8')).toBe('name\r\n王')
  expect(readdirSync(folder)).toEqual(['avatars.csv'])
})

it('a write that cannot be completed is a failure of the disk, and leaves nothing', async () => {
  const folder = scratchFolder()
  const file = join(folder, 'avatars.csv')
  mkdirSync(join(file, 'inside'), { recursive: true })
  await expect(writeAtomic(file, 'x')).rejects.toMatchObject({ failure: { kind: 'storage' } })
  expect(readdirSync(folder)).toEqual(['avatars.csv'])
  await expect(writeAtomic(join(folder, 'gone', 'x.csv'), 'x')).rejects.toMatchObject({ failure: { kind: 'storage' } })
})

// Would catch a full disk that is reported as a general problem of the disk, because closing the file failed as well.
it('reports the first failure, even when the file cannot be closed afterwards', async () => {
  const ofSystem = (code: string) => Object.assign(new Error(code), { code, errno: -1 })
  const write = async () => {
    await using file = { [Symbol.asyncDispose]: () => Promise.reject(ofSystem('EIO')) }
    throw Object.assign(ofSystem('ENOSPC'), { file })
  }
  const error: unknown = await write().catch((thrown: unknown) => thrown)
  expect(asStorageFailure(error).failure).toEqual({ kind: 'storage', reason: 'full', detail: 'ENOSPC' })
})

it('also writes synchronously, and leaves nothing of an incomplete write', () => {
  const folder = scratchFolder()
  const file = join(folder, 'world.json')
  writeAtomicSync(file, 'a longer text')
  writeAtomicSync(file, '{}')
  expect(readFileSync(file, 'utf8')).toBe('{}')
  expect(() => writeAtomicSync(join(folder, 'gone', 'x.json'), 'x')).toThrow(FailureError)
  expect(readdirSync(folder)).toEqual(['world.json'])
})

it('removes the remains of a crash for these file names, and nothing else', () => {
  const folder = scratchFolder()
  for (const name of ['.settings.json.1-2.part', '.report.json.1-2.part', 'settings.json.part', 'settings.json'])
    writeFileSync(join(folder, name), '')
  removeUnfinished(folder, ['settings.json', 'submissions.jsonl'])
  expect(readdirSync(folder).sort()).toEqual(['.report.json.1-2.part', 'settings.json', 'settings.json.part'])
})
