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

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The first of the places that nothing stands in; undefined without one. */
export function freePlace<Place extends Box>(places: readonly Place[], taken: readonly Box[]): Place | undefined {
  return places.find(({ left, right, top, bottom }) =>
    taken.every((box) => box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom),
  )
}

/** Where the lines run, level and upright, in pixels of the canvas. */
function linesOf(plot: UPlot): readonly Box[] {
  const [instants, ...columns] = plot.data
  return columns.flatMap((column) =>
    Array.from(instants).flatMap((instant, place): readonly Box[] => {
      const value = column[place] ?? null
      const next = column[place + 1] ?? null
      const end = instants[place + 1]
      if (value === null || end === undefined) return []
      const left = plot.valToPos(instant, 'x', true)
      const right = plot.valToPos(end, 'x', true)
      const y = plot.valToPos(value, 'y', true)
      const nextY = next === null ? y : plot.valToPos(next, 'y', true)
      const level = { left, right, top: y - 1, bottom: y + 1 }
      return nextY === y ? [level] : [level, { left: right - 1, right: right + 1, ...between(y, nextY) }]
    }),
  )
}

const between = (one: number, other: number) => ({ top: Math.min(one, other), bottom: Math.max(one, other) })

/** Limits as dotted lines, each with its text under or over it; a small chart has their numbers at its end. */
export function drawLimits(plot: UPlot, picture: ChartPicture): readonly Box[] {
  const { left, width, top } = plot.bbox
  const isSmall = picture.size === 'small'
  const taken: Box[] = isSmall ? [] : [...linesOf(plot)]
  let lowest = -Infinity
  withTextStyle(plot, picture, (ctx, scale) => {
    ctx.setLineDash([2 * scale, 4 * scale])
    const limits = picture.limits
      .toSorted((a, b) => b.value - a.value)
      .map((limit) => ({ ...limit, y: Math.round(plot.valToPos(limit.value, 'y', true)) }))
    taken.push(...limits.map(({ y }) => ({ left, right: left + width, top: y - 1, bottom: y + 1 })))
    for (const { kind, value, text, y } of limits) {
      ctx.strokeStyle = picture.colours[kind]
      drawLine(ctx, [left, y + scale / 2], [left + width, y + scale / 2])
      if (isSmall) {
        // Limits that are close to each other have their numbers one under the other.
        lowest = Math.max(y, lowest + lineHeight * scale)
        ctx.fillText(picture.format(value), left + width + gap * scale, lowest)
        continue
      }
      const long = ctx.measureText(text).width
      const half = (lineHeight * scale) / 2
      const places = [y + 2 * half, y - 2 * half].flatMap((middle) =>
        [left, left + width - long].map((start) => boxOf([start, middle], long, half)),
      )
      const inside = places.filter((box) => box.top >= top && box.bottom <= floorOf(plot))
      const place = freePlace(inside, taken) ?? inside[0]
      if (place === undefined) continue
      taken.push(place)
      ctx.fillText(text, place.left, place.top + half)
    }
  })
  return taken
}

/** Of a text that begins at a point, which is in its middle by height. */
function boxOf([left, middle]: Point, width: number, half: number): Box {
  return { left, right: left + width, top: middle - half, bottom: middle + half }
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

// Told apart by form, not by colour alone; the legend draws the same forms. Paths in a square of side 1.
const signs: Readonly<Record<Annotation['kind'], string>> = {
  alert: 'M.5 0 1 1H0z',
  'close-all': 'M0 0h1v1H0z',
  batch: 'M0 .5a.5.5 0 0 1 1 0 .5.5 0 0 1-1 0z',
  unknown: 'M.5 1 1 0H0z',
  refund: 'M.5 0 1 .5.5 1 0 .5z',
  'top-up': 'M0 .333h1v.334H0zM.333 0h.334v1H.333z',
  'account-changed': 'M.333 0h.334v1H.333z',
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
 * room: in the first line of text through which no line runs.
 */
export function drawMarks(plot: UPlot, picture: ChartPicture, taken: readonly Box[]): void {
  const { left, top, width, height } = plot.bbox
  const placed = picture.annotations
    .filter(({ at }) => at >= picture.from && at <= picture.to)
    .map(({ kind, at, text }) => ({ kind, text, x: Math.round(plot.valToPos(at, 'x', true)) }))
  withTextStyle(plot, picture, (ctx, scale) => {
    const drawn = withoutOverlaps(placed, scale)
    const alone = drawn.filter(({ hasLine }) => hasLine).map(({ mark }) => mark)
    const occupied = [...taken, ...alone.map(({ x }) => ({ left: x - 1, right: x + 1, top, bottom: top + height }))]
    const half = (lineHeight * scale) / 2
    const rows = Array.from({ length: Math.floor(height / (2 * half)) - 1 }, (_, row) => top + 2 * half * (row + 1))
    for (const { x, text } of alone) {
      const long = ctx.measureText(text).width
      const starts = [x + gap * scale, x - gap * scale - long].filter(
        (start) => start >= left && start + long <= left + width,
      )
      const place = freePlace(
        rows.flatMap((middle) => starts.map((start) => boxOf([start, middle], long, half))),
        occupied,
      )
      if (place === undefined) continue
      occupied.push(place)
      ctx.fillText(text, place.left, place.top + half)
    }
    ctx.setLineDash([2 * scale, 2 * scale])
    const side = 2 * signSize * scale
    for (const { mark, hasLine } of drawn) {
      const { kind, x } = mark
      ctx.strokeStyle = picture.colours[kind]
      ctx.fillStyle = picture.colours[kind]
      if (hasLine) drawLine(ctx, [x, top], [x, top + height])
      const sign = new Path2D()
      const corner = { e: x - side / 2, f: top - signAbove * scale - side / 2 }
      sign.addPath(new Path2D(signs[kind]), { a: side, d: side, ...corner })
      ctx.fill(sign)
    }
  })
}
