import { image, nothing, unsupported } from './expectation.ts'
import type { HostileImage } from './expectation.ts'
import { placedXmp, tiffBlock } from './jpeg-file.ts'
import { bmpFile, encoded, gifFile, isoBox, mediaFile, webpChunk, webpOf } from './other-files.ts'
import { big, join, little } from './parts.ts'

const gif = { type: 'gif', width: 64, height: 48 } as const
const bmp = { type: 'bmp', width: 30, height: 20 } as const
const webp = { type: 'webp', width: 32, height: 24 } as const
const phone = { brands: ['heic', 'mif1', 'heic'], width: 4_032, height: 3_024 }

// The test picture's own bytes, with a different description.
const small = {
  brands: ['avif', 'mif1', 'avif', 'miaf'],
  width: 32,
  height: 24,
  item: { type: 'av01', data: encoded.avif.slice(-51) },
  properties: [isoBox('av1C', [0x81, 0x20, 0x02, 0]), isoBox('pixi', [0, 0, 0, 0, 3, 8, 8, 8])],
}

const script = '*/=1;alert(1)//'
// A width that reads as the start of a script's comment, which ends after the picture.
const commentWidth = 0x2a2f
// Flags for metadata and transparency, four bytes in all, then the sides less one.
const extended = webpChunk('VP8X', [0x1c, 0, 0, 0], little(31, 3), little(23, 3))

const gifs: readonly HostileImage[] = [
  {
    name: 'still.gif',
    bytes: () => gifFile(gif),
    expects: image(gif, { sent: 'encoded' }),
  },
  {
    name: 'animated.gif',
    bytes: () => gifFile({ ...gif, frames: 3, extensions: [[0x21, 0xfe, 2, 0x68, 0x69, 0]] }),
    expects: image(gif, { sent: 'encoded', animated: true }),
  },
  {
    name: 'script-too.gif',
    bytes: () => gifFile({ width: commentWidth, height: 40, frameSize: [16, 16], trailing: script }),
    expects: image({ type: 'gif', width: commentWidth, height: 40 }, { sent: 'encoded' }),
  },
  {
    name: 'cut-in-picture.gif',
    bytes: () => gifFile(gif).slice(0, 500),
    expects: image(gif, { sent: 'encoded', truncated: true }),
  },
]

const webps: readonly HostileImage[] = [
  { name: 'lossy.webp', bytes: () => encoded.webpLossy, expects: image(webp) },
  { name: 'lossless.webp', bytes: () => encoded.webpLossless, expects: image(webp) },
  { name: 'transparent.webp', bytes: () => encoded.webpAlpha, expects: image(webp) },
  {
    name: 'animated.webp',
    bytes: () => encoded.webpAnimated,
    expects: image(webp, { animated: true, sent: 'encoded' }),
  },
  {
    name: 'metadata.webp',
    bytes: () =>
      webpOf(
        extended,
        encoded.webpAlpha.slice(30),
        webpChunk('EXIF', tiffBlock({ hasLocation: true })),
        webpChunk('XMP ', placedXmp),
        webpChunk('ABCD', [1, 2, 3]),
      ),
    expects: image(webp, { sent: 'encoded', location: true, metadata: true }),
  },
  // Chromium does not rotate a WebP as its EXIF block says: it draws this one 32 × 24.
  {
    name: 'turned.webp',
    bytes: () => webpOf(extended, encoded.webpAlpha.slice(30), webpChunk('EXIF', tiffBlock({ orientation: 8 }))),
    expects: image({ type: 'webp', width: 24, height: 32 }, { sent: 'encoded', orientation: 8, metadata: true }),
  },
  { name: 'cut-in-header.webp', bytes: () => encoded.webpLossy.slice(0, 25), expects: unsupported('truncated') },
  {
    name: 'cut-in-picture.webp',
    bytes: () => encoded.webpLossy.slice(0, 80),
    expects: image(webp, { truncated: true, sent: 'encoded' }),
  },
  {
    name: 'archive-behind.webp',
    bytes: () => join(encoded.webpLossless, 'PK\x05\x06', new Uint8Array(18)),
    expects: image(webp, { sent: 'encoded' }),
  },
]

const bmps: readonly HostileImage[] = [
  { name: 'usual.bmp', bytes: () => bmpFile(30, 20, 'usual'), expects: image(bmp, { sent: 'encoded' }) },
  { name: 'top-down.bmp', bytes: () => bmpFile(30, 20, 'top-down'), expects: image(bmp, { sent: 'encoded' }) },
  { name: 'os2.bmp', bytes: () => bmpFile(30, 20, 'os/2'), expects: image(bmp, { sent: 'encoded' }) },
  {
    name: 'cut.bmp',
    bytes: () => bmpFile(30, 20, 'usual').slice(0, 900),
    expects: image(bmp, { sent: 'encoded', truncated: true }),
  },
]

const media: readonly HostileImage[] = [
  {
    name: 'still.avif',
    bytes: () => encoded.avif,
    expects: image({ ...webp, type: 'avif' }, { sent: 'encoded' }),
  },
  {
    name: 'transparent.avif',
    bytes: () => encoded.avifAlpha,
    expects: image({ ...webp, type: 'avif' }, { sent: 'encoded' }),
  },
  {
    name: 'turned.avif',
    bytes: () => mediaFile({ ...small, properties: [...small.properties, isoBox('irot', [1])] }),
    expects: image({ type: 'avif', width: 24, height: 32 }, { sent: 'encoded', orientation: 8 }),
  },
  {
    name: 'mirrored.avif',
    bytes: () => mediaFile({ ...small, properties: [...small.properties, isoBox('imir', [0])] }),
    expects: image({ type: 'avif', width: 32, height: 24 }, { sent: 'encoded', orientation: 4 }),
  },
  {
    name: 'turned-and-mirrored.avif',
    bytes: () => mediaFile({ ...small, properties: [...small.properties, isoBox('irot', [3]), isoBox('imir', [1])] }),
    expects: image({ type: 'avif', width: 24, height: 32 }, { sent: 'encoded', orientation: 5 }),
  },
  {
    name: 'cut.avif',
    bytes: () => encoded.avif.slice(0, 280),
    expects: image({ ...webp, type: 'avif' }, { sent: 'encoded', truncated: true, draws: false }),
  },
  {
    name: 'sequence-header-only.avif',
    bytes: () => mediaFile({ brands: ['avis', 'avif', 'msf1'], width: 640, height: 360, boxes: [isoBox('moov')] }),
    expects: image({ type: 'avif', width: 640, height: 360 }, { sent: 'encoded', animated: true, draws: false }),
  },
  {
    name: 'header-only.heic',
    bytes: () => mediaFile({ ...phone, exif: tiffBlock({ hasLocation: true }) }),
    expects: image(
      { type: 'heic', width: 4_032, height: 3_024 },
      { sent: 'encoded', location: true, draws: false, metadata: true },
    ),
  },
  {
    name: 'turned-header-only.heic',
    bytes: () => mediaFile({ ...phone, properties: [isoBox('irot', [3])] }),
    expects: image({ type: 'heic', width: 3_024, height: 4_032 }, { sent: 'encoded', orientation: 6, draws: false }),
  },
  {
    name: 'cropped-header-only.heic',
    bytes: () =>
      mediaFile({
        ...phone,
        properties: [isoBox('clap', ...[1_920, 1, 1_080, 1, 0, 1, 0, 1].map((value) => big(value, 4)))],
      }),
    expects: image({ type: 'heic', width: 1_920, height: 1_080 }, { sent: 'encoded', draws: false }),
  },
  {
    name: 'brand-alone.heic',
    bytes: () => isoBox('ftyp', 'heic', big(0, 4), 'mif1heic'),
    expects: unsupported('damaged'),
  },
]

// A TIFF whose only directory has these tags of these types.
const tiffOf = (...tags: readonly (readonly [tag: number, type: number])[]): Uint8Array<ArrayBuffer> =>
  join(
    'MM\0*',
    big(8, 4),
    big(tags.length, 2),
    ...tags.map(([tag, type]) => join(big(tag, 2), big(type, 2), big(1, 4), big(0, 4))),
    big(0, 4),
  )

const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const others: readonly HostileImage[] = [
  { name: 'nothing.png', bytes: () => new Uint8Array(), expects: nothing },
  { name: 'one-byte.jpg', bytes: () => Uint8Array.of(0xff), expects: nothing },
  { name: 'script.svg', bytes: () => join(drawing), expects: unsupported('svg') },
  { name: 'drawing-named.png', bytes: () => join(drawing), expects: unsupported('svg') },
  { name: 'scan-named.jpg', bytes: () => tiffBlock({}), expects: unsupported('tiff') },
  { name: 'layers.psd', bytes: () => join('8BPS', [0, 1], new Uint8Array(30)), expects: unsupported('psd') },
  {
    name: 'camera.cr2',
    bytes: () => join('II*\0', [16, 0, 0, 0], 'CR\x02\0', new Uint8Array(30)),
    expects: unsupported('raw'),
  },
  { name: 'camera.cr3', bytes: () => isoBox('ftyp', 'crx ', big(1, 4), 'crx isom'), expects: unsupported('raw') },
  { name: 'camera.nef', bytes: () => tiffOf([0x010f, 2], [0x014a, 4]), expects: unsupported('raw') },
  { name: 'camera.dng', bytes: () => tiffOf([0xc612, 1]), expects: unsupported('raw') },
  {
    name: 'scan.jp2',
    bytes: () => join(big(12, 4), 'jP  \r\n\x87\n', new Uint8Array(30)),
    expects: unsupported('jp2'),
  },
  { name: 'letter.pdf', bytes: () => join('%PDF-1.7\n%\xe2\xe3', new Uint8Array(60)), expects: unsupported('pdf') },
  { name: 'pictures.zip', bytes: () => join('PK\x03\x04', new Uint8Array(60)), expects: unsupported('archive') },
  { name: 'film.mp4', bytes: () => isoBox('ftyp', 'mp42', big(0, 4), 'isommp42'), expects: unsupported('video') },
  { name: 'film.webm', bytes: () => join([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(30)), expects: unsupported('video') },
  { name: 'notes-named.jpg', bytes: () => join('Three portraits, all sharp.\n'), expects: unsupported('text') },
  { name: 'voice.wav', bytes: () => join('RIFF', big(0, 4), 'WAVEfmt '), expects: unsupported('audio') },
  { name: 'noise.jpg', bytes: () => join([7, 1, 2, 0, 3, 200, 1]), expects: nothing },
  { name: 'scan.tiff', bytes: () => tiffBlock({}), expects: unsupported('tiff') },
  { name: 'icon.ico', bytes: () => join([0, 0, 1, 0, 1, 0], new Uint8Array(16)), expects: unsupported('ico') },
  { name: 'bare.jxl', bytes: () => join([0xff, 0x0a], new Uint8Array(30)), expects: unsupported('jxl') },
  {
    name: 'boxed.jxl',
    bytes: () => join(big(12, 4), 'JXL \r\n\x87\n', new Uint8Array(30)),
    expects: unsupported('jxl'),
  },
  { name: 'film.heic', bytes: () => isoBox('ftyp', 'isom', big(0, 4), 'isommp42'), expects: unsupported('video') },
]

/** Files of all formats but JPEG and PNG, and files that claim to be. */
export const otherImages: readonly HostileImage[] = [...gifs, ...webps, ...bmps, ...media, ...others]
