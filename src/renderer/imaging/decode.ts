/** How the browser decodes: no larger than needed where the decoder can (JPEG), and upright where it does not (WebP). */
import exifr from 'exifr'
import { webpChunk } from '../../shared/model/webp-chunk.ts'
import { blank, wholePicture } from './draw.ts'
import type { Picture } from './draw.ts'
import type { ImageRequest, ImageSize } from './image-messages.ts'
import type { Decode } from './run-image-job.ts'

type Read = Parameters<Decode>[0]

const endOfJpeg = new Uint8Array([0xff, 0xd9])

// The decoder knows eighths. Up to a half that is clearly faster, and as good; above, measured, it gains next to nothing.
const eighths = [1, 2, 3, 4] as const

/** Only sides that stay whole numbers, so that each pixel keeps its exact place; null when it is to be decoded whole. */
export function smallerSize({ width, height }: ImageSize, scale: number): ImageSize | null {
  const part = eighths.find((n) => n / 8 >= scale && (width * n) % 8 === 0 && (height * n) % 8 === 0)
  return part === undefined ? null : { width: (width * part) / 8, height: (height * part) / 8 }
}

// Handed over, the bytes are freed with the decoder; those of two hundred images would wait for the collector.
function decoderOf(data: ArrayBuffer, type: ImageRequest['type'], size?: ImageSize): ImageDecoder {
  const fewer = size === undefined ? {} : { desiredWidth: size.width, desiredHeight: size.height }
  return new ImageDecoder({ data, type: `image/${type}`, transfer: [data], ...fewer })
}

async function decodedJpeg(bytes: ArrayBuffer, size: ImageSize): Promise<ImageBitmap> {
  const decoder = decoderOf(bytes, 'jpeg', size)
  try {
    const { image } = await decoder.decode()
    try {
      // Drawn from the frame itself, a part of a turned picture is taken from the wrong place (Chromium 148).
      return await createImageBitmap(image)
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}

function uprightBitmap(...parts: readonly BlobPart[]): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([...parts]), { imageOrientation: 'from-image' })
}

/** The JPEG with fewer pixels; null when that is not possible, or not what the decoder made of it. */
async function smallerJpeg(read: Read, { width, height }: ImageSize, scale: number): Promise<Picture | null> {
  const size = smallerSize({ width, height }, scale)
  if (size === null) return null
  const bytes = await read()
  const [decoded] = await Promise.allSettled([decodedJpeg(bytes, size)])
  // Any damage is left to the way of all images, which also knows what may be put right.
  if (decoded.status === 'rejected') return null
  const bitmap = decoded.value
  if (bitmap.width === size.width && bitmap.height === size.height) return { bitmap, width, height }
  bitmap.close()
  return null
}

async function jpegPicture(read: Read, size: ImageSize, scale: number): Promise<Picture> {
  const smaller = await smallerJpeg(read, size, scale)
  if (smaller !== null) return smaller
  const bytes = await read()
  const [whole] = await Promise.allSettled([uprightBitmap(bytes)])
  if (whole.status === 'fulfilled') return wholePicture(whole.value)
  // A JPEG that was cut off is shown by every viewer, grey where it ends; Chromium asks for its last marker first.
  return { ...wholePicture(await uprightBitmap(bytes, endOfJpeg)), truncated: true }
}

/** Where the stored pixels of a picture go, as a canvas takes it: a, b, c, d, e, f for width and height as stored. */
function turn(orientation: number, { width, height }: ImageSize): DOMMatrix2DInit {
  const places: Readonly<Record<number, readonly [number, number, number, number, number, number]>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, height, 0],
    7: [0, -1, -1, 0, height, width],
    8: [0, -1, 1, 0, 0, width],
  }
  const [a, b, c, d, e, f] = places[orientation] ?? [1, 0, 0, 1, 0, 0]
  return { a, b, c, d, e, f }
}

function turned(bitmap: ImageBitmap, orientation: number): ImageBitmap {
  const { width, height } = bitmap
  const { canvas, context } = blank(orientation >= 5 ? { width: height, height: width } : { width, height })
  context.setTransform(turn(orientation, bitmap))
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.transferToImageBitmap()
}

async function webpPicture(bytes: ArrayBuffer): Promise<Picture> {
  const exif = webpChunk(new Uint8Array(bytes), 'EXIF')
  const [read] = await Promise.allSettled([exif === null ? undefined : exifr.orientation(exif)])
  // Chromium does not turn a WebP as its EXIF says, and is told not to begin with it one day.
  const bitmap = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'none' })
  const orientation = read.status === 'fulfilled' ? (read.value ?? 1) : 1
  return wholePicture(orientation === 1 ? bitmap : turned(bitmap, orientation))
}

async function isAnimated(bytes: ArrayBuffer, type: ImageRequest['type']): Promise<boolean> {
  const decoder = decoderOf(bytes, type)
  try {
    await decoder.completed
    return decoder.tracks.selectedTrack?.animated === true
  } finally {
    decoder.close()
  }
}

export const decode: Decode = async (read, { type, size }, scale) => {
  if (type === 'jpeg') return jpegPicture(read, size, scale)
  const bytes = await read()
  const picture = type === 'webp' ? await webpPicture(bytes) : wholePicture(await uprightBitmap(bytes))
  const [animated] = await Promise.allSettled([isAnimated(bytes, type)])
  return { ...picture, animated: animated.status === 'fulfilled' && animated.value }
}
