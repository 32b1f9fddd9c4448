/** Changing a job that was confirmed and waits to be sent: what is to be sent instead is confirmed anew. */
import { refusal } from '../../shared/failure.ts'
import type { JobId, TicketId } from '../../shared/ids.ts'
import { confirmedFields, needsConversation, trimmedFields } from '../../shared/model/creation-template.ts'
import { jobName } from '../../shared/model/job-name.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { CreationFields, Job } from '../../shared/schemas/avatar.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import { createTickets } from '../ipc/tickets.ts'
import type { RedeemContext, TicketsDeps } from '../ipc/tickets.ts'
import { assertComplete } from './complete-fields.ts'
import type { JobStore } from './job-store.ts'
import { jobOfProfile } from './job-of-profile.ts'
import type { Queue } from './queue.ts'

/** A change as the operator typed it. */
export interface JobChange {
  readonly jobId: JobId
  readonly fields: CreationFields
}

/** Edits of waiting jobs. */
export interface Edits {
  /** Failures: not-found, refused (`wrong-state`, `missing-fields`), invalid-input. */
  readonly open: (open: OpenProfile, change: JobChange, windowId: number) => OutputOf<'job.openEdit'>
  /**
   * Writes over the fields. Failures: those of `Tickets.redeem`, refused (`confirmation-expired` when the job was changed
   * since, `wrong-state` when it was sent), storage.
   */
  readonly confirm: (ticket: TicketId, context: RedeemContext) => Promise<Job>
}

export interface EditsDeps extends Pick<TicketsDeps, 'clock' | 'person'> {
  readonly jobStore: Pick<JobStore, 'find'>
  readonly queue: Pick<Queue, 'edit'>
  readonly newId: () => string
}

interface ConfirmedEdit {
  /** As it was when the change was shown. */
  readonly job: Job
  readonly fields: CreationFields
}

const ticketLifetimeMs = 120_000

export function createEdits({ jobStore, queue, clock, person, newId }: EditsDeps): Edits {
  const tickets = createTickets<ConfirmedEdit>({ clock, random: newId, lifetimeMs: ticketLifetimeMs, person })
  return {
    open: (open, { jobId, fields: typed }, windowId) => {
      const job = jobOfProfile(jobStore, open.profile.id, jobId)
      if (job.state !== 'waiting') throw refusal('wrong-state', job.state)
      const rules = open.profile.creation
      const hasImage = job.image !== null
      const fields = confirmedFields(trimmedFields(typed), needsConversation(hasImage, rules))
      assertComplete(fields, { name: job.fileName || job.fields.name, hasImage, rules })
      return { ...tickets.issue({ job, fields }, { windowId, open }), fields }
    },
    confirm: async (ticket, context) => {
      const { payload, open } = await tickets.redeem(ticket, context, ({ job }, { profile }) => ({
        kind: 'edit-job',
        profileName: profile.name,
        jobName: jobName(job),
      }))
      const job = jobOfProfile(jobStore, open.profile.id, payload.job.id)
      if (JSON.stringify(job.fields) !== JSON.stringify(payload.job.fields)) throw refusal('confirmation-expired')
      return queue.edit(job, payload.fields)
    },
  }
}
