/**
 * Converts decoded pixels whose colour profile was not applied: the pixels are written into PNGs that contain the
 * profile, and the browser decodes these PNGs with colour management. Works strip by strip, so that no picture is in
 * memory a third time.
 */
import { zlibSync } from 'fflate'
import type { ColourProfile } from '../../shared/model/heif-file.ts'
import { blank } from './draw.ts'

const stripRows = 256

const crcTable = Uint32Array.from({ length: 256 }, (_, value) => {
  let remainder = value
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  return remainder
})

function checksum(bytes: Uint8Array): number {
  let remainder = 0xffffffff
  for (const byte of bytes) remainder = (remainder >>> 8) ^ (crcTable[(remainder ^ byte) & 0xff] ?? 0)
  return ~remainder >>> 0
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)))
  return bytes
}

// A name of one letter, its terminator, and the compression method.
const profileHead = [0x69, 0, 0]

const unspecified = 2
const primariesOfSrgb = 1
const transferOfSrgb = 13

function profileChunk(profile: ColourProfile): Uint8Array<ArrayBuffer> {
  if (profile.kind === 'icc') return chunk('iCCP', Uint8Array.of(...profileHead, ...zlibSync(profile.bytes)))
  const primaries = profile.primaries === unspecified ? primariesOfSrgb : profile.primaries
  const transfer = profile.transfer === unspecified ? transferOfSrgb : profile.transfer
  // The decoder has converted the stored format to full-range red, green and blue.
  return chunk('cICP', Uint8Array.of(primaries, transfer, 0, 1))
}

const greySpace = 'GRAY'

function isGrey(profile: ColourProfile): boolean {
  return profile.kind === 'icc' && String.fromCharCode(...profile.bytes.subarray(16, 20)) === greySpace
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const greyWithAlpha = 4
const colourWithAlpha = 6

/** The rows in PNG form: each row follows a zero byte, which means that the row is not filtered. */
function rowsOf({ data, width, height }: ImageData, isGreyOnly: boolean): Uint8Array<ArrayBuffer> {
  const rowBytes = width * (isGreyOnly ? 2 : 4)
  const rows = new Uint8Array((rowBytes + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const [to, from] = [y * (rowBytes + 1) + 1, y * width * 4]
    if (!isGreyOnly) rows.set(data.subarray(from, from + rowBytes), to)
    else for (let n = 0; n < rowBytes; n += 1) rows[to + n] = data[from + n * 2 + (n & 1)] ?? 0
  }
  return rows
}

function pngOf(strip: ImageData, profile: ColourProfile): Blob {
  const isGreyOnly = isGrey(profile)
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, strip.width)
  view.setUint32(4, strip.height)
  head.set([8, isGreyOnly ? greyWithAlpha : colourWithAlpha], 8)
  // Not compressed, because the PNG is read once and immediately.
  const rows = zlibSync(rowsOf(strip, isGreyOnly), { level: 0 })
  return new Blob([
    signature,
    chunk('IHDR', head),
    profileChunk(profile),
    chunk('IDAT', rows),
    chunk('IEND', new Uint8Array()),
  ])
}

const isSrgb = (profile: ColourProfile): boolean =>
  profile.kind === 'nclx' &&
  [primariesOfSrgb, unspecified].includes(profile.primaries) &&
  [transferOfSrgb, unspecified].includes(profile.transfer)

/**
 * Converts pixels from the colours of a profile to an sRGB bitmap. Without a profile, the pixels count as sRGB, as in
 * browsers.
 */
export async function managedBitmap(pixels: ImageData, profile: ColourProfile | null): Promise<ImageBitmap> {
  if (profile === null || isSrgb(profile)) return createImageBitmap(pixels)
  const { width, height, data } = pixels
  const { canvas, context } = blank(pixels)
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y)
    const strip = new ImageData(data.subarray(y * width * 4, (y + rows) * width * 4), width, rows)
    const bitmap = await createImageBitmap(pngOf(strip, profile))
    context.drawImage(bitmap, 0, y)
    bitmap.close()
  }
  return canvas.transferToImageBitmap()
}
