/** Makes one copy of a database and answers null, or the failure. An entry. */
import { parentPort, workerData } from 'node:worker_threads'
import { asStorageFailure } from '../storage-failure.ts'
import { copyDatabase } from './daily-copies.ts'
import type { CopyJob } from './daily-copies.ts'

// The boundary: the thread is started by `daily-backups.ts` alone.
copyDatabase(workerData as CopyJob).then(
  () => parentPort?.postMessage(null),
  (error: unknown) => parentPort?.postMessage(asStorageFailure(error).failure),
)
