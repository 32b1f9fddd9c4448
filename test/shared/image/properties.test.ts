/** What holds for any bytes: nothing throws, everything ends in time, stripping twice changes nothing more. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readImageHeader } from '../../../src/shared/model/image/image-header.ts'
import { inspectImage } from '../../../src/shared/model/image/inspect-image.ts'
import { hostileImages } from '../../support/hostile-images.ts'
import { exif, jfif, segment, xmp } from '../../support/hostile/jpeg-file.ts'
import { big, join } from '../../support/hostile/parts.ts'
import type { Part } from '../../support/hostile/parts.ts'
import { chunk, pngSignature } from '../../support/hostile/png-file.ts'
import { isoBox, webpChunk, webpOf } from '../../support/hostile/other-files.ts'
import { strip } from '../../support/hostile/strip.ts'

const small = hostileImages.map(({ bytes }) => bytes()).filter(({ length }) => length < 20_000)

/** A file of the corpus with bytes changed, taken out and put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...small),
    fc.array(fc.tuple(fc.nat(20_000), fc.nat(255)), { maxLength: 8 }),
    fc.tuple(fc.nat(20_000), fc.nat(40), fc.uint8Array({ maxLength: 40 })),
  )
  .map(([file, changes, [at, out, put]]) => {
    const from = file.length === 0 ? 0 : at % file.length
    const bytes = join(file.subarray(0, from), put, file.subarray(from + out))
    for (const [place, value] of changes) if (bytes.length > 0) bytes[place % bytes.length] = value
    return bytes
  })

/** Parts that are right each for itself, in any order and number. */
function shuffled(start: Part, parts: readonly Part[]): fc.Arbitrary<Uint8Array> {
  return fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => join(start, ...chosen))
}

const jpegParts = [
  ...[jfif, exif({ orientation: 1 }), xmp(), segment(0xfe, 'comment'), segment(0xdb, new Array<number>(65).fill(1))],
  ...[segment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]), join(segment(0xda, [1, 1, 0, 0, 63, 0]), [1, 2, 0xff, 0, 3])],
  ...[[0xff, 0xd9], [0xff, 0xd8], [0xff, 0xd3, 7, 8], [0xff, 0xff], [0xff], [0xff, 0], [1, 2, 3], [0xff, 0xe1, 0, 1]],
]
const head = chunk('IHDR', big(8, 4), big(8, 4), [8, 2, 0, 0, 0])
const pngParts = [
  ...[
    head,
    chunk('IDAT', [1, 2, 3]),
    chunk('IEND'),
    chunk('tEXt', 'a\0b'),
    chunk('eXIf', 'II*\0'),
    chunk('gAMA', big(1, 4)),
  ],
  ...[[0, 0, 0, 9, 0x49, 0x44, 0x41, 0x54, 1], [255, 255, 255, 255], 'IEND'],
]
const webpParts = [
  ...[webpChunk('VP8X', [0x0c, 0, 0, 0, 7, 0, 0, 7, 0, 0]), webpChunk('VP8L', [0x2f, 7, 0xc0, 1, 0, 9, 9, 9, 9, 9, 9])],
  ...[webpChunk('EXIF', 'II*\0'), webpChunk('XMP ', 'x'), webpChunk('ICCP', [1]), webpChunk('ALPH', [1, 2]), [1, 2, 3]],
]
const files = fc.oneof(
  mutated,
  shuffled(join([0xff, 0xd8], segment(0xfe, 'x')), jpegParts),
  shuffled(join(pngSignature, head), pngParts),
  fc.array(fc.constantFrom<Part>(...webpParts), { maxLength: 8 }).map((chunks) => webpOf(...chunks)),
  fc.tuple(fc.constantFrom(...small), fc.nat(20_000)).map(([file, length]) => file.slice(0, length)),
)

describe('any bytes', () => {
  it('have facts or a name or are no image, and never an exception', () => {
    fc.assert(
      fc.property(fc.oneof(files, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        const facts = inspectImage(bytes)
        expect(facts.kind).toMatch(/^(image|unsupported|not-an-image)$/)
        if (facts.kind !== 'image') return
        expect(facts.width * facts.height).toBeGreaterThan(0)
        expect(facts.trailingBytes).toBeGreaterThanOrEqual(0)
        expect(facts.trailingBytes).toBeLessThan(bytes.length)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('a stripped file', () => {
  it('is the same when it is stripped again, is of the same type and size, and holds no metadata', () => {
    let stripped = 0
    fc.assert(
      fc.property(files, (bytes) => {
        const once = strip(bytes)
        if (once === null) return
        stripped += 1
        expect(readImageHeader(once.file)).toEqual(readImageHeader(bytes))
        expect(inspectImage(once.file)).toMatchObject({
          trailingBytes: 0,
          metadata: { exif: false, location: false, xmp: false, iptc: false, comment: false },
        })
        expect(strip(once.file)).toEqual({ pieces: [[0, once.file.length]], file: once.file })
      }),
      { numRuns: 5_000 },
    )
    // About a fifth of them can be stripped; a property that nothing reaches would hold of anything.
    expect(stripped).toBeGreaterThan(500)
  })

  it('takes its pieces from within the source, in order', () => {
    fc.assert(
      fc.property(files, (bytes) => {
        let end = 0
        for (const piece of strip(bytes)?.pieces ?? []) {
          if (piece instanceof Uint8Array) continue
          expect(piece[0]).toBeGreaterThanOrEqual(end)
          expect(piece[1]).toBeGreaterThan(piece[0])
          end = piece[1]
        }
        expect(end).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the work that a file asks for', () => {
  let steps = 0
  const restore: (() => void)[] = []

  // The readers of files read and search by these few methods alone, so counting their calls counts the work.
  const count = (
    prototype: object,
    name: string,
    cost: (self: unknown, args: unknown[], result: unknown) => number,
  ): void => {
    const original: unknown = Reflect.get(prototype, name)
    if (typeof original !== 'function') throw new Error(`no ${name}`)
    const counted = new Proxy(original, {
      apply: (target, self: unknown, args: unknown[]) => {
        const result: unknown = Reflect.apply(target, self, args)
        steps += cost(self, args, result)
        return result
      },
    })
    Reflect.set(prototype, name, counted)
    restore.push(() => Reflect.set(prototype, name, original))
  }

  beforeEach(() => {
    for (const name of ['getUint8', 'getUint16', 'getUint32']) count(DataView.prototype, name, () => 1)
    count(Uint8Array.prototype, 'indexOf', (self, [, from], found) => {
      const length = self instanceof Uint8Array ? self.length : 0
      const end = Number(found) < 0 ? length : Number(found)
      return 1 + Math.max(0, end - Number(from ?? 0))
    })
  })

  afterEach(() => {
    for (const one of restore.splice(0)) one()
  })

  const stepsOf = (bytes: Uint8Array): number => {
    steps = 0
    strip(bytes)
    return steps
  }
  const most = (length: number): number => 2_000 + 8 * length

  it('grows no faster than the file, whatever it is', () => {
    fc.assert(
      fc.property(files, (bytes) => {
        expect(stepsOf(bytes)).toBeLessThan(most(bytes.length))
      }),
      { numRuns: 2_000 },
    )
  })

  const times = 20_000
  const repeated = (part: Part): Uint8Array => join(...new Array<Part>(times).fill(part))
  const start = join([0xff, 0xd8], segment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]))
  const gif = join('GIF89a', [8, 0, 8, 0, 0, 0, 0])
  const brands = isoBox('ftyp', 'avif', big(0, 4), 'mif1')

  it.each([
    ['empty JPEG segments', join(start, repeated([0xff, 0xe1, 0, 2]))],
    ['comments and Adobe segments', join(start, repeated(join([0xff, 0xfe, 0, 2, 0xff, 0xee, 0, 7], 'Adobe')))],
    ['fill bytes', join(start, new Uint8Array(10 * times).fill(0xff))],
    ['EXIF blocks', join(start, repeated(exif({ loops: true })))],
    ['scans of stuffed bytes', join(start, segment(0xda, [1, 1, 0, 0, 63, 0]), repeated([0xff, 0]))],
    [
      'XMP that almost says where',
      join(
        start,
        ...new Array<Part>(20).fill(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', 'exif:GPexif:G'.repeat(4_000))),
      ),
    ],
    ['empty PNG chunks', join(pngSignature, head, repeated(chunk('teXt')))],
    ['PNG chunks to keep and to drop', join(pngSignature, head, repeated(join(chunk('gAMA'), chunk('tEXt'))))],
    [
      'a PNG text that almost says where',
      join(pngSignature, head, chunk('iTXt', 'XML:com.adobe.xmp', 'exif:GP'.repeat(times))),
    ],
    ['WebP chunks', webpOf(webpChunk('VP8X', [0, 0, 0, 0, 7, 0, 0, 7, 0, 0]), repeated(webpChunk('ICCP')))],
    ['GIF blocks of one byte', join(gif, [0x21, 0xfe], repeated([1, 7]))],
    ['GIF frames', join(gif, repeated([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0]))],
    ['boxes', join(brands, repeated(isoBox('free')))],
    [
      'items',
      join(
        brands,
        isoBox(
          'meta',
          big(0, 4),
          isoBox('iinf', big(0, 4), [255, 255], repeated(isoBox('infe', [2, 0, 0, 0], [0, 1, 0, 0], 'mime'))),
        ),
      ),
    ],
    [
      'properties',
      join(
        brands,
        isoBox(
          'meta',
          big(0, 4),
          isoBox(
            'iprp',
            isoBox('ipco', repeated(isoBox('auxC'))),
            isoBox('ipma', big(0, 4), big(2 ** 32 - 1, 4), repeated([9, 9, 0])),
          ),
        ),
      ),
    ],
    [
      'places',
      join(
        brands,
        isoBox(
          'meta',
          big(0, 4),
          isoBox('iinf', big(0, 4), [0, 1], isoBox('infe', [2, 0, 0, 0], [0, 1, 0, 0], 'Exif')),
          isoBox('iloc', big(0, 4), [0, 0, 255, 255], repeated([9, 9, 0, 0, 0, 0])),
        ),
      ),
    ],
  ])('stays in proportion for %s without end', (_name, bytes) => {
    expect(bytes.length).toBeGreaterThan(30_000)
    expect(stepsOf(bytes)).toBeLessThan(most(bytes.length))
  })
})
