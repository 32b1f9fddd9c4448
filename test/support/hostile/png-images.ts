import { deflateSync } from 'node:zlib'
import { image, unsupported } from './expectation.ts'
import type { HostileImage } from './expectation.ts'
import { placedXmp, tiffBlock } from './jpeg-file.ts'
import { big, join, noise, quarterColour } from './parts.ts'
import type { Part } from './parts.ts'
import { chunk, header, pixels, pngBomb, pngFile, pngSignature } from './png-file.ts'

const size = { width: 64, height: 48 }
const plainFacts = { type: 'png', ...size } as const
const plain = (): Uint8Array<ArrayBuffer> => pngFile(size)
const having = (...before: readonly Part[]): Uint8Array<ArrayBuffer> => pngFile({ ...size, before })
const page = '<!doctype html><script>alert(1)</script>'

const cut: readonly HostileImage[] = [
  { name: 'signature-alone.png', bytes: () => plain().slice(0, 8), expects: unsupported('truncated') },
  { name: 'cut-in-size.png', bytes: () => plain().slice(0, 22), expects: unsupported('truncated') },
  {
    name: 'cut-behind-size.png',
    bytes: () => plain().slice(0, 33),
    expects: image(plainFacts, { truncated: true, sent: 'encoded', draws: false }),
  },
  {
    name: 'cut-in-picture.png',
    bytes: () => plain().slice(0, -60),
    expects: image(plainFacts, { truncated: true, sent: 'encoded' }),
  },
  {
    name: 'without-end.png',
    bytes: () => plain().slice(0, -12),
    expects: image(plainFacts, { truncated: true, sent: 'encoded' }),
  },
  {
    name: 'chunk-of-two-gigabytes.png',
    bytes: () => join(pngSignature, header(size), big(2 ** 31, 4), 'tEXt', noise(100)),
    expects: image(plainFacts, { truncated: true, sent: 'encoded', metadata: true, draws: false }),
  },
]

const hidden: readonly HostileImage[] = [
  {
    name: 'page-behind.png',
    bytes: () => pngFile({ ...size, trailing: page }),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'text-and-time.png',
    bytes: () => having(chunk('tEXt', 'Author\0Nobody'), chunk('tIME', big(2_026, 2), [1, 2, 3, 4, 5])),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  {
    name: 'gps-in-xmp.png',
    bytes: () => having(chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', placedXmp)),
    expects: image(plainFacts, { sent: 'encoded', location: true, metadata: true }),
  },
  {
    name: 'gps-in-exif.png',
    bytes: () => pngFile({ ...size, after: [chunk('eXIf', tiffBlock({ hasLocation: true }))] }),
    expects: image(plainFacts, { sent: 'encoded', location: true, metadata: true }),
  },
  {
    name: 'turned.png',
    bytes: () => having(chunk('eXIf', tiffBlock({ orientation: 6 }))),
    expects: image({ type: 'png', width: 48, height: 64 }, { sent: 'encoded', orientation: 6, metadata: true }),
  },
  {
    name: 'exif-as-text.png',
    bytes: () => having(chunk('zTXt', 'Raw profile type exif\0\0', deflateSync(join('\nexif\n0\n')))),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
]

const frameControl = (sequence: number): Uint8Array =>
  chunk('fcTL', big(sequence, 4), big(64, 4), big(48, 4), big(0, 8), [0, 1, 0, 10, 0, 0])

const odd: readonly HostileImage[] = [
  { name: 'plain.png', bytes: plain, expects: image(plainFacts) },
  { name: 'png-named.jpg', bytes: plain, expects: image(plainFacts) },
  {
    name: 'bomb.png',
    bytes: () => pngBomb(30_000),
    expects: image({ type: 'png', width: 30_000, height: 30_000 }, { draws: false }),
  },
  {
    name: 'wide.png',
    bytes: () => pngFile({ width: 20_000, height: 8 }),
    expects: image({ type: 'png', width: 20_000, height: 8 }),
  },
  {
    name: 'sixteen-bits.png',
    bytes: () =>
      pngFile({
        ...size,
        bits: 16,
        row: (y) => Array.from({ length: 64 }, (_, x) => quarterColour(x / 64, y / 48).flatMap((v) => [v, v])).flat(),
      }),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'grey-one-bit.png',
    bytes: () =>
      pngFile({ ...size, bits: 1, colourType: 0, row: (y) => new Array<number>(8).fill(y < 24 ? 0xf0 : 0x0f) }),
    expects: image(plainFacts),
  },
  {
    name: 'palette-transparent.png',
    bytes: () =>
      pngFile({
        ...size,
        colourType: 3,
        row: (y) => Array.from({ length: 64 }, (_, x) => (x < 32 ? 0 : 1) + (y < 24 ? 0 : 2)),
        before: [
          chunk('PLTE', [quarterColour(0, 0), quarterColour(1, 0), quarterColour(0, 1), quarterColour(1, 1)].flat()),
          chunk('tRNS', [255, 255, 255, 0]),
        ],
      }),
    expects: image(plainFacts),
  },
  {
    name: 'transparent.png',
    bytes: () =>
      pngFile({
        ...size,
        colourType: 6,
        row: (y) =>
          Array.from({ length: 64 }, (_, x) => [...quarterColour(x / 64, y / 48), x < 32 && y >= 24 ? 0 : 255]).flat(),
      }),
    expects: image(plainFacts),
  },
  {
    name: 'animated.png',
    bytes: () =>
      pngFile({
        ...size,
        before: [chunk('acTL', big(2, 4), big(0, 4)), frameControl(0)],
        after: [frameControl(1), chunk('fdAT', big(2, 4), pixels(size))],
      }),
    expects: image(plainFacts, { animated: true, sent: 'encoded' }),
  },
  {
    name: 'huge-colour-profile.png',
    bytes: () => having(chunk('iCCP', 'x\0\0', deflateSync(noise(3_000_000)))),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  { name: 'no-width.png', bytes: () => pngFile({ width: 0, height: 48 }), expects: unsupported('damaged') },
]

/** PNG files, and files that claim to be. */
export const pngImages: readonly HostileImage[] = [...odd, ...cut, ...hidden]
