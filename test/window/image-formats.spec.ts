// What the formats state about a picture besides its pixels: its orientation, its colours, and whether it is complete.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { ImageType } from '../../src/shared/schemas/avatar.ts'
import { expect, test } from '../support/app.ts'
import { colourDifferences, spread } from '../support/colour-difference.ts'
import { exif, jfif, jpegFile, segment, tiffBlock } from '../support/hostile/jpeg-file.ts'
import { codedPicture, isoBox, mediaFile, webpChunk, webpOf } from '../support/hostile/other-files.ts'
import { big, join, little, quarterColour } from '../support/hostile/parts.ts'
import { chunk, pngFile } from '../support/hostile/png-file.ts'
import { rgbProfile, rgbSpaces } from '../support/icc-profile.ts'
import type { RgbSpace } from '../support/icc-profile.ts'
import { analysis, ask, quartersIn, seenIn } from './pages/image-workers.ts'

const size = { width: 64, height: 48 }
const fixture = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, '../fixtures', name))

const workerOf = (type: ImageType): string => (type === 'heic' ? 'heic-worker' : 'image-worker')

const whole = { kind: 'look', converts: true } as const

function testPicture() {
  const pixels = Array.from({ length: size.width * size.height }, (_, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    return quarterColour((x + 0.5) / size.width, (y + 0.5) / size.height)
  })
  return sharp(Uint8Array.from(pixels.flat()), { raw: { width: size.width, height: size.height, channels: 3 } })
}

const xmpOf = (orientation: number): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description tiff:Orientation="${String(orientation)}"/></rdf:RDF></x:xmpmeta>`

const xmpSegment = (orientation: number) => segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmpOf(orientation))

// Quarters of a turn to the left, then the axis of a mirror, if any.
const boxesOf: Readonly<Record<number, readonly Uint8Array[]>> = {
  1: [isoBox('irot', [0])],
  2: [isoBox('imir', [1])],
  3: [isoBox('irot', [2])],
  4: [isoBox('imir', [0])],
  5: [isoBox('irot', [3]), isoBox('imir', [1])],
  6: [isoBox('irot', [3])],
  7: [isoBox('irot', [1]), isoBox('imir', [1])],
  8: [isoBox('irot', [1])],
}

type Write = (orientation: number) => Uint8Array

/** One writer for each way in which a format states its picture's orientation. */
async function writers(): Promise<readonly (readonly [name: string, type: ImageType, write: Write])[]> {
  const webp = new Uint8Array(await testPicture().webp({ lossless: true }).toBuffer()).slice(12)
  const avif = codedPicture(await testPicture().avif({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer(), 'av1C')
  const heic = codedPicture(await fixture('quarters.heic'), 'hvcC')
  const extended = (flags: number) => webpChunk('VP8X', [flags, 0, 0, 0], little(63, 3), little(47, 3))
  const avifOf = (boxes: readonly Uint8Array[], tags?: Uint8Array) =>
    mediaFile({
      brands: ['avif', 'mif1', 'avif', 'miaf'],
      ...size,
      item: { type: 'av01', data: avif.data },
      properties: [avif.configuration, isoBox('pixi', [0, 0, 0, 0, 3, 8, 8, 8]), ...boxes],
      ...(tags && { exif: tags }),
    })
  const heicOf = (boxes: readonly Uint8Array[], tags?: Uint8Array) =>
    mediaFile({
      brands: ['heic', 'mif1', 'heic'],
      width: 128,
      height: 64,
      item: { type: 'hvc1', data: heic.data },
      properties: [heic.configuration, ...boxes],
      ...(tags && { exif: tags }),
    })
  const png = (...before: readonly Uint8Array[]) => pngFile({ ...size, before })
  const pngXmp = (orientation: number) => chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmpOf(orientation))
  const tiff = (orientation: number) => tiffBlock({ orientation })
  return [
    ['JPEG, EXIF', 'jpeg', (o) => jpegFile({ ...size, segments: [exif({ orientation: o })] })],
    [
      'JPEG, EXIF of the other byte order',
      'jpeg',
      (o) => jpegFile({ ...size, segments: [exif({ orientation: o, isBigEndian: true })] }),
    ],
    ['JPEG, XMP alone', 'jpeg', (o) => jpegFile({ ...size, segments: [xmpSegment(o)] })],
    [
      'JPEG, EXIF against XMP',
      'jpeg',
      (o) => jpegFile({ ...size, segments: [xmpSegment((o % 8) + 1), exif({ orientation: o })] }),
    ],
    ['PNG, EXIF', 'png', (o) => png(chunk('eXIf', tiff(o)))],
    ['PNG, XMP alone', 'png', (o) => png(pngXmp(o))],
    ['WebP, EXIF', 'webp', (o) => webpOf(extended(8), webp, webpChunk('EXIF', tiff(o)))],
    ['WebP, EXIF behind its mark', 'webp', (o) => webpOf(extended(8), webp, webpChunk('EXIF', 'Exif\0\0', tiff(o)))],
    ['WebP, XMP alone', 'webp', (o) => webpOf(extended(4), webp, webpChunk('XMP ', xmpOf(o)))],
    ['AVIF, boxes', 'avif', (o) => avifOf(boxesOf[o] ?? [])],
    ['AVIF, EXIF alone', 'avif', (o) => avifOf([], tiff(o))],
    ['AVIF, boxes against EXIF', 'avif', (o) => avifOf(boxesOf[o] ?? [], tiff((o % 8) + 1))],
    ['HEIC, boxes', 'heic', (o) => heicOf(boxesOf[o] ?? [])],
    ['HEIC, EXIF alone', 'heic', (o) => heicOf([], tiff(o))],
    ['HEIC, boxes against EXIF', 'heic', (o) => heicOf(boxesOf[o] ?? [], tiff((o % 8) + 1))],
  ]
}

// The positions of the quarters `ab` over `cd` of the stored picture once it is upright.
const upright = ['abcd', 'badc', 'dcba', 'cdab', 'acbd', 'cadb', 'dbca', 'bdac']

for (const formats of [['jpeg'], ['png', 'webp'], ['avif'], ['heic']] as const) {
  test(`${formats.join(' and ')}: turned as it says, once`, { tag: '@extended' }, async ({ shared }) => {
    const { page } = shared
    const found: Record<string, readonly string[]> = {}
    const expected: Record<string, readonly string[]> = {}
    for (const [name, type, write] of await writers()) {
      if (!formats.some((format) => format === type)) continue
      const quarters: string[] = []
      for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const stored = orientation < 5 ? size : { width: 48, height: 64 }
        const order = { bytes: Buffer.from(write(orientation)), task: whole, type, size: stored }
        const answer = await ask(page, workerOf(type), order)
        quarters.push(answer.ok ? await quartersIn(page, answer) : answer.reason)
      }
      found[name] = quarters
      expected[name] = upright
    }
    expect(Object.keys(found)).not.toEqual([])
    expect(found).toEqual(expected)
  })
}

const primariesOf2020: RgbSpace = {
  primaries: [
    [0.67348, 0.27904, -0.00194],
    [0.16568, 0.67535, 0.02998],
    [0.12505, 0.04561, 0.79686],
  ],
  curve: rgbSpaces.srgb.curve,
}

const iccBox = (space: RgbSpace, kind = 'prof') => isoBox('colr', kind, rgbProfile(space))
// The matrix and range in which heif-enc wrote the fixture.
const nclxBox = (primaries: number, transfer: number) =>
  isoBox('colr', 'nclx', ...[primaries, transfer, 6].map((value) => big(value, 2)), [0x80])

const patches = { width: 192, height: 96 }

const colourCases: readonly (readonly [name: string, space: RgbSpace, boxes: readonly Uint8Array[]])[] = [
  ['no profile', rgbSpaces.srgb, []],
  ['sRGB', rgbSpaces.srgb, [iccBox(rgbSpaces.srgb)]],
  ['Display P3', rgbSpaces.displayP3, [iccBox(rgbSpaces.displayP3)]],
  ['Display P3, restricted', rgbSpaces.displayP3, [iccBox(rgbSpaces.displayP3, 'rICC')]],
  ['Adobe RGB', rgbSpaces.adobeRgb, [iccBox(rgbSpaces.adobeRgb)]],
  ['ProPhoto RGB', rgbSpaces.proPhoto, [iccBox(rgbSpaces.proPhoto)]],
  ['code points of sRGB', rgbSpaces.srgb, [nclxBox(1, 13)]],
  ['code points of Display P3', rgbSpaces.displayP3, [nclxBox(12, 13)]],
  ['code points of BT.2020', primariesOf2020, [nclxBox(9, 13)]],
  ['a profile beside code points', rgbSpaces.displayP3, [nclxBox(1, 13), iccBox(rgbSpaces.displayP3)]],
]

/** The middle of each of the 24 patches. */
async function patchesIn(picture: Sharp): Promise<readonly (readonly number[])[]> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: 24 }, (_, n) => {
    const [x, y] = [16 + 32 * (n % 6), 12 + 24 * Math.floor(n / 6)]
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

test('the colours of a HEIC are those of its profile, in sRGB', { tag: '@extended' }, async ({ shared }) => {
  const { page } = shared
  const { configuration, data } = codedPicture(await fixture('patches.heic'), 'hvcC')
  // The input of heif-enc, with the profile of the HEIC: Little CMS, inside of sharp, converts it to the expected
  // colours.
  const values = await patchesIn(sharp(await fixture('patches.png')))
  for (const [name, space, boxes] of colourCases) {
    const heic = mediaFile({
      brands: ['heic', 'mif1', 'heic'],
      ...patches,
      item: { type: 'hvc1', data },
      properties: [configuration, ...boxes],
    })
    const answer = await ask(page, 'heic-worker', {
      bytes: Buffer.from(heic),
      task: whole,
      type: 'heic',
      size: patches,
    })
    const sent = await patchesIn(sharp(Buffer.from(seenIn(answer).converted?.image ?? [])))
    const tagged = pngFile({
      ...patches,
      row: (y) =>
        Array.from({ length: 192 }, (_, x) => values[Math.floor(x / 32) + 6 * Math.floor(y / 24)] ?? []).flat(),
      before: [chunk('iCCP', 'x\0\0', deflateSync(rgbProfile(space)))],
    })
    const meant = await patchesIn(sharp(tagged).toColourspace('srgb'))
    const { mean, most } = spread(colourDifferences(sent, meant))
    expect.soft(mean, name).toBeLessThan(1)
    expect.soft(most, name).toBeLessThan(3)
  }
})

test(
  'a truncated file is drawn as far as it goes, and reported as truncated',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const astronaut = sharp(await fixture('astronaut.jpg'))
    const files: readonly (readonly [ImageType, Buffer])[] = [
      ['jpeg', await astronaut.clone().jpeg().toBuffer()],
      ['png', await astronaut.clone().png().toBuffer()],
      ['webp', await astronaut.clone().webp().toBuffer()],
      ['gif', await astronaut.clone().gif().toBuffer()],
      ['avif', await astronaut.clone().avif().toBuffer()],
      ['heic', await fixture('astronaut.heic')],
    ]
    const sides = { width: 304, height: 304 }
    for (const [type, bytes] of files) {
      const order = { task: whole, type, size: sides }
      const answer = await ask(page, workerOf(type), { ...order, bytes })
      expect(answer, type).toMatchObject({ ok: true, seen: sides })
      expect.soft(seenIn(answer).truncated, type).toBeUndefined()
      for (const part of [0.6, 0.99]) {
        const cut = await ask(page, workerOf(type), { ...order, bytes: bytes.subarray(0, bytes.length * part) })
        // The decoder accepts no part of an AVIF, or of a HEIC without tiles.
        const known = cut.ok ? { truncated: cut.seen?.truncated } : cut.reason
        const isDrawn = type !== 'avif' && type !== 'heic'
        expect.soft(known, `${type} ${String(part)}`).toEqual(isDrawn ? { truncated: true } : 'truncated')
      }
    }
    const withoutScan = jpegFile(size).slice(0, 20 + 69 + 19)
    expect(await ask(page, 'image-worker', { bytes: Buffer.from(withoutScan), task: whole, size })).toEqual({
      ok: false,
      reason: 'truncated',
    })
    const withoutEnd = pngFile(size).slice(0, -12)
    const png = await ask(page, 'image-worker', { bytes: Buffer.from(withoutEnd), task: whole, type: 'png', size })
    expect(seenIn(png)).toMatchObject({ truncated: true, transparent: false })
    expect(await quartersIn(page, png)).toBe('abcd')
    const turned = pngFile({ ...size, before: [chunk('eXIf', tiffBlock({ orientation: 6 }))] }).slice(0, -12)
    const upright6 = await ask(page, 'image-worker', { bytes: Buffer.from(turned), task: whole, type: 'png', size })
    expect(await quartersIn(page, upright6)).toBe(upright[5])
  },
)

test(
  'a JPEG with bytes that belong to no segment is drawn, and reported as damaged',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const bytes = jpegFile({ ...size, segments: [jfif, join('lost')] })
    const answer = await ask(page, 'image-worker', { bytes: Buffer.from(bytes), task: analysis, size })
    expect(seenIn(answer)).toMatchObject({ width: 64, height: 48, damaged: true })
  },
)
