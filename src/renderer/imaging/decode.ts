/**
 * How the browser decodes: no larger than needed where the decoder can (JPEG). Every picture is decoded as it is stored
 * and turned here, because the browser obeys other notes than the formats have: EXIF of a JPEG, but not of a WebP.
 */
import { fileState } from '../../shared/model/file-state.ts'
import type { FileState } from '../../shared/model/file-state.ts'
import { readImageTags } from '../../shared/model/image-tags.ts'
import { segmentsOf } from '../../shared/model/jpeg-segments.ts'
import type { Orientation } from '../../shared/model/orientation.ts'
import { uprightSize } from '../../shared/model/orientation.ts'
import { withoutChunks } from '../../shared/model/png-chunks.ts'
import { onGrey, turned, wholePicture } from './draw.ts'
import type { Picture } from './draw.ts'
import { ImageJobFailure } from './image-messages.ts'
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

function storedBitmap(...parts: readonly BlobPart[]): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([...parts]), { imageOrientation: 'none' })
}

interface ReadJpeg {
  readonly bytes: ArrayBuffer
  readonly orientation: Orientation
  readonly state: FileState
}

/** A JPEG whose decoder is not to turn it: it cannot be asked not to, so it finds no EXIF. */
async function readJpeg(read: Read): Promise<ReadJpeg> {
  const buffer = await read()
  const bytes = new Uint8Array(buffer)
  const { orientation } = readImageTags(bytes, 'jpeg')
  const state = fileState(bytes, 'jpeg')
  for (const { marker, at } of segmentsOf(bytes)) {
    if (marker === 0xda) break
    if (marker === 0xe1) bytes[at + 4] = 0
  }
  return { bytes: buffer, orientation, state }
}

/** The JPEG with fewer pixels; null when that is not possible, or not what the decoder made of it. */
async function smallerJpeg(read: Read, upright: ImageSize, scale: number): Promise<Picture | null> {
  const { bytes, orientation, state } = await readJpeg(read)
  const size = smallerSize(uprightSize(upright, orientation), scale)
  if (size === null) return null
  const [decoded] = await Promise.allSettled([decodedJpeg(bytes, size)])
  // Any damage is left to the way of all images, which also knows what may be put right.
  if (decoded.status === 'rejected') return null
  const bitmap = decoded.value
  if (bitmap.width === size.width && bitmap.height === size.height) {
    const { width, height } = upright
    return { bitmap: turned(bitmap, orientation), width, height, damaged: state === 'damaged' }
  }
  bitmap.close()
  return null
}

async function jpegPicture(read: Read, size: ImageSize, scale: number): Promise<Picture> {
  const smaller = await smallerJpeg(read, size, scale)
  if (smaller !== null) return smaller
  const { bytes, orientation, state } = await readJpeg(read)
  const [decoded] = await Promise.allSettled([storedBitmap(bytes)])
  if (decoded.status === 'fulfilled')
    return { ...wholePicture(turned(decoded.value, orientation)), damaged: state === 'damaged' }
  // A JPEG that was cut off is shown by every viewer, grey where it ends; Chromium asks for its last marker first.
  const [ended] = await Promise.allSettled([storedBitmap(bytes, endOfJpeg)])
  if (ended.status === 'fulfilled') return { ...wholePicture(turned(ended.value, orientation)), truncated: true }
  throw new ImageJobFailure(state === 'truncated' ? 'truncated' : 'unreadable')
}

// A decoder that waits for the rest of a file says nothing when it cannot draw any of it.
const maxWaitMs = 5_000

/** As much as there is of a picture whose file was cut off: a stream that does not end yet shows what has arrived. */
async function partialBitmap(bytes: ArrayBuffer, type: ImageRequest['type']): Promise<ImageBitmap> {
  const data = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new Uint8Array(bytes)) })
  const decoder = new ImageDecoder({ data, type: `image/${type}` })
  const timeout = AbortSignal.timeout(maxWaitMs)
  timeout.addEventListener('abort', () => decoder.close())
  const [decoded] = await Promise.allSettled([decoder.decode({ completeFramesOnly: false })])
  if (!timeout.aborted) decoder.close()
  if (decoded.status === 'rejected') throw new ImageJobFailure('truncated')
  const { image } = decoded.value
  try {
    return onGrey(await createImageBitmap(image))
  } finally {
    image.close()
  }
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

/** The bytes of a picture whose decoder is not to turn it: that of a PNG does so whatever it is asked, by its EXIF. */
function asStored(bytes: ArrayBuffer, type: ImageRequest['type']): ArrayBuffer {
  return type === 'png' ? withoutChunks(new Uint8Array(bytes), 'eXIf').buffer : bytes
}

async function otherPicture(bytes: ArrayBuffer, type: ImageRequest['type'], isTruncated: boolean): Promise<Picture> {
  const { orientation, isTurnedByBoxes } = readImageTags(new Uint8Array(bytes), type)
  const stored = asStored(bytes, type)
  const [decoded] = await Promise.allSettled([storedBitmap(stored)])
  if (decoded.status === 'rejected' && !isTruncated) throw new ImageJobFailure('unreadable')
  const bitmap = decoded.status === 'fulfilled' ? decoded.value : await partialBitmap(stored, type)
  // That of an AVIF has obeyed its boxes.
  const picture = wholePicture(turned(bitmap, isTurnedByBoxes ? 1 : orientation))
  const [animated] = await Promise.allSettled([isAnimated(bytes, type)])
  return { ...picture, animated: animated.status === 'fulfilled' && animated.value }
}

export const decode: Decode = async (read, { type, size }, scale) => {
  if (type === 'jpeg') return jpegPicture(read, size, scale)
  const bytes = await read()
  const isTruncated = fileState(new Uint8Array(bytes), type) === 'truncated'
  const picture = await otherPicture(bytes, type, isTruncated)
  return { ...picture, truncated: isTruncated }
}
