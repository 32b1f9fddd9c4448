/** Images that are sent unchanged: pictures in sRGB, whichever profile or chunk declares it, and no others. */
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { isBare, readFacts } from '../../../src/main/portraits/image-facts.ts'
import { jfif, jpegFile, segment } from '../../support/hostile/jpeg-file.ts'
import { isoBox, mediaFile, webpChunk, webpOf } from '../../support/hostile/other-files.ts'
import { big } from '../../support/hostile/parts.ts'
import { chunk, pngFile } from '../../support/hostile/png-file.ts'
import { greyProfile, rgbProfile, rgbSpaces, srgbSamples } from '../../support/icc-profile.ts'

const size = { width: 64, height: 36 }

const jpegWith = (profile: Uint8Array): Uint8Array<ArrayBuffer> =>
  jpegFile({ ...size, segments: [jfif, segment(0xe2, 'ICC_PROFILE\0', [1, 1], profile)] })
const pngWith = (...before: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => pngFile({ ...size, before })
const profileChunk = (profile: Uint8Array): Uint8Array => chunk('iCCP', 'sRGB IEC61966-2.1\0\0', deflateSync(profile))

const { srgb, displayP3, adobeRgb, proPhoto } = rgbSpaces

const isSent = (bytes: Uint8Array<ArrayBuffer>, type: 'jpeg' | 'png'): boolean => {
  const { sendable, colours } = readFacts(bytes, type)
  expect(sendable).toBe(isBare(bytes, type))
  expect(colours).toBe(sendable ? 'srgb' : 'other')
  return isBare(bytes, type)
}

it.each<[string, boolean, Uint8Array]>([
  ['sRGB by a formula', true, rgbProfile(srgb)],
  ['sRGB of version 2', true, rgbProfile(srgb, { version: 2 })],
  ['sRGB in 1,024 samples', true, rgbProfile({ primaries: srgb.primaries, curve: srgbSamples(1_024) }, { version: 2 })],
  ['sRGB in 4,096 samples', true, rgbProfile({ primaries: srgb.primaries, curve: srgbSamples(4_096) })],
  ['sRGB under another name', true, rgbProfile(srgb, { name: 'c2' })],
  ['Display P3', false, rgbProfile(displayP3)],
  ['Display P3 under the name of sRGB', false, rgbProfile(displayP3, { name: 'sRGB IEC61966-2.1' })],
  ['Adobe RGB', false, rgbProfile(adobeRgb, { version: 2 })],
  ['ProPhoto RGB', false, rgbProfile(proPhoto)],
  [
    'the primaries of sRGB with a gamma of 1.8',
    false,
    rgbProfile({ primaries: srgb.primaries, curve: { gamma: 1.8 } }),
  ],
  ['the primaries of sRGB with linear light', false, rgbProfile({ primaries: srgb.primaries, curve: { samples: [] } })],
  ['grey', false, greyProfile({ gamma: 2.2 })],
  ['a profile that ends too early', false, rgbProfile(srgb).slice(0, 300)],
])('%s: sent unchanged: %s', (_name, expected, profile) => {
  expect(isSent(jpegWith(profile), 'jpeg')).toBe(expected)
  expect(isSent(pngWith(profileChunk(profile)), 'png')).toBe(expected)
})

it('a profile in several segments is joined by their numbers', () => {
  const inParts = (profile: Uint8Array): Uint8Array<ArrayBuffer> => {
    const [first, second] = [profile.slice(0, 200), profile.slice(200)]
    const part = (number: number, bytes: Uint8Array) => segment(0xe2, 'ICC_PROFILE\0', [number, 2], bytes)
    return jpegFile({ ...size, segments: [jfif, part(2, second), part(1, first)] })
  }
  expect(isSent(inParts(rgbProfile(srgb)), 'jpeg')).toBe(true)
  expect(isSent(inParts(rgbProfile(displayP3)), 'jpeg')).toBe(false)
})

const gamma = chunk('gAMA', big(45_455, 4))
const primaries = (...values: readonly number[]): Uint8Array => chunk('cHRM', ...values.map((value) => big(value, 4)))

it.each<[string, boolean, readonly Uint8Array[]]>([
  ['no word of colours', true, []],
  ['the chunk of sRGB', true, [chunk('sRGB', [0])]],
  ['the chunk of sRGB with what goes with it', true, [gamma, chunk('sRGB', [0])]],
  ['a gamma alone', false, [gamma]],
  ['primaries of Display P3', false, [gamma, primaries(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000)]],
  ['code points of sRGB', true, [chunk('cICP', [1, 13, 0, 1])]],
  ['code points of Display P3', false, [chunk('cICP', [12, 13, 0, 1])]],
  ['code points of HDR beside the chunk of sRGB', false, [chunk('cICP', [9, 16, 0, 1]), chunk('sRGB', [0])]],
  ['Display P3 beside the chunk of sRGB', false, [profileChunk(rgbProfile(displayP3)), chunk('sRGB', [0])]],
])('a PNG with %s: sent unchanged: %s', (_name, expected, before) =>
  expect(isSent(pngWith(...before), 'png')).toBe(expected),
)

it('the colours of WebP, AVIF and HEIC are read from their chunks and boxes, and print colours are recognised', () => {
  const adobe = segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 0])
  const heic = (...boxes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
    mediaFile({ brands: ['heic', 'mif1', 'heic'], ...size, properties: boxes })
  const codePoints = (...values: readonly number[]): Uint8Array =>
    isoBox('colr', 'nclx', ...values.map((value) => big(value, 2)), [0x80])
  const webp = (profile: Uint8Array): Uint8Array<ArrayBuffer> =>
    webpOf(webpChunk('VP8X', [0x20, 0, 0, 0, 63, 0, 0, 35, 0, 0]), webpChunk('ICCP', profile))
  expect(readFacts(jpegFile({ ...size, components: 4, segments: [adobe] }), 'jpeg').colours).toBe('print')
  expect(readFacts(webp(rgbProfile(srgb)), 'webp').colours).toBe('srgb')
  expect(readFacts(webp(rgbProfile(adobeRgb)), 'webp').colours).toBe('other')
  expect(readFacts(heic(), 'heic').colours).toBe('srgb')
  expect(readFacts(heic(codePoints(1, 13, 6)), 'heic').colours).toBe('srgb')
  expect(readFacts(heic(codePoints(12, 13, 6)), 'avif').colours).toBe('other')
  expect(readFacts(heic(isoBox('colr', 'prof', rgbProfile(displayP3))), 'heic').colours).toBe('other')
})
