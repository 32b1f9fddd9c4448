/** Reads the items of an AVIF or HEIC file: which one is the picture, what belongs to it, where its metadata stands. */
import { codeOf, includesText, partOf } from './bytes.ts'
import type { ByteRange, ByteReader } from './bytes.ts'
import { boxes, childrenOf, walkBoxes } from './iso-boxes.ts'
import type { Box } from './iso-boxes.ts'

/** What the box of metadata says. */
export interface MediaItems {
  /** The boxes of properties of the picture. */
  readonly properties: readonly Box[]
  /** True when a second item holds the picture's transparency. */
  readonly hasAlpha: boolean
  readonly hasExif: boolean
  readonly hasXmp: boolean
  /** Where the bytes of the EXIF and XMP items stand; null when there is none, or in a place that is not followed. */
  readonly exif: ByteRange | null
  readonly xmp: ByteRange | null
}

const exifItem = codeOf('Exif')
const mimeItem = codeOf('mime')
const alphaNames = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']

// An identity takes two bytes, or four from some version of its box on.
function idAt(reader: ByteReader, at: number, isWide: boolean): number {
  return isWide ? reader.u32(at) : reader.u16(at)
}

function primaryOf(reader: ByteReader, box: Box | undefined): number | null {
  return box === undefined ? null : idAt(reader, box.dataFrom + 4, reader.u8(box.dataFrom) > 0)
}

interface MetadataIds {
  exif: number | null
  xmp: number | null
}

function metadataIds(reader: ByteReader, box: Box | undefined): MetadataIds {
  const ids: MetadataIds = { exif: null, xmp: null }
  if (box === undefined) return ids
  const from = box.dataFrom + (reader.u8(box.dataFrom) === 0 ? 6 : 8)
  walkBoxes(reader, [from, box.to], (item) => {
    const isWide = reader.u8(item.dataFrom) > 2
    const id = idAt(reader, item.dataFrom + 4, isWide)
    const type = reader.u32(item.dataFrom + (isWide ? 10 : 8))
    if (type === exifItem) ids.exif ??= id
    if (type === mimeItem && includesText(partOf(reader, [item.dataFrom, item.to]), 'application/rdf+xml')) {
      ids.xmp ??= id
    }
    return true
  })
  return ids
}

// The numbers (from 1) of the properties that belong to the item.
function propertyNumbers(reader: ByteReader, box: Box | undefined, wanted: number): ReadonlySet<number> {
  const numbers = new Set<number>()
  if (box === undefined) return numbers
  const isWideId = reader.u8(box.dataFrom) > 0
  const size = (reader.u8(box.dataFrom + 3) & 1) === 1 ? 2 : 1
  for (let at = box.dataFrom + 8; at < box.to;) {
    const id = idAt(reader, at, isWideId)
    const first = at + (isWideId ? 5 : 3)
    const next = first + reader.u8(first - 1) * size
    if (id === wanted) {
      // The highest bit says that the property is essential.
      for (let one = first; one < next; one += size) {
        numbers.add(size === 2 ? reader.u16(one) & 0x7fff : reader.u8(one) & 0x7f)
      }
      break
    }
    at = next
  }
  return numbers
}

function uintAt(reader: ByteReader, at: number, size: number): number {
  if (size === 0) return 0
  return size === 8 ? reader.u32(at) * 2 ** 32 + reader.u32(at + 4) : reader.u32(at)
}

// Sizes of fields in the box of locations, in bytes: each 0, 4 or 8.
interface LocationSizes {
  readonly id: number
  readonly method: number
  readonly offset: number
  readonly length: number
  readonly base: number
  readonly index: number
}

function locationSizes(reader: ByteReader, at: number): LocationSizes {
  const version = reader.u8(at)
  const [first, second] = [reader.u8(at + 4), reader.u8(at + 5)]
  return {
    id: version < 2 ? 2 : 4,
    method: version === 0 ? 0 : 2,
    offset: first >>> 4,
    length: first & 15,
    base: second >>> 4,
    index: version === 0 ? 0 : second & 15,
  }
}

// The first stretch of an item that stands in the file itself; items in several stretches are previews of nothing here.
function locationOf(reader: ByteReader, box: Box | undefined, wanted: number | null): ByteRange | null {
  if (box === undefined || wanted === null) return null
  const sizes = locationSizes(reader, box.dataFrom)
  for (let at = box.dataFrom + 6 + sizes.id; at < box.to;) {
    const id = idAt(reader, at, sizes.id === 4)
    const isInFile = sizes.method === 0 || (reader.u16(at + sizes.id) & 15) === 0
    const base = at + sizes.id + sizes.method + 2
    const extents = base + sizes.base + 2
    const first = extents + sizes.index
    if (id === wanted) {
      const from = uintAt(reader, base, sizes.base) + uintAt(reader, first, sizes.offset)
      return isInFile ? [from, from + uintAt(reader, first + sizes.offset, sizes.length)] : null
    }
    at = extents + reader.u16(extents - 2) * (sizes.index + sizes.offset + sizes.length)
  }
  return null
}

function isAlpha(reader: ByteReader, { dataFrom, to }: Box): boolean {
  const part = partOf(reader, [dataFrom, to])
  return alphaNames.some((name) => includesText(part, name))
}

/** Reads a whole `meta` box. */
export function readItems(reader: ByteReader, meta: Box): MediaItems {
  const parts = childrenOf(reader, [meta.dataFrom + 4, meta.to], Object.values(boxes))
  const ids = metadataIds(reader, parts.get(boxes.items))
  const locations = parts.get(boxes.locations)
  const described = parts.get(boxes.properties)
  const inside =
    described === undefined ? null : childrenOf(reader, [described.dataFrom, described.to], Object.values(boxes))
  const primary = primaryOf(reader, parts.get(boxes.primary))
  const numbers = propertyNumbers(reader, inside?.get(boxes.associations), primary ?? -1)
  const properties: Box[] = []
  let hasAlpha = false
  let number = 0
  const container = inside?.get(boxes.container)
  if (container !== undefined) {
    walkBoxes(reader, [container.dataFrom, container.to], (box) => {
      number += 1
      if (numbers.has(number)) properties.push(box)
      if (box.name === boxes.auxiliary) hasAlpha ||= isAlpha(reader, box)
      return true
    })
  }
  return {
    properties,
    hasAlpha,
    hasExif: ids.exif !== null,
    hasXmp: ids.xmp !== null,
    exif: locationOf(reader, locations, ids.exif),
    xmp: locationOf(reader, locations, ids.xmp),
  }
}
