/** What stands in words on a chart's canvas: its limits, its gaps, its marks, and the ends of a small one. */
import UPlot from 'uplot'
import type { TimeLine, Annotation, ChartLimit, ChartSize, TimeSpan } from './chart-types.ts'
import type { Colours } from './colours.ts'
import { runsOf } from './series-geometry.ts'

export interface ChartPicture extends TimeSpan {
  readonly lines: readonly TimeLine[]
  readonly marks: readonly Annotation[]
  readonly limits: readonly ChartLimit[]
  readonly size: ChartSize
  readonly colours: Colours
  readonly font: string
  /** Stands in a gap that has room for it. */
  readonly gapText: string
  /** A value under the axis, and an instant where ticks stand so many milliseconds apart. */
  readonly value: (value: number) => string
  readonly axisText: (at: number, stepMs: number) => string
}

const gap = 6
const lineHeight = 14
// Middle of the line of words under a small chart, and above the floor of one with an axis.
const footBelow = 14
const gapAbove = 12

function labels(plot: UPlot, { font, colours }: ChartPicture, draw: (context: CanvasRenderingContext2D) => void): void {
  const { ctx } = plot
  ctx.save()
  ctx.font = font.replace(/[\d.]+px/, (px) => `${Number.parseFloat(px) * UPlot.pxRatio}px`)
  ctx.fillStyle = colours.text
  ctx.textAlign = 'start'
  ctx.textBaseline = 'middle'
  draw(ctx)
  ctx.restore()
}

const floorOf = ({ bbox }: UPlot): number => bbox.top + bbox.height

/** Limits as dotted lines, each with its words under it; a small chart has their numbers at its end. */
export function drawLimits(plot: UPlot, picture: ChartPicture): void {
  const { bbox } = plot
  const scale = UPlot.pxRatio
  const end = bbox.left + bbox.width
  let lowest = -Infinity
  labels(plot, picture, (ctx) => {
    for (const limit of picture.limits.toSorted((a, b) => b.value - a.value)) {
      const y = Math.round(plot.valToPos(limit.value, 'y', true))
      ctx.strokeStyle = picture.colours[limit.kind]
      ctx.lineWidth = scale
      ctx.setLineDash([2 * scale, 4 * scale])
      ctx.beginPath()
      ctx.moveTo(bbox.left, y + scale / 2)
      ctx.lineTo(end, y + scale / 2)
      ctx.stroke()
      // Limits that are close to each other have their words one under the other.
      lowest = Math.max(picture.size === 'small' ? y : y + lineHeight * scale, lowest + lineHeight * scale)
      if (picture.size === 'small') ctx.fillText(picture.value(limit.value), end + gap * scale, lowest)
      else ctx.fillText(limit.text, bbox.left, lowest)
    }
  })
}

/** Says in a gap that has room that nothing was read. */
export function drawGaps(plot: UPlot, picture: ChartPicture): void {
  const [line] = picture.lines
  if (line === undefined || picture.size === 'normal') return
  const scale = UPlot.pxRatio
  const y = floorOf(plot) + (picture.size === 'small' ? footBelow : -gapAbove) * scale
  const { left, width } = plot.bbox
  const runs = runsOf(line, picture, (picture.to - picture.from) / Math.max(1, width))
  labels(plot, picture, (ctx) => {
    ctx.textAlign = 'center'
    const room = ctx.measureText(picture.gapText).width + 2 * gap * scale
    // The times at the ends of a small chart stand in the same line.
    const ends = picture.size === 'small' ? ctx.measureText(picture.axisText(picture.from, 1)).width : 0
    for (const [place, run] of runs.entries()) {
      const before = runs[place - 1]?.at(-1)
      if (before === undefined || run[0] === undefined) continue
      const from = plot.valToPos(before.to, 'x', true)
      const to = plot.valToPos(run[0].from, 'x', true)
      const middle = (from + to) / 2
      const isClear = Math.min(middle - left, left + width - middle) >= ends + room / 2
      if (isClear && to - from >= room) ctx.fillText(picture.gapText, middle, y)
    }
  })
}

/** The floor of a small chart, and the times at its ends. */
export function drawFoot(plot: UPlot, picture: ChartPicture): void {
  const { left, width } = plot.bbox
  const scale = UPlot.pxRatio
  const floor = floorOf(plot)
  labels(plot, picture, (ctx) => {
    ctx.strokeStyle = picture.colours.floor
    ctx.lineWidth = scale
    ctx.beginPath()
    ctx.moveTo(left, floor + scale / 2)
    ctx.lineTo(left + width, floor + scale / 2)
    ctx.stroke()
    ctx.fillText(picture.axisText(picture.from, 1), left, floor + footBelow * scale)
    ctx.textAlign = 'end'
    ctx.fillText(picture.axisText(picture.to, 1), left + width, floor + footBelow * scale)
  })
}

/** What marks stand for, beside their lines as far as there is room. */
export function drawMarkText(
  plot: UPlot,
  picture: ChartPicture,
  marks: readonly { readonly x: number; readonly text: string }[],
): void {
  const { left, top, width } = plot.bbox
  const scale = UPlot.pxRatio
  labels(plot, picture, (ctx) => {
    for (const [place, { x, text }] of marks.entries()) {
      const end = x + ctx.measureText(text).width + 2 * gap * scale
      if (end <= Math.min(left + width, marks[place + 1]?.x ?? Infinity))
        ctx.fillText(text, x + gap * scale, top + lineHeight * scale)
    }
  })
}
