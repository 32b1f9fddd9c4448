import type { FaceBox } from '../../../shared/schemas/avatar.ts'
import { createPool, WorkerFailure } from '../pool.ts'
import { workerPort } from '../worker-port.ts'
import type { FaceSearch } from './find-faces.ts'

const pool = createPool<'faces', FaceSearch, readonly FaceBox[] | null>({
  start: () => workerPort(new Worker(new URL('./face-worker.ts', import.meta.url))),
  // One: a search takes some ten milliseconds, and a second runtime some 50 MB.
  size: 1,
  idleMs: 60_000,
  orderMs: 20_000,
})

/** Faces in natural pixels, the surest first; null when the model could not be run. Rejects only with the signal's reason. */
export async function detectFaces(search: FaceSearch, signal: AbortSignal): Promise<readonly FaceBox[] | null> {
  try {
    return await pool.run(search, { kind: 'faces', priority: 0, places: 1, signal })
  } catch (error) {
    if (error instanceof WorkerFailure) return null
    throw error
  }
}
