import { image, unsupported } from './expectation.ts'
import type { HostileImage } from './expectation.ts'
import { exif, jfif, jpegFile, segment, xmp } from './jpeg-file.ts'
import type { JpegPicture } from './jpeg-file.ts'
import { join, noise } from './parts.ts'
import type { Part } from './parts.ts'

const size = { width: 64, height: 48 }
const plainFacts = { type: 'jpeg', ...size } as const
const plain = (): Uint8Array<ArrayBuffer> => jpegFile(size)
const having = (...segments: readonly Part[]): Uint8Array<ArrayBuffer> =>
  jpegFile({ ...size, segments: [jfif, ...segments] })
const but = (different: Partial<JpegPicture>): Uint8Array<ArrayBuffer> => jpegFile({ ...size, ...different })

// The usual picture with a frame marker of a different coding.
function withFrame(marker: number): Uint8Array<ArrayBuffer> {
  const bytes = plain()
  bytes[bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0) + 1] = marker
  return bytes
}

const adobe = segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 0])
// The smallest archive there is: the end of a directory without entries.
const zip = join('PK\x05\x06', new Uint8Array(18))
const page = '<!doctype html><script>alert(1)</script>'

const orientations = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((orientation): HostileImage => {
  const segments = [exif({ orientation, isBigEndian: orientation % 2 === 0 })]
  return {
    name: `turned-${orientation}.jpg`,
    bytes: () => but({ orientation, segments }),
    expects: image(plainFacts, { orientation, sent: 'encoded', metadata: true }),
  }
})

const cut: readonly HostileImage[] = [
  { name: 'start-mark-alone.jpg', bytes: () => join([0xff, 0xd8]), expects: unsupported('truncated') },
  { name: 'cut-in-first-segment.jpg', bytes: () => plain().slice(0, 12), expects: unsupported('truncated') },
  { name: 'cut-before-size.jpg', bytes: () => plain().slice(0, 60), expects: unsupported('truncated') },
  {
    name: 'cut-behind-size.jpg',
    bytes: () => plain().slice(0, 20 + 69 + 19),
    expects: image(plainFacts, { truncated: true, sent: 'encoded', draws: false }),
  },
  {
    name: 'cut-in-picture.jpg',
    bytes: () => plain().slice(0, -20),
    expects: image(plainFacts, { truncated: true, sent: 'encoded' }),
  },
  {
    name: 'without-end-mark.jpg',
    bytes: () => plain().slice(0, -2),
    expects: image(plainFacts, { truncated: true, sent: 'encoded' }),
  },
  {
    name: 'two-start-marks.jpg',
    bytes: () => join(plain().slice(0, -2), plain()),
    expects: image(plainFacts, { truncated: true, sent: 'encoded', draws: false }),
  },
]

const hidden: readonly HostileImage[] = [
  {
    name: 'gps-in-exif.jpg',
    bytes: () => but({ segments: [exif({ hasLocation: true })] }),
    expects: image(plainFacts, { location: true, sent: 'encoded', metadata: true }),
  },
  {
    name: 'gps-in-xmp.jpg',
    bytes: () => having(xmp()),
    expects: image(plainFacts, { location: true, sent: 'encoded', metadata: true }),
  },
  {
    name: 'iptc.jpg',
    bytes: () => having(segment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04', [0, 0, 0, 0, 0, 6], '\x1c\x02\x50\0\x01A')),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  {
    name: 'comment.jpg',
    bytes: () => having(segment(0xfe, 'Studio 4, take 2')),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  {
    name: 'preview-in-jfif.jpg',
    bytes: () => but({ segments: [segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 2, 2], noise(12))] }),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  {
    name: 'second-picture.jpg',
    bytes: () => join(having(segment(0xe2, 'MPF\0', noise(60))), plain()),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  {
    name: 'archive-behind.jpg',
    bytes: () => but({ trailing: zip }),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'pdf-behind.jpg',
    bytes: () => but({ trailing: '%PDF-1.4\n%%EOF' }),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'exif-behind-end.jpg',
    bytes: () => but({ trailing: exif({ orientation: 6 }) }),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
]

const odd: readonly HostileImage[] = [
  { name: 'plain.jpg', bytes: plain, expects: image(plainFacts) },
  { name: 'jpeg-named.png', bytes: plain, expects: image(plainFacts) },
  { name: 'progressive.jpg', bytes: () => but({ isProgressive: true }), expects: image(plainFacts) },
  { name: 'restarts.jpg', bytes: () => but({ restartBlocks: 8 }), expects: image(plainFacts) },
  { name: 'grey.jpg', bytes: () => but({ components: 1 }), expects: image(plainFacts) },
  {
    name: 'cmyk.jpg',
    bytes: () => but({ components: 4, segments: [adobe] }),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'wide.jpg',
    bytes: () => jpegFile({ width: 20_000, height: 16 }),
    expects: image({ type: 'jpeg', width: 20_000, height: 16 }),
  },
  {
    name: 'colour-profile.jpg',
    bytes: () => having(...[1, 2, 3].map((part) => segment(0xe2, 'ICC_PROFILE\0', [part, 3], noise(60_000)))),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  // Chromium and libjpeg skip bytes that belong to no segment, and an Adobe marker that is too short.
  {
    name: 'bytes-between-segments.jpg',
    bytes: () => having('lost'),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'short-adobe-mark.jpg',
    bytes: () => having(segment(0xee, 'Adobe')),
    expects: image(plainFacts, { sent: 'encoded' }),
  },
  {
    name: 'arithmetic-coding.jpg',
    bytes: () => withFrame(0xc9),
    expects: unsupported('arithmetic-jpeg'),
  },
  { name: 'lossless.jpg', bytes: () => withFrame(0xc3), expects: unsupported('lossless-jpeg') },
  {
    name: 'directory-loop.jpg',
    bytes: () => but({ segments: [exif({ loops: true })] }),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  {
    name: 'orientation-9.jpg',
    bytes: () => but({ segments: [exif({ orientation: 9 })] }),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  { name: 'height-told-later.jpg', bytes: () => jpegFile({ width: 64, height: 0 }), expects: unsupported('damaged') },
  {
    name: 'segment-beyond-end.jpg',
    bytes: () => join([0xff, 0xd8], jfif, [0xff, 0xe1, 0xff, 0xff], 'Exif\0\0'),
    expects: unsupported('truncated'),
  },
  {
    name: 'a-megabyte-of-ff.jpg',
    bytes: () => join([0xff, 0xd8], new Uint8Array(2 ** 20).fill(0xff)),
    expects: unsupported('truncated'),
  },
  {
    name: 'fill-bytes.jpg',
    bytes: () => having(new Uint8Array(2 ** 20).fill(0xff)),
    expects: image(plainFacts),
  },
  {
    name: 'ten-thousand-comments.jpg',
    bytes: () => having(...new Array<readonly Part[]>(10_000).fill([adobe, segment(0xfe, 'x')]).flat()),
    expects: image(plainFacts, { sent: 'encoded', metadata: true }),
  },
  { name: 'page-named.jpg', bytes: () => join(page), expects: unsupported('web-page') },
  { name: 'pdf-first.jpg', bytes: () => join('%PDF-1.4\n', plain()), expects: unsupported('pdf') },
]

/** JPEG files, and files that claim to be. */
export const jpegImages: readonly HostileImage[] = [...odd, ...orientations, ...cut, ...hidden]
