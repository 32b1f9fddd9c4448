/**
 * Polls training tasks until they end: one schedule for the tasks of all profiles, a few polls at once. A failing or
 * stuck task backs off alone; the state of a job changes only by what the service says of it.
 */
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { pollEvent } from '../../shared/model/avatar-job.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import type { SubmissionParts } from './submission.ts'
import { pollDelayMs, maxPollDelayMs } from './poll-interval.ts'

export interface TrainingPoller {
  /** Watches a training job; its first poll comes after the shortest delay, or at once. */
  readonly watch: (job: Job, first?: 'at-once') => void
  readonly forget: (id: JobId) => void
  readonly forgetProfile: (id: ProfileId) => void
  /** Polls more often while an operator has the window before them: what is overdue then is polled now. */
  readonly setAttended: (attended: boolean) => void
  /** Some profiles are suspended from now on, until `wake`. */
  readonly pause: () => void
  /** Polls everything that is not suspended, also tasks whose client was not to be had; of one profile, if given. */
  readonly wake: (profileId?: ProfileId) => void
  readonly dispose: () => void
}

interface Watched {
  /** As it was last seen. */
  job: Job
  readonly taskId: TaskId
  readonly since: number
  failures: number
  /** When its delay began, epoch milliseconds. */
  askedAt: number
  /** Epoch milliseconds; infinite while its profile's client is not to be had. */
  dueAt: number
}

const maxParallel = 4

// A clock that was set back leaves polls that were due at once a day away.
function limitDelays(entries: Iterable<Watched>, latest: number): void {
  for (const entry of entries) if (entry.dueAt !== Infinity) entry.dueAt = Math.min(entry.dueAt, latest)
}

function pollFailed(failure: Failure): JobEvent {
  return { kind: 'poll-failed', failure }
}

/**
 * Does nothing before `watch`. `isSuspended`: true while nothing of that profile is polled: the computer sleeps, or its
 * network is away. The same holds while its token is refused.
 */
export function createTrainingPoller(
  { clock, random, log }: Pick<AppContext, 'clock' | 'random' | 'log'>,
  { service, jobStore, journal }: Pick<SubmissionParts, 'service' | 'jobStore' | 'journal'>,
  isSuspended: (profileId: ProfileId) => boolean,
): TrainingPoller {
  const watched = new Map<JobId, Watched>()
  const polling = new Set<JobId>()
  let cancelTimer: (() => void) | null = null
  let isAttended = true
  let isDisposed = false

  const delayMs = ({ since, failures }: Watched): number =>
    pollDelayMs({ trainingMs: clock.now() - since, failures, attended: isAttended }, random)

  const delay = (entry: Watched): void => {
    entry.askedAt = clock.now()
    entry.dueAt = entry.askedAt + delayMs(entry)
  }

  const answerOf = async ({ job, taskId }: Watched): Promise<JobEvent> => {
    const client = await service.clientFor(job.profileId)
    const { status, step, conversationId, name, modelSceneId, coverImage } = await client.queryAvatar(taskId)
    return pollEvent({ status, step, result: { conversationId, name, modelSceneId, coverImage } })
  }

  const eventOfPoll = async (entry: Watched): Promise<JobEvent> => {
    try {
      return await answerOf(entry)
    } catch (error) {
      if (error instanceof FailureError) return pollFailed(error.failure)
      return pollFailed({ kind: 'internal', logId: log.error('queryAvatar', error) })
    }
  }

  const take = (entry: Watched, event: JobEvent): void => {
    const job = jobStore.record(entry.job, event)
    entry.failures = event.kind === 'poll-failed' ? entry.failures + 1 : 0
    delay(entry)
    if (job?.state === 'training') entry.job = job
    else watched.delete(entry.job.id)
    if (job !== null && job.state !== 'training') journal.reached(job)
  }

  const poll = async (entry: Watched): Promise<void> => {
    const event = await eventOfPoll(entry)
    if (isDisposed || watched.get(entry.job.id) !== entry) return
    const failed = event.kind === 'poll-failed' ? event.failure.kind : null
    // Refused by Greenroom itself: practice stopped, profile gone. There is nothing to poll until `wake`.
    if (failed === 'refused') entry.dueAt = Infinity
    // Broken off because the profile has a new client: says nothing of the task.
    else if (failed === 'cancelled') delay(entry)
    else take(entry, event)
  }

  const start = (entry: Watched): void => {
    const { id } = entry.job
    polling.add(id)
    poll(entry)
      .catch((error: unknown) => log.error(`poll of job ${id}`, error))
      .finally(() => {
        polling.delete(id)
        schedule()
      })
  }

  const schedule = (): void => {
    cancelTimer?.()
    cancelTimer = null
    if (isDisposed) return
    const now = clock.now()
    limitDelays(watched.values(), now + maxPollDelayMs(isAttended))
    const idle = [...watched.values()]
      .filter(
        ({ job: { id, profileId } }) =>
          !polling.has(id) && !isSuspended(profileId) && !service.isTokenRefused(profileId),
      )
      .sort((a, b) => a.dueAt - b.dueAt)
    const due = idle.filter(({ dueAt }) => dueAt <= now).slice(0, maxParallel - polling.size)
    due.forEach(start)
    const next = idle[due.length]
    // With every place taken, the poll that ends first schedules again.
    if (next === undefined || next.dueAt === Infinity || polling.size >= maxParallel) return
    cancelTimer = clock.after(Math.max(0, next.dueAt - now), schedule)
  }

  return {
    watch: (job, first) => {
      if (job.taskId === null || isDisposed) return
      const now = clock.now()
      const entry: Watched = { job, taskId: job.taskId, since: job.stateSince, failures: 0, askedAt: now, dueAt: now }
      if (first !== 'at-once') delay(entry)
      watched.set(job.id, entry)
      schedule()
    },
    forget: (id) => {
      watched.delete(id)
    },
    forgetProfile: (profileId) => {
      for (const { job } of [...watched.values()]) if (job.profileId === profileId) watched.delete(job.id)
    },
    setAttended: (attended) => {
      if (attended === isAttended) return
      isAttended = attended
      // What was put off for want of a spectator is due earlier now; nothing that is due soon is put off.
      for (const entry of watched.values()) {
        if (attended && entry.dueAt !== Infinity) entry.dueAt = Math.min(entry.dueAt, entry.askedAt + delayMs(entry))
      }
      schedule()
    },
    pause: schedule,
    wake: (profileId) => {
      for (const entry of watched.values()) {
        if (profileId === undefined || entry.job.profileId === profileId) entry.dueAt = clock.now()
      }
      schedule()
    },
    dispose: () => {
      isDisposed = true
      schedule()
    },
  }
}
