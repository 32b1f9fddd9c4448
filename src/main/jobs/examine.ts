/** Examines files of any length without holding up main: a long one is read by a worker thread from the same memory. */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { examineNow } from './examination.ts'
import type { Examination } from './examination.ts'

// A file as hostile as can be of this length takes some 25 ms, a photograph 5 ms; with a worker it takes 2 ms longer.
const longBytes = 2 * 2 ** 20

const spareMs = 5_000

/** True for a file that is examined by a worker: one that is read into shared memory is not copied for it. */
export function isLong(bytes: number): boolean {
  return bytes > longBytes
}

// As source and as built the worker's file stands beside this one, with the same ending.
const workerFile = new URL(`./examine-worker${extname(import.meta.url)}`, import.meta.url)

function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  copy.set(bytes)
  return copy
}

// Starting one takes longer than most files do, and they come by the dozen. It never keeps the program from ending.
let spare: Worker | null = null
let letGo: NodeJS.Timeout | undefined

function takeWorker(): Worker {
  clearTimeout(letGo)
  const worker = spare ?? new Worker(workerFile)
  spare = null
  worker.ref()
  return worker
}

function giveBack(worker: Worker): void {
  if (spare !== null) void spare.terminate()
  spare = worker
  worker.unref()
  clearTimeout(letGo)
  letGo = setTimeout(() => {
    void spare?.terminate()
    spare = null
  }, spareMs).unref()
}

async function examineAside(bytes: Uint8Array): Promise<Examination> {
  const worker = takeWorker()
  try {
    worker.postMessage(shared(bytes))
    // The boundary: the worker is this program's own.
    const [examination] = (await once(worker, 'message')) as [Examination]
    giveBack(worker)
    return examination
  } catch (error) {
    void worker.terminate()
    throw error
  }
}

/** What the bytes of a file tell. Never fails for their sake, but there may be no room for a thread. */
export function examine(bytes: Uint8Array): Promise<Examination> {
  return isLong(bytes.byteLength) ? examineAside(bytes) : Promise.resolve(examineNow(bytes))
}
