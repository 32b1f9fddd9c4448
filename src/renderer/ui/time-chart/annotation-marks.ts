import type { AnnotationKind } from './chart-types.ts'

export interface DrawnMark {
  readonly kind: AnnotationKind
  readonly colour: string
  readonly x: number
  readonly top: number
  readonly bottom: number
  /** Pixels of the canvas per CSS pixel. */
  readonly scale: number
  /** False for one in a crowd: it has no line over the whole height, which together would hide the chart. */
  readonly hasLine: boolean
}

export interface PlacedMark {
  readonly kind: AnnotationKind
  readonly x: number
}

const size = 4
const aboveTop = 7
const crowdedWithin = 12
const signsApart = 2 * size + 1

interface Sign {
  readonly x: number
  readonly y: number
  readonly radius: number
}

type Form = (context: CanvasRenderingContext2D, sign: Sign) => void

// Told apart by form, not by colour alone. The legend draws the same forms.
const forms: Readonly<Record<AnnotationKind, Form>> = {
  alert: (context, { x, y, radius }) => {
    context.moveTo(x, y - radius)
    context.lineTo(x + radius, y + radius)
    context.lineTo(x - radius, y + radius)
    context.closePath()
  },
  'close-all': (context, { x, y, radius }) => context.rect(x - radius, y - radius, 2 * radius, 2 * radius),
  batch: (context, { x, y, radius }) => context.arc(x, y, radius, 0, 2 * Math.PI),
}

/**
 * Which marks are drawn, oldest first, and which of them with a line: of signs of one kind that would cover each other
 * the first is drawn, and only a mark that stands alone has a line. `scale` is pixels of the canvas per CSS pixel.
 */
export function withoutOverlaps<Mark extends PlacedMark>(
  marks: readonly Mark[],
  scale: number,
): readonly { readonly mark: Mark; readonly hasLine: boolean }[] {
  const sorted = marks.toSorted((one, other) => one.x - other.x)
  const lastSigns = new Map<AnnotationKind, number>()
  return sorted.flatMap((mark, place) => {
    const after = (sorted[place + 1]?.x ?? Infinity) - mark.x
    const before = mark.x - (sorted[place - 1]?.x ?? -Infinity)
    if (mark.x - (lastSigns.get(mark.kind) ?? -Infinity) < signsApart * scale) return []
    lastSigns.set(mark.kind, mark.x)
    return [{ mark, hasLine: Math.min(before, after) >= crowdedWithin * scale }]
  })
}

function drawLine(context: CanvasRenderingContext2D, { x, top, bottom, scale }: DrawnMark): void {
  context.lineWidth = scale
  context.setLineDash([2 * scale, 2 * scale])
  context.beginPath()
  context.moveTo(x, top)
  context.lineTo(x, bottom)
  context.stroke()
}

/** Draws the sign of a mark above the lines, and under it a line over the whole height where it has one. */
export function drawMark(context: CanvasRenderingContext2D, mark: DrawnMark): void {
  const { kind, colour, x, top, scale, hasLine } = mark
  context.save()
  context.strokeStyle = colour
  context.fillStyle = colour
  if (hasLine) drawLine(context, mark)
  context.beginPath()
  forms[kind](context, { x, y: top - aboveTop * scale, radius: size * scale })
  context.fill()
  context.restore()
}
