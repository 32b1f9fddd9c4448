import { expect, test } from 'vitest'
import { examine } from '../../../src/main/portraits/examine.ts'
import { examineImage } from '../../../src/shared/model/image/strip-plan.ts'

const start = [0xff, 0xd8]
const frame = [0xff, 0xc0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0]
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]

function filled(megabytes: number, head: readonly number[], unit: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.alloc(megabytes * 2 ** 20, Uint8Array.from(unit)))
  bytes.set(head)
  return bytes
}

async function turnsWhile<Value>(work: Promise<Value>): Promise<{ readonly value: Value; readonly turns: number }> {
  let [turns, isOver] = [0, false]
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const value = await work.finally(() => (isOver = true))
  return { value, turns }
}

// Would catch a long hostile file that holds up everything that main does, such as sending.
test.each([
  ['stuffed bytes', [...start, ...frame, ...scan], [0xff, 0x00]],
  ['markers without length', [...start, ...frame], [0xff, 0x01]],
  ['empty segments', [...start, ...frame], [0xff, 0xe5, 0, 2]],
  ['fill bytes', start, [0xff]],
])('main goes on while a long file of %s is examined', async (_name, head, unit) => {
  const bytes = filled(24, head, unit)
  const { value, turns } = await turnsWhile(examine(bytes))
  const { bytes: back, ...examination } = value
  expect(back.byteLength).toBe(24 * 2 ** 20)
  expect(examination).toEqual(examineImage(back))
  expect(turns).toBeGreaterThan(10)
})

// Would catch answers that are given to another file, and a worker that is used after its end.
test('files that come together each get their own answer', async () => {
  const files = [3, 4, 5].map((megabytes) => filled(megabytes, [...start, ...frame, ...scan], [megabytes]))
  const short = Uint8Array.from([...start, ...frame, ...scan, 1, 0xff, 0xd9])
  const [found, small] = await Promise.all([Promise.all(files.map((file) => examine(file))), examine(short)])
  expect(found.map(({ plan }) => plan)).toEqual(
    [3, 4, 5].map((megabytes) => ({ kind: 'copy', pieces: [[0, megabytes * 2 ** 20]] })),
  )
  expect(found.map(({ bytes }) => bytes.at(-1))).toEqual([3, 4, 5])
  expect(small.inspection).toMatchObject({ kind: 'image', truncated: false })
})
