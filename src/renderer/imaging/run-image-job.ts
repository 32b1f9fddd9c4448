/** What an image worker does with an order, whatever decodes the bytes. The picture is closed before the answer. */
import type { CropArea, ImageEdit } from '../../shared/schemas/avatar.ts'
import { blank, edited, encoded, fitted, inside, isTransparent, scaled, scaleTo, sentQuality } from './draw.ts'
import type { Drawing, Picture } from './draw.ts'
import { closerAreas, modelSide, placeInSquare } from './faces/model-square.ts'
import type { ModelSquare } from './faces/model-square.ts'
import { maxConvertedBytes, maxPixels, thumbnailSide } from './image-messages.ts'
import type {
  Converted,
  ImageOnDisk,
  ImageSize,
  ImageSource,
  ImageResponse,
  ImageRequest,
  ImageRefusal,
  ImageTask,
  ImageFindings,
} from './image-messages.ts'
import { hashSide, perceptualHash } from './perceptual-hash.ts'

/**
 * Makes an upright picture of the bytes, with at least the pixels that the scale (0 to 1) asks for; rejects when they are
 * none that it knows.
 */
export type Decode = (bytes: Blob, image: ImageOnDisk, scale: number) => Promise<Picture>

/** Why an order was not carried out, when the reason is known. */
export class Refusal extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(reason)
    this.reason = reason
  }
}

// What thumbnail, hash and faces are drawn from: small steps from here cost nothing, each from the original would.
const overviewSide = 960
const thumbnailQuality = 0.8

async function bytesOf(source: ImageSource): Promise<Blob> {
  if (typeof source !== 'string') return source
  const answer = await fetch(source)
  if (!answer.ok) throw new Refusal('not-found')
  return answer.blob()
}

async function thumbnailOf(drawing: Drawing, transparent: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const small = scaled(drawing.canvas, fitted(drawing.canvas, thumbnailSide))
  return encoded(small, transparent ? 'webp' : 'jpeg', thumbnailQuality)
}

/** An area of a picture, drawn from its overview for the face model. */
function squareOf({ width }: Picture, { canvas }: Drawing, area: CropArea): ModelSquare {
  const { context } = blank({ width: modelSide, height: modelSide }, 'black')
  const place = placeInSquare(area)
  const scale = canvas.width / width
  const part = [area.x * scale, area.y * scale, area.width * scale, area.height * scale] as const
  context.drawImage(canvas, ...part, place.x, place.y, place.width, place.height)
  return { area, pixels: context.getImageData(0, 0, modelSide, modelSide).data }
}

function seenIn(picture: Picture, overview: Drawing): ImageFindings {
  const { width, height } = picture
  const grey = scaled(overview.canvas, { width: hashSide, height: hashSide })
  return {
    width,
    height,
    transparent: isTransparent(overview),
    ...(picture.animated === true && { animated: true }),
    ...(picture.truncated === true && { truncated: true }),
    hash: perceptualHash(grey.context.getImageData(0, 0, hashSide, hashSide).data),
    faces: {
      whole: squareOf(picture, overview, { x: 0, y: 0, width, height }),
      closer: closerAreas({ width, height }).map((area) => squareOf(picture, overview, area)),
    },
  }
}

/** Encodes an edit; a PNG too large for main is drawn smaller until it fits. */
async function convertedBy(picture: Picture, edit: ImageEdit): Promise<{ drawing: Drawing; converted: Converted }> {
  const drawing = edited(picture, edit)
  const image = await encoded(drawing, edit.type, sentQuality)
  const { width, height } = drawing.canvas
  if (image.length <= maxConvertedBytes) {
    const isWhole = edit.area === null && edit.longestSide === null
    return { drawing, converted: { image, edit: isWhole ? null : edit, type: edit.type, width, height } }
  }
  const shrink = Math.min(0.9, Math.sqrt(maxConvertedBytes / image.length))
  return convertedBy(picture, { ...edit, longestSide: Math.max(1, Math.floor(Math.max(width, height) * shrink)) })
}

async function analysed(picture: Picture, converts: boolean): Promise<ImageResponse> {
  const overview = scaled(picture.bitmap, fitted(picture, overviewSide))
  const seen = seenIn(picture, overview)
  const thumbnail = await thumbnailOf(overview, seen.transparent)
  if (!converts) return { ok: true, seen, thumbnail, converted: null }
  const type = seen.transparent ? 'png' : 'jpeg'
  const { converted } = await convertedBy(picture, { area: null, longestSide: null, type })
  return { ok: true, seen, thumbnail, converted }
}

async function rendered(picture: Picture, edit: ImageEdit): Promise<ImageResponse> {
  const { drawing, converted } = await convertedBy(picture, edit)
  const thumbnail = await thumbnailOf(drawing, edit.type === 'png')
  return { ok: true, seen: null, thumbnail, converted }
}

/** The largest scale at which a task draws a picture. */
function scaleFor(task: ImageTask, size: ImageSize): number {
  if (task.kind === 'look') return task.converts ? 1 : scaleTo(size, overviewSide)
  return scaleTo(inside(task.edit.area, size), task.edit.longestSide)
}

async function made({ source, task, type, size }: ImageRequest, decode: Decode): Promise<ImageResponse> {
  const picture = await decode(await bytesOf(source), { type, size }, scaleFor(task, size))
  try {
    if (picture.width * picture.height > maxPixels) throw new Refusal('too-many-pixels')
    return await (task.kind === 'edit' ? rendered(picture, task.edit) : analysed(picture, task.converts))
  } finally {
    picture.bitmap.close()
  }
}

/** Carries out one order. Whatever fails is told as a reason; only a fault of the worker itself ends it. */
export async function runImageJob(order: ImageRequest, decode: Decode): Promise<ImageResponse> {
  try {
    return await made(order, decode)
  } catch (error) {
    // Browsers tell a torn file, an unknown format and a canvas that could not be had by one and the same error.
    return { ok: false, reason: error instanceof Refusal ? error.reason : 'unreadable' }
  }
}

/** What of an answer is handed over instead of copied. */
export function transferable(answer: ImageResponse): Transferable[] {
  if (!answer.ok) return []
  const { seen, thumbnail, converted } = answer
  const squares = seen === null ? [] : [seen.faces.whole, ...seen.faces.closer]
  const buffers = [...squares.map(({ pixels }) => pixels.buffer), thumbnail.buffer, converted?.image.buffer]
  return buffers.filter((buffer) => buffer !== undefined)
}
