/** What the page asks of creations: the confirmation with its balance, and the spending. */
import type { Emit, HandlersOf } from '../ipc/handlers.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { Creation } from './creation.ts'
import type { JobStore } from './job-store.ts'
import type { JobJournal } from './job-journal.ts'
import type { Queue } from './queue.ts'

/** From where operations of avatars are called: one open profile, and the way to its windows. */
export interface JobsPlace {
  readonly current: CurrentProfile
  readonly emit: Emit
}

/** The parts of avatars that creations need. */
export interface CreationParts {
  readonly creation: Creation
  readonly jobStore: Pick<JobStore, 'announce'>
  readonly queue: Pick<Queue, 'resume'>
  readonly journal: Pick<JobJournal, 'confirmed'>
}

export function createCreationHandlers(
  { creation, jobStore, queue, journal }: CreationParts,
  { current, emit }: JobsPlace,
): HandlersOf<'creation.open' | 'creation.confirm'> {
  return {
    'creation.open': (source, { windowId }) => creation.open(requireOpen(current), source, windowId),
    'creation.confirm': async ({ ticket }, { windowId }) => {
      const { profileId, jobs, creationsLeft } = await creation.confirm(ticket, { windowId, current })
      journal.confirmed(jobs, creationsLeft)
      jobStore.announce(jobs)
      emit('creator.changed', {})
      queue.resume(profileId)
      return { jobIds: jobs.map(({ id }) => id) }
    },
  }
}
