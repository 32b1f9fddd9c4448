/** Polls the training tasks of active profiles until they end; a failing or stuck task backs off alone. */
import { FailureError } from '../../shared/failure.ts'
import type { ExchangeId, JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { pollEvent } from '../../shared/model/avatar-job.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import { trainedMsOf } from '../../shared/model/usual-time.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { failureOf } from '../lib/failure-of.ts'
import { backoffMs, createPoller } from '../lib/poller.ts'
import type { Poller } from '../lib/poller.ts'
import { createRequestLimit } from '../lib/request-limit.ts'
import type { CountedLimit } from '../lib/request-limit.ts'
import { defaultServiceLimits } from '../service/client.ts'
import type { SubmissionParts } from './submit.ts'

interface WatchedJob {
  /** As it was last seen. */
  job: Job
  readonly taskId: TaskId
  readonly since: number
}

const maxParallel = 4
/** The limit of `queryAvatar` for each profile: a thousand trainings are polled later, not with more requests. */
const maxQueriesPerMinute = 600
const minPollMs = 3_000
const maxPollMs = 60_000
// Nobody sees a change immediately: half as many requests to the service are enough.
const unattendedFactor = 2

/**
 * Milliseconds until the next poll of a training task: 3 s at first, then a tenth of the training's age, which limits
 * how late a change is seen; at most 60 s. Failed polls double the delay, up to the same limit. The delay is twice as
 * long while no window has the focus, with a jitter of ±15 %. `trainingMs`: since the service accepted the task;
 * `failures`: failed polls in a row.
 */
export function pollDelayMs(
  circumstances: { readonly trainingMs: number; readonly failures: number; readonly attended: boolean },
  random: () => number,
): number {
  // A clock that was set back makes the age negative for hours; that must not cause a poll every three seconds.
  const firstMs = Math.max(minPollMs, Math.abs(circumstances.trainingMs) / 10)
  const delayMs = backoffMs({ firstMs, maxMs: maxPollMs, jitter: [0.85, 1.15] }, circumstances.failures, random)
  return circumstances.attended ? delayMs : delayMs * unattendedFactor
}

export interface TrainingPoller {
  /** Polls the training tasks of the profile until its signal is aborted. */
  readonly begin: (active: ActiveProfile) => void
  /** Watches a training job of an active profile; its first poll comes after the usual delay, or immediately. */
  readonly watch: (job: Job, first?: 'at-once') => void
  readonly forget: (id: JobId) => void
  readonly forgetProfile: (profileId: ProfileId) => void
  /** Counts a request for a task of the profile that was not a poll. */
  readonly countQuery: (profileId: ProfileId) => void
  /** Polls more often while a window has the focus. */
  readonly setAttended: (attended: boolean) => void
}

export function createTrainingPoller(
  context: Pick<AppContext, 'clock' | 'random' | 'log'>,
  { jobStore, journal }: Pick<SubmissionParts, 'jobStore' | 'journal'>,
): TrainingPoller {
  const { clock, random, log } = context
  const watched = new Map<JobId, WatchedJob>()
  // The pollers of active profiles that may poll.
  const pollers = new Map<ProfileId, Poller<JobId>>()
  let isAttended = true

  const limits = new Map<ProfileId, CountedLimit>()
  const limitOf = (profileId: ProfileId): CountedLimit => {
    const existing = limits.get(profileId)
    const limit =
      existing ??
      createRequestLimit(clock, {
        perMinute: maxQueriesPerMinute,
        retries: defaultServiceLimits.retries.maxRetries,
      })
    limits.set(profileId, limit)
    return limit
  }

  const eventOfPoll = async (
    { client }: ActiveProfile,
    { job, taskId }: WatchedJob,
    signal: AbortSignal,
  ): Promise<JobEvent> => {
    try {
      const note = jobStore.noteExchange(job.id)
      let requests = 0
      const onExchange = (id: ExchangeId): void => {
        note(id)
        requests += 1
        // The poll itself was counted when it began.
        if (requests > 1) limitOf(job.profileId).count()
      }
      const task = await client.queryAvatar(taskId, { onExchange, signal })
      const { status, step, conversationId, name, modelSceneId, coverImage, reasons } = task
      const optionalReasons = reasons === undefined ? {} : { reasons: [...reasons] }
      return pollEvent({ status, step, result: { conversationId, name, modelSceneId, coverImage, ...optionalReasons } })
    } catch (error) {
      return { kind: 'poll-failed', failure: failureOf(log, 'queryAvatar', error) }
    }
  }

  const forget = (id: JobId): void => {
    const entry = watched.get(id)
    watched.delete(id)
    if (entry !== undefined) pollers.get(entry.job.profileId)?.remove(id)
  }

  const record = (entry: WatchedJob, event: JobEvent): void => {
    const before = entry.job
    const job = jobStore.record(before, event)
    if (job?.state === 'training') entry.job = job
    else forget(before.id)
    if (job !== null && job.state !== 'training') journal.reached(job, trainedMsOf(before, job.stateSince))
  }

  const poll = async (active: ActiveProfile, id: JobId, signal: AbortSignal): Promise<void> => {
    const entry = watched.get(id)
    if (entry === undefined) return
    // The task that was polled last moves to the end of the order in which `begin` polls all tasks.
    watched.delete(id)
    watched.set(id, entry)
    const event = await eventOfPoll(active, entry, signal)
    if (watched.get(id) !== entry) return
    const failure = event.kind === 'poll-failed' ? event.failure : null
    // Cancelled because the profile is no longer active: this shows nothing about the task.
    if (failure?.kind === 'cancelled') return
    record(entry, event)
    if (failure !== null) throw new FailureError(failure)
  }

  const pollerOf = (active: ActiveProfile): Poller<JobId> =>
    createPoller<JobId>(active.signal, context, {
      name: 'polling a training task',
      poll: (id, signal) => poll(active, id, signal),
      delayMs: (id, failures) => {
        const trainingMs = clock.now() - (watched.get(id)?.since ?? 0)
        return pollDelayMs({ trainingMs, failures, attended: isAttended }, random)
      },
      maxParallel,
      limitOf: () => limitOf(active.profile.id),
    })

  const watch: TrainingPoller['watch'] = (job, first) => {
    const poller = pollers.get(job.profileId)
    // A job that trains while its profile is not active is watched as soon as the profile is active.
    if (job.taskId === null || poller === undefined) return
    watched.set(job.id, { job, taskId: job.taskId, since: job.stateSince })
    poller.add(job.id, first === 'at-once' ? 0 : 'delay')
  }

  /** Where the database cannot be read, the jobs as last seen count. */
  const trainingOf = (profileId: ProfileId): readonly Job[] => {
    const isOwn = (job: Job): boolean => job.profileId === profileId
    try {
      return jobStore.inState('training').filter(isOwn)
    } catch (error) {
      log.error('training jobs cannot be read', error)
      return [...watched.values()].map(({ job }) => job).filter(isOwn)
    }
  }

  return {
    begin: (active) => {
      const { id } = active.profile
      if (!active.may.poll) return
      const poller = pollerOf(active)
      pollers.set(id, poller)
      active.signal.addEventListener('abort', () => {
        if (pollers.get(id) === poller) pollers.delete(id)
      })
      const training = new Map(trainingOf(id).map((job) => [job.id, job]))
      // The task that was polled last comes last, however often the profile becomes active again.
      for (const jobId of new Set([...watched.keys(), ...training.keys()])) {
        const job = training.get(jobId)
        if (job !== undefined) watch(job, 'at-once')
      }
    },
    watch,
    forget,
    forgetProfile: (profileId) => {
      for (const [id, { job }] of watched) if (job.profileId === profileId) forget(id)
      limits.delete(profileId)
    },
    countQuery: (profileId) => limitOf(profileId).count(),
    setAttended: (attended) => {
      isAttended = attended
      // Polls that were delayed without a focused window are due earlier now; polls that are due soon are not delayed.
      if (attended) for (const poller of pollers.values()) poller.replan()
    },
  }
}
