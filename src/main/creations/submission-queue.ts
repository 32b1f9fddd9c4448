/** The queue of one profile: sends waiting jobs in order, a few at a time, unless it is held (`queue-hold.ts`). */
import PQueue from 'p-queue'
import { FailureError } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { Job, QueueState } from '../../shared/schemas/avatar.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { failureOf } from '../lib/failure-of.ts'
import { logged } from '../lib/log.ts'
import type { ServiceClient } from '../service/operations.ts'
import { createQueueHold } from './queue-hold.ts'
import type { SubmissionParts } from './submission.ts'
import { createSubmission } from './submission.ts'

/** False for a read-only profile and for one that is gone: its jobs wait. */
export function mayCreate(profile: Profile | null): boolean {
  return profile !== null && profile.protection !== 'read-only'
}

type Context = Pick<AppContext, 'repositories' | 'findProfile' | 'submissions' | 'clock' | 'random' | 'log'>

interface Pumped {
  /** How many may be in flight now; 0 while nothing may be sent. */
  readonly maxParallel: () => number
  /** So many of them, in the order in which they are sent. */
  readonly waiting: (limit: number) => readonly Job[]
  readonly send: (job: Job) => Promise<void>
  readonly onFailure: (what: string, error: unknown) => void
}

/** Has jobs sent, each once at a time. */
function createPump({ maxParallel, waiting, send, onFailure }: Pumped) {
  const claimed = new Set<JobId>()
  const inFlight = new PQueue()

  const run = async (job: Job): Promise<void> => {
    try {
      await send(job)
    } catch (error) {
      onFailure(`submission of job ${job.id}`, error)
    }
    claimed.delete(job.id)
    kick()
  }

  const kick = (): void => {
    try {
      while (claimed.size < maxParallel()) {
        const job = waiting(claimed.size + 1).find(({ id }) => !claimed.has(id))
        if (job === undefined) return
        // Claimed before anything of it runs: what a submission sets off may come back here.
        claimed.add(job.id)
        void inFlight.add(() => run(job))
      }
    } catch (error) {
      onFailure('jobs that wait', error)
    }
  }
  return { kick, ended: () => inFlight.onIdle() }
}

export type SubmissionQueue = ReturnType<typeof createSubmissionQueue>

/**
 * Does nothing before `kick`, and from `sleep` to `wake`. `onState` is called when `state` is another. After `dispose`
 * nothing is sent any more; it resolves when what was sent has come to its end.
 */
export function createSubmissionQueue(
  context: Context,
  parts: SubmissionParts,
  own: { readonly profileId: ProfileId; readonly onSettled: (job: Job) => void; readonly onState: () => void },
) {
  const { profileId, onSettled, onState } = own
  const { findProfile } = context
  const setStored = (isPaused: boolean): void => {
    context.repositories.jobs.setPaused(profileId, isPaused)
  }
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
      pump.kick()
    },
    onStop: () => {
      paused = true
      // The hold of this run stops the queue all the same.
      logged(context.log, 'the stop of a queue could not be written', () => setStored(true))
    },
  })

  // By the profile as it is now.
  const maySend = (): boolean =>
    queueHold.held() === null && !paused && stopped === 'no' && mayCreate(findProfile(profileId))

  const isCurrent = async (client: ServiceClient): Promise<boolean> => (await openClient()) === client
  const submission = createSubmission(context, parts, { isCurrent, maySend })

  const send = async (job: Job): Promise<void> => {
    const client = await openClient()
    if (client === null) return
    const end = await submission(job, client)
    if (end.kind === 'settled') {
      parts.journal.reached(end.job)
      onSettled(end.job)
      queueHold.settled(end.job, end.requestedMs)
    } else if (end.kind === 'held') {
      parts.journal.notSent(end.job, end.failure)
      queueHold.hold(end.failure)
    }
  }

  const pump = createPump({
    maxParallel: () => (maySend() ? (findProfile(profileId)?.creation ?? defaultCreationRules).parallel : 0),
    waiting: (limit) => parts.jobStore.waiting(profileId, limit),
    send,
    // A mistake of the program holds the queue as a failure does, so that it cannot repeat itself with every waiting job.
    onFailure: (what, error) => queueHold.hold(failureOf(context.log, what, error)),
  })

  // What an operator does is worth another try at a client that was not to be had.
  const kick = (): void => {
    if (stopped === 'no-client') stopped = 'no'
    pump.kick()
  }

  const setPaused = (next: boolean): void => {
    setStored(next)
    paused = next
    // Whoever lets a queue go on that waits for a person is that person.
    if (!next && queueHold.waitsForPerson()) queueHold.release()
    else onState()
    kick()
  }

  const resume = (): void => {
    // A queue that stopped after unknown outcomes is paused too, automatically or by an operator who kept it stopped.
    if (paused && (queueHold.held()?.unknown ?? 0) > 0) {
      setStored(false)
      paused = false
    }
    queueHold.release()
    kick()
  }

  return {
    state: (): Pick<QueueState, 'held' | 'paused'> => ({ held: queueHold.held(), paused }),
    kick,
    /** Reads the balance after unknown outcomes as soon as the service can be reached. */
    gatherEvidence: queueHold.gatherEvidence,
    /** Failures: storage; then nothing has changed. */
    setPaused,
    /** By an operator who confirmed so many more. Where nothing else waits, that continues a stopped queue too. */
    confirmed: (count: number): void => {
      const isAlone = parts.jobStore.waiting(profileId, count + 1).length <= count
      // What was confirmed is written, whatever the disk says of this.
      if (queueHold.waitsForPerson() && isAlone) logged(context.log, 'a stopped queue could not be continued', resume)
      else {
        queueHold.releaseForMore()
        kick()
      }
    },
    /** By an operator who continues. Failures: storage. */
    resume,
    sleep: (): void => {
      if (stopped !== 'disposed') stopped = 'asleep'
      queueHold.sleep()
      // The time of the next try that the page shows is void.
      if (queueHold.held() !== null) onState()
    },
    wake: (): void => {
      if (stopped === 'disposed') return
      stopped = 'no'
      queueHold.wake()
      pump.kick()
    },
    /** Resolves when what was sent has come to its end. */
    ended: pump.ended,
    dispose: (): Promise<void> => {
      stopped = 'disposed'
      queueHold.sleep()
      return pump.ended()
    },
  }
}
