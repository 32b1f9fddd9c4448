/** Each file of the corpus against what is known of it: by its header, and by what it tells besides its picture. */
import { expect, it } from 'vitest'
import { readImageHeader } from '../../../src/main/lib/image-header.ts'
import { refusedFormat } from '../../../src/main/lib/refused-format.ts'
import { uprightSize } from '../../../src/shared/model/orientation.ts'
import { isBare, readFacts } from '../../../src/main/portraits/image-facts.ts'
import { hostileImages } from '../../support/hostile-images.ts'
import type { HostileImage } from '../../support/hostile/expectation.ts'

// image-size does not read the crop of a HEIC. The page knows the size that it drew.
const otherSize: ReadonlySet<string> = new Set(['cropped-header-only.heic'])

function headerOf({ name, bytes }: HostileImage): unknown {
  const file = bytes()
  const header = readImageHeader(file)
  if (header === null) return refusedFormat(file) ?? 'not-an-image'
  return otherSize.has(name) ? { type: header.type } : uprightSize(header, readFacts(file, header.type).orientation)
}

function known({ name, expects }: HostileImage): unknown {
  if (expects.kind === 'unsupported') return expects.format
  if (expects.kind === 'not-an-image') return 'not-an-image'
  const { type, width, height } = expects
  return otherSize.has(name) ? { type } : { type, width, height }
}

it('holds each case once', () => expect(new Set(hostileImages.map(({ name }) => name)).size).toBe(hostileImages.length))

it('each is recognised, with its upright size', () =>
  expect(Object.fromEntries(hostileImages.map((file) => [file.name, headerOf(file)]))).toEqual(
    Object.fromEntries(hostileImages.map((file) => [file.name, known(file)])),
  ))

// Would catch a place, a comment or a second picture that leaves with the first one.
it('each shows its metadata and place, and nothing but bare upright pictures in sRGB may be sent as they are', () => {
  const found: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const { name, bytes, expects } of hostileImages) {
    if (expects.kind !== 'image') continue
    const { metadata, sendable } = readFacts(bytes(), expects.type)
    found[name] = { ...metadata, sendable }
    expected[name] = { any: expects.metadata, location: expects.location, sendable: expects.sent === 'same' }
  }
  expect(found).toEqual(expected)
})

it('reads how each lies', () => {
  const images = hostileImages.flatMap(({ name, bytes, expects }) =>
    expects.kind === 'image' ? [{ name, bytes, type: expects.type, orientation: expects.orientation }] : [],
  )
  const found = images.map(({ name, bytes, type }) => [name, readFacts(bytes(), type).orientation])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(images.map(({ name, orientation }) => [name, orientation])),
  )
})

// Would catch a file that holds up everything that main does, such as sending.
it.each([
  ['stuffed bytes', [0xff, 0x00]],
  ['fill bytes', [0xff]],
  ['empty segments', [0xff, 0xe5, 0, 2]],
])('a hundred megabytes of %s are answered within the time of a test', (_name, unit) => {
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const bytes = new Uint8Array(Buffer.alloc(100 * 2 ** 20, Uint8Array.from(unit)))
  bytes.set(start)
  readImageHeader(bytes.subarray(0, 4 * 2 ** 20))
  expect(readFacts(bytes, 'jpeg').sendable).toBe(false)
  expect(isBare(bytes, 'png')).toBe(false)
})
