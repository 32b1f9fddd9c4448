/** Reads jobs in batches: rows that come on screen together are one call. */
import type { JobId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { call } from './call.ts'

interface PendingRead {
  readonly id: JobId
  readonly give: (job: Job | null) => void
  readonly fail: (error: unknown) => void
}

// As many as `job.read` takes.
const maxPerRead = 200

let pendingReads: PendingRead[] = []

async function fulfil(some: readonly PendingRead[]): Promise<void> {
  try {
    const jobs = await call('job.read', { ids: some.map(({ id }) => id) })
    const byId = new Map(jobs.map((job) => [job.id, job]))
    for (const { id, give } of some) give(byId.get(id) ?? null)
  } catch (error) {
    for (const { fail } of some) fail(error)
  }
}

function readAll(): void {
  const all = pendingReads
  pendingReads = []
  for (let start = 0; start < all.length; start += maxPerRead) void fulfil(all.slice(start, start + maxPerRead))
}

/** A job by its id; null when it is gone. All requested in one turn are one call; rejects with `CallError`. */
export function readJob(id: JobId): Promise<Job | null> {
  return new Promise((give, fail) => {
    if (pendingReads.length === 0) queueMicrotask(readAll)
    pendingReads.push({ id, give, fail })
  })
}
