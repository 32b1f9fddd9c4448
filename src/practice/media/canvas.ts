/**
 * Paints a picture strip by strip: a gradient and soft-edged shapes over it. Strips keep the memory small and let the
 * caller yield between them, since this also runs inside the app's main process.
 */

/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

/** A shape in pixels: centre, half sizes, and how many pixels its edge takes to fade. */
export interface Shape {
  readonly form: 'ellipse' | 'box'
  readonly x: number
  readonly y: number
  readonly halfWidth: number
  readonly halfHeight: number
  readonly colour: Colour
  /** 0 to 1. */
  readonly opacity: number
  readonly fade: number
}

/** A picture: size in pixels, a vertical gradient, shapes from back to front. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly top: Colour
  readonly bottom: Colour
  readonly shapes: readonly Shape[]
}

/** Rows of a picture as RGB bytes. */
export interface Strip {
  readonly firstRow: number
  readonly rows: number
  readonly rgb: Uint8Array
}

function distance(shape: Shape, x: number, y: number): number {
  const across = Math.abs(x - shape.x)
  const down = Math.abs(y - shape.y)
  if (shape.form === 'box') return Math.max(across - shape.halfWidth, down - shape.halfHeight)
  const radius = Math.hypot(across / shape.halfWidth, down / shape.halfHeight)
  return (radius - 1) * Math.min(shape.halfWidth, shape.halfHeight)
}

function fillGradient(picture: Picture, strip: Strip): void {
  for (let row = 0; row < strip.rows; row += 1) {
    const share = (strip.firstRow + row) / picture.height
    for (let channel = 0; channel < 3; channel += 1) {
      const from = picture.top[channel] ?? 0
      const value = Math.round(from + ((picture.bottom[channel] ?? 0) - from) * share)
      for (let x = 0; x < picture.width; x += 1) strip.rgb[(row * picture.width + x) * 3 + channel] = value
    }
  }
}

function blend(rgb: Uint8Array, at: number, ink: { readonly colour: Colour; readonly cover: number }): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const under = rgb[at + channel] ?? 0
    rgb[at + channel] = under + ((ink.colour[channel] ?? 0) - under) * ink.cover
  }
}

function drawShape(picture: Picture, strip: Strip, shape: Shape): void {
  const left = Math.max(0, Math.floor(shape.x - shape.halfWidth - shape.fade))
  const right = Math.min(picture.width, Math.ceil(shape.x + shape.halfWidth + shape.fade))
  const top = Math.max(strip.firstRow, Math.floor(shape.y - shape.halfHeight - shape.fade))
  const bottom = Math.min(strip.firstRow + strip.rows, Math.ceil(shape.y + shape.halfHeight + shape.fade))
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const edge = Math.min(1, Math.max(0, 0.5 - distance(shape, x, y) / shape.fade))
      const at = ((y - strip.firstRow) * picture.width + x) * 3
      if (edge > 0) blend(strip.rgb, at, { colour: shape.colour, cover: edge * shape.opacity })
    }
  }
}

/** Rows of a picture from a row on. */
export function paintStrip(picture: Picture, firstRow: number, rows: number): Strip {
  const strip = { firstRow, rows, rgb: new Uint8Array(picture.width * rows * 3) }
  fillGradient(picture, strip)
  for (const shape of picture.shapes) drawShape(picture, strip, shape)
  return strip
}
