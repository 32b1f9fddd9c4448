/** Canvas work of the image workers. Every size is in pixels. */
import { turnOf, uprightSize } from '../../shared/model/orientation.ts'
import type { Orientation } from '../../shared/model/orientation.ts'
import type { CropArea, ImageEdit } from '../../shared/schemas/avatar.ts'
import type { ImageSize } from './image-messages.ts'

/** The JPEG quality of images that are sent to the service. */
export const sentQuality = 0.95

export type Drawing = ReturnType<typeof blank>

/** A decoded picture. Width and height belong to the upright original; the bitmap can have fewer pixels. */
export interface Picture extends ImageSize {
  readonly bitmap: ImageBitmap
  /** The file ends before its picture does. */
  readonly truncated?: boolean
  /** The file contains bytes that belong to nothing, but its picture was drawn. */
  readonly damaged?: boolean
  /** True when this is the first frame of an animation. */
  readonly animated?: boolean
}

export function wholePicture(bitmap: ImageBitmap): Picture {
  return { bitmap, width: bitmap.width, height: bitmap.height }
}

/** The scale, at most 1, that makes the longest side no longer than `longest`. */
export function scaleTo({ width, height }: ImageSize, longest: number | null): number {
  return longest === null ? 1 : Math.min(1, longest / Math.max(width, height))
}

/** The size with its longest side no longer than `longest`; never larger than it was. */
export function fitted({ width, height }: ImageSize, longest: number | null): ImageSize {
  const scale = scaleTo({ width, height }, longest)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function blank({ width, height }: ImageSize) {
  const canvas = new OffscreenCanvas(width, height)
  // In memory, not on the graphics card: nothing is displayed, everything is read back, and a graphics card limits the
  // picture size.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no 2d canvas')
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

/** Rotates the bitmap to its orientation. The input is closed unless it is returned unchanged. */
export function turned(bitmap: ImageBitmap, orientation: Orientation): ImageBitmap {
  if (orientation === 1) return bitmap
  const { width, height } = bitmap
  const { canvas, context } = blank(uprightSize({ width, height }, orientation))
  const [a, b, c, d] = turnOf(orientation)
  // A picture that is rotated to the left of the corner or above it is moved back by its side.
  const offsetX = a < 0 ? width : c < 0 ? height : 0
  const offsetY = b < 0 ? width : d < 0 ? height : 0
  context.setTransform(a, b, c, d, offsetX, offsetY)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.transferToImageBitmap()
}

/** Draws a picture with a missing part, grey in that part, as viewers show such a JPEG. */
export function onGrey(bitmap: ImageBitmap): ImageBitmap {
  const { canvas, context } = blank(bitmap)
  context.fillStyle = 'grey'
  context.fillRect(0, 0, bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.transferToImageBitmap()
}

export function scaled(source: ImageBitmap | OffscreenCanvas, size: ImageSize): Drawing {
  const drawing = blank(size)
  drawing.context.drawImage(source, 0, 0, size.width, size.height)
  return drawing
}

/**
 * The part of an area that lies in the image. The area comes from elsewhere, and a canvas would leave the rest empty.
 */
export function inside(area: CropArea | null, { width, height }: ImageSize): CropArea {
  if (area === null) return { x: 0, y: 0, width, height }
  const x = Math.min(area.x, width - 1)
  const y = Math.min(area.y, height - 1)
  return { x, y, width: Math.min(area.width, width - x), height: Math.min(area.height, height - y) }
}

/** The picture after an edit; a JPEG has no transparency, so it is drawn on white. */
export function edited(picture: Picture, edit: ImageEdit): Drawing {
  const { bitmap } = picture
  const area = inside(edit.area, picture)
  const size = fitted(area, edit.longestSide)
  const drawing = blank(size)
  if (edit.type === 'jpeg') {
    drawing.context.fillStyle = 'white'
    drawing.context.fillRect(0, 0, size.width, size.height)
  }
  const [scaleX, scaleY] = [bitmap.width / picture.width, bitmap.height / picture.height]
  const part = [area.x * scaleX, area.y * scaleY, area.width * scaleX, area.height * scaleY] as const
  drawing.context.drawImage(bitmap, ...part, 0, 0, size.width, size.height)
  return drawing
}

/** True when any pixel of a drawing is transparent or translucent. */
export function isTransparent({ canvas, context }: Drawing): boolean {
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

export async function encoded(
  { canvas }: Drawing,
  type: 'jpeg' | 'png' | 'webp',
  quality?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob({ type: `image/${type}`, ...(quality === undefined ? {} : { quality }) })
  return new Uint8Array(await blob.arrayBuffer())
}
