/** Rules about the picture: the canvas and the box in which the person stands. */
import { memberOf, numberIn, textIn } from '../document.ts'
import type { Check } from './subject.ts'

interface Size {
  readonly width: number
  readonly height: number
}

// A canvas of 854 × 480 is called 16:9 everywhere.
const tolerance = 0.01

function canvasOf(detail: unknown): Size | null {
  const width = numberIn(detail, 'videoWidth') ?? 0
  const height = numberIn(detail, 'videoHeight') ?? 0
  return width > 0 && height > 0 ? { width, height } : null
}

/** A ratio as it is written: "16:9", also with "/", "x" or a full-width colon between. */
function proportionOf(text: string): Size | null {
  const [, left = '', right = ''] =
    /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*[:：/x×*]\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/i.exec(text) ?? []
  const [width, height] = [Number(left), Number(right)]
  return width > 0 && height > 0 ? { width, height } : null
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}

/** In small whole numbers where there are some, else against 1. */
function ratioText({ width, height }: Size): string {
  const divisor = Number.isSafeInteger(width) && Number.isSafeInteger(height) ? greatestDivisor(width, height) : 1
  const [across, down] = [width / divisor, height / divisor]
  return across <= 64 && down <= 64 && Number.isInteger(across) && Number.isInteger(down)
    ? `${String(across)}:${String(down)}`
    : `${(width / height).toFixed(2)}:1`
}

/** The canvas has another shape than the video proportion says. */
export const canvasProportion: Check = function* ({ data }) {
  const detail = memberOf(data, 'detailDto')
  const canvas = canvasOf(detail)
  const said = proportionOf(textIn(detail, 'proportion') ?? '')
  if (canvas === null || said === null) return
  if (Math.abs(canvas.width / canvas.height / (said.width / said.height) - 1) <= tolerance) return
  const proportion = `${String(said.width)}:${String(said.height)}`
  yield {
    path: 'data.detailDto.proportion',
    field: 'detailDto.proportion',
    facts: { ...canvas, canvas: ratioText(canvas), proportion },
  }
}

/** The person's box overflows the canvas. */
export const personOutsideCanvas: Check = function* ({ data }) {
  const detail = memberOf(data, 'detailDto')
  const canvas = canvasOf(detail)
  const x = numberIn(detail, 'humanX')
  const y = numberIn(detail, 'humanY')
  const width = numberIn(detail, 'humanWidth')
  const height = numberIn(detail, 'humanHeight')
  if (canvas === null || x === null || y === null || width === null || height === null) return
  if (width <= 0 || height <= 0) return
  const overflow = {
    left: Math.max(0, -x),
    top: Math.max(0, -y),
    right: Math.max(0, x + width - canvas.width),
    bottom: Math.max(0, y + height - canvas.height),
  }
  if (Object.values(overflow).every((pixels) => pixels === 0)) return
  yield {
    path: 'data.detailDto.humanX',
    field: 'detailDto.humanX',
    facts: { x, y, width, height, canvasWidth: canvas.width, canvasHeight: canvas.height, ...overflow },
  }
}
