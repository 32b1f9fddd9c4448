/** Image workers for a window without real ones: they respond as the real workers do, in the test's order. */
import { onTestFinished, vi } from 'vitest'
import type { FaceSearch } from '../../src/renderer/imaging/faces/find-faces.ts'
import type { ImageResponse, ImageRequest } from '../../src/renderer/imaging/image-messages.ts'
import type { FaceBox } from '../../src/shared/schemas/avatar.ts'

/** What the workers do in a test. */
export interface FakeWork {
  /** The response to a request; a promise keeps the worker busy. */
  readonly answer: (order: ImageRequest) => ImageResponse | Promise<ImageResponse>
  readonly faces?: readonly FaceBox[]
}

// Bytes that spell their content.
function bytesOf(words: string, length = words.length): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  new TextEncoder().encodeInto(words, bytes)
  return bytes
}

/** An image of 1200 × 1600 as a worker analyses it; converted where the request asks for it. */
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

/** The edited image, with `bytes` bytes. */
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

/** Replaces real workers with fake workers until the test ends; returns every request so far. */
export function fakeImageWorkers(work: FakeWork): readonly ImageRequest[] {
  const orders: ImageRequest[] = []
  shift = { ...work, orders }
  vi.stubGlobal('Worker', FakeWorker)
  // jsdom does not accept bytes that Node's clone makes as a Uint8Array; real processes have only one kind.
  vi.stubGlobal('structuredClone', (value: unknown) => value)
  onTestFinished(() => {
    shift = null
    // All tests in a process share the page's pools, which keep idle workers.
    for (const worker of workers) worker.dispatchEvent(new Event('error'))
    vi.unstubAllGlobals()
  })
  return orders
}
