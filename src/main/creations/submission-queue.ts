/** The queue of one profile: sends waiting jobs in order, a few at a time, unless it is held (`queue-hold.ts`). */
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { Job, PauseReason, QueueState } from '../../shared/schemas/avatar.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Payer, Profile } from '../../shared/schemas/profile.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { failureOf } from '../lib/failure-of.ts'
import { logged } from '../lib/log.ts'
import type { ServiceClient } from '../service/operations.ts'
import type { StoredQueue } from '../store/queues-repository.ts'
import { createQueueHold } from './queue-hold.ts'
import type { SubmissionParts } from './submission.ts'
import { createSubmission } from './submission.ts'

/** False for a read-only profile and for one that is gone: its jobs wait. */
export function mayCreate(profile: Profile | null): boolean {
  return profile !== null && profile.protection !== 'read-only'
}

function pauseReasonOf({ baseUrl, account }: Payer, profile: Profile | null): PauseReason {
  if (profile !== null && profile.baseUrl !== baseUrl) return { kind: 'other-address', baseUrl }
  return { kind: 'other-account', account: account?.appId ?? account?.subject ?? null }
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

// On a fast line the pieces of an image follow each other within milliseconds.
const shownStep = 0.05

/** How much of each body has left. `onChange` is called when a step more has. */
function createUploads(onChange: () => void) {
  const shares = new Map<JobId, number>()
  return {
    note: ({ id }: Job, share: number): void => {
      const before = shares.get(id) ?? 0
      if (share < 1 && share - before < shownStep) return
      shares.set(id, share)
      onChange()
    },
    end: ({ id }: Job): void => {
      if (shares.delete(id)) onChange()
    },
    state: (): Pick<QueueState, 'uploads'> => {
      const uploads = [...shares].map(([jobId, share]) => ({ jobId, share }))
      return uploads.length === 0 ? {} : { uploads }
    },
  }
}

export type SubmissionQueue = ReturnType<typeof createSubmissionQueue>

/**
 * Does nothing before `begin`. `onState` is called when `state` has changed. After `dispose` nothing is sent any more; it
 * resolves when the answers of what was sent are written.
 */
export function createSubmissionQueue(
  context: Context,
  parts: SubmissionParts,
  own: {
    readonly profileId: ProfileId
    /** Nothing is sent while the profile is being deleted. */
    readonly isClosed: () => boolean
    readonly onSettled: (job: Job) => void
    readonly onState: () => void
  },
) {
  const { profileId, onSettled } = own
  const { findProfile } = context
  let stored = context.repositories.queues.read(profileId)
  const isPaused = (): boolean => stored.isPaused || stored.confirmedFor !== null
  let isDisposed = false
  const active = (): ActiveProfile | null => (isDisposed ? null : parts.activeProfiles.of(profileId))
  // What was sent may end after the database was closed, and nobody is shown its state then.
  const onState = (): void => {
    if (!isDisposed) own.onState()
  }

  const queueHold = createQueueHold(context, parts, {
    profileId,
    active,
    onHeld: () => {
      onState()
      pump.kick()
    },
    onStop: () => {
      stored = { ...stored, isPaused: true }
      // The hold of this run stops the queue all the same.
      logged(context.log, 'the stop of a queue could not be written', () => {
        context.repositories.queues.set(profileId, { isPaused: true })
      })
    },
  })

  // By the profile as it is now.
  const maySend = (): boolean => {
    const isStopped = isPaused() || own.isClosed() || active() === null
    return queueHold.held() === null && !isStopped && mayCreate(findProfile(profileId))
  }

  const isCurrent = (client: ServiceClient): boolean => active()?.client === client
  const uploads = createUploads(onState)
  const submission = createSubmission(context, parts, { isCurrent, maySend, onUpload: uploads.note })

  const send = async (job: Job): Promise<void> => {
    const client = active()?.client
    if (client === undefined) return
    const end = await submission(job, client).finally(() => uploads.end(job))
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

  const resume = (): void => {
    // A queue that stopped after unknown outcomes is paused too, automatically or by an operator who kept it stopped.
    if (stored.isPaused && (queueHold.held()?.unknown ?? 0) > 0) {
      stored = context.repositories.queues.set(profileId, { isPaused: false })
    }
    queueHold.release()
    pump.kick()
  }

  return {
    state: (): Pick<QueueState, 'held' | 'paused' | 'pauseReason' | 'uploads'> => ({
      held: queueHold.held(),
      paused: isPaused(),
      ...(stored.confirmedFor && { pauseReason: pauseReasonOf(stored.confirmedFor, findProfile(profileId)) }),
      ...uploads.state(),
    }),
    kick: pump.kick,
    /** Reads the balance after unknown outcomes as soon as the service can be reached. */
    gatherEvidence: queueHold.gatherEvidence,
    /** As it is kept on disk now. */
    setStored: (next: StoredQueue): void => {
      const isChanged = !isDeepStrictEqual(next, stored)
      stored = next
      if (isChanged) onState()
      pump.kick()
    },
    /** By an operator who lets the queue go on: it may have stopped to wait for a person. */
    continueStopped: (): void => {
      if (queueHold.waitsForPerson()) queueHold.release()
      pump.kick()
    },
    /** By an operator who confirmed so many more. Where nothing else waits, that continues a stopped queue too. */
    confirmed: (count: number): void => {
      const isAlone = parts.jobStore.waiting(profileId, count + 1).length <= count
      // What was confirmed is written, whatever the disk says of this.
      if (queueHold.waitsForPerson() && isAlone) logged(context.log, 'a stopped queue could not be continued', resume)
      else {
        queueHold.releaseForMore()
        pump.kick()
      }
    },
    /** By an operator who continues. Failures: storage. */
    resume,
    /** Sends what waits, and asks the account while the queue is held, until the signal is aborted. */
    begin: (now: ActiveProfile): void => {
      queueHold.begin(now)
      pump.kick()
    },
    /** Resolves when what was sent has come to its end. */
    ended: pump.ended,
    dispose: (): Promise<void> => {
      isDisposed = true
      return pump.ended()
    },
  }
}
