/** Reads just enough of an uploaded image to know that it is one and how large: its signature and its size fields. */

/** Width and height in pixels; 0 where the header has none. */
export interface ImageFacts {
  readonly type: 'png' | 'jpeg' | 'webp'
  readonly width: number
  readonly height: number
}

function startOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function jpegSize(bytes: Buffer): Pick<ImageFacts, 'width' | 'height'> {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    if (startOfFrame(bytes.readUInt8(at + 1))) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return { width: 0, height: 0 }
}

const isPng = (bytes: Buffer) => bytes.length >= 24 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
const isJpeg = (bytes: Buffer) => bytes.length >= 4 && bytes.readUIntBE(0, 3) === 0xffd8ff
function isWebp(bytes: Buffer) {
  return bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}

/** The facts of a PNG, JPEG or WebP file, or undefined when the bytes are none of these. */
export function imageFacts(bytes: Buffer): ImageFacts | undefined {
  if (isPng(bytes)) return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (isJpeg(bytes)) return { type: 'jpeg', ...jpegSize(bytes) }
  return isWebp(bytes) ? { type: 'webp', width: 0, height: 0 } : undefined
}
