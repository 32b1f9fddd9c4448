/** Recognises the format of a refused file by its first bytes, so that the operator can read what to do about it. */
import { readHeif } from '../../shared/model/heif-file.ts'
import { isFrame, segmentsOf } from '../../shared/model/jpeg-segments.ts'
import type { RefusedFormat } from '../../shared/model/refused-formats.ts'

type Bytes = Uint8Array<ArrayBuffer>

function textAt(bytes: Bytes, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)
}

/** The first characters of files in latin1; a question mark matches any byte. */
const beginnings: readonly (readonly [RefusedFormat, readonly string[]])[] = [
  [
    'raw',
    ['II*\0????CR', 'II\u001a\0\0\0HEAPCCDR', '????ftypcrx ', 'FUJIFILMCCD-RAW', 'IIU\0', 'IIRO', 'IIRS', 'MMOR'],
  ],
  ['raw', ['FOVb', '\0MRM']],
  ['psd', ['8BPS', '8BPB']],
  ['jxl', ['\u00ff\n', '\0\0\0\u000cJXL ']],
  ['jp2', ['\0\0\0\u000cjP  ', '\u00ffO\u00ffQ']],
  ['ico', ['\0\0\u0001\0', '\0\0\u0002\0']],
  ['pdf', ['%PDF-']],
  ['postscript', ['%!PS', '\u00c5\u00d0\u00d3\u00c6']],
  [
    'archive',
    ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\b', 'Rar!\u001a', '7z\u00bc\u00af', '\u001f\u008b', 'BZh'],
  ],
  ['archive', ['\u00fd7zXZ', '(\u00b5/\u00fd']],
  ['other-picture', ['gimp xcf', 'qoif', 'v/1\u0001', '#?RADIANCE', '#?RGBE', 'DDS ', 'BPG\u00fb', 'FLIF', 'AT&TFORM']],
  ['other-picture', ['P1\n', 'P2\n', 'P3\n', 'P4\n', 'P5\n', 'P6\n', 'P7\n', '\u00d7\u00cd\u00c6\u009a']],
  ['tiff', ['II+\0', 'MM\0+']],
  ['video', ['\u001aE\u00df\u00a3', 'RIFF????AVI ', '\0\0\u0001\u00b3', '\0\0\u0001\u00ba', 'FLV\u0001', '0&\u00b2u']],
  ['video', ['????moov', '????mdat', '????wide', '????free', '????skip']],
  ['audio', ['ID3', 'OggS', 'fLaC', 'RIFF????WAVE', 'FORM????AIF', '\u00ff\u00fb', '\u00ff\u00f3', '\u00ff\u00f1']],
  ['program', ['MZ', '\u007fELF', '\u00cf\u00fa\u00ed\u00fe', '\u00ca\u00fe\u00ba\u00be']],
  ['document', ['\u00d0\u00cf\u0011\u00e0', '{\\rtf']],
  ['text', ['\u00ff\u00fe', '\u00fe\u00ff']],
]

function begins(start: string, pattern: string): boolean {
  return Array.from(pattern).every((letter, index) => letter === '?' || letter === start[index])
}

const dngVersionTag = 0xc612
const makeTag = 0x010f
const subDirectoriesTag = 0x014a

/** A camera's raw file is also a TIFF, but has tags that a scan does not have. */
function tiffKind(bytes: Bytes): RefusedFormat | null {
  const mark = textAt(bytes, 0, 4)
  if (mark !== 'II*\0' && mark !== 'MM\0*') return null
  const isLittle = mark === 'II*\0'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const offset = view.byteLength < 8 ? view.byteLength : view.getUint32(4, isLittle)
  if (offset + 2 > view.byteLength) return 'tiff'
  const count = Math.min(view.getUint16(offset, isLittle), Math.floor((view.byteLength - offset - 2) / 12))
  const tags = new Set(Array.from({ length: count }, (_, n) => view.getUint16(offset + 2 + n * 12, isLittle)))
  return tags.has(dngVersionTag) || (tags.has(makeTag) && tags.has(subDirectoriesTag)) ? 'raw' : 'tiff'
}

// Brands of pictures. An intact picture is recognised earlier, so a file with such a brand is truncated or damaged;
// every other brand means a video.
const pictureBrands = /^(?:hei[cfmsx]|hev[cmsx]|mif[12]|msf1|avi[fs]|miaf)/

function isoKind(bytes: Bytes): RefusedFormat | null {
  if (textAt(bytes, 4, 8) !== 'ftyp') return null
  if (!pictureBrands.test(textAt(bytes, 8, 12))) return 'video'
  return readHeif(bytes).isTruncated ? 'truncated' : 'damaged'
}

function jpegKind(bytes: Bytes): RefusedFormat | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  for (const { marker } of segmentsOf(bytes)) {
    if (marker === 0xda) return 'damaged'
    if (!isFrame(marker)) continue
    if (marker > 0xc8) return 'arithmetic-jpeg'
    return marker > 0xc2 ? 'lossless-jpeg' : 'damaged'
  }
  return 'truncated'
}

const pictures = ['\u0089PNG', 'GIF87a', 'GIF89a', 'RIFF????WEBP', 'BM??????????????(\0\0\0']
// Every format stores its size within this number of bytes.
const headerBytes = 64

function pictureKind(bytes: Bytes, start: string): RefusedFormat | null {
  if (!pictures.some((pattern) => begins(start, pattern))) return null
  return bytes.length < headerBytes ? 'truncated' : 'damaged'
}

// Text has no control characters except line and column separators and the escape character of terminals.
function isText(start: string): boolean {
  return Array.from(start).every((letter) => letter >= ' ' || '\t\n\v\f\r\u001b'.includes(letter))
}

function textKind(start: string): RefusedFormat | null {
  if (start.length < 2 || !isText(start)) return null
  // Two simple searches: nested repetition would let a hostile file stall the program.
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(start)) return 'text'
  if (/<svg[\s>]/i.test(start)) return 'svg'
  return /^(?:\xef\xbb\xbf)?\s*<\?xml/.test(start) ? 'text' : 'web-page'
}

/** The format of a file; null for an unknown format. */
export function refusedFormat(bytes: Bytes): RefusedFormat | null {
  const start = textAt(bytes, 0, 2_048)
  const beginning = beginnings.find(([, patterns]) => patterns.some((pattern) => begins(start, pattern)))
  if (beginning !== undefined) return beginning[0]
  return tiffKind(bytes) ?? jpegKind(bytes) ?? pictureKind(bytes, start) ?? isoKind(bytes) ?? textKind(start)
}
