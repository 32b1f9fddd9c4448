import type { ByteRange } from './bytes.ts'

/** A piece of a stripped file: a stretch of the source, or bytes that stand in for some of it. */
export type StripPiece = ByteRange | Uint8Array

/** Collects the pieces of a stripped file in order. */
export interface PieceCollector {
  /** Takes a stretch of the source; one that follows on from the last is joined to it. */
  readonly keep: (from: number, to: number) => void
  readonly insert: (bytes: Uint8Array) => void
  /** All pieces; null when there are more than any honest file has. */
  readonly pieces: () => readonly StripPiece[] | null
}

// A hostile file of a hundred megabytes could ask for millions of pieces; a portrait has a handful.
const maxPieces = 4_096

/** An empty collection. */
export function createPieceCollector(): PieceCollector {
  const pieces: StripPiece[] = []
  const add = (piece: StripPiece): void => {
    if (pieces.length <= maxPieces) pieces.push(piece)
  }
  return {
    keep: (from, to) => {
      if (from >= to) return
      const last = pieces.at(-1)
      const follows = last !== undefined && !(last instanceof Uint8Array) && last[1] === from
      if (follows) pieces[pieces.length - 1] = [last[0], to]
      else add([from, to])
    },
    insert: add,
    pieces: () => (pieces.length > maxPieces ? null : pieces),
  }
}

/** How many bytes the pieces make together. */
export function lengthOf(pieces: readonly StripPiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : piece[1] - piece[0]), 0)
}
