/** Writes the journal entries about jobs: decides which states of a job get an entry, and with which facts. */
import type { Failure } from '../../shared/failure.ts'
import type { JobId } from '../../shared/ids.ts'
import type { ActivityAction, ActivityEntry, ActivityFacts } from '../../shared/schemas/activity.ts'
import type { Job, JobState, UsualTime } from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Act, ActEnd } from '../context/journal.ts'
import { logged } from '../lib/log.ts'
import { actOfBatch } from '../store/activity-repository.ts'
import type { EndedBatch } from '../store/job-counts-repository.ts'
import type { JobStore } from './jobs.ts'

const reachedActions: Readonly<Partial<Record<JobState, readonly [ActivityAction, ActivityEntry['outcome']]>>> = {
  training: ['avatar.accepted', 'done'],
  unknown: ['avatar.unknown', 'unknown'],
  rejected: ['avatar.rejected', 'failed'],
  ready: ['avatar.ready', 'seen'],
  failed: ['avatar.failed', 'failed'],
}

/** The facts of an entry about the state that a job has reached. */
function stateFacts({ state, evidence }: Job, trainedMs: number | null): ActivityFacts {
  if (state === 'training') return { creationsBefore: evidence?.balanceBefore?.avatarCreationsLeft ?? null }
  return trainedMs === null ? {} : { trainingMs: trainedMs }
}

/** Notes what happened to jobs; a journal that cannot be written stops nothing. */
export interface JobJournal {
  /** Notes that a job is about to be sent, only before the first attempt. */
  readonly sending: (job: Job) => void
  /** The request certainly did not leave. */
  readonly notSent: (job: Job, failure: Failure) => void
  /**
   * The job has reached its state: accepted, rejected, unknown, ready or failed. `trainedMs`: the time of an ended
   * training; null where nobody observed its end.
   */
  readonly reached: (job: Job, trainedMs?: number | null) => void
  /** An operator decided this about the job. */
  readonly decided: (
    job: Job,
    action: 'avatar.taskIdEntered' | 'avatar.markedNotCreated' | 'avatar.removed' | 'avatar.restored',
  ) => void
  /** The job has trained longer than usual: written once, over all runs. */
  readonly longerThanUsual: (job: Job, usual: UsualTime) => void
  /** An operator changed fields; `before` is the job with its previous fields. */
  readonly edited: (job: Job, before: Job) => void
  /** Balances showed that a creation was given back, or did not show it in time. */
  readonly refund: (job: Job) => void
  /** `creationsLeft`: at the confirmation; null where the balance could not be read. */
  readonly confirmed: (jobs: readonly Job[], creationsLeft: number | null) => void
  /** No job of a batch waits, is being sent or trains any more. A single avatar has an entry of its own instead. */
  readonly batchEnded: (batch: EndedBatch) => void
}

export function createJobJournal(
  { journal, repositories, findProfile, log }: Pick<AppContext, 'journal' | 'repositories' | 'findProfile' | 'log'>,
  { lastExchange }: Pick<JobStore, 'lastExchange'>,
): JobJournal {
  const about = (job: Job, facts: ActivityFacts = {}) => ({
    profile: { id: job.profileId, name: findProfile(job.profileId)?.name ?? null },
    // The name that an operator knows: the file, the avatar's name, or the conversation. The file comes first because
    // the journal outlasts a deleted profile and must not keep text that was written for the profile's avatars.
    target: job.fileName || job.fields.name || job.fields.conversationId,
    facts: { jobId: job.id, batchId: job.batchId, taskId: job.taskId, ...facts },
  })
  const note = (job: Job, action: ActivityAction, { facts, ...ending }: ActEnd & { readonly act?: string }): void =>
    journal.noteAfter({ ...about(job, facts), action, ...ending })
  // A creation is one act, from its submission (or its confirmation, for a single avatar) to the end of its training.
  const actOf = (job: Job): string => `avatar ${job.id}`

  // A queue that is held for hours retries each minute: the same failure gets one entry, not hundreds. A job in this
  // map is sent again without a second intent; its database row shows whether it was being sent when the program ended.
  const notSent = new Map<JobId, Failure['kind']>()
  const inFlight = new Map<JobId, Act>()
  // Trainings with a journal entry about their length, as far as this run has checked.
  const notedLong = new Set<JobId>()

  /** Ends the act of the submission; where its intent was not written, writes only the end. */
  const end = (job: Job, action: ActivityAction, ending: ActEnd): void => {
    const act = inFlight.get(job.id)
    inFlight.delete(job.id)
    if (act === undefined) note(job, action, { ...ending, act: actOf(job) })
    else act.end({ ...ending, action, facts: { taskId: job.taskId, ...ending.facts } })
  }

  return {
    sending: (job) => {
      if (notSent.has(job.id)) return
      // A failure is only logged: the job's own row says that it is being sent.
      logged(log, `the submission of job ${job.id} could not be recorded in the journal`, () => {
        inFlight.set(job.id, journal.begin({ ...about(job), act: actOf(job), action: 'avatar.submitted' }))
      })
    },
    notSent: (job, failure) => {
      if (notSent.get(job.id) === failure.kind) return
      notSent.set(job.id, failure.kind)
      end(job, 'avatar.submitted', { outcome: 'failed', failure })
    },
    reached: (job, trainedMs = null) => {
      notSent.delete(job.id)
      const [action, outcome] = reachedActions[job.state] ?? []
      if (action === undefined || outcome === undefined) return
      const exchangeId = lastExchange(job.id)
      const facts = {
        conversationId: job.result?.conversationId ?? null,
        ...stateFacts(job, trainedMs),
        ...(exchangeId && { exchangeId }),
      }
      // A job keeps the failure that made its outcome unknown; an entry about a created avatar must not show it.
      const failure = outcome === 'failed' || outcome === 'unknown' ? job.failure : null
      end(job, action, { outcome, facts, failure })
    },
    decided: (job, action) =>
      note(job, action, {
        outcome: 'done',
        facts: action === 'avatar.taskIdEntered' ? { enteredTaskId: job.taskId } : {},
        // A decision about an unknown outcome belongs to the act of the creation; removing and restoring rows does not.
        ...(action === 'avatar.taskIdEntered' || action === 'avatar.markedNotCreated' ? { act: actOf(job) } : {}),
      }),
    longerThanUsual: (job, { toMs, trainings }) => {
      if (notedLong.has(job.id)) return
      notedLong.add(job.id)
      const action = 'avatar.longerThanUsual'
      if (repositories.activity.hasEntry(actOf(job), action)) return
      note(job, action, { outcome: 'seen', facts: { usualToMs: toMs, trainings }, act: actOf(job) })
    },
    edited: (job, before) => {
      const changed = creationFields.keyof().options.filter((name) => job.fields[name] !== before.fields[name])
      note(job, 'avatar.edited', { outcome: 'done', facts: { fields: changed.join(', ') } })
    },
    refund: (job) => {
      const { state, before, after } = job.refund ?? { state: 'awaited', before: null, after: null }
      if (state === 'awaited') return
      const balanceBefore = before?.avatarCreationsLeft ?? null
      const balanceAfter = after?.avatarCreationsLeft ?? null
      // When a creation was given back while others were spent, the balances alone would say that none was given back.
      const isHidden = state === 'seen' && Number(balanceAfter) <= Number(balanceBefore)
      note(job, state === 'seen' ? 'avatar.refundSeen' : 'avatar.refundNotSeen', {
        outcome: 'seen',
        facts: isHidden ? { creationsAmongOthers: balanceAfter } : { balanceBefore, balanceAfter },
      })
    },
    confirmed: (jobs, creationsLeft) => {
      const [first] = jobs
      if (first === undefined) return
      note(first, 'avatar.confirmed', {
        outcome: 'done',
        facts: { avatars: jobs.length, creationsBefore: creationsLeft },
        // The confirmation of a single avatar belongs to the act of that avatar.
        act: jobs.length === 1 ? actOf(first) : actOfBatch(first.batchId),
      })
    },
    batchEnded: ({ profileId, batchId, counts, readyMs }) => {
      const { ready = 0, failed = 0, rejected = 0, unknown = 0, removed = 0 } = counts
      if (ready + failed + rejected + unknown + removed < 2) return
      journal.noteAfter({
        profile: { id: profileId, name: findProfile(profileId)?.name ?? null },
        action: 'avatar.batchEnded',
        target: '',
        outcome: 'seen',
        act: actOfBatch(batchId),
        facts: { batchId, ready, failed, rejected, unknown, ...(readyMs === null ? {} : { readyMs }) },
      })
    },
  }
}
