/** The arithmetic of a crop frame, in natural pixels of the displayed image. */
import type { PercentCrop } from 'react-image-crop'
import type { CropArea, FaceBox } from '../../../../shared/schemas/avatar.ts'

/** Width to height, such as `16:9`. */
export type Ratio = `${number}:${number}`

// The ratios that the service is known to accept. Source: `service-api.md §Beyond the contract`, Images.
const knownRatios: readonly Ratio[] = ['16:9', '9:16']

const isRatio = (text: string): text is Ratio => /^[1-9]\d*:[1-9]\d*$/.test(text)

export interface Size {
  readonly width: number
  readonly height: number
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other))

// The smallest whole pixels of a ratio: the same for 1920:1080 and 16:9.
function partsOf(ratio: Ratio): Size {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const divisor = commonDivisor(width, height)
  return { width: width / divisor, height: height / divisor }
}

/** Width divided by height. */
export function quotientOf(ratio: Ratio): number {
  const { width, height } = partsOf(ratio)
  return width / height
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** How many whole units, such as 16×9, fit into the image: only whole units have the exact ratio in whole pixels. */
function maxUnits(image: Size, ratio: Ratio): number {
  const { width, height } = partsOf(ratio)
  return Math.min(Math.floor(image.width / width), Math.floor(image.height / height))
}

/** The ratios that a profile accepts, or by default the known ratios, if they fit into the image. */
export function ratiosFor(image: Size, requested: readonly string[]): readonly Ratio[] {
  const accepted = requested.filter(isRatio)
  return (accepted.length === 0 ? knownRatios : accepted).filter((ratio) => maxUnits(image, ratio) > 0)
}

/** The ratio that an area has exactly. */
export function ratioOf(area: CropArea, ratios: readonly Ratio[]): Ratio | undefined {
  return ratios.find((ratio) => {
    const { width, height } = partsOf(ratio)
    return area.width * height === area.height * width
  })
}

// The area of `units` units, moved so that it stays inside the image.
function areaOf(units: number, ratio: Ratio, { x, y }: Pick<CropArea, 'x' | 'y'>, image: Size): CropArea {
  const parts = partsOf(ratio)
  const [width, height] = [units * parts.width, units * parts.height]
  return {
    x: clamp(Math.round(x), 0, image.width - width),
    y: clamp(Math.round(y), 0, image.height - height),
    width,
    height,
  }
}

/** The area of a frame of the cropper, in whole pixels, exactly in its ratio and inside the image. */
export function areaOfCrop({ x, y, width }: PercentCrop, ratio: Ratio, image: Size): CropArea {
  const units = Math.round(((width / 100) * image.width) / partsOf(ratio).width)
  const corner = { x: (x / 100) * image.width, y: (y / 100) * image.height }
  return areaOf(clamp(units, 1, maxUnits(image, ratio)), ratio, corner, image)
}

/** The frame of the cropper for an area. */
export function cropOfArea({ x, y, width, height }: CropArea, image: Size): PercentCrop {
  return {
    unit: '%',
    x: (x / image.width) * 100,
    y: (y / image.height) * 100,
    width: (width / image.width) * 100,
    height: (height / image.height) * 100,
  }
}

// Eyes on the upper third put the middle of the face a little above the middle of the picture.
const faceAt = 0.42

function largestFace(faces: readonly FaceBox[]): FaceBox | undefined {
  const size = (face: FaceBox): number => face.width * face.height
  return faces.toSorted((one, other) => size(other) - size(one))[0]
}

/**
 * The largest area of a ratio around the largest face, whose middle is at 42 % of the area's height where the image
 * allows it. Without a face, the area is in the middle, or higher where a tall portrait is cut to a wide shape. Null
 * when the image is too small for the ratio.
 */
export function proposedArea(image: Size, ratio: Ratio, faces: readonly FaceBox[]): CropArea | null {
  const units = maxUnits(image, ratio)
  if (units === 0) return null
  const parts = partsOf(ratio)
  const [width, height] = [units * parts.width, units * parts.height]
  const face = largestFace(faces)
  const middle =
    face === undefined
      ? { x: image.width / 2, y: image.height / (width > height ? 3 : 2) }
      : { x: face.x + face.width / 2, y: face.y + face.height / 2 }
  const above = face === undefined ? height / 2 : height * faceAt
  return areaOf(units, ratio, { x: middle.x - width / 2, y: middle.y - above }, image)
}

// A detected face ends at the brows and the chin: hair, ears and neck are around it. In fractions of its width and
// height.
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
  const overlapWidth = Math.min(head.x + head.width, frame.x + frame.width) - Math.max(head.x, frame.x)
  const overlapHeight = Math.min(head.y + head.height, frame.y + frame.height) - Math.max(head.y, frame.y)
  const shown = (Math.max(0, overlapWidth) * Math.max(0, overlapHeight)) / Math.max(1, head.width * head.height)
  return Math.round(shown * 100) / 100
}

/**
 * The ratio whose proposed area loses least: of the head first, then of the picture, then the taller ratio, as a person
 * is tall. Undefined where no ratio fits.
 */
export function bestRatio(image: Size, ratios: readonly Ratio[], faces: readonly FaceBox[]): Ratio | undefined {
  const rated = ratios.flatMap((ratio) => {
    const area = proposedArea(image, ratio, faces)
    if (area === null) return []
    return [{ ratio, head: shownHead(image, area, faces), pixels: area.width * area.height, height: area.height }]
  })
  const [best] = rated.toSorted(
    (one, other) => other.head - one.head || other.pixels - one.pixels || other.height - one.height,
  )
  return best?.ratio
}
