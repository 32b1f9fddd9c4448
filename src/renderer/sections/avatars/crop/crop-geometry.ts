/** The arithmetic of a crop frame, in natural pixels of the image as it is shown. Whole numbers in, whole numbers out. */
import type { CropArea } from '../../../../shared/schemas/avatar.ts'

/** The two shapes that the service is known to take. Source: `service-api.md §Beyond the contract`, Images. */
export type Ratio = '16:9' | '9:16'

/** Pixels of an image. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A step of the frame: left or up is negative, in natural pixels. */
export interface Move {
  readonly x: number
  readonly y: number
}

const parts: Readonly<Record<Ratio, Size>> = { '16:9': { width: 16, height: 9 }, '9:16': { width: 9, height: 16 } }

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** How many whole 16×9 (or 9×16) units fit into the image: only whole units give exactly the ratio in whole pixels. */
export function mostUnits(image: Size, ratio: Ratio): number {
  return Math.min(Math.floor(image.width / parts[ratio].width), Math.floor(image.height / parts[ratio].height))
}

/** How many units wide the frame is. */
export function unitsOf(area: CropArea, ratio: Ratio): number {
  return Math.round(area.width / parts[ratio].width)
}

/** The shape that loses least of the image. */
export function bestRatio(image: Size): Ratio {
  return image.width >= image.height ? '16:9' : '9:16'
}

/** The shape of a frame, by its longer side. */
export function ratioOf(area: CropArea): Ratio {
  return bestRatio(area)
}

function placed(size: Size, centre: Move, image: Size): CropArea {
  return {
    x: clamp(Math.round(centre.x - size.width / 2), 0, image.width - size.width),
    y: clamp(Math.round(centre.y - size.height / 2), 0, image.height - size.height),
    ...size,
  }
}

/** The largest frame of a shape, in the middle; a wide one on a tall portrait sits high, where the face is. */
export function largestArea(image: Size, ratio: Ratio): CropArea {
  const units = mostUnits(image, ratio)
  const size = { width: units * parts[ratio].width, height: units * parts[ratio].height }
  return placed(size, { x: image.width / 2, y: ratio === '16:9' ? image.height / 3 : image.height / 2 }, image)
}

/** The frame moved, kept inside the image. */
export function movedArea(area: CropArea, by: Move, image: Size): CropArea {
  return {
    ...area,
    x: clamp(Math.round(area.x + by.x), 0, image.width - area.width),
    y: clamp(Math.round(area.y + by.y), 0, image.height - area.height),
  }
}

/** The frame at another size around the same centre, kept inside the image; at least one unit, at most what fits. */
export function resizedArea(area: CropArea, units: number, image: Size): CropArea {
  const ratio = ratioOf(area)
  const whole = clamp(Math.round(units), 1, mostUnits(image, ratio))
  const size = { width: whole * parts[ratio].width, height: whole * parts[ratio].height }
  return placed(size, { x: area.x + area.width / 2, y: area.y + area.height / 2 }, image)
}

/** A corner of the frame. */
export type Corner = 'north-west' | 'north-east' | 'south-west' | 'south-east'

/** A corner and how far it was dragged. */
export interface CornerDrag {
  readonly corner: Corner
  readonly by: Move
}

/** The frame with one corner dragged by so many pixels; the opposite corner stays where it is. */
export function draggedCorner(area: CropArea, drag: CornerDrag, image: Size): CropArea {
  const { width, height } = parts[ratioOf(area)]
  const west = drag.corner.endsWith('west')
  const north = drag.corner.startsWith('north')
  const fixed = { x: west ? area.x + area.width : area.x, y: north ? area.y + area.height : area.y }
  const room = { width: west ? fixed.x : image.width - fixed.x, height: north ? fixed.y : image.height - fixed.y }
  const wanted = Math.max(
    (area.width + (west ? -drag.by.x : drag.by.x)) / width,
    (area.height + (north ? -drag.by.y : drag.by.y)) / height,
  )
  const units = clamp(Math.round(wanted), 1, mostUnits(room, ratioOf(area)))
  const size = { width: units * width, height: units * height }
  return { x: west ? fixed.x - size.width : fixed.x, y: north ? fixed.y - size.height : fixed.y, ...size }
}
