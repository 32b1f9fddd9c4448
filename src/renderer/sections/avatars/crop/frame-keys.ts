/** Keys of a crop frame. Pure. A step is one hundredth of the image’s longer side. */
import type { CropArea } from '../../../../shared/schemas/avatar.ts'
import { maxUnits, movedArea, resizedArea, stretchedArea, unitsOf } from './crop-geometry.ts'
import type { Framed, Move, Size } from './crop-geometry.ts'

/** A key as it was pressed on the frame. */
export interface FrameKey {
  readonly key: string
  readonly shiftKey: boolean
}

const arrows: Readonly<Record<string, Move>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const grows: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 }

function stepOf(image: Size): number {
  return Math.max(1, Math.round(Math.max(image.width, image.height) / 100))
}

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
export function afterKey({ key, shiftKey }: FrameKey, framed: Framed, image: Size): CropArea | null {
  const growth = grows[key]
  if (growth !== undefined) return resized(framed, { x: growth, y: growth }, image)
  const arrow = arrows[key]
  if (arrow === undefined) return null
  if (shiftKey) return resized(framed, arrow, image)
  const step = stepOf(image)
  return movedArea(framed.area, { x: arrow.x * step, y: arrow.y * step }, image)
}
