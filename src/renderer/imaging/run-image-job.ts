/** Processes an order in an image worker, independently of the decoder. The picture is closed before the answer. */
import type { ImageId } from '../../shared/ids.ts'
import type { ImageEdit } from '../../shared/schemas/avatar.ts'
import { blank, edited, encoded, fitted, inside, isTransparent, scaled, scaleTo, sentQuality } from './draw.ts'
import type { Drawing, Picture } from './draw.ts'
import { closerAreas, modelSide, regionInSquare } from './faces/find-faces.ts'
import type { ModelSquare } from './faces/find-faces.ts'
import { ImageJobFailure, maxConvertedBytes, maxPixels, thumbnailSide } from './image-messages.ts'
import type {
  Converted,
  FaceOrder,
  ImageFindings,
  ImageRequest,
  ImageResponse,
  ImageSize,
  ImageTask,
} from './image-messages.ts'
import { imageUrl } from './image-url.ts'
import { greyOf, pictureSide, qualityIn } from './picture-quality.ts'
import type { GreyPicture } from './picture-quality.ts'

/**
 * Decodes an upright picture with at least the pixels that the scale (0 to 1) requires. Each `read` returns bytes that
 * the decoder can keep or transfer.
 */
export type Decode = (
  read: () => Promise<ArrayBuffer>,
  image: Pick<ImageRequest, 'type' | 'size'>,
  scale: number,
) => Promise<Picture>

// The thumbnail and the faces are drawn from a picture with this longest side, because scaling a small picture costs
// almost nothing, unlike scaling the original each time.
const overviewSide = 960
const thumbnailQuality = 0.8

async function sameBytes(file: File, imageId: ImageId): Promise<ArrayBuffer | null> {
  const bytes = await file.arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') === imageId ? bytes : null
}

/** The bytes that main stores, read from the file while it is unchanged, otherwise from main. */
async function bytesOf({ imageId, file }: ImageRequest): Promise<ArrayBuffer> {
  // The browser refuses a file that was changed or moved since it was dropped.
  const [fileBytes] = file === null ? [] : await Promise.allSettled([sameBytes(file, imageId)])
  if (fileBytes?.status === 'fulfilled' && fileBytes.value !== null) return fileBytes.value
  const answer = await fetch(imageUrl(imageId))
  if (!answer.ok) throw new ImageJobFailure('not-found')
  return answer.arrayBuffer()
}

function thumbnailOf({ canvas }: Drawing, transparent: boolean): Promise<Uint8Array<ArrayBuffer>> {
  return encoded(scaled(canvas, fitted(canvas, thumbnailSide)), transparent ? 'webp' : 'jpeg', thumbnailQuality)
}

/** The input of the face model, drawn from the overview of a picture with this size. */
function faceSearch({ width, height }: ImageSize, { canvas }: Drawing, grey: GreyPicture): FaceOrder {
  const scale = canvas.width / width
  const { context } = blank({ width: modelSide, height: modelSide })
  const squareOf = (area: ModelSquare['area']): ModelSquare => {
    const region = regionInSquare(area)
    const part = [area.x * scale, area.y * scale, area.width * scale, area.height * scale] as const
    context.fillRect(0, 0, modelSide, modelSide)
    context.drawImage(canvas, ...part, region.x, region.y, region.width, region.height)
    return { area, pixels: context.getImageData(0, 0, modelSide, modelSide).data }
  }
  return {
    wholeSquare: squareOf({ x: 0, y: 0, width, height }),
    closerSquares: closerAreas({ width, height }).map(squareOf),
    grey,
  }
}

function seenIn(picture: Picture, overview: Drawing, isOpaque: boolean): ImageFindings {
  const { width, height } = picture
  const { canvas, context } = overview
  const light = greyOf(context.getImageData(0, 0, canvas.width, canvas.height))
  return {
    width,
    height,
    transparent: !isOpaque && isTransparent(overview),
    ...(picture.animated === true && { animated: true }),
    ...(picture.truncated === true && { truncated: true }),
    ...(picture.damaged === true && { damaged: true }),
    faces: faceSearch(picture, overview, light),
    quality: qualityIn(light, { x: 0, y: 0, width: light.width, height: light.height }, pictureSide),
  }
}

/** Encodes an edit; a PNG too large for main is drawn smaller until it fits. */
async function convertedBy(picture: Picture, edit: ImageEdit, drawing = edited(picture, edit)): Promise<Converted> {
  const image = await encoded(drawing, edit.type, sentQuality)
  const { width, height } = drawing.canvas
  if (image.length <= maxConvertedBytes) {
    const isWhole = edit.area === null && edit.longestSide === null
    return { image, edit: isWhole ? null : edit, type: edit.type, width, height }
  }
  const shrink = Math.min(0.9, Math.sqrt(maxConvertedBytes / image.length))
  return convertedBy(picture, { ...edit, longestSide: Math.max(1, Math.floor(Math.max(width, height) * shrink)) })
}

async function analysed(picture: Picture, { task, type }: ImageRequest): Promise<ImageResponse> {
  const overview = scaled(picture.bitmap, fitted(picture, overviewSide))
  const seen = seenIn(picture, overview, type === 'jpeg')
  const thumbnail = await thumbnailOf(overview, seen.transparent)
  if (task.kind === 'edit' || !task.converts) return { ok: true, seen, thumbnail, converted: null }
  const edit: ImageEdit = { area: null, longestSide: null, type: seen.transparent ? 'png' : 'jpeg' }
  return { ok: true, seen, thumbnail, converted: await convertedBy(picture, edit) }
}

async function rendered(picture: Picture, edit: ImageEdit): Promise<ImageResponse> {
  const drawing = edited(picture, edit)
  // Encoding runs on separate threads, so both run in parallel.
  const encodings = [convertedBy(picture, edit, drawing), thumbnailOf(drawing, edit.type === 'png')] as const
  const [converted, thumbnail] = await Promise.all(encodings)
  return { ok: true, seen: null, thumbnail, converted }
}

/** The largest scale at which a task draws a picture. */
function scaleFor(task: ImageTask, size: ImageSize): number {
  if (task.kind === 'look') return task.converts ? 1 : scaleTo(size, overviewSide)
  return scaleTo(inside(task.edit.area, size), task.edit.longestSide)
}

/** Every failure is returned as a reason; only an error in the worker itself terminates it. */
async function runImageJob(order: ImageRequest, decode: Decode): Promise<ImageResponse> {
  const { task, size } = order
  try {
    const picture = await decode(() => bytesOf(order), order, scaleFor(task, size))
    try {
      if (picture.width * picture.height > maxPixels) throw new ImageJobFailure('too-many-pixels')
      return await (task.kind === 'edit' ? rendered(picture, task.edit) : analysed(picture, order))
    } finally {
      picture.bitmap.close()
    }
  } catch (error) {
    // Browsers report a damaged file, an unknown format and an unavailable canvas with the same error.
    return { ok: false, reason: error instanceof ImageJobFailure ? error.reason : 'unreadable' }
  }
}

function transferable(answer: ImageResponse): Transferable[] {
  if (!answer.ok) return []
  const { seen, thumbnail, converted } = answer
  const squares = seen === null ? [] : [seen.faces.wholeSquare, ...seen.faces.closerSquares]
  const pictures = [...squares.map(({ pixels }) => pixels.buffer), seen?.faces.grey.values.buffer]
  const buffers = [...pictures, thumbnail.buffer, converted?.image.buffer]
  return buffers.filter((buffer) => buffer !== undefined)
}

/** Turns this script's context into a worker that sends one answer per order. */
export function serveImageJobs(decode: Decode): void {
  addEventListener('message', ({ data }: MessageEvent<ImageRequest>) => {
    void runImageJob(data, decode).then((answer) => postMessage(answer, { transfer: transferable(answer) }))
  })
}
