/**
 * Files of the other formats: GIF and BMP that decode, WebP and AVIF that their own encoders made once, boxes of HEIC.
 */
import { big, join, little, quarterColour } from './parts.ts'
import type { Part } from './parts.ts'

/** A GIF: size of the screen, size of each frame, bytes between header and frames, bytes after the end. */
export interface GifPicture {
  readonly width: number
  readonly height: number
  readonly frames?: number
  readonly frameSize?: readonly [width: number, height: number]
  readonly extensions?: readonly Part[]
  readonly trailing?: Part
}

// Bytes in GIF blocks, including the final empty block.
function gifBlocks(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = Math.ceil(data.length / 255)
  const block = (_: unknown, at: number): Uint8Array => {
    const part = data.subarray(at * 255, at * 255 + 255)
    return join([part.length], part)
  }
  return join(...Array.from({ length: count }, block), [0])
}

// Codes of three bits each: the table restarts after every second pixel, so that codes never grow.
function gifPixels([width, height]: readonly [number, number]): Uint8Array {
  const codes: number[] = []
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % 2 === 0) codes.push(4)
    codes.push(((pixel % width) * 2 < width ? 0 : 1) + (Math.floor(pixel / width) * 2 < height ? 0 : 2))
  }
  codes.push(5)
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 8))
  codes.forEach((code, index) => {
    for (let bit = 0; bit < 3; bit += 1) {
      const at = index * 3 + bit
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((code >> bit) & 1) << (at & 7))
    }
  })
  return bytes
}

/** The file of a GIF with four colours. */
export function gifFile(picture: GifPicture): Uint8Array<ArrayBuffer> {
  const size = picture.frameSize ?? [picture.width, picture.height]
  const palette = [quarterColour(0, 0), quarterColour(1, 0), quarterColour(0, 1), quarterColour(1, 1)].flat()
  const control = [0x21, 0xf9, 4, 4, 10, 0, 0, 0]
  const frame = join(
    control,
    [0x2c, 0, 0, 0, 0],
    little(size[0], 2),
    little(size[1], 2),
    [0, 2],
    gifBlocks(gifPixels(size)),
  )
  return join(
    ...['GIF89a', little(picture.width, 2), little(picture.height, 2), [0x91, 0, 0], palette],
    ...(picture.extensions ?? []),
    ...new Array<Part>(picture.frames ?? 1).fill(frame),
    ...[[0x3b], picture.trailing ?? []],
  )
}

/** A BMP of 24 bits: rows from the bottom to the top, from the top to the bottom, or with the header of OS/2. */
export function bmpFile(width: number, height: number, kind: 'usual' | 'top-down' | 'os/2'): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_x, x) => {
      const [r, g, b] = quarterColour((x + 0.5) / width, (y + 0.5) / height)
      return [b, g, r]
    })
    return [...row.flat(), 0, 0, 0].slice(0, Math.ceil((width * 3) / 4) * 4)
  })
  const data = join(...(kind === 'top-down' ? rows : rows.reverse()))
  const storedHeight = kind === 'top-down' ? 2 ** 32 - height : height
  const info =
    kind === 'os/2'
      ? join(little(12, 4), little(width, 2), little(height, 2), little(1, 2), little(24, 2))
      : join(little(40, 4), little(width, 4), little(storedHeight, 4), little(1, 2), little(24, 2), new Uint8Array(24))
  const from = 14 + info.length
  return join('BM', little(from + data.length, 4), little(0, 4), little(from, 4), info, data)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

/** The test picture (32 × 24) as libwebp and libavif wrote it; `webpAnimated` has two frames of it. */
export const encoded = {
  webpLossy: fromBase64(
    'UklGRl4AAABXRUJQVlA4IFIAAAAQBACdASogABgAPtFSoE2oJKMiN+gBABoJZACsGuA/gFx/3YADSHqRAAD+6gGn3I+4lyzN/Q6W3bAP/8Q5/W3U' +
      'K6EArof/em9w9c7RUzspzUAA',
  ),
  webpLossless: fromBase64(
    'UklGRkAAAABXRUJQVlA4TDQAAAAvH8AFABcgEEgkItqfYyYFaRswVqu9OzoEAolgkIMNM//xnyAQCBAmTWoVENH/UAX4Vr0B',
  ),
  webpAlpha: fromBase64(
    'UklGRogAAABXRUJQVlA4WAoAAAAQAAAAHwAAFwAAQUxQSBAAAAABEBIQ1z0XVTEiJsD9yb8BVlA4IFIAAAAQBACdASogABgAPtFSoE2oJKMiN+gB' +
      'ABoJZACsGuA/gFx/3YADSHqRAAD+6gGn3I+4lyzN/Q6W3bAP/8Q5/W3UK6EArof/em9w9c7RUzspzUAA',
  ),
  webpAnimated: fromBase64(
    'UklGRjABAABXRUJQVlA4WAoAAAASAAAAHwAAFwAAQU5JTQYAAAD/////AABBTk1GegAAAAAAAAAAAB8AABcAAGQAAAJBTFBIEAAAAAEQEhDXPRdV' +
      'MSImwP3JvwFWUDggSgAAAJADAJ0BKiAAGAA+9WKmUCqlo6K36AFQHolmAMTy4C3/wP2ldcAA/ubuvhDMfSXSYEwjsM5J/6r/H1liqPXB9E/09+1O' +
      'e0SwJEAAQU5NRoIAAAAAAAAAAAAfAAAXAABkAAACQUxQSBYAAAABIMtG0jl/iid5lVtvjIgJuEb3Nt0XVlA4IEwAAABwAwCdASogABgAPv1uqVAr' +
      'JyQit/qoAWAfiWIAAP9g1m4Rv1AA/vAqU/BNNj9U67xV//Qr1l8zCNV+3zP3ic8rc9h0jSg9Zc5/IAAA',
  ),
  avif: fromBase64(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAA' +
      'AERAAAEAAQAAAAAA+gABAAAAAAAAADMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4' +
      'aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAACAAAAAYAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA7bWRhdBIA' +
      'Cgg4ET920BDQaTIlRrCYuTgABQAABM7m5LPWnvQLiUgG3XETPaFJZ30+Jzi8H5HMoA==',
  ),
  avifAlpha: fromBase64(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAA' +
      'AERAAAIAAQAAAAABlAABAAAAAAAAADMAAgAAAAABxwABAAAAAAAAABgAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZl' +
      'AgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAACAAAAAYAAAAEHBpeGkA' +
      'AAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTph' +
      'bHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAU21kYXQSAAoIOBE/dtAQ0GkyJUaw' +
      'mLk4AAUAAATO5uSz1p70C4lIBt1xEz2hSWd9Pic4vB+RzKASAAoFGBE/flUyDUZgAABE+sHOFu7c6+g=',
  ),
} as const

/** A WebP chunk with its length, padded to an even size. */
export function webpChunk(name: string, ...content: readonly Part[]): Uint8Array<ArrayBuffer> {
  const data = join(...content)
  return join(name, little(data.length, 4), data, new Uint8Array(data.length % 2))
}

/** A WebP of these chunks. */
export function webpOf(...chunks: readonly Part[]): Uint8Array<ArrayBuffer> {
  const body = join('WEBP', ...chunks)
  return join('RIFF', little(body.length, 4), body)
}

/** A box of an ISO base media file. */
export function isoBox(name: string, ...content: readonly Part[]): Uint8Array<ArrayBuffer> {
  const data = join(...content)
  return join(big(data.length + 8, 4), name, data)
}

/** A HEIC or AVIF whose description alone is real. */
export interface MediaPicture {
  /** The brand, and the compatible brands. */
  readonly brands: readonly string[]
  readonly width: number
  readonly height: number
  /** Property boxes besides the size, all for the picture. */
  readonly properties?: readonly Part[]
  /** A TIFF block. */
  readonly exif?: Uint8Array
  /** The picture itself; default an empty HEIC item. */
  readonly item?: { readonly type: string; readonly data: Uint8Array }
  readonly boxes?: readonly Part[]
}

// The TIFF block follows the number of bytes that precede it.
const exifPayload = (exif: Uint8Array): Uint8Array => join(big(0, 4), exif)

function metaBox(picture: MediaPicture, dataAt: number): Uint8Array {
  const properties = [
    isoBox('ispe', big(0, 4), big(picture.width, 4), big(picture.height, 4)),
    ...(picture.properties ?? []),
  ]
  // The highest bit says that a reader must understand the property, which is true of every property except the size.
  const numbers = properties.map((_, at) => (at === 0 ? 1 : 0x80 + at + 1))
  const { exif } = picture
  const item = (id: number, type: string): Uint8Array => isoBox('infe', [2, 0, 0, 0], big(id, 2), [0, 0], type, [0])
  const place = (id: number, from: number, length: number): number[] =>
    [big(id, 2), big(0, 2), big(1, 2), big(from, 4), big(length, 4)].flat()
  const itemLength = picture.item?.data.length ?? 0
  const items = [item(1, picture.item?.type ?? 'hvc1'), ...(exif === undefined ? [] : [item(2, 'Exif')])]
  const places = [
    place(1, dataAt, itemLength),
    ...(exif === undefined ? [] : [place(2, dataAt + itemLength, exifPayload(exif).length)]),
  ]
  return isoBox(
    'meta',
    big(0, 4),
    isoBox('hdlr', big(0, 8), 'pict', new Uint8Array(13)),
    isoBox('pitm', big(0, 4), big(1, 2)),
    isoBox('iinf', big(0, 4), big(items.length, 2), ...items),
    isoBox(
      'iprp',
      isoBox('ipco', ...properties),
      isoBox('ipma', big(0, 4), big(1, 4), big(1, 2), [numbers.length, ...numbers]),
    ),
    isoBox('iloc', big(0, 4), [0x44, 0], big(places.length, 2), ...places),
  )
}

/** The file: brands, description, other boxes, data. */
export function mediaFile(picture: MediaPicture): Uint8Array<ArrayBuffer> {
  const [major = '', ...others] = picture.brands
  const start = isoBox('ftyp', major, big(0, 4), ...others)
  const between = join(...(picture.boxes ?? []))
  const dataAt = start.length + metaBox(picture, 0).length + between.length + 8
  const data = join(picture.item?.data ?? [], picture.exif === undefined ? [] : exifPayload(picture.exif))
  return join(start, metaBox(picture, dataAt), between, isoBox('mdat', data))
}

/**
 * The picture of a HEIC or AVIF with one item, to be described differently: its codec's configuration, and its data.
 */
export function codedPicture(file: Uint8Array, codec: 'hvcC' | 'av1C') {
  const text = String.fromCharCode(...file)
  const from = text.indexOf(codec) - 4
  const length = new DataView(file.buffer, file.byteOffset).getUint32(from)
  return { configuration: file.subarray(from, from + length), data: file.subarray(text.indexOf('mdat') + 4) }
}
