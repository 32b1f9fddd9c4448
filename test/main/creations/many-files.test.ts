/** The report on a folder with more files than are accepted. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHandedFiles } from '../../../src/main/files/handed-files.ts'
import { readHandedTexts } from '../../../src/main/files/handed-files.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { failureOf, refused } from './stage.ts'
import { newFolder, removeFolder } from '../../support/scratch-folder.ts'

let folder = ''

// Windows takes milliseconds to create or remove a file.
const limitMs = 120_000

beforeAll(() => {
  folder = newFolder()
  for (let n = 0; n <= 10_000; n += 1) writeFileSync(path.join(folder, `${String(n)}.txt`), '')
}, limitMs)

afterAll(() => removeFolder(folder), limitMs)

function handedOver() {
  const files = createHandedFiles({ clock: createManualClock() })
  const taken = files.take([{ fileName: path.basename(folder), path: folder, bytes: null }])
  if (!taken.ok) throw new Error(taken.failure.kind)
  return { files, handles: taken.value.map(({ handle }) => handle) }
}

it('as drafts: the first ones are accepted, and the rest is reported as left out', async () => {
  const { files, handles } = handedOver()
  const [found] = await Promise.all(handles.map(files.open))
  expect(found?.files).toHaveLength(10_000)
  expect(found?.refused).toEqual([{ fileName: path.basename(folder), failure: refused('too-many-in-folder', '10000') }])
})

// Would catch "the rest was left out" when nothing is read.
it('as texts: none is read, and the report says so', async () => {
  const { files, handles } = handedOver()
  const read = readHandedTexts(files, handles)[Symbol.asyncIterator]()
  expect(await failureOf(() => read.next())).toEqual(refused('too-many-files', '200'))
})
