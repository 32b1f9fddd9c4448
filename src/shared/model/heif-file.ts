/**
 * Reads the boxes of a HEIC or AVIF file (ISO/IEC 23008-12) about its primary picture: rotation, colours, metadata, and
 * whether all its bytes are present. Decoders read the picture itself.
 */
import { orientationNumbered, combinedOrientation } from './orientation.ts'
import type { Orientation } from './orientation.ts'

/** An ICC profile, or the four code points of ITU-T H.273: primaries, transfer, matrix, full range. */
export type ColourProfile =
  | { readonly kind: 'icc'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'nclx'
      readonly primaries: number
      readonly transfer: number
      readonly matrix: number
      readonly isFullRange: boolean
    }

export interface HeifFile {
  /** The combined rotation and mirroring of its boxes; null without such a box. Decoders apply them. */
  readonly turn: Orientation | null
  readonly profile: ColourProfile | null
  /** Starts at the first byte of the TIFF header. */
  readonly exif: Uint8Array | null
  readonly xmp: Uint8Array | null
  /** The file ends before its last box, or before the bytes of an item. */
  readonly isTruncated: boolean
}

interface Box {
  readonly type: string
  readonly from: number
  readonly to: number
  /** Whether the box extends beyond its container. */
  readonly isTruncated: boolean
}

function textAt(view: DataView, offset: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + offset, length))
}

// Far more than any camera writes. A hostile file could contain millions of empty boxes.
const maxParts = 20_000

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let offset = from, count = 0; offset + 8 <= to; count += 1) {
    if (count === maxParts) throw new RangeError('too many boxes')
    const written = view.getUint32(offset)
    const head = written === 1 ? 16 : 8
    if (offset + head > to) return
    const size = written === 0 ? to - offset : written === 1 ? Number(view.getBigUint64(offset + 8)) : written
    if (size < head) return
    yield {
      type: textAt(view, offset + 4, 4),
      from: offset + head,
      to: Math.min(offset + size, to),
      isTruncated: offset + size > to,
    }
    offset += size
  }
}

/** Reads numbers one after the other; throws a `RangeError` beyond the end. */
function numbersIn(view: DataView, from: number) {
  let offset = from
  return {
    at: () => offset,
    skip: (bytes: number): void => {
      offset += bytes
    },
    next: (bytes: number): number => {
      let value = 0
      for (let n = 0; n < bytes; n += 1) value = value * 256 + view.getUint8(offset + n)
      offset += bytes
      return value
    },
  }
}

interface Extent {
  readonly from: number
  readonly length: number
}

interface Item {
  readonly type: string
  readonly contentType: string
}

function readItem(view: DataView, { from, to }: Box): readonly [id: number, item: Item] | null {
  const version = view.getUint8(from)
  if (version < 2) return null
  const numbers = numbersIn(view, from + 4)
  const id = numbers.next(version === 2 ? 2 : 4)
  numbers.skip(2)
  const type = textAt(view, numbers.at(), 4)
  // A name, and for `mime` a content type, each terminated by a zero byte.
  const [, contentType = ''] = textAt(view, numbers.at() + 4, Math.min(200, to - numbers.at() - 4)).split('\0')
  return [id, { type, contentType }]
}

function readItems(view: DataView, { from, to }: Box): ReadonlyMap<number, Item> {
  const start = from + (view.getUint8(from) === 0 ? 6 : 8)
  const entries = [...boxesIn(view, start, to)].filter(({ type }) => type === 'infe')
  return new Map(entries.map((entry) => readItem(view, entry)).filter((item) => item !== null))
}

/** Positions of the bytes of each item in the file; items stored elsewhere are left out. */
function readExtents(view: DataView, { from }: Box): ReadonlyMap<number, readonly Extent[]> {
  const numbers = numbersIn(view, from)
  const version = numbers.next(1)
  numbers.skip(3)
  const [sizes, moreSizes] = [numbers.next(1), numbers.next(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4]
  const indexSize = version === 0 ? 0 : moreSizes & 15
  const extentsById = new Map<number, readonly Extent[]>()
  if (offsetSize + lengthSize === 0) return extentsById
  let parts = 0
  for (let remaining = numbers.next(version < 2 ? 2 : 4); remaining > 0; remaining -= 1) {
    const id = numbers.next(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : numbers.next(2) & 15
    numbers.skip(2)
    const base = numbers.next(baseSize)
    const extents: Extent[] = []
    const extentCount = numbers.next(2)
    parts += 1 + extentCount
    if (parts > maxParts) throw new RangeError('too many extents')
    for (let count = extentCount; count > 0; count -= 1) {
      numbers.skip(indexSize)
      const offset = numbers.next(offsetSize)
      extents.push({ from: base + offset, length: numbers.next(lengthSize) })
    }
    if (method === 0) extentsById.set(id, extents)
  }
  return extentsById
}

/** The numbers (from 1) of an item's properties, in their order. */
function readAssociations(view: DataView, { from, to }: Box, item: number): readonly number[] {
  const numbers = numbersIn(view, from)
  const version = numbers.next(1)
  const isWide = (numbers.next(3) & 1) === 1
  numbers.skip(4)
  for (let entry = 0; entry < maxParts && numbers.at() < to; entry += 1) {
    const id = numbers.next(version === 0 ? 2 : 4)
    const count = numbers.next(1)
    const propertyIndexes = Array.from({ length: count }, () =>
      isWide ? numbers.next(2) & 0x7fff : numbers.next(1) & 0x7f,
    )
    if (id === item) return propertyIndexes
  }
  return []
}

function turnIn(view: DataView, { type, from }: Box): Orientation | null {
  const value = view.getUint8(from) & 3
  // `irot` counts quarter turns to the left, `imir` names the mirror axis.
  if (type === 'irot') return orientationNumbered([1, 8, 3, 6][value] ?? 1)
  return type === 'imir' ? orientationNumbered(value === 0 ? 4 : 2) : null
}

function profileIn(view: DataView, { type, from, to }: Box): ColourProfile | null {
  if (type !== 'colr') return null
  const kind = textAt(view, from, 4)
  if (kind === 'prof' || kind === 'rICC') {
    return { kind: 'icc', bytes: new Uint8Array(view.buffer, view.byteOffset + from + 4, to - from - 4) }
  }
  if (kind !== 'nclx') return null
  return {
    kind: 'nclx',
    primaries: view.getUint16(from + 4),
    transfer: view.getUint16(from + 6),
    matrix: view.getUint16(from + 8),
    isFullRange: view.getUint8(from + 10) >> 7 === 1,
  }
}

function propertiesOf(view: DataView, box: Box, item: number): readonly Box[] {
  const parts = [...boxesIn(view, box.from, box.to)]
  const container = parts.find(({ type }) => type === 'ipco')
  if (container === undefined) return []
  const boxes = [...boxesIn(view, container.from, container.to)]
  const numbers = parts
    .filter(({ type }) => type === 'ipma')
    .flatMap((association) => readAssociations(view, association, item))
  return numbers.map((number) => boxes[number - 1]).filter((property) => property !== undefined)
}

function readMeta(bytes: Uint8Array, view: DataView, meta: Box): HeifFile {
  const boxes = [...boxesIn(view, meta.from + 4, meta.to)]
  const boxOf = (name: string): Box | undefined => boxes.find(({ type }) => type === name)
  const [primary, itemBox, locationBox, propertyBox] = ['pitm', 'iinf', 'iloc', 'iprp'].map(boxOf)
  const primaryId =
    primary === undefined ? 0 : numbersIn(view, primary.from + 4).next(view.getUint8(primary.from) === 0 ? 2 : 4)
  const properties = propertyBox === undefined ? [] : propertiesOf(view, propertyBox, primaryId)
  const turns = properties.map((property) => turnIn(view, property)).filter((turn) => turn !== null)
  const profiles = properties.map((property) => profileIn(view, property)).filter((profile) => profile !== null)
  const items = itemBox === undefined ? new Map<number, Item>() : readItems(view, itemBox)
  const extentsById = locationBox === undefined ? new Map<number, readonly Extent[]>() : readExtents(view, locationBox)

  const contentOf = (isWanted: (item: Item) => boolean): Uint8Array | null => {
    const id = [...items].find(([, item]) => isWanted(item))?.[0]
    const [extent, ...others] = (id === undefined ? undefined : extentsById.get(id)) ?? []
    if (extent === undefined || others.length > 0) return null
    return bytes.subarray(extent.from, extent.from + extent.length)
  }
  const exif = contentOf(({ type }) => type === 'Exif')
  // The first four bytes are the number of bytes between them and the TIFF header.
  const exifFrom = exif === null || exif.length < 8 ? 0 : 4 + numbersIn(viewOf(exif), 0).next(4)
  return {
    turn: turns.length === 0 ? null : turns.reduce(combinedOrientation),
    // An ICC profile is more precise than code points where a file has both.
    profile: profiles.find(({ kind }) => kind === 'icc') ?? profiles[0] ?? null,
    exif: exif === null ? null : exif.subarray(exifFrom),
    xmp: contentOf(({ type, contentType }) => type === 'mime' && contentType.startsWith('application/rdf+xml')),
    isTruncated: [...extentsById.values()].flat().some(({ from, length }) => from + length > bytes.length),
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const nothing: HeifFile = { turn: null, profile: null, exif: null, xmp: null, isTruncated: true }

/** Reads a file; boxes that cannot be read to their end mean that the file is truncated. */
export function readHeif(bytes: Uint8Array): HeifFile {
  const view = viewOf(bytes)
  try {
    const boxes = [...boxesIn(view, 0, bytes.length)]
    const meta = boxes.find(({ type }) => type === 'meta')
    const isTruncated = boxes[0]?.type === 'ftyp' && boxes.some((box) => box.isTruncated)
    if (meta === undefined) return { ...nothing, isTruncated }
    const file = readMeta(bytes, view, meta)
    return isTruncated ? { ...file, isTruncated } : file
  } catch (error) {
    if (error instanceof RangeError) return nothing
    throw error
  }
}
