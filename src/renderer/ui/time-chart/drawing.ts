/** The canvas: uPlot keeps axes, scales, size and pointer and draws the lines; marks and words are drawn over them. */
import UPlot from 'uplot'
import { columnsOf, isBanded } from './chart-data.ts'
import type { ChartPicture, TimeLine } from './chart-data.ts'
import { drawFoot, drawGaps, drawLimits, drawMarks } from './chart-labels.ts'
import { isWhole, letterWidth } from './times.ts'

// Calls and creations are whole.
const wholeSteps = [1, 2, 5].flatMap((digit) => Array.from({ length: 10 }, (_, power) => digit * 10 ** power))
const increments = wholeSteps.sort((a, b) => a - b)
const headroom = 1.06
// Of the axis of values, which has two digits or more.
const axisWidth = (digits: number): number => 12 + letterWidth * Math.max(2, digits)
const padding = { small: [6, 28, 22, 0], normal: [16, 4, 0, 0] } as const

const paths = UPlot.paths.stepped?.({ align: 1, alignGaps: 1 })
const edge = { width: 0, points: { show: false }, ...(paths && { paths }) }
// Else half a pixel of the way from the last value stands at the end of a gap.
const gaps: UPlot.Series.GapsRefiner = (...[, , , , found]) => found.map(([start, end]) => [start, end + 0.5])

// In the order of `columnsOf`.
function seriesOf(line: TimeLine, picture: () => ChartPicture): readonly UPlot.Series[] {
  const stroke = () => picture().colours[line.tone]
  const drawn = { ...edge, width: 1.5, stroke, gaps, ...(line.tone === 'soft' && { dash: [4, 3] }) }
  return isBanded(line) ? [edge, edge, drawn] : [drawn]
}

// Of two pixels at least half of one is left by `gaps`.
const minWidth = 2

function dataOf(picture: ChartPicture, width: number): UPlot.AlignedData {
  return columnsOf(picture, (minWidth * (picture.to - picture.from)) / Math.max(1, width))
}

function axes(picture: () => ChartPicture): UPlot.Axis[] {
  const { size, font } = picture()
  if (size === 'small') return [{ show: false }, { show: false }]
  const text = { stroke: () => picture().colours.text, font, gap: 6 }
  const floor = { stroke: () => picture().colours.floor, width: 1 }
  return [
    {
      ...text,
      size: 24,
      space: 96,
      grid: { show: false },
      ticks: { ...floor, size: 4 },
      border: { ...floor, show: true },
      values: ({ width }, splits) => {
        const { from, to, times } = picture()
        const left = axisWidth(0)
        const xOf = (at: number): number => left + ((at - from) / (to - from)) * (width - left)
        return splits.map((at) => {
          const text = times.axisText(at, (splits[1] ?? at) - (splits[0] ?? at))
          return isWhole(xOf(at), text, width) ? text : ''
        })
      },
    },
    {
      ...text,
      size: (_plot, values: readonly string[] | null) =>
        axisWidth(Math.max(0, ...(values ?? []).map((value) => value.length))),
      space: 64,
      incrs: increments,
      grid: { stroke: () => picture().colours.grid, width: 1 },
      ticks: { show: false },
      values: (_plot, splits) => splits.map((value) => picture().format(value)),
    },
  ]
}

/**
 * Draws inside an element that is empty and has a size; `onPoint` is told the instant under the pointer, null when it
 * leaves.
 */
export function createDrawing(host: HTMLElement, first: ChartPicture, onPoint: (at: number | null) => void) {
  let picture = first
  const current = (): ChartPicture => picture
  const { clientWidth: width, clientHeight: height } = host
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
          range: (_plot, _lowest, highest) => [
            0,
            Math.max(1, highest, ...picture.limits.map(({ value }) => value)) * headroom,
          ],
        },
      },
      axes: axes(current),
      series: [{}, ...first.lines.flatMap((line) => seriesOf(line, current))],
      bands: first.lines.some(isBanded) ? [{ series: [1, 2], fill: () => picture.colours.band }] : [],
      hooks: {
        draw: [
          (drawn) => {
            const taken = drawLimits(drawn, picture)
            drawGaps(drawn, picture)
            if (picture.size === 'small') drawFoot(drawn, picture)
            drawMarks(drawn, picture, taken)
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
    dataOf(first, width),
    host,
  )
  return {
    show: (next: ChartPicture): void => {
      picture = next
      plot.setData(dataOf(next, plot.width))
    },
    resize: (size: { readonly width: number; readonly height: number }): void => plot.setSize(size),
    dispose: (): void => plot.destroy(),
  }
}

export type Drawing = ReturnType<typeof createDrawing>
