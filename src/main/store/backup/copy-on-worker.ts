/** Copies a database on a thread of its own, so that neither copying nor checking holds up main. */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { CopyJob } from './copy-database.ts'

// As source and as built the worker's file stands beside this one, with the same ending.
const workerFile = new URL(`./copy-worker${extname(import.meta.url)}`, import.meta.url)

/** Makes the copy. Failures: storage. */
export async function copyOnWorker(job: CopyJob): Promise<void> {
  const worker = new Worker(workerFile, { workerData: job })
  const ended = new AbortController()
  worker.once('exit', () => ended.abort())
  // A copy that is not done never keeps the program from ending.
  worker.unref()
  try {
    // The boundary: the worker is this program's own.
    const [failure] = (await once(worker, 'message', { signal: ended.signal })) as [Failure | null]
    if (failure !== null) throw new FailureError(failure)
  } finally {
    await worker.terminate()
  }
}
