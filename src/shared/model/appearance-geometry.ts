/** Canvas, person and proportion as boxes. The numbers come from the service and can have any value. */
import type { AppearanceGeometry } from '../conversation/view-types.ts'

/** A box in canvas pixels, measured from the canvas's top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const edges = ['left', 'top', 'right', 'bottom'] as const

export type Edge = (typeof edges)[number]

/** Pixels from each canvas edge inwards to the person's edge; negative where the person extends beyond the canvas. */
export type Distances = Readonly<Record<Edge, number>>

export interface Layout {
  readonly canvas: Box
  /** null where the person has no usable numbers. */
  readonly person: Box | null
  readonly distances: Distances | null
  /** The frame of the proportion; null where it equals the canvas or is not a ratio. */
  readonly proportion: Box | null
  /** The visible box: the canvas and the nearby part of the person. */
  readonly sight: Box
  /** False for a person too far from the canvas to be shown with it. */
  readonly isPersonInSight: boolean
}

// How far the view extends beyond an edge of the canvas, as a fraction of its longer side.
const farthest = 0.75

// A canvas of one pixel by a million must still be visible.
const maxSight = 5

// A canvas is rounded to pixels: 854 × 480 is commonly called 16:9.
const sameRatio = 0.01

// Sums of two sizes or positions must stay exact numbers; no canvas has more pixels.
const largest = 1e15

function isSize(value: number | null): value is number {
  return value !== null && value > 0 && value <= largest
}

function isCoordinate(value: number | null): value is number {
  return value !== null && Number.isFinite(value)
}

function personOf(geometry: AppearanceGeometry): Box | null {
  const { personX: x, personY: y, personWidth: width, personHeight: height } = geometry
  return isCoordinate(x) && isCoordinate(y) && isSize(width) && isSize(height) ? { x, y, width, height } : null
}

/** Width divided by height of a text such as `16:9`; null for any other text. */
export function ratioOf(proportion: string | null): number | null {
  const [, width, height] =
    /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*[:：/x×*]\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/i.exec(proportion ?? '') ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null
}

/** The largest box of a ratio within a canvas, at its top left corner; null where it is the canvas itself. */
function proportionIn({ width, height }: Box, proportion: string | null): Box | null {
  const ratio = ratioOf(proportion)
  if (ratio === null || Math.abs(width / height / ratio - 1) <= sameRatio) return null
  return ratio > width / height
    ? { x: 0, y: 0, width, height: width / ratio }
    : { x: 0, y: 0, width: height * ratio, height }
}

export const rightOf = ({ x, width }: Box): number => x + width

export const bottomOf = ({ y, height }: Box): number => y + height

function padded(box: Box, margin: number): Box {
  return { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin }
}

/** Combines two boxes: `start` chooses between their top left corners, `end` between their bottom right corners. */
function combinedBox([one, other]: readonly [Box, Box], start: typeof Math.max, end: typeof Math.max): Box {
  const [x, y] = [start(one.x, other.x), start(one.y, other.y)]
  const width = end(rightOf(one), rightOf(other)) - x
  return { x, y, width, height: end(bottomOf(one), bottomOf(other)) - y }
}

/** The intersection of two boxes; null for separate boxes. */
function commonOf(one: Box, other: Box): Box | null {
  const common = combinedBox([one, other], Math.max, Math.min)
  return common.width > 0 && common.height > 0 ? common : null
}

function notTooLong({ x, y, width, height }: Box): Box {
  const wide = Math.max(width, height / maxSight)
  const high = Math.max(height, width / maxSight)
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high }
}

/** The layout of an appearance; null where the canvas has no usable size. */
export function layoutOf(geometry: AppearanceGeometry): Layout | null {
  const { canvasWidth: width, canvasHeight: height } = geometry
  if (!isSize(width) || !isSize(height)) return null
  const canvas: Box = { x: 0, y: 0, width, height }
  const person = personOf(geometry)
  const near = person === null ? null : commonOf(person, padded(canvas, farthest * Math.max(width, height)))
  return {
    canvas,
    person,
    distances: person === null ? null : distancesOf(person, canvas),
    proportion: proportionIn(canvas, geometry.proportion),
    sight: notTooLong(near === null ? canvas : combinedBox([canvas, near], Math.min, Math.max)),
    isPersonInSight: near !== null,
  }
}

function distancesOf(person: Box, canvas: Box): Distances {
  return {
    left: person.x,
    top: person.y,
    right: canvas.width - rightOf(person),
    bottom: canvas.height - bottomOf(person),
  }
}

/**
 * Position and size of a box within `sight`, as CSS percentages. The box is clipped beyond the edges of `sight`, so the
 * clipping is invisible.
 */
export function placeOf(box: Box, sight: Box): Readonly<Record<'left' | 'top' | 'width' | 'height', string>> {
  const visibleBox = commonOf(box, padded(sight, Math.max(sight.width, sight.height))) ?? {
    ...sight,
    width: 0,
    height: 0,
  }
  const percent = (part: number, total: number): string => `${String((part / total) * 100)}%`
  return {
    left: percent(visibleBox.x - sight.x, sight.width),
    top: percent(visibleBox.y - sight.y, sight.height),
    width: percent(visibleBox.width, sight.width),
    height: percent(visibleBox.height, sight.height),
  }
}

export function formatBox({ x, y, width, height }: Box, format: (value: number) => string) {
  return { size: `${format(width)} × ${format(height)}`, x: format(x), y: format(y) }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** A canvas’s proportion as text: `16:9` for small whole numbers, else `1.52:1`. */
export function ratioText({ width, height }: Box): string {
  const commonDivisor = Number.isInteger(width) && Number.isInteger(height) ? divisor(width, height) : 0
  const parts = commonDivisor === 0 ? [Infinity, 1] : [width / commonDivisor, height / commonDivisor]
  if (parts.every((part) => part <= 64)) return parts.join(':')
  return width >= height ? `${(width / height).toFixed(2)}:1` : `1:${(height / width).toFixed(2)}`
}
