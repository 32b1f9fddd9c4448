/** The arithmetic of a crop frame, in natural pixels of the image as it is shown. Whole numbers in, whole numbers out. */
import type { CropArea } from '../../../../shared/schemas/avatar.ts'

/** The two shapes that the service is known to take. Source: `service-api.md §Beyond the contract`, Images. */
export type Ratio = '16:9' | '9:16'

/** The shape of a frame: one of the two, or whatever the operator draws. */
export type Shape = Ratio | 'free'

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

/** The shape of a frame: one of the two when it has it exactly, else free. */
export function shapeOf(area: CropArea): Shape {
  const ratio = bestRatio(area)
  return area.width * parts[ratio].height === area.height * parts[ratio].width ? ratio : 'free'
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

/** A frame and what keeps it in shape. */
export interface Framed {
  readonly area: CropArea
  readonly shape: Shape
}

/** The frame so many units wide around the same centre, kept inside the image; at least one unit, at most what fits. */
export function resizedArea(
  { area, ratio }: { readonly area: CropArea; readonly ratio: Ratio },
  units: number,
  image: Size,
): CropArea {
  const whole = clamp(Math.round(units), 1, mostUnits(image, ratio))
  const size = { width: whole * parts[ratio].width, height: whole * parts[ratio].height }
  return placed(size, { x: area.x + area.width / 2, y: area.y + area.height / 2 }, image)
}

/** A free frame of another width and height around the same centre, kept inside the image; at least one pixel. */
export function stretchedArea(area: CropArea, size: Size, image: Size): CropArea {
  const whole = {
    width: clamp(Math.round(size.width), 1, image.width),
    height: clamp(Math.round(size.height), 1, image.height),
  }
  return placed(whole, { x: area.x + area.width / 2, y: area.y + area.height / 2 }, image)
}

/** A corner of the frame. */
export type Corner = 'north-west' | 'north-east' | 'south-west' | 'south-east'

/** A corner and how far it was dragged. */
export interface CornerDrag {
  readonly corner: Corner
  readonly by: Move
}

// The size that a corner asks for, within the room between the opposite corner and the image's edge.
function sizeInRoom(wanted: Size, room: Size, shape: Shape): Size {
  if (shape === 'free') {
    return {
      width: clamp(Math.round(wanted.width), 1, room.width),
      height: clamp(Math.round(wanted.height), 1, room.height),
    }
  }
  const { width, height } = parts[shape]
  const units = clamp(Math.round(Math.max(wanted.width / width, wanted.height / height)), 1, mostUnits(room, shape))
  return { width: units * width, height: units * height }
}

/** The frame with one corner dragged by so many pixels; the opposite corner stays where it is. */
export function draggedCorner({ area, shape }: Framed, { corner, by }: CornerDrag, image: Size): CropArea {
  const west = corner.endsWith('west')
  const north = corner.startsWith('north')
  const fixed = { x: west ? area.x + area.width : area.x, y: north ? area.y + area.height : area.y }
  const room = { width: west ? fixed.x : image.width - fixed.x, height: north ? fixed.y : image.height - fixed.y }
  const wanted = { width: area.width + (west ? -by.x : by.x), height: area.height + (north ? -by.y : by.y) }
  const size = sizeInRoom(wanted, room, shape)
  return { x: west ? fixed.x - size.width : fixed.x, y: north ? fixed.y - size.height : fixed.y, ...size }
}
