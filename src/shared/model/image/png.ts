import { codeOf, hasText, includesText, partOf } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { createExifGatherer } from './exif.ts'
import { imageOf, noMetadata, notAnImage, uprightSize } from './image-facts.ts'
import type { FoundMetadata, ImageFacts, ImageFinding, ImageHeader } from './image-facts.ts'
import { createPieceCollector } from './strip-pieces.ts'
import type { StripPiece } from './strip-pieces.ts'

interface Chunk {
  readonly name: number
  readonly from: number
  readonly dataFrom: number
  readonly dataTo: number
  readonly to: number
}

const names = {
  end: codeOf('IEND'),
  data: codeOf('IDAT'),
  transparency: codeOf('tRNS'),
  animation: codeOf('acTL'),
  exif: codeOf('eXIf'),
} as const

/** Reads the size from the first chunk. */
export function pngHeader(reader: ByteReader): ImageFinding {
  // Signature (8), length of the first chunk (4), its name (4), width (4), height (4): IHDR always comes first.
  if (reader.length < 24 || reader.u32(8) !== 13 || !hasText(reader, 12, 'IHDR')) return notAnImage
  const [width, height] = [reader.u32(16), reader.u32(20)]
  return width < 2 ** 31 && height < 2 ** 31 ? imageOf('png', width, height) : notAnImage
}

interface PngEnd {
  readonly end: number
  readonly isWhole: boolean
}

/**
 * Visits each chunk, the end's included. Image data that the file cuts off is visited up to there, since decoders draw
 * it; any other chunk that is cut off is not.
 */
function walkChunks(reader: ByteReader, visit: (chunk: Chunk) => void): PngEnd {
  for (let at = 8; ;) {
    const length = reader.u32(at)
    const name = reader.u32(at + 4)
    const dataTo = at + 8 + length
    const to = dataTo + 4
    if (to > reader.length) {
      if (name !== names.data) return { end: at, isWhole: false }
      visit({ name, from: at, dataFrom: at + 8, dataTo: reader.length, to: reader.length })
      return { end: reader.length, isWhole: false }
    }
    visit({ name, from: at, dataFrom: at + 8, dataTo, to })
    at = to
    if (name === names.end) return { end: at, isWhole: true }
  }
}

const textNames = new Set(['tEXt', 'zTXt', 'iTXt'].map(codeOf))

// ImageMagick writes what PNG had no chunk for as hexadecimal text under a keyword that names it.
const keywords: readonly (readonly [start: string, keyof FoundMetadata])[] = [
  ['XML:com.adobe.xmp', 'xmp'],
  ['Raw profile type xmp', 'xmp'],
  ['Raw profile type exif', 'exif'],
  ['Raw profile type APP1', 'exif'],
  ['Raw profile type iptc', 'iptc'],
]

function findText(reader: ByteReader, chunk: Chunk, metadata: FoundMetadata): void {
  const [, what] = keywords.find(([keyword]) => hasText(reader, chunk.dataFrom, keyword)) ?? ['', 'comment' as const]
  metadata[what] = true
  if (what === 'xmp') {
    metadata.location ||= includesText(partOf(reader, [chunk.dataFrom, chunk.dataTo]), 'exif:GPS')
  }
}

const colourTypes: Readonly<Record<number, ImageFacts['colour']>> = { 0: 'grey', 2: 'rgb', 3: 'palette', 4: 'grey' }

/** The facts of a PNG whose header was read. */
export function inspectPng(reader: ByteReader, header: ImageHeader): ImageFacts {
  const [bitsPerChannel, colourType] = [reader.u8(24), reader.u8(25)]
  const metadata = noMetadata()
  const exif = createExifGatherer(metadata)
  const seen = { data: false, transparency: false, animation: false }
  const { end, isWhole } = walkChunks(reader, (chunk) => {
    // An animation that is announced behind the image data is none to any decoder.
    if (chunk.name === names.animation) seen.animation ||= !seen.data
    if (chunk.name === names.data) seen.data = true
    if (chunk.name === names.transparency) seen.transparency = true
    if (chunk.name === names.exif) exif.take(reader, [chunk.dataFrom, chunk.dataTo])
    if (textNames.has(chunk.name)) findText(reader, chunk, metadata)
  })
  return {
    ...header,
    ...uprightSize(header, exif.orientation()),
    orientation: exif.orientation(),
    animated: seen.animation,
    alpha: colourType === 4 || colourType === 6 || seen.transparency,
    bitsPerChannel,
    colour: colourTypes[colourType] ?? 'rgb',
    metadata,
    truncated: !isWhole || !seen.data,
    trailingBytes: isWhole ? reader.length - end : 0,
  }
}

// What decides how the picture looks. cICP tells the colour space as iCCP does, in four bytes.
const copied = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'pHYs', 'bKGD'].map(codeOf),
)

/** The pieces of a still PNG without its metadata; null when there are too many, or no image data. */
export function stripPng(reader: ByteReader): readonly StripPiece[] | null {
  const collector = createPieceCollector()
  let dataChunks = 0
  collector.keep(0, 8)
  walkChunks(reader, ({ name, from, to }) => {
    if (name === names.data) dataChunks += 1
    if (copied.has(name)) collector.keep(from, to)
  })
  return dataChunks > 0 ? collector.pieces() : null
}
