/** What the page asks of queues, and what an operator decides on a job. */
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { Edits } from './edits.ts'
import type { JobStore } from './job-store.ts'
import { jobOfProfile } from './job-of-profile.ts'
import type { Queue } from './queue.ts'

/** The operations of queues. */
export type QueueHandlers = HandlersOf<
  | 'job.openEdit'
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
  readonly jobStore: Pick<JobStore, 'find'>
  readonly queue: Queue
  readonly edits: Edits
  readonly current: CurrentProfile
  readonly open: () => ProfileId
}

export function createQueueHandlers({ jobStore, queue, edits, current, open }: QueueHandlersDeps): QueueHandlers {
  const ours = (id: JobId): JobId => jobOfProfile(jobStore, open(), id).id
  return {
    'job.openEdit': (change, { windowId }) => edits.open(requireOpen(current), change, windowId),
    'job.edit': ({ ticket }, { windowId }) => edits.confirm(ticket, { windowId, current }),
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
