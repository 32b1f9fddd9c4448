/** Long work on the database files runs on a separate thread, so main does not wait for it. */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Log } from '../../lib/log.ts'
import type { EraseJob } from '../erase-profile.ts'
import type { CopyJob } from './daily-copies.ts'

export type BackupJob = ({ readonly kind: 'copy' } & CopyJob) | ({ readonly kind: 'erase' } & EraseJob)

export interface BackupOutcome {
  readonly failure: Failure | null
  /** Problems that did not stop the work, for the log. */
  readonly warnings: readonly string[]
}

// In the source and in the build, the worker's file is beside this file and has the same ending.
const workerFile = new URL(`./backup-worker${extname(import.meta.url)}`, import.meta.url)

/** Failures: storage. */
async function runOnWorker(job: BackupJob): Promise<readonly string[]> {
  const worker = new Worker(workerFile, { workerData: job })
  const exit = new AbortController()
  worker.once('exit', () => exit.abort())
  // Unfinished work never keeps the program from ending.
  worker.unref()
  try {
    // The boundary: the worker is part of this program.
    const [{ failure, warnings }] = (await once(worker, 'message', { signal: exit.signal })) as [BackupOutcome]
    if (failure !== null) throw new FailureError(failure)
    return warnings
  } finally {
    await worker.terminate()
  }
}

/** Makes the copy, and checks it. Failures: storage. */
export async function copyOnWorker(job: CopyJob): Promise<void> {
  await runOnWorker({ kind: 'copy', ...job })
}

/**
 * Erases a deleted profile in the database and its copies while main goes on reading and writing. Failures: storage.
 */
export async function eraseOnWorker(job: EraseJob, log: Pick<Log, 'warn'>): Promise<void> {
  for (const warning of await runOnWorker({ kind: 'erase', ...job })) log.warn(warning)
}
