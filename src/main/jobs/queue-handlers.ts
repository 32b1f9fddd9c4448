/** What the page asks of queues, and what an operator decides on a job. */
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { JobBook } from './job-book.ts'
import { jobOfProfile } from './job-of-profile.ts'
import type { Queue } from './queue.ts'

/** The operations of queues. */
export type QueueHandlers = HandlersOf<
  | 'job.edit'
  | 'job.enterTaskId'
  | 'job.markNotCreated'
  | 'job.remove'
  | 'queue.read'
  | 'queue.setPaused'
  | 'queue.resume'
>

/** What the handlers need; `open` gives the open profile's id and refuses (`no-profile`) when there is none. */
export interface QueueHandlersDeps {
  readonly book: Pick<JobBook, 'find'>
  readonly queue: Queue
  readonly open: () => ProfileId
}

/** Gives the handlers of queues. */
export function createQueueHandlers({ book, queue, open }: QueueHandlersDeps): QueueHandlers {
  const ours = (id: JobId): JobId => jobOfProfile(book, open(), id).id
  return {
    'job.edit': ({ jobId, fields }) => queue.edit(jobOfProfile(book, open(), jobId), fields),
    'job.enterTaskId': ({ jobId, taskId }) => queue.enterTaskId(ours(jobId), taskId),
    'job.markNotCreated': ({ jobId }) => queue.markNotCreated(ours(jobId)),
    'job.remove': ({ jobId }) => {
      queue.remove(ours(jobId))
      return null
    },
    'queue.read': () => queue.state(open()),
    'queue.setPaused': ({ paused }) => queue.setPaused(open(), paused),
    'queue.resume': () => queue.resume(open()),
  }
}
