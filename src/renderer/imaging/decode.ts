/**
 * Decodes pictures in the browser, no larger than needed where the decoder supports it (JPEG). Every picture is decoded
 * as stored and rotated here, because the browser obeys different tags per format: the EXIF of a JPEG, but not of a
 * WebP.
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

// The decoder scales in eighths. Up to a half, that is clearly faster and equally good; above a half, measurements show
// almost no gain.
const eighths = [1, 2, 3, 4] as const

/**
 * Allows only sides that stay whole numbers, so that each pixel keeps its exact position; null when the picture must be
 * decoded in full size.
 */
export function smallerSize({ width, height }: ImageSize, scale: number): ImageSize | null {
  const part = eighths.find((n) => n / 8 >= scale && (width * n) % 8 === 0 && (height * n) % 8 === 0)
  return part === undefined ? null : { width: (width * part) / 8, height: (height * part) / 8 }
}

// Transferred bytes are freed with the decoder. Otherwise the bytes of two hundred images would wait for the garbage
// collector.
function decoderOf(data: ArrayBuffer, type: ImageRequest['type'], size?: ImageSize): ImageDecoder {
  const fewer = size === undefined ? {} : { desiredWidth: size.width, desiredHeight: size.height }
  return new ImageDecoder({ data, type: `image/${type}`, transfer: [data], ...fewer })
}

async function decodedJpeg(bytes: ArrayBuffer, size: ImageSize): Promise<ImageBitmap> {
  const decoder = decoderOf(bytes, 'jpeg', size)
  try {
    const { image } = await decoder.decode()
    try {
      // Drawing a part of a rotated picture directly from the frame takes the wrong area (Chromium 148).
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

/** Reads a JPEG and hides its EXIF, because the decoder has no option to ignore the orientation. */
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

/** Decodes the JPEG with fewer pixels; null when that is not possible or the decoder returned a different size. */
async function smallerJpeg(read: Read, upright: ImageSize, scale: number): Promise<Picture | null> {
  const { bytes, orientation, state } = await readJpeg(read)
  const size = smallerSize(uprightSize(upright, orientation), scale)
  if (size === null) return null
  const [decoded] = await Promise.allSettled([decodedJpeg(bytes, size)])
  // Damaged files are left to the full-size path, which can also repair some of them.
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
  // Every viewer shows a truncated JPEG, grey where its data ends; Chromium requires the end marker first.
  const [ended] = await Promise.allSettled([storedBitmap(bytes, endOfJpeg)])
  if (ended.status === 'fulfilled') return { ...wholePicture(turned(ended.value, orientation)), truncated: true }
  throw new ImageJobFailure(state === 'truncated' ? 'truncated' : 'unreadable')
}

// A decoder that waits for the rest of a file never reports that it cannot draw any part.
const maxWaitMs = 5_000

/**
 * Decodes the available part of a truncated picture: from a stream that does not end, the decoder draws the bytes that
 * have arrived.
 */
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

/**
 * The bytes that decode without rotation: the PNG decoder obeys the EXIF orientation whatever the options, so the EXIF
 * is removed.
 */
function asStored(bytes: ArrayBuffer, type: ImageRequest['type']): ArrayBuffer {
  return type === 'png' ? withoutChunks(new Uint8Array(bytes), 'eXIf').buffer : bytes
}

async function otherPicture(bytes: ArrayBuffer, type: ImageRequest['type'], isTruncated: boolean): Promise<Picture> {
  const { orientation, isTurnedByBoxes } = readImageTags(new Uint8Array(bytes), type)
  const stored = asStored(bytes, type)
  const [decoded] = await Promise.allSettled([storedBitmap(stored)])
  if (decoded.status === 'rejected' && !isTruncated) throw new ImageJobFailure('unreadable')
  const bitmap = decoded.status === 'fulfilled' ? decoded.value : await partialBitmap(stored, type)
  // The AVIF decoder has already obeyed the boxes of the file.
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
