/** Each file of the corpus compared with its known facts: those of its header, and those besides its picture. */
import { expect, it } from 'vitest'
import { readImageHeader } from '../../../src/main/lib/image-header.ts'
import { refusedFormat } from '../../../src/main/lib/refused-format.ts'
import { uprightSize } from '../../../src/shared/model/orientation.ts'
import { isBare, readFacts } from '../../../src/main/portraits/image-facts.ts'
import type { ImageType } from '../../../src/shared/schemas/avatar.ts'
import { jpegFile, segment, tiffBlock } from '../../support/hostile/jpeg-file.ts'
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

it('contains each case once', () =>
  expect(new Set(hostileImages.map(({ name }) => name)).size).toBe(hostileImages.length))

it('each is recognised, with its upright size', () =>
  expect(Object.fromEntries(hostileImages.map((file) => [file.name, headerOf(file)]))).toEqual(
    Object.fromEntries(hostileImages.map((file) => [file.name, known(file)])),
  ))

// Would catch a GPS position, a comment or a second picture that is sent with the first one.
it('each shows its metadata and position, and only bare upright pictures in sRGB can be sent unchanged', () => {
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

it('reads the orientation of each', () => {
  const images = hostileImages.flatMap(({ name, bytes, expects }) =>
    expects.kind === 'image' ? [{ name, bytes, type: expects.type, orientation: expects.orientation }] : [],
  )
  const found = images.map(({ name, bytes, type }) => [name, readFacts(bytes(), type).orientation])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(images.map(({ name, orientation }) => [name, orientation])),
  )
})

// Would catch a file that blocks main's other work, such as sending.
it.each([
  ['stuffed bytes', [0xff, 0x00]],
  ['fill bytes', [0xff]],
  ['empty segments', [0xff, 0xe5, 0, 2]],
])('a hundred megabytes of %s are answered within the time limit of a test', (_name, unit) => {
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const bytes = new Uint8Array(Buffer.alloc(100 * 2 ** 20, Uint8Array.from(unit)))
  bytes.set(start)
  readImageHeader(bytes.subarray(0, 4 * 2 ** 20))
  expect(readFacts(bytes, 'jpeg').sendable).toBe(false)
  expect(isBare(bytes, 'png')).toBe(false)
})

// The same for formats that are walked box by box, and chunk by chunk.
it.each<[ImageType, readonly number[], readonly number[]]>([
  [
    'heic',
    Array.from('\0\0\0\x10ftypheic\0\0\0\0', (letter) => letter.charCodeAt(0)),
    [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65],
  ],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0, 0, 0, 0, 0x62, 0x4b, 0x47, 0x44, 0, 0, 0, 0]],
  [
    'webp',
    Array.from('RIFF\xff\xff\xff\0WEBP', (letter) => letter.charCodeAt(0)),
    [0x41, 0x42, 0x43, 0x44, 0, 0, 0, 0],
  ],
])('a hundred megabytes of empty parts of a %s are answered within the time limit of a test', (type, start, unit) => {
  const bytes = new Uint8Array(Buffer.alloc(100 * 2 ** 20, Uint8Array.from([...unit])))
  bytes.copyWithin(start.length, 0, bytes.length - start.length)
  bytes.set(start)
  expect(readFacts(bytes, type).sendable).toBe(false)
})

it('an orientation is read although the position after it is missing', () => {
  const whole = tiffBlock({ orientation: 6, hasLocation: true })
  const file = jpegFile({ width: 64, height: 48, segments: [segment(0xe1, 'Exif\0\0', whole.slice(0, 38))] })
  expect(readFacts(file, 'jpeg')).toMatchObject({ orientation: 6, metadata: { any: true } })
})
