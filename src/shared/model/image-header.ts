/**
 * Tells an image by its first bytes, never by its name, and reads its pixel size without decoding it. Every read is
 * bounded by the bytes at hand: a hostile or cut-off header gives `not-an-image`, never an exception or an endless loop.
 */

/** An image that can be sent. Width and height in pixels as shown: an EXIF orientation that turns swaps them. */
export interface ImageHeader {
  readonly kind: 'image'
  readonly type: 'jpeg' | 'png' | 'webp'
  readonly width: number
  readonly height: number
}

/** What the first bytes of a file say. `more-needed`: a JPEG whose size stands after the bytes at hand. */
export type ImageFinding =
  | ImageHeader
  | { readonly kind: 'unsupported'; readonly format: UnsupportedFormat }
  | { readonly kind: 'not-an-image' }
  | { readonly kind: 'more-needed' }

/** Formats that are known as images but cannot be sent. */
export type UnsupportedFormat = 'gif' | 'bmp' | 'tiff' | 'ico' | 'avif' | 'heic' | 'jxl' | 'svg'

const notAnImage: ImageFinding = { kind: 'not-an-image' }

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}

function imageOf(type: ImageHeader['type'], width: number, height: number): ImageFinding {
  return width > 0 && height > 0 ? { kind: 'image', type, width, height } : notAnImage
}

function pngHeader(bytes: Uint8Array): ImageFinding {
  // Signature (8), length of the first chunk (4), its name (4), width (4), height (4): IHDR always comes first.
  if (bytes.length < 24 || textAt(bytes, 12, 4) !== 'IHDR') return notAnImage
  const view = viewOf(bytes)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return width < 2 ** 31 && height < 2 ** 31 ? imageOf('png', width, height) : notAnImage
}

function lossyWebp(view: DataView): ImageFinding {
  // Start code 9d 01 2a after a frame tag of three bytes; the upper two bits of each size are a scaling hint.
  if (view.getUint8(23) !== 0x9d || view.getUint16(24) !== 0x012a) return notAnImage
  return imageOf('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
}

function losslessWebp(view: DataView): ImageFinding {
  if (view.getUint8(20) !== 0x2f) return notAnImage
  const bits = view.getUint32(21, true)
  return imageOf('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function extendedWebp(view: DataView): ImageFinding {
  const width = view.getUint16(24, true) + view.getUint8(26) * 2 ** 16 + 1
  const height = view.getUint16(27, true) + view.getUint8(29) * 2 ** 16 + 1
  return imageOf('webp', width, height)
}

function webpHeader(bytes: Uint8Array): ImageFinding {
  if (bytes.length < 30) return notAnImage
  const view = viewOf(bytes)
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      return lossyWebp(view)
    case 'VP8L':
      return losslessWebp(view)
    case 'VP8X':
      return extendedWebp(view)
    default:
      return notAnImage
  }
}

/** True when the EXIF block turns the picture by a quarter, so that width and height change places. */
function isTurned(exif: Uint8Array): boolean {
  // "Exif", two zero bytes, then a TIFF header: byte order, 42, offset of the first directory.
  if (exif.length < 16 || textAt(exif, 0, 6) !== 'Exif\0\0') return false
  const tiff = viewOf(exif.subarray(6))
  const littleEndian = tiff.getUint16(0) === 0x4949
  const start = tiff.getUint32(4, littleEndian)
  if (start + 2 > tiff.byteLength) return false
  const entries = tiff.getUint16(start, littleEndian)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return false
    if (tiff.getUint16(at, littleEndian) === 0x0112) {
      const orientation = tiff.getUint16(at + 8, littleEndian)
      return orientation >= 5 && orientation <= 8
    }
  }
  return false
}

// SOF0 to SOF15 hold the size; C4, C8 and CC lie in between and are something else.
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

// Markers without a length: TEM and the restart markers.
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function frameSize(view: DataView, at: number, turned: boolean): ImageFinding {
  const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
  return turned ? imageOf('jpeg', height, width) : imageOf('jpeg', width, height)
}

// Where the next marker is looked for; null when what is here can be no marker, or the picture begins without a size.
function nextMarker(view: DataView, at: number): number | null {
  const marker = view.getUint8(at + 1)
  if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) return null
  if (marker === 0xff) return at + 1
  if (standsAlone(marker)) return at + 2
  const length = view.getUint16(at + 2)
  return length < 2 ? null : at + 2 + length
}

function jpegHeader(bytes: Uint8Array): ImageFinding {
  const view = viewOf(bytes)
  let turned = false
  // Each turn goes at least one byte forward, so the loop ends with the bytes.
  for (let at = 2; at + 9 <= bytes.length;) {
    const next = nextMarker(view, at)
    if (next === null) return notAnImage
    const marker = view.getUint8(at + 1)
    if (isFrameHeader(marker)) return frameSize(view, at, turned)
    if (marker === 0xe1) turned ||= isTurned(bytes.subarray(at + 4, next))
    at = next
  }
  return { kind: 'more-needed' }
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

// ISO base media files name their brand, and the brands they agree with, in their first box.
function mediaBrand(bytes: Uint8Array): UnsupportedFormat | null {
  if (textAt(bytes, 4, 4) !== 'ftyp') return null
  const brands = textAt(bytes, 8, 56).match(/.{4}/gs) ?? []
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : null
}

// Two simple searches and not one pattern of a prologue: nested repetition would let a hostile file stall the program.
function isSvg(bytes: Uint8Array): boolean {
  const start = textAt(bytes, 0, 2_048)
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start) && /<svg[\s>]/i.test(start)
}

const prefixes: readonly (readonly [string, UnsupportedFormat])[] = [
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\0\0\u0001\0', 'ico'],
  ['\u00ff\u000a', 'jxl'],
  ['\0\0\0\u000cJXL ', 'jxl'],
]

function isBmp(bytes: Uint8Array): boolean {
  // Two letters are little evidence: the four reserved bytes must be zero and the header's size a known one.
  if (bytes.length < 18 || textAt(bytes, 0, 2) !== 'BM' || viewOf(bytes).getUint32(6) !== 0) return false
  return [12, 40, 52, 56, 64, 108, 124].includes(viewOf(bytes).getUint32(14, true))
}

function unsupportedFormat(bytes: Uint8Array): UnsupportedFormat | null {
  const start = textAt(bytes, 0, 12)
  const prefix = prefixes.find(([text]) => start.startsWith(text))
  if (prefix !== undefined) return prefix[1]
  if (isBmp(bytes)) return 'bmp'
  return mediaBrand(bytes) ?? (isSvg(bytes) ? 'svg' : null)
}

/** What the beginning of a file says. Give at least 64 bytes, and more (up to the whole file) after `more-needed`. */
export function readImageHeader(bytes: Uint8Array): ImageFinding {
  const start = textAt(bytes, 0, 12)
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return pngHeader(bytes)
  if (start.startsWith('\u00ff\u00d8\u00ff')) return jpegHeader(bytes)
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return webpHeader(bytes)
  const format = unsupportedFormat(bytes)
  return format === null ? notAnImage : { kind: 'unsupported', format }
}
