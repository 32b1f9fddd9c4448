/** What stands in words on a chart's canvas: its limits, its gaps, and the ends of a small one. */
import type UPlot from 'uplot'
import { rowsOf } from './chart-data.ts'
import type { ChartPicture } from './chart-types.ts'

/** Between words and what they stand beside, in CSS pixels. */
export const gap = 6
export const lineHeight = 14
// Middle of the line of words under a small chart, and above the floor of one with an axis.
const footBelow = 14
const gapAbove = 12

/** Draws with the chart's type and colour of words; `scale` is pixels of the canvas per CSS pixel. */
export function withTextStyle(
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

/** Strokes a line between two points of the canvas. */
export function drawLine(
  context: CanvasRenderingContext2D,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
): void {
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
  if (size === 'normal') return
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

/** The floor of a small chart, and the times at its ends. */
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
