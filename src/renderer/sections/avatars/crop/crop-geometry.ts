/** The arithmetic of a crop frame, in natural pixels of the image as it is shown. Whole numbers in, whole numbers out. */
import type { CropArea, FaceBox } from '../../../../shared/schemas/avatar.ts'

/** Width to height, such as `16:9`. */
export type Ratio = `${number}:${number}`

/** The shape of a frame: a ratio, or whatever the operator draws. */
export type Shape = Ratio | 'free'

// The shapes that the service is known to take. Source: `service-api.md §Beyond the contract`, Images.
const knownRatios: readonly Ratio[] = ['16:9', '9:16']

const isRatio = (text: string): text is Ratio => /^[1-9]\d*:[1-9]\d*$/.test(text)

export interface Size {
  readonly width: number
  readonly height: number
}

/** A step of the frame: left or up is negative, in natural pixels. */
export interface Move {
  readonly x: number
  readonly y: number
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other))

// The smallest whole pixels of a ratio: of 1920:1080 the same as of 16:9.
function partsOf(ratio: Ratio): Size {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const by = commonDivisor(width, height)
  return { width: width / by, height: height / by }
}

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** How many whole units, such as 16×9, fit into the image: only whole units give exactly the ratio in whole pixels. */
export function maxUnits(image: Size, ratio: Ratio): number {
  const { width, height } = partsOf(ratio)
  return Math.min(Math.floor(image.width / width), Math.floor(image.height / height))
}

/** The ratios that a profile counts as right, or else those that are known; of these the ones that fit into the image. */
export function ratiosFor(image: Size, requested: readonly string[]): readonly Ratio[] {
  const right = requested.filter(isRatio)
  return (right.length === 0 ? knownRatios : right).filter((ratio) => maxUnits(image, ratio) > 0)
}

function sizeOf(ratio: Ratio, units: number): Size {
  const { width, height } = partsOf(ratio)
  return { width: units * width, height: units * height }
}

const clampedSize = ({ width, height }: Size, room: Size): Size => ({
  width: clamp(Math.round(width), 1, room.width),
  height: clamp(Math.round(height), 1, room.height),
})

const centreOf = ({ x, y, width, height }: CropArea): Move => ({ x: x + width / 2, y: y + height / 2 })

export function unitsOf(area: CropArea, ratio: Ratio): number {
  return Math.round(area.width / partsOf(ratio).width)
}

/** The shape of a frame: the ratio that it has exactly, else free. */
export function shapeOf(area: CropArea, ratios: readonly Ratio[]): Shape {
  const found = ratios.find((ratio) => {
    const { width, height } = partsOf(ratio)
    return area.width * height === area.height * width
  })
  return found ?? 'free'
}

// A frame at that place, kept inside the image.
const inside = ({ x, y, width, height }: CropArea, image: Size): CropArea => ({
  x: clamp(Math.round(x), 0, image.width - width),
  y: clamp(Math.round(y), 0, image.height - height),
  width,
  height,
})

const placed = (size: Size, centre: Move, image: Size): CropArea =>
  inside({ ...size, x: centre.x - size.width / 2, y: centre.y - size.height / 2 }, image)

/** The largest frame of a shape, in the middle; a wide one on a tall portrait sits high, where the face is. */
export function largestArea(image: Size, ratio: Ratio): CropArea {
  const size = sizeOf(ratio, maxUnits(image, ratio))
  return placed(size, { x: image.width / 2, y: image.height / (size.width > size.height ? 3 : 2) }, image)
}

export const movedArea = (area: CropArea, by: Move, image: Size): CropArea =>
  inside({ ...area, x: area.x + by.x, y: area.y + by.y }, image)

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
  return placed(sizeOf(ratio, clamp(Math.round(units), 1, maxUnits(image, ratio))), centreOf(area), image)
}

/** A free frame of another width and height around the same centre, kept inside the image; at least one pixel. */
export function stretchedArea(area: CropArea, size: Size, image: Size): CropArea {
  return placed(clampedSize(size, image), centreOf(area), image)
}

export const corners = ['north-west', 'north-east', 'south-west', 'south-east'] as const

export type Corner = (typeof corners)[number]

// The size that the dragged corner gives, within the room between the opposite corner and the image’s edge.
function sizeInRoom(requested: Size, room: Size, shape: Shape): Size {
  if (shape === 'free') return clampedSize(requested, room)
  const { width, height } = partsOf(shape)
  const units = Math.round(Math.max(requested.width / width, requested.height / height))
  return sizeOf(shape, clamp(units, 1, maxUnits(room, shape)))
}

/** The frame with one corner dragged by so many pixels; the opposite corner stays where it is. */
export function draggedCorner(
  { area, shape }: Framed,
  { corner, by }: { readonly corner: Corner; readonly by: Move },
  image: Size,
): CropArea {
  const west = corner.endsWith('west')
  const north = corner.startsWith('north')
  const fixed = { x: west ? area.x + area.width : area.x, y: north ? area.y + area.height : area.y }
  const room = { width: west ? fixed.x : image.width - fixed.x, height: north ? fixed.y : image.height - fixed.y }
  const requested = { width: area.width + (west ? -by.x : by.x), height: area.height + (north ? -by.y : by.y) }
  const size = sizeInRoom(requested, room, shape)
  return { x: west ? fixed.x - size.width : fixed.x, y: north ? fixed.y - size.height : fixed.y, ...size }
}

// Eyes on the upper third put the middle of the face a little above the middle of the picture.
const faceAt = 0.42

function largestFace(faces: readonly FaceBox[]): FaceBox | undefined {
  const size = (face: FaceBox): number => face.width * face.height
  return faces.toSorted((one, other) => size(other) - size(one))[0]
}

/**
 * The largest frame of a shape around the largest face, whose middle lies at 42 % of the frame's height where the image
 * allows it; without a face, where portraits mostly have one. Natural pixels of the upright image; null when the image
 * is too small for the shape.
 */
export function proposedArea(image: Size, ratio: Ratio, faces: readonly FaceBox[]): CropArea | null {
  const area = largestArea(image, ratio)
  if (area.width === 0) return null
  const face = largestFace(faces)
  if (face === undefined) return area
  const x = face.x + face.width / 2 - area.width / 2
  const y = face.y + face.height / 2 - area.height * faceAt
  return inside({ ...area, x, y }, image)
}

// A face ends at the brows and the chin: hair, ears and neck lie around it. In parts of its width and height.
const headMargin = { side: 0.3, above: 0.6, below: 0.4 }

function headOf({ x, y, width, height }: FaceBox, image: Size): CropArea {
  const left = clamp(x - width * headMargin.side, 0, image.width)
  const top = clamp(y - height * headMargin.above, 0, image.height)
  const right = clamp(x + width * (1 + headMargin.side), 0, image.width)
  const bottom = clamp(y + height * (1 + headMargin.below), 0, image.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** How much of the head a frame shows, 0 to 1 in hundredths; 1 without a face. */
function shownHead(image: Size, frame: CropArea, faces: readonly FaceBox[]): number {
  const face = largestFace(faces)
  if (face === undefined) return 1
  const head = headOf(face, image)
  const across = Math.min(head.x + head.width, frame.x + frame.width) - Math.max(head.x, frame.x)
  const down = Math.min(head.y + head.height, frame.y + frame.height) - Math.max(head.y, frame.y)
  const shown = (Math.max(0, across) * Math.max(0, down)) / Math.max(1, head.width * head.height)
  return Math.round(shown * 100) / 100
}

/**
 * The ratio whose proposed frame loses least: of the head first, then of the picture. Of two that lose the same the taller,
 * as a person is. Undefined where there is none to choose from.
 */
export function bestRatio(image: Size, ratios: readonly Ratio[], faces: readonly FaceBox[]): Ratio | undefined {
  const rated = ratios.map((ratio) => {
    const { area } = proposedFrame(image, ratio, faces)
    return { ratio, head: shownHead(image, area, faces), pixels: area.width * area.height, height: area.height }
  })
  const [best] = rated.toSorted(
    (one, other) => other.head - one.head || other.pixels - one.pixels || other.height - one.height,
  )
  return best?.ratio
}

/** The proposed area with its shape, where that fits into the image. */
export function proposedFrame(image: Size, shape: Ratio, faces: readonly FaceBox[]): Framed {
  return { shape, area: proposedArea(image, shape, faces) ?? largestArea(image, shape) }
}

const arrows: Readonly<Record<string, Move>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const larger: Move = { x: 1, y: 1 }
const smaller: Move = { x: -1, y: -1 }
const sizes: Readonly<Record<string, Move>> = { '+': larger, '=': larger, '-': smaller, _: smaller }

// One hundredth of the longer side.
const stepOf = ({ width, height }: Size): number => Math.max(1, Math.round(Math.max(width, height) / 100))

// A frame in shape grows by units in both directions at once; a free one in the direction of the arrow.
function resized({ area, shape }: Framed, by: Move, image: Size): CropArea {
  if (shape === 'free') {
    const step = stepOf(image) * 2
    return stretchedArea(area, { width: area.width + by.x * step, height: area.height + by.y * step }, image)
  }
  const unitStep = Math.max(1, Math.round(maxUnits(image, shape) / 50))
  const direction = Math.sign(by.x + by.y)
  return resizedArea({ area, ratio: shape }, unitsOf(area, shape) + direction * unitStep, image)
}

/** The frame after a key; null when the key does nothing here. Right and down make larger, left and up smaller. */
export function afterKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  framed: Framed,
  image: Size,
): CropArea | null {
  const arrow = arrows[key]
  const growth = sizes[key] ?? (shiftKey ? arrow : undefined)
  if (growth !== undefined) return resized(framed, growth, image)
  if (arrow === undefined) return null
  const step = stepOf(image)
  return movedArea(framed.area, { x: arrow.x * step, y: arrow.y * step }, image)
}
