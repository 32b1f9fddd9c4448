/** What the page does with images: looks at them and edits them, in workers, two at a time. */
import type { ImageEdit, ImageAnalysis, ImageType } from '../../shared/schemas/avatar.ts'
import { detectFaces } from './faces/detect-faces.ts'
import { maxPixels } from './image-messages.ts'
import type {
  Converted,
  ImageSize,
  ImageSource,
  ImageResponse,
  ImageRequest,
  ImageRefusal,
  ImageTask,
} from './image-messages.ts'
import { createPool, WorkerFailure } from './pool.ts'
import { workerPort } from './worker-port.ts'

type Decoder = 'browser' | 'libheif'

const workers = 2
// More than any camera's: such an image is drawn while no other is.
const maxConcurrentPixels = 40_000_000

const pool = createPool<Decoder, ImageRequest, ImageResponse>({
  // Each address is written out: the bundler finds workers by this very form.
  start: (decoder) =>
    workerPort(
      decoder === 'libheif'
        ? new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
        : new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' }),
    ),
  // Measured: a third worker is not faster, and each decoded image takes four bytes a pixel, twice when it is converted.
  size: workers,
  idleMs: 30_000,
  orderMs: 120_000,
})

/** An image and what main knows of it. */
export interface ImageToDraw extends ImageSize {
  /** An address of our own origin (`/image/<imageId>`), or the bytes. */
  readonly source: ImageSource
  readonly type: ImageType
}

/** An image to look at. */
export interface ImageToAnalyse extends ImageToDraw {
  /** Whether the whole image is encoded anew, to be sent. */
  readonly converts: boolean
  /** Lower is sooner; 0 for what is on screen. */
  readonly priority: number
  /** Hears of the thumbnail as soon as it is drawn: looking for faces takes longer than all the rest. */
  readonly onThumbnail: (thumbnail: Uint8Array<ArrayBuffer>) => void
}

/** What became of it: for `draft.setAnalysis` and, when `converted` is there, for `draft.setEdit`. */
export interface AnalysedImage {
  readonly analysis: ImageAnalysis
  /** JPEG, or WebP where it is transparent; longest side 320 pixels. Null when it could not be decoded. */
  readonly thumbnail: Uint8Array<ArrayBuffer> | null
  readonly converted: Converted | null
}

/** An edited image, ready for `draft.setEdit`. */
export interface EditedImage extends Converted {
  readonly thumbnail: Uint8Array<ArrayBuffer>
}

/** An image could not be drawn. */
export class ImageJobFailure extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(`image ${reason}`)
    this.reason = reason
  }
}

interface Urgency {
  readonly priority: number
  readonly signal: AbortSignal
}

async function ordered(image: ImageToDraw, task: ImageTask, urgency: Urgency): Promise<ImageResponse> {
  // Before anything is decoded: a file of a few bytes can claim any number of pixels.
  const { source, type, width, height } = image
  const pixels = width * height
  if (pixels > maxPixels) return { ok: false, reason: 'too-many-pixels' }
  const kind = type === 'heic' ? 'libheif' : 'browser'
  const places = pixels > maxConcurrentPixels ? workers : 1
  try {
    return await pool.run({ source, type, size: { width, height }, task }, { kind, places, ...urgency })
  } catch (error) {
    if (error instanceof WorkerFailure) return { ok: false, reason: error.reason }
    throw error
  }
}

/**
 * Decodes an image once and tells what is in it; converts it too when main needs that. An image that cannot be decoded
 * is an answer (`look.decoded` false with a `LookRefusal` as reason). Rejects only with the signal's reason.
 */
export async function analyseImage(image: ImageToAnalyse, signal: AbortSignal): Promise<AnalysedImage> {
  const { converts, priority, onThumbnail } = image
  const answer = await ordered(image, { kind: 'look', converts }, { priority, signal })
  if (!answer.ok) return { analysis: { decoded: false, reason: answer.reason }, thumbnail: null, converted: null }
  const { seen, thumbnail, converted } = answer
  if (seen === null) throw new Error('the worker looked at nothing')
  onThumbnail(thumbnail)
  const { faces: search, ...details } = seen
  const faces = await detectFaces(search, signal)
  return { analysis: { decoded: true, ...details, faces: faces === null ? null : [...faces] }, thumbnail, converted }
}

/**
 * The image cut, scaled and encoded as an edit says: JPEG at 0.95 (what is transparent becomes white) or PNG; a PNG over
 * main's limit comes back smaller, with its edit saying so. Goes before every look. Rejects with `NotDrawn`, or with the
 * signal's reason.
 */
export async function renderEdit(image: ImageToDraw, edit: ImageEdit, signal: AbortSignal): Promise<EditedImage> {
  const answer = await ordered(image, { kind: 'edit', edit }, { priority: -1, signal })
  if (!answer.ok) throw new ImageJobFailure(answer.reason)
  if (answer.converted === null) throw new Error('the worker edited nothing')
  return { ...answer.converted, thumbnail: answer.thumbnail }
}
