/** Canvas, person and proportion as boxes. Every number may be anything. */
import type { AppearanceGeometry } from '../conversation/view-types.ts'

/** A box in the canvas's own pixels, from its top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const edges = ['left', 'top', 'right', 'bottom'] as const

export type Edge = (typeof edges)[number]

/** Pixels from the person's edges to the canvas's, inwards; negative where it reaches beyond. */
export type Distances = Readonly<Record<Edge, number>>

export interface Layout {
  readonly canvas: Box
  /** Null where it has no usable numbers. */
  readonly person: Box | null
  readonly distances: Distances | null
  /** The frame of the proportion; null where it is the canvas, or no ratio. */
  readonly proportion: Box | null
  /** The visible box: the canvas, and as much of the person as is near it. */
  readonly sight: Box
  /** False for a person that is too far away to be seen beside the canvas. */
  readonly isPersonInSight: boolean
}

// Seen beyond an edge of the canvas, in longer sides of it.
const farthest = 0.75

// A canvas of one pixel by a million is still to be seen as something.
const maxSight = 5

// A canvas is rounded to pixels: one of 854 × 480 is called 16:9 everywhere.
const sameRatio = 0.01

// Two sizes or places must add up to a number; no canvas has more pixels.
const largest = 1e15

function isSize(value: number | null): value is number {
  return value !== null && value > 0 && value <= largest
}

function isPlace(value: number | null): value is number {
  return value !== null && Number.isFinite(value)
}

function personOf(geometry: AppearanceGeometry): Box | null {
  const { personX: x, personY: y, personWidth: width, personHeight: height } = geometry
  return isPlace(x) && isPlace(y) && isSize(width) && isSize(height) ? { x, y, width, height } : null
}

/** Width over height of a text such as `16:9`; null for any other. */
export function ratioOf(proportion: string | null): number | null {
  const [, width, height] =
    /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*[:：/x×*]\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/i.exec(proportion ?? '') ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null
}

/** The largest box of a ratio that a canvas holds, at its top left corner; null where it is the canvas itself. */
function proportionIn({ width, height }: Box, proportion: string | null): Box | null {
  const ratio = ratioOf(proportion)
  if (ratio === null || Math.abs(width / height / ratio - 1) <= sameRatio) return null
  return ratio > width / height
    ? { x: 0, y: 0, width, height: width / ratio }
    : { x: 0, y: 0, width: height * ratio, height }
}

export const rightOf = ({ x, width }: Box): number => x + width

export const bottomOf = ({ y, height }: Box): number => y + height

function padded(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}

/** A box from one of the starts of two boxes to one of their ends. */
function between([one, other]: readonly [Box, Box], start: typeof Math.max, end: typeof Math.max): Box {
  const [x, y] = [start(one.x, other.x), start(one.y, other.y)]
  const width = end(rightOf(one), rightOf(other)) - x
  return { x, y, width, height: end(bottomOf(one), bottomOf(other)) - y }
}

/** The intersection of two boxes; null for boxes apart. */
function commonOf(one: Box, other: Box): Box | null {
  const common = between([one, other], Math.max, Math.min)
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
    sight: notTooLong(near === null ? canvas : between([canvas, near], Math.min, Math.max)),
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

/** Place and size of a box in a sight, as CSS percentages; cut a little beyond the sight, which hides the cut. */
export function placeOf(box: Box, sight: Box): Readonly<Record<'left' | 'top' | 'width' | 'height', string>> {
  const shown = commonOf(box, padded(sight, Math.max(sight.width, sight.height))) ?? { ...sight, width: 0, height: 0 }
  const percent = (part: number, whole: number): string => `${String((part / whole) * 100)}%`
  return {
    left: percent(shown.x - sight.x, sight.width),
    top: percent(shown.y - sight.y, sight.height),
    width: percent(shown.width, sight.width),
    height: percent(shown.height, sight.height),
  }
}

export function formatBox({ x, y, width, height }: Box, format: (value: number) => string) {
  return { size: `${format(width)} × ${format(height)}`, x: format(x), y: format(y) }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** A canvas’s own proportion as text: `16:9` where it is made of small whole numbers, else as `1.52:1`. */
export function ratioText({ width, height }: Box): string {
  const whole = Number.isInteger(width) && Number.isInteger(height) ? divisor(width, height) : 0
  const parts = whole === 0 ? [Infinity, 1] : [width / whole, height / whole]
  if (parts.every((part) => part <= 64)) return parts.join(':')
  return width >= height ? `${(width / height).toFixed(2)}:1` : `1:${(height / width).toFixed(2)}`
}
