/**
 * Looks at training tasks until they end: one schedule for the tasks of all profiles, a few looks at once. A failing or
 * stuck task backs off alone; the state of a job changes only by what the service says of it.
 */
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { pollEvent } from '../../shared/model/avatar-job.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { JobStore } from './job-store.ts'
import { pollDelayMs, maxPollDelayMs } from './poll-interval.ts'

/** The watch over training tasks. */
export interface Watcher {
  /** Watches a training job; its first look comes after the shortest delay, or at once. */
  readonly watch: (job: Job, first?: 'at-once') => void
  readonly forget: (id: JobId) => void
  readonly forgetProfile: (id: ProfileId) => void
  /** Faster looks while an operator has the window before them: what is overdue then is looked at now. */
  readonly setAttended: (attended: boolean) => void
  /** Some profiles rest from now on, until `wake`. */
  readonly pause: () => void
  /** Looks at everything that does not rest again, also at tasks whose client was not to be had; of one profile, if given. */
  readonly wake: (profileId?: ProfileId) => void
  readonly dispose: () => void
}

export interface WatcherDeps {
  readonly jobStore: Pick<JobStore, 'record'>
  readonly clientFor: (profileId: ProfileId) => Promise<ServiceClient>
  /** True while nothing of that profile is to be asked: the computer sleeps, its network is away, or its token is refused. */
  readonly isSuspended: (profileId: ProfileId) => boolean
  /** Looks in flight at once. */
  readonly parallel: number
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly log: Log
  /** Hears of a job that has become ready or failed. */
  readonly onFinished: (job: Job) => void
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

/** Gives the watcher; it does nothing before `watch`. */
export function createWatcher(deps: WatcherDeps): Watcher {
  const { jobStore, clientFor, isSuspended, parallel, clock, random, log, onFinished } = deps
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
    const client = await clientFor(job.profileId)
    const { status, step, conversationId, name, modelSceneId, coverImage } = await client.queryAvatar(taskId)
    return pollEvent({ status, step, result: { conversationId, name, modelSceneId, coverImage } })
  }

  const eventOfPoll = async (entry: Watched): Promise<JobEvent> => {
    try {
      return await answerOf(entry)
    } catch (error) {
      const failure: Failure =
        error instanceof FailureError ? error.failure : { kind: 'internal', logId: log.error('queryAvatar', error) }
      return { kind: 'poll-failed', failure }
    }
  }

  const take = (entry: Watched, event: JobEvent): void => {
    const job = jobStore.record(entry.job, event)
    entry.failures = event.kind === 'poll-failed' ? entry.failures + 1 : 0
    delay(entry)
    if (job?.state === 'training') entry.job = job
    else watched.delete(entry.job.id)
    if (job !== null && job.state !== 'training') onFinished(job)
  }

  const poll = async (entry: Watched): Promise<void> => {
    const event = await eventOfPoll(entry)
    if (isDisposed || watched.get(entry.job.id) !== entry) return
    const failed = event.kind === 'poll-failed' ? event.failure.kind : null
    // Refused by Greenroom itself: practice stopped, profile gone. There is nobody to ask until `wake`.
    if (failed === 'refused') entry.dueAt = Infinity
    // Broken off because the profile has a new client: says nothing of the task.
    else if (failed === 'cancelled') delay(entry)
    else take(entry, event)
  }

  const start = (entry: Watched): void => {
    const { id } = entry.job
    polling.add(id)
    poll(entry)
      .catch((error: unknown) => log.error(`look at job ${id}`, error))
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
    const latest = now + maxPollDelayMs(isAttended)
    // A clock that was set back leaves looks that were due at once a day away.
    for (const entry of watched.values()) {
      if (entry.dueAt !== Infinity) entry.dueAt = Math.min(entry.dueAt, latest)
    }
    const idle = [...watched.values()]
      .filter(({ job }) => !polling.has(job.id) && !isSuspended(job.profileId))
      .sort((a, b) => a.dueAt - b.dueAt)
    const due = idle.filter(({ dueAt }) => dueAt <= now).slice(0, parallel - polling.size)
    due.forEach(start)
    const next = idle[due.length]
    // With every place taken, the look that ends first schedules again.
    if (next === undefined || next.dueAt === Infinity || polling.size >= parallel) return
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
      // What was put off for want of a spectator comes earlier now; nothing that is due soon is put off.
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
