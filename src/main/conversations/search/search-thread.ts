/** The thread of `search.ts`: runs one search after the other. An entry point. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { FailureError } from '../../../shared/failure.ts'
import { storing } from '../../store/storage-failure.ts'
import { createFind } from './find.ts'
import type { Find } from './find.ts'
import type { SearchReply, SearchTask } from './search.ts'

// Opened by the first search, so that a failure to open is a failure of that search.
let opened: Find | null = null

function open(): Find {
  // The boundary: this thread is started by `search.ts` alone.
  return createFind(new DatabaseSync(workerData as string, { readOnly: true, timeout: 2_000 }))
}

function answer({ id, profileId, search, limit }: SearchTask): SearchReply {
  try {
    opened ??= storing(open)
    return { id, found: opened(profileId, search, limit) }
  } catch (error) {
    // Anything else is a bug: it ends the thread, and `search.ts` reports it.
    if (error instanceof FailureError) return { id, failure: error.failure }
    throw error
  }
}

parentPort?.on('message', (task: SearchTask) => parentPort?.postMessage(answer(task)))
