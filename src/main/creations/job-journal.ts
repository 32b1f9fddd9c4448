/** What the journal says of a job: one place that knows which of its states is worth an entry, and in what words. */
import type { Failure } from '../../shared/failure.ts'
import type { JobId } from '../../shared/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../shared/schemas/activity.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Act, ActEnd } from '../context/journal.ts'

/** Notes what happened to jobs; a journal that cannot be written stops nothing. */
export interface JobJournal {
  /** The request is about to leave. */
  readonly sending: (job: Job) => void
  /** The request certainly did not leave. */
  readonly notSent: (job: Job, failure: Failure) => void
  /** The job has come into its state: accepted, rejected, unknown, ready or failed. */
  readonly reached: (job: Job) => void
  /** The operator decided. */
  readonly decided: (job: Job, action: 'avatar.taskIdEntered' | 'avatar.markedNotCreated' | 'avatar.removed') => void
  /** The operator wrote over the fields of a waiting job. */
  readonly edited: (job: Job, before: Job) => void
  /** Balances showed that a creation was given back, or did not within the time. */
  readonly refund: (job: Job) => void
  /** The operator confirmed these jobs. */
  readonly confirmed: (jobs: readonly Job[], creationsLeft: number | null) => void
}

type Outcome = ActivityEntry['outcome']

const reachedActions: Readonly<Partial<Record<JobState, readonly [ActivityAction, Outcome]>>> = {
  training: ['avatar.accepted', 'done'],
  unknown: ['avatar.unknown', 'unknown'],
  rejected: ['avatar.rejected', 'failed'],
  ready: ['avatar.ready', 'seen'],
  failed: ['avatar.failed', 'failed'],
}

/** The name by which an operator knows a job: its file, its avatar's name, or the conversation it is made from. */
function targetOf({ fileName, fields }: Job): string {
  return fileName || fields.name || fields.conversationId
}

export function createJobJournal({
  journal,
  findProfile,
  log,
}: Pick<AppContext, 'journal' | 'findProfile' | 'log'>): JobJournal {
  const about = (job: Job, facts: ActivityEntry['facts'] = {}) => ({
    profileId: job.profileId,
    profileName: findProfile(job.profileId)?.name ?? null,
    target: targetOf(job),
    facts: { jobId: job.id, taskId: job.taskId, ...facts },
  })
  const note = (job: Job, action: ActivityAction, { facts, ...rest }: ActEnd): void => {
    journal.noteAfter({ ...about(job, facts), action, ...rest })
  }

  // A queue that is held for hours tries again each minute: the same attempt is worth one entry, not hundreds.
  const notSent = new Map<JobId, Failure['kind']>()
  const inFlight = new Map<JobId, Act>()

  /** Ends the act of the submission; notes it alone where its intent was not written. */
  const end = (job: Job, action: ActivityAction, rest: ActEnd): void => {
    const act = inFlight.get(job.id)
    inFlight.delete(job.id)
    if (act === undefined) note(job, action, rest)
    else act.end({ ...rest, action, facts: { taskId: job.taskId, ...rest.facts } })
  }

  return {
    sending: (job) => {
      if (notSent.has(job.id)) return
      try {
        inFlight.set(job.id, journal.begin({ ...about(job), action: 'avatar.submitted' }))
      } catch (error) {
        // The job is written as submitting, which is what counts.
        log.error(`the journal could not note the submission of job ${job.id}`, error)
      }
    },
    notSent: (job, failure) => {
      if (notSent.get(job.id) === failure.kind) return
      notSent.set(job.id, failure.kind)
      end(job, 'avatar.submitted', { outcome: 'failed', failure })
    },
    reached: (job) => {
      notSent.delete(job.id)
      const entry = reachedActions[job.state]
      if (entry === undefined) return
      const [action, outcome] = entry
      const facts = { conversationId: job.result?.conversationId ?? null }
      end(job, action, { outcome, facts, failure: job.failure })
    },
    decided: (job, action) => {
      note(job, action, { outcome: 'done' })
    },
    edited: (job, before) => {
      const changed = creationFields.keyof().options.filter((name) => job.fields[name] !== before.fields[name])
      note(job, 'avatar.edited', { outcome: 'done', facts: { fields: changed.join(', ') } })
    },
    refund: (job) => {
      const { state, before, after } = job.refund ?? { state: 'awaited', before: null, after: null }
      if (state === 'awaited') return
      note(job, state === 'seen' ? 'avatar.refundSeen' : 'avatar.refundNotSeen', {
        outcome: 'seen',
        facts: { balanceBefore: before?.avatarCreationsLeft ?? null, balanceAfter: after?.avatarCreationsLeft ?? null },
      })
    },
    confirmed: (jobs, creationsLeft) => {
      const [first] = jobs
      if (first === undefined) return
      note(first, 'avatar.confirmed', { outcome: 'done', facts: { count: jobs.length, creationsLeft } })
    },
  }
}
