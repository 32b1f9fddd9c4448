/** Analyses and edits images in workers, two at a time. */
import type { FaceBox, ImageAnalysis, ImageEdit } from '../../shared/schemas/avatar.ts'
import { ImageJobFailure, maxPixels } from './image-messages.ts'
import type {
  Converted,
  FaceOrder,
  ImageRefusal,
  ImageRequest,
  ImageResponse,
  ImageSize,
  ImageTask,
} from './image-messages.ts'
import { createPool } from './pool.ts'

const workers = 2
// More pixels than any camera takes. A larger image is decoded while no other image is.
const maxConcurrentPixels = 40_000_000

const pool = createPool<'browser' | 'libheif', ImageRequest, ImageResponse>({
  // Each URL is written out, because the bundler finds workers only in this form.
  start: (decoder) =>
    decoder === 'libheif'
      ? new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' }),
  // Measured: a third worker is not faster, and each decoded image takes four bytes per pixel, twice that when it is
  // converted.
  size: workers,
  idleMs: 30_000,
  orderMs: 120_000,
})

const facePool = createPool<'faces', FaceOrder, readonly FaceBox[] | null>({
  start: () => new Worker(new URL('./faces/face-worker.ts', import.meta.url)),
  // One worker: a search takes about ten milliseconds, and a second runtime takes about 50 MB.
  size: 1,
  idleMs: 60_000,
  orderMs: 20_000,
})

/** An image with the facts that main knows about it. */
export interface ImageToDraw extends ImageSize, Pick<ImageRequest, 'imageId' | 'file' | 'type'> {}

export interface ImageToAnalyse extends ImageToDraw {
  /** True when the whole image is encoded again for sending. */
  readonly converts: boolean
  /** A lower number runs earlier; 0 is for images on screen. */
  readonly priority: number
}

/** The result for `draft.setAnalysis` and, when `converted` is set, for `draft.setEdit`. */
export interface AnalysedImage {
  readonly analysis: ImageAnalysis
  /** JPEG, or WebP for a transparent image; longest side 320 pixels. Null when the image could not be decoded. */
  readonly thumbnail: Uint8Array<ArrayBuffer> | null
  readonly converted: Converted | null
}

/**
 * Returns the result of the work, or the replacement for an image that could not be drawn; rejects only with the
 * signal's reason.
 */
async function orElse<Answer>(work: Promise<Answer>, failed: (reason: ImageRefusal) => Answer): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ImageJobFailure) return failed(error.reason)
    throw error
  }
}

async function ordered(
  { imageId, file, type, width, height }: ImageToDraw,
  task: ImageTask,
  urgency: { readonly priority: number; readonly signal: AbortSignal },
) {
  // Checked before decoding, because a file of a few bytes can claim any number of pixels.
  const pixels = width * height
  if (pixels > maxPixels) throw new ImageJobFailure('too-many-pixels')
  const kind = type === 'heic' ? 'libheif' : 'browser'
  const workerCount = pixels > maxConcurrentPixels ? workers : 1
  const answer = await pool.run(
    { imageId, file, type, size: { width, height }, task },
    { kind, workerCount, ...urgency },
  )
  if (!answer.ok) throw new ImageJobFailure(answer.reason)
  return answer
}

async function analysed(image: ImageToAnalyse, signal: AbortSignal): Promise<AnalysedImage> {
  const { converts, priority } = image
  const { seen, thumbnail, converted } = await ordered(image, { kind: 'look', converts }, { priority, signal })
  if (seen === null) throw new Error('the worker looked at nothing')
  const { faces: search, ...details } = seen
  // Transferred, because half a megabyte per image would otherwise wait here for the garbage collector.
  const squares = [search.wholeSquare, ...search.closerSquares].map(({ pixels }) => pixels.buffer)
  const transfer = [...squares, search.grey.values.buffer]
  const job = { kind: 'faces', priority: 0, workerCount: 1, signal, transfer } as const
  // Null: the model could not be run, which the page shows beside the draft.
  const faces = await orElse(facePool.run(search, job), () => null)
  return { analysis: { decoded: true, ...details, faces: faces === null ? null : [...faces] }, thumbnail, converted }
}

/**
 * Returns an analysis with `decoded` false for an image that cannot be decoded. Rejects only with the signal's reason.
 */
export function analyseImage(image: ImageToAnalyse, signal: AbortSignal): Promise<AnalysedImage> {
  return orElse(analysed(image, signal), (reason) => ({
    analysis: { decoded: false, reason },
    thumbnail: null,
    converted: null,
  }))
}

/**
 * Renders an edit for `draft.setEdit`. A PNG over main's limit is returned smaller, with an edit that contains the
 * smaller size. Runs before every analysis. Rejects with `ImageJobFailure`, or with the signal's reason.
 */
export async function renderEdit(image: ImageToDraw, edit: ImageEdit, signal: AbortSignal) {
  const { converted, thumbnail } = await ordered(image, { kind: 'edit', edit }, { priority: -1, signal })
  if (converted === null) throw new Error('the worker edited nothing')
  return { ...converted, thumbnail }
}
