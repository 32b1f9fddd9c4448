/**
 * Entry point of a worker thread: makes one copy of a database, or erases a profile in a database and its copies, and
 * reports the outcome.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { eraseProfile } from '../erase-profile.ts'
import { asStorageFailure } from '../storage-failure.ts'
import { copyDatabase } from './daily-copies.ts'
import type { BackupJob, BackupOutcome } from './run-on-worker.ts'

// The boundary: only `run-on-worker.ts` starts this thread.
const job = workerData as BackupJob
const warnings: string[] = []

async function run(): Promise<void> {
  if (job.kind === 'copy') await copyDatabase(job)
  else eraseProfile(job, (message) => warnings.push(message))
}

const answer = (outcome: BackupOutcome): void => parentPort?.postMessage(outcome)

run().then(
  () => answer({ failure: null, warnings }),
  (error: unknown) => answer({ failure: asStorageFailure(error).failure, warnings }),
)
