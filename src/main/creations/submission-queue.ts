/**
 * The queue of one profile: sends waiting jobs in their order, a few at a time, stops when it is certain that nothing gets
 * through, and slows down when answers do not come (`queue-hold.ts`).
 */
import PQueue from 'p-queue'
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
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

interface SubmissionQueueOwn {
  readonly profileId: ProfileId
  readonly onEnd: (end: SubmissionEnd) => void
  /** Called when `state` is another. */
  readonly onState: () => void
}

/** Has jobs sent, each once at a time. */
function createPump(pump: {
  /** How many may be in flight now; 0 while nothing may be sent. */
  readonly maxParallel: () => number
  /** So many of them, in the order in which they are sent. */
  readonly waiting: (limit: number) => readonly Job[]
  readonly send: (job: Job) => Promise<void>
  readonly onMistake: (what: string, error: unknown) => void
}) {
  const claimed = new Set<JobId>()
  const inFlight = new PQueue()

  const start = (job: Job): void => {
    claimed.add(job.id)
    inFlight
      .add(() => pump.send(job))
      .catch((error: unknown) => {
        pump.onMistake(`submission of job ${job.id}`, error)
      })
      .finally(() => {
        claimed.delete(job.id)
        kick()
      })
  }

  const next = (): Job | undefined => {
    try {
      return pump.waiting(claimed.size + 1).find(({ id }) => !claimed.has(id))
    } catch (error) {
      pump.onMistake('jobs that wait', error)
      return undefined
    }
  }

  const kick = (): void => {
    while (claimed.size < pump.maxParallel()) {
      const job = next()
      if (job === undefined) return
      start(job)
    }
  }
  return { kick, ended: () => inFlight.onIdle() }
}

async function clientOrNull(client: Promise<ServiceClient>, onFailure: (failure: Failure) => void) {
  try {
    return await client
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    onFailure(error.failure)
    return null
  }
}

/** Does nothing before `kick`. */
export function createSubmissionQueue(
  context: Context,
  parts: SubmissionParts,
  { profileId, onEnd, onState }: SubmissionQueueOwn,
): SubmissionQueue {
  const { findProfile, log } = context
  let paused = context.repositories.jobs.isPaused(profileId)
  // no-client: practice stopped, or the profile is gone; until `wake`.
  let stopped: 'no' | 'asleep' | 'no-client' | 'disposed' = 'no'

  const openClient = (): Promise<ServiceClient | null> =>
    clientOrNull(parts.service.clientFor(profileId), (failure) => {
      if (failure.kind !== 'refused') queueHold.hold(failure)
      else if (stopped === 'no') stopped = 'no-client'
    })

  const queueHold = createQueueHold(context, parts, {
    profileId,
    isStopped: () => stopped !== 'no',
    openClient,
    onHeld: () => {
      onState()
      pump.kick()
    },
  })

  // By the profile as it is now.
  const isSending = (): boolean =>
    queueHold.held() === null && !paused && stopped === 'no' && mayCreate(findProfile(profileId))

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

  // A mistake of the program holds the queue too, so that it cannot repeat itself with every waiting job.
  const holdFor = (what: string, error: unknown): void => {
    queueHold.hold(error instanceof FailureError ? error.failure : { kind: 'internal', logId: log.error(what, error) })
  }

  const pump = createPump({
    maxParallel: () => (isSending() ? (findProfile(profileId)?.creation ?? defaultCreationRules).parallel : 0),
    waiting: (limit) => parts.jobStore.waiting(profileId, limit),
    send,
    onMistake: holdFor,
  })

  // What an operator does is worth another try at a client that was not to be had.
  const schedule = (): void => {
    if (stopped === 'no-client') stopped = 'no'
    pump.kick()
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
      if (stopped !== 'disposed') stopped = 'asleep'
      queueHold.sleep()
    },
    wake: () => {
      if (stopped === 'disposed') return
      stopped = 'no'
      queueHold.wake()
      pump.kick()
    },
    dispose: () => {
      stopped = 'disposed'
      queueHold.sleep()
      return pump.ended()
    },
  }
}
