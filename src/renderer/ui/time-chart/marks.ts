import type { MarkKind } from './chart-types.ts'

/** Where and how one mark is drawn, in pixels of the canvas. */
export interface DrawnMark {
  readonly kind: MarkKind
  readonly colour: string
  readonly x: number
  readonly top: number
  readonly bottom: number
  /** Pixels of the canvas per CSS pixel. */
  readonly scale: number
}

const size = 4
const aboveTop = 7

interface Sign {
  readonly x: number
  readonly y: number
  readonly radius: number
}

type Form = (context: CanvasRenderingContext2D, sign: Sign) => void

// Told apart by form, not by colour alone. The legend draws the same forms.
const forms: Readonly<Record<MarkKind, Form>> = {
  alert: (context, { x, y, radius }) => {
    context.moveTo(x, y - radius)
    context.lineTo(x + radius, y + radius)
    context.lineTo(x - radius, y + radius)
    context.closePath()
  },
  'close-all': (context, { x, y, radius }) => {
    context.rect(x - radius, y - radius, 2 * radius, 2 * radius)
  },
  batch: (context, { x, y, radius }) => {
    context.arc(x, y, radius, 0, 2 * Math.PI)
  },
}

/** Draws a line over the whole height with its sign above. */
export function drawMark(context: CanvasRenderingContext2D, mark: DrawnMark): void {
  const { kind, colour, x, top, bottom, scale } = mark
  context.save()
  context.strokeStyle = colour
  context.fillStyle = colour
  context.lineWidth = scale
  context.setLineDash([2 * scale, 2 * scale])
  context.beginPath()
  context.moveTo(x, top)
  context.lineTo(x, bottom)
  context.stroke()
  context.beginPath()
  forms[kind](context, { x, y: top - aboveTop * scale, radius: size * scale })
  context.fill()
  context.restore()
}
