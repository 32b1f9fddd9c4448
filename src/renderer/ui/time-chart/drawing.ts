/** The canvas: uPlot keeps axes, scales, size and pointer; lines, bands and marks are drawn from our own steps. */
import UPlot from 'uplot'
import type { TimeLine } from './chart-types.ts'
import { drawFoot, drawGaps, drawLimits, drawMarkText } from './chart-labels.ts'
import type { ChartPicture } from './chart-labels.ts'
import { drawMark, withoutOverlaps } from './annotation-marks.ts'
import { bandOf, highestOf, lineOf, runsOf } from './series-geometry.ts'
import type { Point, Projection, Run } from './series-geometry.ts'

export interface Drawing {
  readonly show: (picture: ChartPicture) => void
  readonly resize: (width: number, height: number) => void
  readonly dispose: () => void
}

export interface DrawingSetting {
  readonly host: HTMLElement
  readonly width: number
  readonly height: number
  readonly picture: ChartPicture
  /** Told the instant under the pointer, null when it leaves. */
  readonly onPoint: (at: number | null) => void
}

// Calls and creations are whole.
const wholeSteps = [1, 2, 5].flatMap((digit) => Array.from({ length: 10 }, (_, power) => digit * 10 ** power))
const increments = wholeSteps.sort((a, b) => a - b)
const headroom = 1.06
const letterWidth = 7
// A time under the very end of the axis would be cut.
const endShare = 0.06
const padding = { small: [6, 28, 22, 0], normal: [16, 4, 0, 0], tall: [16, 4, 0, 0] } as const

// Whole pixels: upright and level lines between them would be blurred.
function projection(plot: UPlot): Projection {
  return {
    x: (at) => Math.round(plot.valToPos(at, 'x', true)),
    y: (value) => Math.round(plot.valToPos(value, 'y', true)),
  }
}

function trace(path: Path2D, points: readonly Point[]): void {
  for (const [place, [x, y]] of points.entries()) {
    if (place === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
}

function pathOf(runs: readonly Run[], points: (run: Run) => readonly Point[], isClosed: boolean): Path2D {
  const path = new Path2D()
  for (const run of runs) {
    trace(path, points(run))
    if (isClosed) path.closePath()
  }
  return path
}

function isBanded(line: TimeLine): boolean {
  return line.low !== undefined && line.high !== undefined
}

function seriesOf(place: number, picture: () => ChartPicture): UPlot.Series {
  const line = (): TimeLine | undefined => picture().lines[place]
  const tone = (): TimeLine['tone'] => line()?.tone ?? 'soft'
  return {
    stroke: () => picture().colours[tone()],
    fill: () => picture().colours.band,
    width: 1.5,
    ...(tone() === 'soft' ? { dash: [4, 3] } : {}),
    points: { show: false },
    paths: (plot) => {
      const drawn = line()
      if (drawn === undefined) return null
      const span = { from: picture().from, to: picture().to }
      const runs = runsOf(drawn, span, (span.to - span.from) / Math.max(1, plot.bbox.width))
      const places = projection(plot)
      const corners = (run: Run): readonly Point[] => lineOf(run, places, !isBanded(drawn))
      const band = isBanded(drawn) ? pathOf(runs, (run) => bandOf(run, places), true) : null
      return { stroke: pathOf(runs, corners, false), fill: band }
    },
  }
}

function axes(picture: () => ChartPicture): UPlot.Axis[] {
  if (picture().size === 'small') return [{ show: false }, { show: false }]
  const text = () => picture().colours.text
  const grid = { stroke: () => picture().colours.grid, width: 1 }
  return [
    {
      stroke: text,
      font: picture().font,
      size: 24,
      gap: 6,
      space: 96,
      grid: { show: false },
      ticks: { stroke: () => picture().colours.floor, width: 1, size: 4 },
      border: { show: true, stroke: () => picture().colours.floor, width: 1 },
      values: (_plot, splits) => {
        const { from, to, axisText } = picture()
        const lastAt = to - (to - from) * endShare
        return splits.map((at) => (at > lastAt ? '' : axisText(at, (splits[1] ?? at) - (splits[0] ?? at))))
      },
    },
    {
      stroke: text,
      font: picture().font,
      size: (_plot, values: readonly string[] | null) =>
        12 + letterWidth * Math.max(2, ...(values ?? []).map((value) => value.length)),
      gap: 6,
      space: picture().size === 'tall' ? 64 : 32,
      incrs: increments,
      grid,
      ticks: { show: false },
      values: (_plot, splits) => splits.map((value) => picture().value(value)),
    },
  ]
}

// The lines are drawn from the picture itself; uPlot needs to know the box that they stand in.
function boxOf({ from, to, lines }: ChartPicture): UPlot.AlignedData {
  return [[from, to], ...lines.map(() => [0, 0])]
}

function drawMarks(plot: UPlot, picture: ChartPicture): void {
  const { ctx, bbox } = plot
  const { marks, colours, from, to } = picture
  const scale = UPlot.pxRatio
  const placed = marks
    .filter(({ at }) => at >= from && at <= to)
    .map(({ kind, at, text }) => ({ kind, text, x: Math.round(plot.valToPos(at, 'x', true)) }))
  const drawn = withoutOverlaps(placed, scale)
  for (const { mark, hasLine } of drawn) {
    const { top, height } = bbox
    drawMark(ctx, { ...mark, colour: colours[mark.kind], top, bottom: top + height, scale, hasLine })
  }
  const alone = drawn.filter(({ hasLine }) => hasLine).map(({ mark }) => mark)
  if (picture.size === 'tall') drawMarkText(plot, picture, alone)
}

/** Makes a drawing inside an element that is empty and has a size. */
export function createDrawing({ host, width, height, picture: first, onPoint }: DrawingSetting): Drawing {
  let picture = first
  const current = (): ChartPicture => picture
  const plot = new UPlot(
    {
      width,
      height,
      ms: 1,
      padding: [...padding[first.size]],
      legend: { show: false },
      // A pointer reads; it drags nothing and zooms nothing.
      cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
      scales: {
        x: { range: () => [picture.from, picture.to] },
        y: {
          range: () => [
            0,
            Math.max(highestOf(picture.lines, picture), ...picture.limits.map(({ value }) => value)) * headroom,
          ],
        },
      },
      axes: axes(current),
      series: [{}, ...first.lines.map((_, place) => seriesOf(place, current))],
      hooks: {
        draw: [
          (drawn) => {
            drawLimits(drawn, picture)
            drawGaps(drawn, picture)
            if (picture.size === 'small') drawFoot(drawn, picture)
            drawMarks(drawn, picture)
          },
        ],
        setCursor: [
          (pointed) => {
            const { left = -1 } = pointed.cursor
            onPoint(left < 0 ? null : pointed.posToVal(left, 'x'))
          },
        ],
      },
    },
    boxOf(first),
    host,
  )
  return {
    show: (next) => {
      picture = next
      plot.setData(boxOf(next))
    },
    resize: (nextWidth, nextHeight) => plot.setSize({ width: nextWidth, height: nextHeight }),
    dispose: () => plot.destroy(),
  }
}
