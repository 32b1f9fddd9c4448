import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImageHeader } from '../../../src/shared/model/image/image-header.ts'
import { exifSegment, jpegBytes, pngBytes, webpBytes } from '../../support/image-bytes.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const comment = (length: number): number[] => [
  0xff,
  0xfe,
  length >>> 8,
  length & 0xff,
  ...new Array<number>(length - 2).fill(0),
]

describe('images that can be sent', () => {
  it.each([
    ['PNG', pngBytes(1_920, 1_080), { type: 'png', width: 1_920, height: 1_080 }],
    ['JPEG', jpegBytes(4_000, 3_000), { type: 'jpeg', width: 4_000, height: 3_000 }],
    [
      'JPEG after a comment and fill bytes',
      jpegBytes(9, 16, [...comment(60_000), 0xff, 0xff]),
      { type: 'jpeg', width: 9, height: 16 },
    ],
    ['lossy WebP', webpBytes('VP8 ', 640, 360), { type: 'webp', width: 640, height: 360 }],
    ['lossless WebP', webpBytes('VP8L', 16_384, 9_216), { type: 'webp', width: 16_384, height: 9_216 }],
    ['GIF', bytesOf('GIF89a\x80\x02\x68\x01'), { type: 'gif', width: 640, height: 360 }],
    ['extended WebP', webpBytes('VP8X', 100_000, 70_000), { type: 'webp', width: 100_000, height: 70_000 }],
  ])('%s', (_name, bytes, expected) => {
    expect(readImageHeader(bytes)).toEqual({ kind: 'image', ...expected })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i in both byte orders', (orientation) => {
    const expected = orientation < 5 ? { width: 40, height: 30 } : { width: 30, height: 40 }
    for (const littleEndian of [true, false]) {
      expect(readImageHeader(jpegBytes(40, 30, exifSegment(orientation, littleEndian)))).toMatchObject(expected)
    }
  })
})

describe('files that cannot be sent', () => {
  it.each([
    ['II*\0\x08\0\0\0', 'tiff'],
    ['\0\0\x01\0\x01\0', 'ico'],
    ['\0\0\0\x0cJXL \r\n\x87\n', 'jxl'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><svg xmlns="x"><script>alert(1)</script></svg>', 'svg'],
  ])('%j is named %s', (text, format) => {
    expect(readImageHeader(bytesOf(text))).toEqual({ kind: 'unsupported', format })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['text', bytesOf('BM is how this sentence begins, and it is no picture at all.')],
    ['a PNG of width 0', pngBytes(0, 10)],
    ['a PNG cut off in its header', pngBytes(10, 10).subarray(0, 20)],
    ['a JPEG that ends at once', new Uint8Array([0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0, 0, 0, 0])],
    [
      'a JPEG with a segment shorter than its own length',
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
    ['a JPEG whose size stands outside its segment', jpegBytes(9, 16).with(5, 7)],
    ['a PNG whose first chunk is too short', pngBytes(10, 10).with(11, 0)],
    ['a WebP whose first chunk is too short', webpBytes('VP8X', 10, 10).with(16, 9)],
    ['a WebP cut off', webpBytes('VP8X', 10, 10).subarray(0, 28)],
    ['an MP4', bytesOf('\0\0\0\x18ftypisom\0\0\0\0isommp42')],
  ])('%s is no image', (_name, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ kind: 'not-an-image' })
  })

  it.each([
    ['a JPEG whose size comes late', jpegBytes(10, 10, comment(500)).subarray(0, 100)],
    ['an AVIF', bytesOf('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf')],
    ['a HEIC', bytesOf('\0\0\0\x18ftypmif1\0\0\0\0mif1heic')],
    ['a GIF', bytesOf('GIF89a\x01\0')],
  ])('asks for more of %s', (_name, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ kind: 'more-needed' })
  })

  it('never throws and always ends, whatever the bytes', () => {
    const starts = [pngBytes(1, 1), jpegBytes(1, 1, exifSegment(6, true)), webpBytes('VP8 ', 1, 1), bytesOf('<svg')]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), fc.nat(60), (start, noise, cut) => {
        const bytes = new Uint8Array([...start.subarray(0, cut), ...noise])
        expect(readImageHeader(bytes).kind).toMatch(/^(image|unsupported|not-an-image|more-needed)$/)
      }),
      { numRuns: 3_000 },
    )
  })
})
