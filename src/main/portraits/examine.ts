/**
 * Examines files of any length without holding up main: the bytes of a long one go to a worker thread and come back,
 * without a copy. Shared memory would do without the way back, but weighs nothing for the collector of garbage: a hundred
 * files would stay until the worker ends.
 */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { examineImage } from '../../shared/model/image/strip-plan.ts'
import type { Examination } from '../../shared/model/image/strip-plan.ts'

// A file as hostile as can be of this length takes some 25 ms, a photograph 5 ms; with a worker it takes 2 ms longer.
const longBytes = 2 * 2 ** 20

const spareMs = 5_000

/** An examination with the bytes that it is of. */
export interface Examined extends Examination {
  readonly bytes: Uint8Array
}

// As source and as built the worker's file stands beside this one, with the same ending.
const workerFile = new URL(`./examine-worker${extname(import.meta.url)}`, import.meta.url)

// Starting one takes longer than most files do, and they come by the dozen. It never keeps the program from ending.
let spare: Worker | null = null
let terminate: NodeJS.Timeout | undefined

function getWorker(): Worker {
  clearTimeout(terminate)
  const worker = spare ?? new Worker(workerFile)
  spare = null
  worker.ref()
  return worker
}

function giveBack(worker: Worker): void {
  if (spare !== null) void spare.terminate()
  spare = worker
  worker.unref()
  clearTimeout(terminate)
  terminate = setTimeout(() => {
    void spare?.terminate()
    spare = null
  }, spareMs).unref()
}

async function examineOnWorker(bytes: Uint8Array<ArrayBuffer>): Promise<Examined> {
  const worker = getWorker()
  try {
    worker.postMessage(bytes, [bytes.buffer])
    // The boundary: the worker is this program's own.
    const [examined] = (await once(worker, 'message')) as [Examined]
    giveBack(worker)
    return examined
  } catch (error) {
    void worker.terminate()
    throw error
  }
}

/**
 * What the bytes of a file tell, with the bytes. They must be alone in their memory: those of a long file are gone from
 * where they were. Never fails for their sake, but there may be no room for a thread.
 */
export function examine(bytes: Uint8Array<ArrayBuffer>): Promise<Examined> {
  return bytes.byteLength > longBytes ? examineOnWorker(bytes) : Promise.resolve({ bytes, ...examineImage(bytes) })
}
