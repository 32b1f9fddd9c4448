/** Polls training tasks of all profiles until they end; a failing or stuck one backs off alone. */
import { FailureError } from '../../shared/failure.ts'
import type { ExchangeId, JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { pollEvent } from '../../shared/model/avatar-job.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import { failureOf } from '../lib/failure-of.ts'
import { backoffMs, createPoller } from '../lib/poller.ts'
import { createRequestLimit } from '../lib/request-limit.ts'
import type { CountedLimit } from '../lib/request-limit.ts'
import { defaultServiceLimits } from '../service/client.ts'
import type { SubmissionParts } from './submission.ts'

interface Watched {
  /** As it was last seen. */
  job: Job
  readonly taskId: TaskId
  readonly since: number
}

const maxParallel = 4
/** Of `queryAvatar`, for each profile: a thousand trainings are polled later, and not harder. */
const maxQueriesPerMinute = 600
const minPollMs = 3_000
const maxPollMs = 60_000
// Nobody sees the news at once: half as many questions to the service are enough.
const unattendedFactor = 2

/**
 * Milliseconds until the next poll of a training task: 3 s at first, growing with the training's age so that changes are
 * seen late by a tenth of it at most, 60 s at the longest. Failed polls double the delay, up to the same limit. All of it is
 * twice as long while nobody attends, and spread over ±15 %. `trainingMs`: since the service took the task; `failures`:
 * failed polls in a row.
 */
export function pollDelayMs(
  of: { readonly trainingMs: number; readonly failures: number; readonly attended: boolean },
  random: () => number,
): number {
  // A clock that was set back makes the age negative for hours; that is no reason to ask every three seconds.
  const firstMs = Math.max(minPollMs, Math.abs(of.trainingMs) / 10)
  const delayMs = backoffMs({ firstMs, maxMs: maxPollMs, jitter: [0.85, 1.15] }, of.failures, random)
  return of.attended ? delayMs : delayMs * unattendedFactor
}

export type TrainingPoller = ReturnType<typeof createTrainingPoller>

/** `isSuspended`: nothing of that profile is polled; the same holds while its token is refused. */
export function createTrainingPoller(
  context: Pick<AppContext, 'clock' | 'random' | 'log'>,
  { service, jobStore, journal }: Pick<SubmissionParts, 'service' | 'jobStore' | 'journal'>,
  isSuspended: (profileId: ProfileId) => boolean,
) {
  const { clock, random, log } = context
  const watched = new Map<JobId, Watched>()
  // Refused by Greenroom itself: practice stopped, profile gone. There is nothing to poll until `wake`.
  const unserved = new Set<ProfileId>()
  let isAttended = true

  const limits = new Map<ProfileId, CountedLimit>()
  const limitOf = (profileId: ProfileId): CountedLimit =>
    limits.getOrInsertComputed(profileId, () =>
      createRequestLimit(clock, {
        perMinute: maxQueriesPerMinute,
        retries: defaultServiceLimits.retries.maxRetries,
      }),
    )

  const eventOfPoll = async ({ job, taskId }: Watched): Promise<JobEvent> => {
    try {
      const client = await service.clientFor(job.profileId)
      const note = jobStore.noteExchange(job.id)
      let requests = 0
      const onExchange = (id: ExchangeId): void => {
        note(id)
        requests += 1
        // The poll itself was counted when it began.
        if (requests > 1) limitOf(job.profileId).count()
      }
      const seen = await client.queryAvatar(taskId, { onExchange })
      const { status, step, conversationId, name, modelSceneId, coverImage, reasons } = seen
      const said = reasons === undefined ? {} : { reasons: [...reasons] }
      return pollEvent({ status, step, result: { conversationId, name, modelSceneId, coverImage, ...said } })
    } catch (error) {
      return { kind: 'poll-failed', failure: failureOf(log, 'queryAvatar', error) }
    }
  }

  const forget = (id: JobId): void => {
    watched.delete(id)
    poller.remove(id)
  }

  const record = (entry: Watched, event: JobEvent): void => {
    const job = jobStore.record(entry.job, event)
    if (job?.state === 'training') entry.job = job
    else forget(entry.job.id)
    if (job !== null && job.state !== 'training') journal.reached(job)
  }

  const poll = async (id: JobId): Promise<void> => {
    const entry = watched.get(id)
    if (entry === undefined) return
    // What was polled last comes last when everything is polled at once.
    watched.delete(id)
    watched.set(id, entry)
    const event = await eventOfPoll(entry)
    if (watched.get(id) !== entry) return
    const failure = event.kind === 'poll-failed' ? event.failure : null
    // Broken off because the profile has a new client: says nothing of the task.
    if (failure?.kind === 'cancelled') return
    if (failure?.kind === 'refused') unserved.add(entry.job.profileId)
    else record(entry, event)
    if (failure !== null) throw new FailureError(failure)
  }

  const poller = createPoller<JobId>(context, {
    name: 'polling a training task',
    poll,
    delayMs: (id, failures) => {
      const trainingMs = clock.now() - (watched.get(id)?.since ?? 0)
      return pollDelayMs({ trainingMs, failures, attended: isAttended }, random)
    },
    holdMs: (id) => {
      const profileId = watched.get(id)?.job.profileId
      if (profileId === undefined || unserved.has(profileId)) return Infinity
      return isSuspended(profileId) || service.isTokenRefused(profileId) ? Infinity : 0
    },
    maxParallel,
    limitOf: (id) => {
      const profileId = watched.get(id)?.job.profileId
      return profileId === undefined ? null : limitOf(profileId)
    },
  })

  const idsOf = (profileId?: ProfileId): readonly JobId[] =>
    [...watched].flatMap(([id, { job }]) => (profileId === undefined || job.profileId === profileId ? [id] : []))

  return {
    /** Watches a training job; its first poll comes after the shortest delay, or at once. */
    watch: (job: Job, first?: 'at-once'): void => {
      if (job.taskId === null) return
      watched.set(job.id, { job, taskId: job.taskId, since: job.stateSince })
      poller.add(job.id, first === 'at-once' ? 0 : 'delay')
    },
    forget,
    forgetProfile: (profileId: ProfileId): void => {
      idsOf(profileId).forEach(forget)
      limits.delete(profileId)
    },
    /** The service was asked for a task of the profile beside the polls. */
    countQuery: (profileId: ProfileId): void => limitOf(profileId).count(),
    /** Polls more often while an operator has the window before them. */
    setAttended: (attended: boolean): void => {
      isAttended = attended
      // What was put off for want of a spectator is due earlier now; nothing that is due soon is put off.
      if (attended) poller.replan()
    },
    replan: poller.replan,
    /** Polls everything that is not suspended, also tasks whose client was not to be had; of one profile, if given. */
    wake: (profileId?: ProfileId): void => {
      if (profileId === undefined) unserved.clear()
      else unserved.delete(profileId)
      idsOf(profileId).forEach(poller.pollNow)
    },
    dispose: (): void => {
      watched.clear()
      void poller.dispose()
    },
  }
}
