/** What is drawn over the lines of a chart: its limits, its gaps, what happened, and the ends of a small one. */
import type UPlot from 'uplot'
import { rowsOf } from './chart-data.ts'
import type { Annotation, ChartPicture } from './chart-data.ts'

// Between words and what they stand beside, in CSS pixels.
const gap = 6
const lineHeight = 14
// Middle of the line of words under a small chart, and above the floor of one with an axis.
const footBelow = 14
const gapAbove = 12

/** Draws with the chart's type and colour of words; `scale` is pixels of the canvas per CSS pixel. */
function withTextStyle(
  { ctx }: UPlot,
  { font, colours }: ChartPicture,
  draw: (context: CanvasRenderingContext2D, scale: number) => void,
): void {
  const scale = devicePixelRatio
  ctx.save()
  ctx.font = font.replace(/[\d.]+px/, (px) => `${Number.parseFloat(px) * scale}px`)
  ctx.fillStyle = colours.text
  ctx.lineWidth = scale
  ctx.textAlign = 'start'
  ctx.textBaseline = 'middle'
  draw(ctx, scale)
  ctx.restore()
}

type Point = readonly [x: number, y: number]

function drawLine(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.stroke()
}

const floorOf = ({ bbox }: UPlot): number => bbox.top + bbox.height

/** Limits as dotted lines, each with its words under it; a small chart has their numbers at its end. */
export function drawLimits(plot: UPlot, picture: ChartPicture): void {
  const { left, width } = plot.bbox
  const isSmall = picture.size === 'small'
  let lowest = -Infinity
  withTextStyle(plot, picture, (ctx, scale) => {
    ctx.setLineDash([2 * scale, 4 * scale])
    for (const { kind, value, text } of picture.limits.toSorted((a, b) => b.value - a.value)) {
      const y = Math.round(plot.valToPos(value, 'y', true))
      ctx.strokeStyle = picture.colours[kind]
      drawLine(ctx, [left, y + scale / 2], [left + width, y + scale / 2])
      // Limits that are close to each other have their words one under the other.
      lowest = Math.max(isSmall ? y : y + lineHeight * scale, lowest + lineHeight * scale)
      if (isSmall) ctx.fillText(picture.format(value), left + width + gap * scale, lowest)
      else ctx.fillText(text, left, lowest)
    }
  })
}

/** Says in a gap that has room that nothing was read. */
export function drawGaps(plot: UPlot, picture: ChartPicture): void {
  const { lines, size, gapText, from, to, times } = picture
  const { left, width } = plot.bbox
  withTextStyle(plot, picture, (ctx, scale) => {
    ctx.textAlign = 'center'
    const y = floorOf(plot) + (size === 'small' ? footBelow : -gapAbove) * scale
    const room = ctx.measureText(gapText).width + 2 * gap * scale
    // The times at the ends of a small chart stand in the same line.
    const ends = size === 'small' ? ctx.measureText(times.axisText(from, 1)).width : 0
    for (const { at, until } of rowsOf(lines)) {
      if (until === null || until < from) continue
      const start = plot.valToPos(Math.max(at, from), 'x', true)
      const end = plot.valToPos(Math.min(until, to), 'x', true)
      const middle = (start + end) / 2
      const isClear = Math.min(middle - left, left + width - middle) >= ends + room / 2
      if (isClear && end - start >= room) ctx.fillText(gapText, middle, y)
    }
  })
}

export function drawFoot(plot: UPlot, picture: ChartPicture): void {
  const { left, width } = plot.bbox
  const floor = floorOf(plot)
  withTextStyle(plot, picture, (ctx, scale) => {
    ctx.strokeStyle = picture.colours.floor
    drawLine(ctx, [left, floor + scale / 2], [left + width, floor + scale / 2])
    ctx.fillText(picture.times.axisText(picture.from, 1), left, floor + footBelow * scale)
    ctx.textAlign = 'end'
    ctx.fillText(picture.times.axisText(picture.to, 1), left + width, floor + footBelow * scale)
  })
}

interface PlacedMark extends Pick<Annotation, 'kind'> {
  readonly x: number
}

const signSize = 4
const signAbove = 7
const crowdedWithin = 12
const signsApart = 2 * signSize + 1

// Told apart by form, not by colour alone, with the corners of its box; the legend draws the same forms.
const signs: Readonly<Record<Annotation['kind'], (context: CanvasRenderingContext2D, box: DOMRect) => void>> = {
  alert: (context, { left, right, top, bottom }) => {
    context.moveTo((left + right) / 2, top)
    context.lineTo(right, bottom)
    context.lineTo(left, bottom)
    context.closePath()
  },
  'close-all': (context, { x, y, width, height }) => context.rect(x, y, width, height),
  batch: (context, { x, y, width }) => context.roundRect(x, y, width, width, width / 2),
  unknown: (context, { left, right, top, bottom }) => {
    context.moveTo((left + right) / 2, bottom)
    context.lineTo(right, top)
    context.lineTo(left, top)
    context.closePath()
  },
  refund: (context, { x, y, left, right, top, bottom, width }) => {
    context.moveTo(x + width / 2, top)
    context.lineTo(right, y + width / 2)
    context.lineTo(x + width / 2, bottom)
    context.lineTo(left, y + width / 2)
    context.closePath()
  },
  'top-up': (context, { x, y, width }) => {
    context.rect(x, y + width / 3, width, width / 3)
    context.rect(x + width / 3, y, width / 3, width)
  },
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
  const lastSigns = new Map<Annotation['kind'], number>()
  return sorted.flatMap((mark, place) => {
    const after = (sorted[place + 1]?.x ?? Infinity) - mark.x
    const before = mark.x - (sorted[place - 1]?.x ?? -Infinity)
    if (mark.x - (lastSigns.get(mark.kind) ?? -Infinity) < signsApart * scale) return []
    lastSigns.set(mark.kind, mark.x)
    return [{ mark, hasLine: Math.min(before, after) >= crowdedWithin * scale }]
  })
}

/**
 * What happened beside the series, as signs above the lines and lines over the whole height, with words where there is
 * room.
 */
export function drawMarks(plot: UPlot, picture: ChartPicture): void {
  const { left, top, width, height } = plot.bbox
  const placed = picture.annotations
    .filter(({ at }) => at >= picture.from && at <= picture.to)
    .map(({ kind, at, text }) => ({ kind, text, x: Math.round(plot.valToPos(at, 'x', true)) }))
  withTextStyle(plot, picture, (ctx, scale) => {
    const drawn = withoutOverlaps(placed, scale)
    const alone = drawn.filter(({ hasLine }) => hasLine).map(({ mark }) => mark)
    for (const [place, { x, text }] of alone.entries()) {
      const end = x + ctx.measureText(text).width + 2 * gap * scale
      if (end <= Math.min(left + width, alone[place + 1]?.x ?? Infinity))
        ctx.fillText(text, x + gap * scale, top + lineHeight * scale)
    }
    ctx.setLineDash([2 * scale, 2 * scale])
    const side = 2 * signSize * scale
    for (const { mark, hasLine } of drawn) {
      const { kind, x } = mark
      ctx.strokeStyle = picture.colours[kind]
      ctx.fillStyle = picture.colours[kind]
      if (hasLine) drawLine(ctx, [x, top], [x, top + height])
      ctx.beginPath()
      signs[kind](ctx, new DOMRect(x - side / 2, top - signAbove * scale - side / 2, side, side))
      ctx.fill()
    }
  })
}
