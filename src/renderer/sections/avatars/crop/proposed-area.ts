import type { CropArea, FaceBox } from '../../../../shared/schemas/avatar.ts'
import { largestArea } from './crop-geometry.ts'
import type { Ratio, Size } from './crop-geometry.ts'

// Eyes on the upper third put the middle of the face a little above the middle of the picture.
const faceAt = 0.42

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

function largestOf(faces: readonly FaceBox[]): FaceBox | null {
  return faces.reduce<FaceBox | null>(
    (best, face) => (best === null || face.width * face.height > best.width * best.height ? face : best),
    null,
  )
}

/**
 * The largest frame of a shape around the largest face, whose middle lies at 42 % of the frame's height where the image
 * allows it; without a face, where portraits mostly have one. Natural pixels of the upright image; null when the image
 * is too small for the shape.
 */
export function proposedArea(image: Size, ratio: Ratio, faces: readonly FaceBox[] | null): CropArea | null {
  const area = largestArea(image, ratio)
  if (area.width === 0 || area.height === 0) return null
  const face = largestOf(faces ?? [])
  if (face === null) return area
  return {
    ...area,
    x: clamp(Math.round(face.x + face.width / 2 - area.width / 2), 0, image.width - area.width),
    y: clamp(Math.round(face.y + face.height / 2 - area.height * faceAt), 0, image.height - area.height),
  }
}
