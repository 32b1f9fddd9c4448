/** What happened beside a series, as signs above the lines and lines over the whole height. */
import type UPlot from 'uplot'
import { drawLine, gap, lineHeight, withTextStyle } from './chart-labels.ts'
import type { AnnotationKind, ChartPicture } from './chart-types.ts'

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
 * the first is drawn, and only a mark that stands alone has a line: those of a crowd would together hide the chart.
 * `scale` is pixels of the canvas per CSS pixel.
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

/** Draws the marks on the axis, in a tall chart with their words as far as there is room. */
export function drawMarks(plot: UPlot, picture: ChartPicture): void {
  const { left, top, width, height } = plot.bbox
  const placed = picture.annotations
    .filter(({ at }) => at >= picture.from && at <= picture.to)
    .map(({ kind, at, text }) => ({ kind, text, x: Math.round(plot.valToPos(at, 'x', true)) }))
  withTextStyle(plot, picture, (ctx, scale) => {
    const drawn = withoutOverlaps(placed, scale)
    const alone = drawn.filter(({ hasLine }) => hasLine).map(({ mark }) => mark)
    if (picture.size === 'tall') {
      for (const [place, { x, text }] of alone.entries()) {
        const end = x + ctx.measureText(text).width + 2 * gap * scale
        if (end <= Math.min(left + width, alone[place + 1]?.x ?? Infinity))
          ctx.fillText(text, x + gap * scale, top + lineHeight * scale)
      }
    }
    ctx.setLineDash([2 * scale, 2 * scale])
    for (const { mark, hasLine } of drawn) {
      const { kind, x } = mark
      ctx.strokeStyle = picture.colours[kind]
      ctx.fillStyle = picture.colours[kind]
      if (hasLine) drawLine(ctx, [x, top], [x, top + height])
      ctx.beginPath()
      forms[kind](ctx, { x, y: top - aboveTop * scale, radius: size * scale })
      ctx.fill()
    }
  })
}
