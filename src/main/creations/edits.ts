/** Changing a job that was confirmed and waits to be sent: what is to be sent instead is confirmed anew. */
import { refusal } from '../../shared/failure.ts'
import type { TicketId } from '../../shared/ids.ts'
import { confirmedFields, needsConversation, trimmedFields } from '../../shared/model/creation-template.ts'
import { jobName } from '../../shared/model/job-name.ts'
import type { ParsedInputOf } from '../../shared/contract.ts'
import type { CreationFields, Job } from '../../shared/schemas/avatar.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTickets } from '../ipc/tickets.ts'
import type { RedeemContext } from '../ipc/tickets.ts'
import { assertComplete } from './creation-confirmation.ts'
import type { JobStore } from './job-store.ts'
import type { Queue } from './queue.ts'

interface ConfirmedEdit {
  /** As it was when the change was shown. */
  readonly job: Job
  readonly fields: CreationFields
}

const ticketLifetimeMs = 120_000

export type Edits = ReturnType<typeof createEdits>

/** Edits of waiting jobs. */
export function createEdits(
  { clock, person, randomId }: Pick<AppContext, 'clock' | 'person' | 'randomId'>,
  jobStore: Pick<JobStore, 'ofProfile'>,
  queue: Pick<Queue, 'edit'>,
) {
  const tickets = createTickets<ConfirmedEdit>({ clock, randomId, person }, ticketLifetimeMs)
  return {
    /** For a change as the operator typed it. Failures: not-found, refused (`wrong-state`, `missing-fields`), invalid-input. */
    open: (open: OpenProfile, { jobId, fields: typed }: ParsedInputOf<'job.openEdit'>, windowId: number) => {
      const job = jobStore.ofProfile(open.profile.id, jobId)
      if (job.state !== 'waiting') throw refusal('wrong-state', job.state)
      const rules = open.profile.creation
      const hasImage = job.image !== null
      const fields = confirmedFields(trimmedFields(typed), needsConversation(hasImage, rules))
      assertComplete(fields, { name: job.fileName || job.fields.name, hasImage, rules })
      return { ...tickets.issue({ job, fields }, { windowId, open }), fields }
    },
    /**
     * Writes over the fields. Failures: those of `Tickets.redeem`, refused (`confirmation-expired` when the job was changed
     * since, `wrong-state` when it was sent), storage.
     */
    confirm: async (ticket: TicketId, context: RedeemContext): Promise<Job> => {
      const { payload, open } = await tickets.redeem(ticket, context, ({ job }, { profile }) => ({
        kind: 'edit-job',
        profileName: profile.name,
        jobName: jobName(job),
      }))
      const job = jobStore.ofProfile(open.profile.id, payload.job.id)
      if (JSON.stringify(job.fields) !== JSON.stringify(payload.job.fields)) throw refusal('confirmation-expired')
      return queue.edit(job, payload.fields)
    },
  }
}
