/** Each file of the corpus against what is known of it: by its header, and by what it tells besides its picture. */
import { expect, it } from 'vitest'
import { readImageHeader, unsupportedFormat } from '../../../src/main/lib/image-header.ts'
import { isBare, readFacts } from '../../../src/main/portraits/image-facts.ts'
import { hostileImages } from '../../support/hostile-images.ts'
import type { HostileImage } from '../../support/hostile/expectation.ts'

// What image-size does not read: a turn of PNG, WebP, AVIF and HEIC, a cut of HEIC, and BMP as OS/2 wrote it. The page
// knows the size that it drew.
const otherSize: ReadonlySet<string> = new Set(
  'turned.png turned.webp turned.avif turned-and-mirrored.avif turned-header-only.heic cropped-header-only.heic os2.bmp'.split(
    ' ',
  ),
)

function headerOf({ name, bytes }: HostileImage): unknown {
  const file = bytes()
  const header = readImageHeader(file)
  if (header !== null) return otherSize.has(name) ? { type: header.type } : header
  return unsupportedFormat(file) ?? 'not-an-image'
}

function known({ name, expects }: HostileImage): unknown {
  if (expects.kind === 'unsupported') return expects.format
  if (expects.kind === 'not-an-image') return 'not-an-image'
  const { type, width, height } = expects
  return otherSize.has(name) ? { type } : { type, width, height }
}

it('holds each case once', () => expect(new Set(hostileImages.map(({ name }) => name)).size).toBe(hostileImages.length))

it('each is told by its header alone', () =>
  expect(Object.fromEntries(hostileImages.map((file) => [file.name, headerOf(file)]))).toEqual(
    Object.fromEntries(hostileImages.map((file) => [file.name, known(file)])),
  ))

// Would catch a place, a comment or a second picture that leaves with the first one.
it('each tells its metadata and place, and nothing but bare upright pictures may be sent as they are', async () => {
  const found: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const { name, bytes, expects } of hostileImages) {
    if (expects.kind !== 'image') continue
    const { metadata, sendable } = await readFacts(bytes(), expects.type)
    found[name] = { ...metadata, sendable }
    expected[name] = { any: expects.metadata, location: expects.location, sendable: expects.sent === 'same' }
  }
  expect(found).toEqual(expected)
})

it('the eight orientations are told', async () => {
  const turned = hostileImages.filter(({ name }) => /^turned-\d\.jpg$/.test(name))
  const orientations = await Promise.all(
    turned.map(async ({ bytes }) => (await readFacts(bytes(), 'jpeg')).orientation),
  )
  expect(orientations).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

// Would catch a file that holds up everything that main does, such as sending.
it.each([
  ['stuffed bytes', [0xff, 0x00]],
  ['fill bytes', [0xff]],
  ['empty segments', [0xff, 0xe5, 0, 2]],
])('a hundred megabytes of %s are answered within the time of a test', async (_name, unit) => {
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const bytes = new Uint8Array(Buffer.alloc(100 * 2 ** 20, Uint8Array.from(unit)))
  bytes.set(start)
  readImageHeader(bytes.subarray(0, 4 * 2 ** 20))
  expect((await readFacts(bytes, 'jpeg')).sendable).toBe(false)
  expect(isBare(bytes, 'png')).toBe(false)
})
