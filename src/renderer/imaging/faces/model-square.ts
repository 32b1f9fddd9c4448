/** The square that the face model looks at, for whoever draws it and for whoever reads its numbers. */

/** Side of the square, in pixels. */
export const modelSide = 192

/** Where the upright picture lies in the square: as large as fits, in the middle. In pixels of the square. */
export function placeInSquare({ width, height }: { readonly width: number; readonly height: number }): {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
} {
  const scale = modelSide / Math.max(width, height)
  const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { x: Math.floor((modelSide - drawn.width) / 2), y: Math.floor((modelSide - drawn.height) / 2), ...drawn }
}
