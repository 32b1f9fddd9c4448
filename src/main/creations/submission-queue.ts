/**
 * The queue of one profile: sends waiting jobs in their order, a few at a time, stops when it is certain that nothing gets
 * through, and slows down when answers do not come (`queue-hold.ts`).
 */
import PQueue from 'p-queue'
import { FailureError } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { Job, QueueState } from '../../shared/schemas/avatar.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import type { ServiceClient } from '../service/operations.ts'
import { createQueueHold } from './queue-hold.ts'
import type { SubmissionEnd, SubmissionParts } from './submission.ts'
import { createSubmission } from './submission.ts'

/** The queue of one profile. */
export interface SubmissionQueue {
  /** Whether it sends. */
  readonly state: () => Pick<QueueState, 'held' | 'paused'>
  readonly setPaused: (paused: boolean) => void
  /** Lets a held queue try again now. */
  readonly resume: () => void
  /** Sends what waits, if it may. */
  readonly kick: () => void
  /** Reads the balance after unknown outcomes as soon as the service can be reached. */
  readonly gatherEvidence: () => void
  /** Sends and reads nothing until `wake`. */
  readonly sleep: () => void
  /** Resumes, also after the profile's client was not to be had. */
  readonly wake: () => void
  /** Sends nothing any more; resolves when what was sent has come to its end. */
  readonly dispose: () => Promise<void>
}

/** False for a read-only profile and for one that is gone: its jobs wait. */
export function mayCreate(profile: Profile | null): boolean {
  return profile !== null && profile.protection !== 'read-only'
}

type Context = Pick<AppContext, 'repositories' | 'findProfile' | 'submissions' | 'clock' | 'random' | 'log'>

/** Does nothing before `kick`. `onState` is called when `state` is another. */
export function createSubmissionQueue(
  context: Context,
  parts: SubmissionParts,
  {
    profileId,
    onEnd,
    onState,
  }: {
    readonly profileId: ProfileId
    readonly onEnd: (end: SubmissionEnd) => void
    readonly onState: () => void
  },
): SubmissionQueue {
  const { findProfile, log } = context
  const claimed = new Set<JobId>()
  const inFlight = new PQueue()
  let paused = context.repositories.jobs.isPaused(profileId)
  // no-client: practice stopped, or the profile is gone; until `wake`.
  let stopped: 'no' | 'asleep' | 'no-client' | 'disposed' = 'no'

  const openClient = async (): Promise<ServiceClient | null> => {
    try {
      return await parts.service.clientFor(profileId)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      if (error.failure.kind !== 'refused') queueHold.hold(error.failure)
      else if (stopped === 'no') stopped = 'no-client'
      return null
    }
  }

  const queueHold = createQueueHold(context, parts, {
    profileId,
    isStopped: () => stopped !== 'no',
    openClient,
    onHeld: () => {
      onState()
      kick()
    },
  })

  // By the profile as it is now.
  const isSending = (): boolean =>
    queueHold.held() === null && !paused && stopped === 'no' && mayCreate(findProfile(profileId))
  const maxParallel = (): number => (findProfile(profileId)?.creation ?? defaultCreationRules).parallel

  const submission = createSubmission(context, parts, {
    isCurrent: async (client) => (await openClient()) === client,
    maySend: isSending,
  })

  const send = async (job: Job): Promise<void> => {
    const client = await openClient()
    if (client === null) return
    const end = await submission(job, client)
    if (end.kind === 'skipped') return
    onEnd(end)
    if (end.kind === 'held') queueHold.hold(end.failure)
    else queueHold.settled(end.job)
  }

  const nextWaiting = (): Job | null => {
    try {
      return parts.jobStore.waiting(profileId, claimed.size + 1).find(({ id }) => !claimed.has(id)) ?? null
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      queueHold.hold(error.failure)
      return null
    }
  }

  const start = (job: Job): void => {
    claimed.add(job.id)
    inFlight
      .add(() => send(job))
      .catch((error: unknown) => {
        // A mistake of the program: held, so that it cannot repeat itself with every waiting job.
        queueHold.hold({ kind: 'internal', logId: log.error(`submission of job ${job.id}`, error) })
      })
      .finally(() => {
        claimed.delete(job.id)
        kick()
      })
  }

  const kick = (): void => {
    while (isSending() && claimed.size < maxParallel()) {
      const next = nextWaiting()
      if (next === null) return
      start(next)
    }
  }

  const stop = (as: 'asleep' | 'disposed'): void => {
    if (stopped !== 'disposed') stopped = as
    queueHold.sleep()
  }

  // What an operator does is worth another try at a client that was not to be had.
  const schedule = (): void => {
    if (stopped === 'no-client') stopped = 'no'
    kick()
  }

  return {
    state: () => ({ held: queueHold.held(), paused }),
    kick: schedule,
    gatherEvidence: queueHold.gatherEvidence,
    setPaused: (next) => {
      paused = next
      onState()
      schedule()
    },
    resume: () => {
      queueHold.release()
      schedule()
    },
    sleep: () => {
      stop('asleep')
    },
    wake: () => {
      if (stopped === 'disposed') return
      stopped = 'no'
      queueHold.wake()
      kick()
    },
    dispose: () => {
      stop('disposed')
      return inFlight.onIdle()
    },
  }
}
