/** The thread of `search.ts`: answers one search after the other. An entry. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { FailureError } from '../../../shared/failure.ts'
import { createFind } from './find.ts'
import type { SearchReply, SearchTask } from './search.ts'

// The boundary: this thread is started by `search.ts` alone.
const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: 2_000 })
const find = createFind(database)

function answer({ id, profileId, search }: SearchTask): SearchReply {
  try {
    return { id, found: find(profileId, search) }
  } catch (error) {
    // Anything else is a bug: it ends the thread, and `search.ts` reports it.
    if (error instanceof FailureError) return { id, failure: error.failure }
    throw error
  }
}

parentPort?.on('message', (task: SearchTask) => parentPort?.postMessage(answer(task)))
