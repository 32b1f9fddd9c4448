/** Walks the boxes of ISO base media files (AVIF, HEIC), one level at a time. */
import { codeOf } from './bytes.ts'
import type { ByteRange, ByteReader } from './bytes.ts'

/** A box: its name as a number, where its content begins, and where it says that it ends. */
export interface Box {
  readonly name: number
  readonly from: number
  readonly dataFrom: number
  readonly to: number
}

/** The names of the boxes that are read. */
export const boxes = {
  brands: codeOf('ftyp'),
  meta: codeOf('meta'),
  movie: codeOf('moov'),
  primary: codeOf('pitm'),
  items: codeOf('iinf'),
  item: codeOf('infe'),
  locations: codeOf('iloc'),
  properties: codeOf('iprp'),
  container: codeOf('ipco'),
  associations: codeOf('ipma'),
  size: codeOf('ispe'),
  turn: codeOf('irot'),
  mirror: codeOf('imir'),
  crop: codeOf('clap'),
  bits: codeOf('pixi'),
  auxiliary: codeOf('auxC'),
} as const

function boxAt(reader: ByteReader, at: number, end: number): Box | null {
  const size = reader.u32(at)
  const name = reader.u32(at + 4)
  const isLong = size === 1
  const dataFrom = at + (isLong ? 16 : 8)
  // A size of none reaches to the end of what surrounds the box; a size of one says that eight bytes with it follow.
  const declared = isLong ? reader.u32(at + 8) * 2 ** 32 + reader.u32(at + 12) : size
  const to = size === 0 ? end : at + declared
  return dataFrom > end || to < dataFrom ? null : { name, from: at, dataFrom, to }
}

/**
 * Visits the boxes that begin within a range, also one that says it ends beyond; false from the visitor stops.
 * Answers where the walk ended: at the range's end, beyond it, or before what is no box.
 */
export function walkBoxes(reader: ByteReader, [from, end]: ByteRange, visit: (box: Box) => boolean): number {
  let at = from
  while (at + 8 <= end) {
    const box = boxAt(reader, at, end)
    if (box === null || !visit(box)) break
    at = box.to
  }
  return at
}

/** The first box of each name within a range; boxes that say they end beyond it are left out. */
export function childrenOf(reader: ByteReader, range: ByteRange, wanted: readonly number[]): ReadonlyMap<number, Box> {
  const found = new Map<number, Box>()
  walkBoxes(reader, range, (box) => {
    if (box.to <= range[1] && wanted.includes(box.name) && !found.has(box.name)) found.set(box.name, box)
    return true
  })
  return found
}
