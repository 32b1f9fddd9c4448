/**
 * Draws the few small pictures that the system shows for us: the mark for the tray, and a number for a badge. Drawn at
 * start instead of read from files, so that there is one drawing for all sizes and nothing that packaging could lose.
 */

/** A picture: rows of pixels from the top, 4 bytes each, blue, green, red and alpha, the colours times alpha. */
export interface SmallIcon {
  readonly size: number
  readonly pixels: Buffer
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** A shape in a square of 48 by 48, x to the right and y down. */
type Shape = (x: number, y: number) => boolean

interface Layer {
  readonly shape: Shape
  readonly colour: Colour
}

const square = 48
// Points looked at in each pixel, in a row and in a column: enough for soft edges.
const points = 4

const alarm: Colour = [200, 40, 32]
const white: Colour = [255, 255, 255]

function circle(cx: number, cy: number, radius: number): Shape {
  return (x, y) => Math.hypot(x - cx, y - cy) <= radius
}

function arch(halfWidth: number): Shape {
  const round = circle(24, 23, halfWidth)
  return (x, y) => y <= 45 && (y >= 23 ? Math.abs(x - 24) <= halfWidth : round(x, y))
}

const frame = arch(15)
const opening = arch(10)
const lamp = circle(24, 3.5, 3.5)
// A lamp over a door that is open, as in the window.
const mark: Shape = (x, y) => lamp(x, y) || (frame(x, y) && (!opening(x, y) || x <= 22))

// Three by five, a row each; the plus stands for "more".
const glyphs: Readonly<Record<string, string>> = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001010010010',
  '8': '111101111101111',
  '9': '111101111001111',
  '+': '000010111010000',
}

function writing(text: string): Shape {
  const dot = text.length === 1 ? 6 : 5
  const left = 24 - (text.length * 4 - 1) * (dot / 2)
  const top = 24 - 2.5 * dot
  return (x, y) => {
    const column = Math.floor((x - left) / dot)
    const row = Math.floor((y - top) / dot)
    const glyph = glyphs[text[Math.floor(column / 4)] ?? '']
    const isInside = column >= 0 && column % 4 < 3 && row >= 0 && row < 5
    return isInside && glyph?.[row * 3 + (column % 4)] === '1'
  }
}

function draw(size: number, layers: readonly Layer[]): SmallIcon {
  const pixels = Buffer.alloc(size * size * 4)
  const step = square / size / points
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const sum = [0, 0, 0, 0]
    for (let point = 0; point < points * points; point += 1) {
      const x = ((pixel % size) * points + (point % points) + 0.5) * step
      const y = (Math.floor(pixel / size) * points + Math.floor(point / points) + 0.5) * step
      const hit = layers.findLast(({ shape }) => shape(x, y))
      if (hit === undefined) continue
      const [red, green, blue] = hit.colour
      for (const [place, part] of [blue, green, red, 255].entries()) sum[place] = (sum[place] ?? 0) + part
    }
    pixels.set(
      sum.map((part) => Math.round(part / points ** 2)),
      pixel * 4,
    )
  }
  return { size, pixels }
}

/** The mark in a colour, with a red dot while something is raised. `size`: pixels of its side. */
export function drawMark(size: number, colour: Colour, isRaised: boolean): SmallIcon {
  const dot = isRaised ? [{ shape: circle(36, 36, 12), colour: alarm }] : []
  return draw(size, [{ shape: mark, colour }, ...dot])
}

/** A white number on a red disc; above 9 it is "9+". */
export function drawBadge(size: number, count: number): SmallIcon {
  return draw(size, [
    { shape: circle(24, 24, 24), colour: alarm },
    { shape: writing(count > 9 ? '9+' : String(count)), colour: white },
  ])
}
