import { codeOf, hasText, includesText, partOf, textAt } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { readExif } from './exif.ts'
import { imageOf, noMetadata, notAnImage, uprightSize } from './image-facts.ts'
import type { ImageFacts, ImageFinding, ImageHeader, ImageMetadata, Orientation } from './image-facts.ts'
import { boxes, walkBoxes } from './iso-boxes.ts'
import type { Box } from './iso-boxes.ts'
import { readItems } from './iso-items.ts'
import type { MediaItems } from './iso-items.ts'

const avifBrands = ['avif', 'avis']
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const sequenceBrands = ['avis', 'hevc', 'hevx', 'msf1']
const maxBrandBytes = 56

// Files name their brand, and the brands they agree with, in their first box.
function brandsOf(reader: ByteReader): readonly string[] {
  if (!hasText(reader, 4, 'ftyp')) return []
  const length = Math.min(maxBrandBytes, Math.max(0, reader.u32(0) - 8))
  return textAt(reader, 8, length).match(/.{4}/gs) ?? []
}

/** Tells AVIF from HEIC by brand; null for other media and what is no media. */
export function mediaType(reader: ByteReader): 'avif' | 'heic' | null {
  const brands = brandsOf(reader)
  if (brands.some((brand) => avifBrands.includes(brand))) return 'avif'
  return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : null
}

interface Size {
  readonly width: number
  readonly height: number
}

// A crop is told as fractions; one that is none, or larger than what it cuts, is passed over.
function croppedTo(reader: ByteReader, { dataFrom }: Box, whole: Size): Size {
  const width = Math.round(reader.u32(dataFrom) / reader.u32(dataFrom + 4))
  const height = Math.round(reader.u32(dataFrom + 8) / reader.u32(dataFrom + 12))
  const isInside = width > 0 && height > 0 && width <= whole.width && height <= whole.height
  return isInside ? { width, height } : whole
}

// By quarter turns against the clock; in each: not mirrored, left and right changed, top and bottom changed.
const turns: readonly (readonly [Orientation, Orientation, Orientation])[] = [
  [1, 2, 4],
  [8, 7, 5],
  [3, 4, 2],
  [6, 5, 7],
]

function orientationOf(reader: ByteReader, turn: Box | undefined, mirror: Box | undefined): Orientation {
  const [plain, sideways, upsideDown] = turns[turn === undefined ? 0 : reader.u8(turn.dataFrom) & 3] ?? [1, 1, 1]
  if (mirror === undefined) return plain
  return (reader.u8(mirror.dataFrom) & 1) === 0 ? upsideDown : sideways
}

interface Picture extends Size {
  readonly orientation: Orientation
  readonly channels: number
  readonly bits: number
}

// Null when the size of the picture is not told.
function pictureOf(reader: ByteReader, { properties }: MediaItems): Picture | null {
  const first = (name: number): Box | undefined => properties.find((box) => box.name === name)
  const size = first(boxes.size)
  if (size === undefined) return null
  const whole = { width: reader.u32(size.dataFrom + 4), height: reader.u32(size.dataFrom + 8) }
  const crop = first(boxes.crop)
  const orientation = orientationOf(reader, first(boxes.turn), first(boxes.mirror))
  const bits = first(boxes.bits)
  return {
    ...uprightSize(crop === undefined ? whole : croppedTo(reader, crop, whole), orientation),
    orientation,
    channels: bits === undefined ? 3 : reader.u8(bits.dataFrom + 4),
    bits: bits === undefined ? 8 : reader.u8(bits.dataFrom + 5),
  }
}

const topLevel: ReadonlySet<number> = new Set(
  ['ftyp', 'styp', 'meta', 'moov', 'mdat', 'idat', 'free', 'skip', 'wide', 'uuid', 'sidx', 'moof', 'mfra', 'udta'].map(
    codeOf,
  ),
)

const noItems: MediaItems = { properties: [], hasAlpha: false, hasExif: false, hasXmp: false, exif: null, xmp: null }

interface Media {
  readonly meta: Box | null
  readonly hasMovie: boolean
  /** Where the last box ends, or says that it ends. */
  readonly end: number
}

function readMedia(reader: ByteReader): Media {
  let meta: Box | null = null
  let hasMovie = false
  const end = walkBoxes(reader, [0, reader.length], (box) => {
    if (!topLevel.has(box.name)) return false
    if (box.name === boxes.meta) meta ??= box
    if (box.name === boxes.movie) hasMovie = true
    return true
  })
  return { meta, hasMovie, end }
}

/** Reads the size of the picture among the items, cropped and turned as the file says. */
export function mediaHeader(reader: ByteReader, type: 'avif' | 'heic'): ImageFinding {
  const { meta, end } = readMedia(reader)
  const isPastEnd = meta === null ? end >= reader.length : meta.to > reader.length
  if (isPastEnd) return { kind: 'more-needed' }
  const picture = pictureOf(reader, meta === null ? noItems : readItems(reader, meta))
  return picture === null ? notAnImage : imageOf(type, picture.width, picture.height)
}

function metadataOf(reader: ByteReader, items: MediaItems): ImageMetadata {
  const { exif, xmp } = items
  // An EXIF item begins with how many bytes stand before its TIFF block.
  const isPlaced = exif !== null && readExif(reader, [exif[0] + 4 + reader.u32(exif[0]), exif[1]]).hasLocation
  const location = isPlaced || (xmp !== null && includesText(partOf(reader, xmp), 'exif:GPS'))
  return { ...noMetadata(), exif: items.hasExif, xmp: items.hasXmp, location }
}

function isSequence(reader: ByteReader, hasMovie: boolean): boolean {
  const [major, ...others] = brandsOf(reader)
  if (major !== undefined && sequenceBrands.includes(major)) return true
  return hasMovie && others.some((brand) => sequenceBrands.includes(brand))
}

/** The facts of an AVIF or HEIC whose header was read. */
export function inspectMedia(reader: ByteReader, header: ImageHeader): ImageFacts {
  const { meta, hasMovie, end } = readMedia(reader)
  const items = meta === null ? noItems : readItems(reader, meta)
  const picture = pictureOf(reader, items)
  return {
    ...header,
    orientation: picture?.orientation ?? 1,
    animated: isSequence(reader, hasMovie),
    alpha: items.hasAlpha,
    bitsPerChannel: picture?.bits ?? 8,
    colour: picture?.channels === 1 ? 'grey' : 'rgb',
    metadata: metadataOf(reader, items),
    truncated: end > reader.length,
    trailingBytes: Math.max(0, reader.length - end),
  }
}
