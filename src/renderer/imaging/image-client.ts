/** What the page does with images: looks at them and edits them, in workers, two at a time. */
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
// More than any camera's: such an image is drawn while no other is.
const maxConcurrentPixels = 40_000_000

const pool = createPool<'browser' | 'libheif', ImageRequest, ImageResponse>({
  // Each address is written out: the bundler finds workers by this very form.
  start: (decoder) =>
    decoder === 'libheif'
      ? new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' }),
  // Measured: a third worker is not faster, and each decoded image takes four bytes a pixel, twice when it is converted.
  size: workers,
  idleMs: 30_000,
  orderMs: 120_000,
})

const facePool = createPool<'faces', FaceOrder, readonly FaceBox[] | null>({
  start: () => new Worker(new URL('./faces/face-worker.ts', import.meta.url)),
  // One: a search takes some ten milliseconds, and a second runtime some 50 MB.
  size: 1,
  idleMs: 60_000,
  orderMs: 20_000,
})

/** An image and what main knows of it. */
export interface ImageToDraw extends ImageSize, Pick<ImageRequest, 'imageId' | 'file' | 'type'> {}

export interface ImageToAnalyse extends ImageToDraw {
  /** Whether the whole image is encoded anew, to be sent. */
  readonly converts: boolean
  /** Lower is sooner; 0 for what is on screen. */
  readonly priority: number
}

/** What became of it: for `draft.setAnalysis` and, when `converted` is there, for `draft.setEdit`. */
export interface AnalysedImage {
  readonly analysis: ImageAnalysis
  /** JPEG, or WebP where it is transparent; longest side 320 pixels. Null when it could not be decoded. */
  readonly thumbnail: Uint8Array<ArrayBuffer> | null
  readonly converted: Converted | null
}

/** What the work gives, or what stands for an image that could not be drawn; rejects with the signal's reason alone. */
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
  // Before anything is decoded: a file of a few bytes can claim any number of pixels.
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
  // Half a megabyte of each image, which would wait here for the collector.
  const squares = [search.wholeSquare, ...search.closerSquares].map(({ pixels }) => pixels.buffer)
  const transfer = [...squares, search.grey.values.buffer]
  const job = { kind: 'faces', priority: 0, workerCount: 1, signal, transfer } as const
  // Null: the model could not be run, which is said beside the draft.
  const faces = await orElse(facePool.run(search, job), () => null)
  return { analysis: { decoded: true, ...details, faces: faces === null ? null : [...faces] }, thumbnail, converted }
}

/** An image that cannot be decoded is an answer (`analysis.decoded` false). Rejects only with the signal's reason. */
export function analyseImage(image: ImageToAnalyse, signal: AbortSignal): Promise<AnalysedImage> {
  return orElse(analysed(image, signal), (reason) => ({
    analysis: { decoded: false, reason },
    thumbnail: null,
    converted: null,
  }))
}

/**
 * Ready for `draft.setEdit`; a PNG over main's limit comes back smaller, with its edit saying so. Goes before every look.
 * Rejects with `ImageJobFailure`, or with the signal's reason.
 */
export async function renderEdit(image: ImageToDraw, edit: ImageEdit, signal: AbortSignal) {
  const { converted, thumbnail } = await ordered(image, { kind: 'edit', edit }, { priority: -1, signal })
  if (converted === null) throw new Error('the worker edited nothing')
  return { ...converted, thumbnail }
}
