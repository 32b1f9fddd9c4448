import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createHandedFiles } from '../../../src/main/files/handed-files.ts'
import { withFile } from '../../../src/main/files/open-file.ts'
import type { FileHandle } from '../../../src/shared/ids.ts'
import { link } from '../../support/links.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { failureOf, refused } from '../creations/stage.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const minute = 60_000
const isWindows = process.platform === 'win32'

function handed(...files: readonly { readonly fileName: string; readonly path: string }[]) {
  const clock = createManualClock()
  const handedFiles = createHandedFiles({ clock })
  const taken = handedFiles.take(files.map((file) => ({ ...file, bytes: null })))
  if (!taken.ok) throw new Error(taken.failure.kind)
  const handles = taken.value.map(({ handle }) => handle)
  const [first, second = first] = handles
  if (first === undefined || second === undefined) throw new Error('nothing was handed over')
  return { ...handedFiles, clock, handles, first, second, names: taken.value.map(({ fileName }) => fileName) }
}

const two = [
  { fileName: 'anna.jpg', path: '/nowhere/anna.jpg' },
  { fileName: 'bao.jpg', path: '/nowhere/bao.jpg' },
] as const

const isGood = async (open: (handle: FileHandle) => Promise<unknown>, handle: FileHandle): Promise<boolean> =>
  open(handle).then(
    () => true,
    () => false,
  )

it('an unused handle expires after ten minutes, and keeps its name', async () => {
  const { open, first, nameOf, clock, take } = handed(...two)
  await clock.pass(11 * minute)
  expect(await failureOf(() => open(first))).toEqual(refused('not-at-hand'))
  take([])
  expect(nameOf(first)).toBe('anna.jpg')
})

// Would catch the rest of a drop from a slow share that is refused because one file took a quarter of an hour.
it('handles of a drop that is being processed do not expire, however long a file takes', async () => {
  const { open, first, second, holding, clock, take } = handed(...two)
  await holding([first], async () => {
    await clock.pass(15 * minute)
    take([])
    expect(await isGood(open, second)).toBe(true)
  })
  await clock.pass(9 * minute)
  expect(await isGood(open, second)).toBe(true)
  await clock.pass(2 * minute)
  expect(await isGood(open, second)).toBe(false)
})

it('an expired handle cannot be revived', async () => {
  const { open, first, holding, clock } = handed(...two)
  await clock.pass(11 * minute)
  await holding([first], async () => expect(await isGood(open, first)).toBe(false))
  expect(await isGood(open, first)).toBe(false)
})

// Would catch an avatar with a different name than its file shows, or a name in two lines.
it('names are composed and in one line, while the path stays as on disk', async () => {
  const folder = scratchFolder()
  // Names on Windows have only one line.
  const inside = isWindows ? 'a\u202Egnp .jpg' : 'a\u202Egnp\n.jpg'
  writeFileSync(path.join(folder, inside), 'x')
  const { names, open, first, second } = handed(
    { fileName: 'cafe\u0301.jpg', path: path.join(folder, 'cafe\u0301.jpg') },
    { fileName: path.basename(folder), path: folder },
  )
  expect(names[0]).toBe('caf\u00E9.jpg')
  expect((await open(first)).files).toMatchObject([{ source: { path: path.join(folder, 'cafe\u0301.jpg') } }])
  const [found] = (await open(second)).files
  expect(found).toMatchObject({ fileName: 'a gnp .jpg', source: { path: path.join(folder, inside) } })
})

// Would catch "The file is gone" for an existing file.
it('a file whose name is not valid text is refused because of its name', { tags: 'linux' }, async () => {
  const folder = scratchFolder()
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.jpg')]), 'x')
  const { open, first } = handed({ fileName: path.basename(folder), path: folder })
  const [found] = (await open(first)).files
  if (found === undefined || !('path' in found.source)) throw new Error('nothing was found')
  const { path: place } = found.source
  expect(found.fileName).toBe('caf\uFFFD.jpg')
  expect(await failureOf(() => withFile(place, () => Promise.resolve()))).toEqual(
    refused('file-name-unreadable', 'caf\uFFFD.jpg'),
  )
})

// Would catch a report on files that the operator did not put there.
it('system files in a folder are not reported as left out', async () => {
  const folder = scratchFolder()
  mkdirSync(path.join(folder, 'sub'))
  const ofSystems = ['desktop.ini', 'Thumbs.db', 'ehthumbs.db', '.DS_Store', 'sub/Desktop.ini']
  // A file of macOS; a name on Windows contains no carriage return.
  const icon = isWindows ? [] : ['Icon\r']
  for (const name of ['good.jpg', ...ofSystems, ...icon]) writeFileSync(path.join(folder, name), 'x')
  const { open, first } = handed({ fileName: path.basename(folder), path: folder })
  const { files, refused: left } = await open(first)
  expect(files.map(({ fileName }) => fileName)).toEqual(['good.jpg'])
  expect(left).toEqual([])
})

// Would catch pictures that are skipped silently.
it('links in a folder are reported as left out', { tags: 'links' }, async () => {
  const folder = scratchFolder()
  const elsewhere = scratchFolder()
  writeFileSync(path.join(elsewhere, 'linked.jpg'), 'x')
  mkdirSync(path.join(folder, 'sub'))
  writeFileSync(path.join(folder, 'good.jpg'), 'x')
  link(path.join(elsewhere, 'linked.jpg'), path.join(folder, 'linked.jpg'))
  link(elsewhere, path.join(folder, 'sub', 'linked'))
  const { open, first } = handed({ fileName: path.basename(folder), path: folder })
  const { files, refused: left } = await open(first)
  expect(files.map(({ fileName }) => fileName)).toEqual(['good.jpg'])
  expect(left).toEqual([
    { fileName: 'linked.jpg', failure: refused('link-in-folder') },
    { fileName: 'linked', failure: refused('link-in-folder') },
  ])
})

it('a pipe in a folder is reported as left out', { tags: 'posix' }, async () => {
  const folder = scratchFolder()
  writeFileSync(path.join(folder, 'good.jpg'), 'x')
  execFileSync('mkfifo', [path.join(folder, 'pipe.jpg')])
  const { open, first } = handed({ fileName: path.basename(folder), path: folder })
  const { files, refused: left } = await open(first)
  expect(files.map(({ fileName }) => fileName)).toEqual(['good.jpg'])
  expect(left).toEqual([{ fileName: 'pipe.jpg', failure: refused('not-a-file', 'pipe.jpg') }])
})

// Would catch a page that blocks main for seconds, with data that are not a file.
it('reads only the properties of a file from handed-over objects', () => {
  const { take } = createHandedFiles({ clock: createManualClock() })
  const asked: PropertyKey[] = []
  const large = new Proxy(new Uint8Array(8), {
    get: (bytes, key): unknown => {
      asked.push(key)
      return Reflect.get(bytes, key)
    },
  })
  expect(take([large])).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
  expect(asked).toEqual(['fileName', 'path', 'bytes'])
  for (const strange of [null, undefined, 'x', 1, []])
    expect(take([strange])).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
})
