/** The page's image workers in a window without any: they answer as the real ones do, in the order of the test. */
import { onTestFinished, vi } from 'vitest'
import type { FaceSearch } from '../../src/renderer/imaging/faces/find-faces.ts'
import type { ImageResponse, ImageRequest } from '../../src/renderer/imaging/image-messages.ts'
import type { FaceBox } from '../../src/shared/schemas/avatar.ts'

/** What the workers do in a test. */
export interface FakeWork {
  /** The answer to an order; a promise keeps the worker busy. */
  readonly answer: (order: ImageRequest) => ImageResponse | Promise<ImageResponse>
  readonly faces?: readonly FaceBox[]
}

// Bytes that say what they are.
function bytesOf(words: string, length = words.length): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  new TextEncoder().encodeInto(words, bytes)
  return bytes
}

/** An image of 1200 × 1600 as a worker sees it; converted where that was asked for. */
export function seenPortrait({ task }: ImageRequest): ImageResponse {
  const converts = task.kind === 'look' && task.converts
  const size = { width: 1_200, height: 1_600 }
  return {
    ok: true,
    seen: {
      ...size,
      transparent: false,
      faces: {
        wholeSquare: { area: { x: 0, y: 0, ...size }, pixels: new Uint8ClampedArray(4) },
        closerSquares: [],
        grey: { width: 1, height: 1, values: new Uint8ClampedArray(1) },
      },
      quality: { sharpness: 0.2, brightness: 220 },
    },
    thumbnail: bytesOf('thumbnail'),
    converted: converts ? { ...size, image: bytesOf('converted'), edit: null, type: 'jpeg' } : null,
  }
}

/** The image of an edit, of so many bytes. */
export function editedPortrait({ task }: ImageRequest, bytes = 8): ImageResponse {
  if (task.kind === 'look') throw new Error('an edit was expected')
  const { edit } = task
  const size = { width: edit.area?.width ?? 1_200, height: edit.area?.height ?? 1_600 }
  const scale = Math.min(1, (edit.longestSide ?? Number.POSITIVE_INFINITY) / Math.max(size.width, size.height))
  return {
    ok: true,
    seen: null,
    thumbnail: bytesOf('thumbnail'),
    converted: {
      width: Math.round(size.width * scale),
      height: Math.round(size.height * scale),
      image: bytesOf(edit.type, bytes),
      edit,
      type: edit.type,
    },
  }
}

interface Shift extends FakeWork {
  readonly orders: ImageRequest[]
}

let shift: Shift | null = null

const workers = new Set<FakeWorker>()

class FakeWorker extends EventTarget {
  constructor() {
    super()
    workers.add(this)
  }

  async #work(order: ImageRequest | FaceSearch): Promise<void> {
    if (shift === null) return
    const isAnalysis = 'task' in order
    if (isAnalysis) shift.orders.push(order)
    const data = isAnalysis ? await shift.answer(order) : (shift.faces ?? [])
    if (workers.has(this)) this.dispatchEvent(new MessageEvent('message', { data }))
  }

  postMessage(order: ImageRequest | FaceSearch): void {
    void this.#work(order)
  }

  terminate(): void {
    workers.delete(this)
  }
}

/** Puts fake workers in the place of real ones until the test ends; answers every order so far. */
export function fakeImageWorkers(work: FakeWork): readonly ImageRequest[] {
  const orders: ImageRequest[] = []
  shift = { ...work, orders }
  vi.stubGlobal('Worker', FakeWorker)
  // Bytes that Node's clone makes are no Uint8Array to jsdom; between real processes there is one kind alone.
  vi.stubGlobal('structuredClone', (value: unknown) => value)
  onTestFinished(() => {
    shift = null
    // The page's pools are of all tests in a process, and keep a worker that rests.
    for (const worker of workers) worker.dispatchEvent(new Event('error'))
    vi.unstubAllGlobals()
  })
  return orders
}
