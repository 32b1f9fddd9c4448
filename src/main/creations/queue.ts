/** All unfinished jobs: a submission queue for each profile, one poller, and the recovery of jobs of an earlier run. */
import { isDeepStrictEqual } from 'node:util'
import type { ExchangeId, JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { FailureError, isServiceFailure, refusal } from '../../shared/failure.ts'
import { nextState } from '../../shared/model/avatar-job.ts'
import type { CreationFields, Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { Payer, Profile } from '../../shared/schemas/profile.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { within } from '../lib/clock.ts'
import { logged } from '../lib/log.ts'
import type { CallOptions, ServiceClient } from '../service/operations.ts'
import type { StoredQueue } from '../store/queues-repository.ts'
import { hasMoved, payerOf, withAccount } from '../vault/payer.ts'
import type { Batches } from './batches.ts'
import type { CreationEvents } from './creation-events.ts'
import { queueOfConfirmation } from './queue-payer.ts'
import { createSubmissionQueue } from './submission-queue.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import type { SubmissionParts } from './submit.ts'
import { createTrainingPoller } from './training-poller.ts'
import type { TrainingPoller } from './training-poller.ts'

const payerOfProfile = (profile: Profile): Payer => payerOf(profile, null, () => null)

interface QueueParts extends SubmissionParts {
  readonly batches: Pick<Batches, 'state'>
  readonly events: CreationEvents
}

// The operator waits for the answer.
const askLimitMs = 10_000

type AskOptions = Required<Pick<CallOptions, 'signal' | 'onExchange'>>

/** Asks the service for a task, within the timeouts of `queryAvatar` and no longer than 10 s. */
async function askForTask(client: ServiceClient, taskId: TaskId, { signal, onExchange }: AskOptions) {
  try {
    await client.queryAvatar(taskId, { signal, onExchange })
  } catch (error) {
    if (!signal.aborted || !(error instanceof FailureError) || !isServiceFailure(error.failure)) throw error
    throw new FailureError({ ...error.failure, kind: 'timeout', timeoutMs: askLimitMs, phase: 'answer' })
  }
}

/**
 * The operator's decisions on a job; each throws refused (`wrong-state`, `task-in-queue`), `not-found` or `storage`.
 */
interface Decisions {
  /** Asks the service for the task first, with the failures of that call: a mistyped task would train for ever. */
  readonly enterTaskId: (job: Job, taskId: TaskId) => Promise<Job>
  readonly markNotCreated: (id: JobId) => Job
  readonly edit: (job: Job, fields: CreationFields) => Job
  readonly remove: (id: JobId) => void
  readonly restore: (id: JobId) => void
}

function createDecisions(
  { submissions, clock }: Pick<AppContext, 'submissions' | 'clock'>,
  { service, jobStore, journal }: Pick<QueueParts, 'service' | 'jobStore' | 'journal'>,
  poller: Pick<TrainingPoller, 'watch' | 'forget' | 'countQuery'>,
  gatherEvidence: (profileId: ProfileId) => void,
): Decisions {
  // Two rows for one task would show one avatar as two.
  const assertIsNew = ({ profileId }: Job, taskId: TaskId): void => {
    if (jobStore.hasTask(profileId, taskId)) throw refusal('task-in-queue', taskId)
  }
  const assertEnterable = (job: Job, taskId: TaskId): void => {
    if (nextState(job.state, 'task-id-entered') === null) throw refusal('wrong-state', job.state)
    assertIsNew(job, taskId)
  }
  return {
    enterTaskId: async (job, taskId) => {
      const { id, profileId } = job
      assertEnterable(job, taskId)
      const client = await service.clientFor(profileId)
      const note = jobStore.noteExchange(id)
      const onExchange = (exchangeId: ExchangeId): void => {
        note(exchangeId)
        poller.countQuery(profileId)
      }
      await within(clock, { limitMs: askLimitMs }, (signal) => askForTask(client, taskId, { signal, onExchange }))
      // The job might have changed before the answer, also in a different window.
      assertEnterable(jobStore.ofProfile(profileId, id), taskId)
      const training = jobStore.change(id, { kind: 'task-id-entered', taskId })
      submissions.accepted(id, taskId)
      journal.decided(training, 'avatar.taskIdEntered')
      poller.watch(training, 'at-once')
      return training
    },
    markNotCreated: (id) => {
      const rejected = jobStore.change(id, { kind: 'ruled-not-created' })
      submissions.notCreated(id)
      journal.decided(rejected, 'avatar.markedNotCreated')
      return rejected
    },
    edit: (job, fields) => {
      const edited = jobStore.change(job.id, { kind: 'edited', fields })
      journal.edited(edited, job)
      return edited
    },
    remove: (id) => {
      const removed = jobStore.remove(id)
      poller.forget(id)
      journal.decided(removed, 'avatar.removed')
    },
    restore: (id) => {
      const removed = jobStore.removed(id)
      if (removed !== null && removed.taskId !== null) assertIsNew(removed, removed.taskId)
      const job = jobStore.restore(id)
      if (job.state === 'training') poller.watch(job, 'at-once')
      if (job.state === 'unknown') gatherEvidence(job.profileId)
      journal.decided(job, 'avatar.restored')
    },
  }
}

function recover({ jobStore, journal }: QueueParts): void {
  for (const job of jobStore.inState('submitting')) {
    const unknown = jobStore.record(job, { kind: 'restarted' })
    if (unknown !== null) journal.reached(unknown)
  }
}

/** The queues of all profiles. Nothing is sent for a profile that is not active. */
export interface Queue extends Decisions {
  /** Gives jobs that an earlier run was sending an unknown outcome; pauses the queue of a profile that was moved. */
  readonly start: () => void
  /** Polls trainings and sends confirmed jobs until the signal of the profile is aborted; sends nothing twice. */
  readonly begin: (active: ActiveProfile) => void
  readonly state: (profileId: ProfileId) => QueueState
  /** Resuming lets the current account pay for waiting jobs. */
  readonly setPaused: (profileId: ProfileId, isPaused: boolean) => QueueState
  /** Changes the given parts of the queue on disk. */
  readonly setStored: (profileId: ProfileId, changed: Partial<StoredQueue>) => void
  /** Writes who pays; call it in the transaction that confirms jobs. `waited`: other jobs waited already. */
  readonly confirming: (profile: Profile, waited: boolean) => void
  /** Sends jobs that were just confirmed, and with them the jobs that a temporary failure holds. */
  readonly confirmed: (profileId: ProfileId, count: number) => void
  /** Ends a pause for a different account once no job waits. Never throws. */
  readonly endPauseWithoutJobs: (profileId: ProfileId) => void
  /** Sends nothing, whatever the operator does, until the returned function is called; this is not written to disk. */
  readonly close: (profileId: ProfileId) => () => void
  readonly resume: (profileId: ProfileId) => QueueState
  /** Resolves when every request that was sent for a profile is answered or given up. */
  readonly ended: (profileId: ProfileId) => Promise<void>
  /** Sends and reads nothing more for a deleted profile; resolves when its requests are answered or given up. */
  readonly forget: (profileId: ProfileId) => Promise<void>
  /** Whether a window has the focus: trainings are polled more often then. */
  readonly setAttended: (isAttended: boolean) => void
  /** True while no waiting job of a profile is sent: held, paused, read-only, or not active. */
  readonly isStopped: (profileId: ProfileId) => boolean
  /** Resolves when the outcomes of all sent requests are written. */
  readonly dispose: () => Promise<void>
}

export function createQueue(context: AppContext, parts: QueueParts): Queue {
  const queues = new Map<ProfileId, SubmissionQueue>()
  // One entry for each deletion: two windows can delete a profile, and one of them can be refused.
  const closed = new Set<{ readonly profileId: ProfileId }>()

  const poller = createTrainingPoller(context, parts)
  const submissionsOf = (profileId: ProfileId): SubmissionQueue => {
    const existing = queues.get(profileId)
    if (existing) return existing
    const submissions = createSubmissionQueue(context, parts, {
      profileId,
      isClosed: () => [...closed].some((deletion) => deletion.profileId === profileId),
      onSettled: (job) => {
        if (job.state === 'training') poller.watch(job)
      },
      onState: () => void parts.events.emit('queueChanged', profileId),
    })
    queues.set(profileId, submissions)
    return submissions
  }

  const state = (profileId: ProfileId): QueueState => {
    return { ...submissionsOf(profileId).state(), ...parts.batches.state(profileId) }
  }

  const setStored = (profileId: ProfileId, changed: Partial<StoredQueue>): void =>
    submissionsOf(profileId).setStored(context.repositories.queues.set(profileId, changed))

  const payerNow = (profile: Profile): Payer =>
    withAccount(payerOfProfile(profile), context.repositories.queues.read(profile.id).payer)

  // Between two runs a policy, or a person with a text editor, might have moved the profile.
  const pauseIfMoved = (profileId: ProfileId): void => {
    const profile = context.findProfile(profileId)
    const { payer, pausedForPayer } = context.repositories.queues.read(profileId)
    // The practice service has a different address in each run.
    if (profile === null || profile.kind === 'practice' || payer === null || pausedForPayer !== null) return
    if (hasMoved(payer, payerOfProfile(profile))) setStored(profileId, { pausedForPayer: payer })
  }

  return {
    start: () => {
      for (const { profileId } of parts.jobStore.inState('waiting')) pauseIfMoved(profileId)
      recover(parts)
    },
    begin: (active) => {
      poller.begin(active)
      submissionsOf(active.profile.id).begin(active)
    },
    state,
    setPaused: (profileId, isPaused) => {
      const profile = context.findProfile(profileId)
      const payer = profile && payerNow(profile)
      setStored(profileId, isPaused || payer === null ? { isPaused } : { isPaused, pausedForPayer: null, payer })
      if (!isPaused) submissionsOf(profileId).continueStopped()
      return state(profileId)
    },
    setStored,
    confirming: (profile, waited) => {
      const { queues: repository } = context.repositories
      const stored = repository.read(profile.id)
      const next = queueOfConfirmation(stored, payerNow(profile), waited)
      if (!isDeepStrictEqual(next, stored)) repository.set(profile.id, next)
    },
    confirmed: (profileId, count) => {
      const submissions = submissionsOf(profileId)
      // The confirmation might have changed the stored queue.
      submissions.setStored(context.repositories.queues.read(profileId))
      submissions.confirmed(count)
    },
    endPauseWithoutJobs: (profileId) =>
      logged(context.log, `whether the queue of profile ${profileId} is still paused`, () => {
        const isPaused = submissionsOf(profileId).state().pauseReason !== undefined
        if (isPaused && parts.jobStore.unanswered(profileId) === 0) setStored(profileId, { pausedForPayer: null })
      }),
    close: (profileId) => {
      const closing = { profileId }
      closed.add(closing)
      return () => {
        closed.delete(closing)
        queues.get(profileId)?.kick()
      }
    },
    resume: (profileId) => {
      submissionsOf(profileId).resume()
      return state(profileId)
    },
    ...createDecisions(context, parts, poller, (profileId) => submissionsOf(profileId).gatherEvidence()),
    ended: async (profileId) => queues.get(profileId)?.ended(),
    forget: async (profileId) => {
      const submissions = queues.get(profileId)
      queues.delete(profileId)
      await submissions?.dispose()
      poller.forgetProfile(profileId)
      parts.jobStore.forget(profileId)
    },
    setAttended: poller.setAttended,
    isStopped: (profileId) => {
      const { held, paused } = submissionsOf(profileId).state()
      return held !== null || paused || parts.activeProfiles.of(profileId)?.may.write !== true
    },
    dispose: async () => {
      await Promise.all([...queues.values()].map((submissions) => submissions.dispose()))
      parts.jobStore.dispose()
    },
  }
}
