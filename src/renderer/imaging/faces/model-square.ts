/** The squares that the face model reads, for the code that draws them and the code that reads its output. Pure. */
import type { CropArea } from '../../../shared/schemas/avatar.ts'

/** Side of the square, in pixels. */
export const modelSide = 192

/** A part of a picture as the model sees it: its area in natural pixels, drawn as large as fits, black around it (RGBA). */
export interface ModelSquare {
  readonly area: CropArea
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Where a picture lies in the square: as large as fits, in the middle. In pixels of the square. */
export function placeInSquare({ width, height }: Size): CropArea {
  const scale = modelSide / Math.max(width, height)
  const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { x: Math.floor((modelSide - drawn.width) / 2), y: Math.floor((modelSide - drawn.height) / 2), ...drawn }
}

// Of the longer side. Smaller squares find smaller faces, and there are more of them to be looked at.
const closerPart = 0.625
// Neighbours share three tenths, so that a face of that size lies whole in one of them.
const step = 0.7

function starts(length: number, side: number): readonly number[] {
  const count = Math.ceil((length - side) / (side * step)) + 1
  return Array.from({ length: count }, (_, n) => (count === 1 ? 0 : Math.round(((length - side) * n) / (count - 1))))
}

/** Squares that together cover a picture, each closer to it than the whole: at most four for any usual shape. */
export function closerAreas({ width, height }: Size): readonly CropArea[] {
  const side = Math.max(1, Math.round(Math.min(width, height, Math.max(width, height) * closerPart)))
  // A ribbon would need any number of squares, and is no portrait.
  if (Math.max(width, height) > side * 6) return []
  return starts(height, side).flatMap((y) => starts(width, side).map((x) => ({ x, y, width: side, height: side })))
}
