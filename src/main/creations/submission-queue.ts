/**
 * The queue of one profile: sends waiting jobs in their order, a few at a time, stops when it is certain that nothing gets
 * through, and slows down when answers do not come. While it is held, and while an unknown outcome lacks its balance, it
 * reads the account at intervals.
 */
import PQueue from 'p-queue'
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job, QueueState } from '../../shared/schemas/avatar.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import type { ServiceClient } from '../service/operations.ts'
import type { SubmissionEnd, SubmissionParts } from './submission.ts'
import { createSubmission, isUsedUp } from './submission.ts'
import { createProbe, createTimer, probeDelayMs } from './account-probe.ts'

/** Whether a queue sends. */
export type SubmissionQueueState = Pick<QueueState, 'held' | 'paused'>

/** The queue of one profile. */
export interface SubmissionQueue {
  readonly state: () => SubmissionQueueState
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

function isForBalance(held: QueueState['held']): boolean {
  return held?.failure.kind === 'refused' && held.failure.reason === 'not-enough-creations'
}

function isBusy({ failure }: Job): boolean {
  return failure !== null && isServiceFailure(failure) && failure.httpStatus === 429
}

// One lost answer is an accident; after the second a whole queue would go the same way.
function mustSlowDown(job: Job, troubles: number): boolean {
  return isBusy(job) || troubles > 1
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
  const { clock, log } = context
  const { service, jobStore, balances } = parts
  const claimed = new Set<JobId>()
  const inFlight = new PQueue()
  const slowDown = createTimer(context)
  let held: QueueState['held'] = null
  let paused = context.repositories.jobs.isPaused(profileId)
  // no-client: practice stopped, or the profile is gone; until `wake`.
  let stopped: 'no' | 'asleep' | 'no-client' | 'disposed' = 'no'
  // Creations in a row that the service was too busy for, or whose outcome is unknown.
  let troubles = 0

  // The profile and its rules as they are now.
  const profile = (): Profile | null => context.findProfile(profileId)
  const maxParallel = (): number => (profile()?.creation ?? defaultCreationRules).parallel
  const isSending = (): boolean => held === null && !paused && stopped === 'no' && mayCreate(profile())

  const setHeld = (next: QueueState['held']): void => {
    if (held === null && next === null) return
    held = next
    onState()
  }

  const holdFor = (failure: Failure): void => {
    setHeld({ failure, since: held?.since ?? clock.now() })
  }

  const hold = (failure: Failure): void => {
    holdFor(failure)
    probe.later()
  }

  const openClient = async (): Promise<ServiceClient | null> => {
    try {
      return await service.clientFor(profileId)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      if (error.failure.kind !== 'refused') hold(error.failure)
      else if (stopped === 'no') stopped = 'no-client'
      return null
    }
  }

  const submission = createSubmission(context, parts, {
    isCurrent: async (client) => (await openClient()) === client,
    maySend: isSending,
  })

  const lackingEvidence = (): readonly Job[] =>
    jobStore.inState('unknown').filter((job) => job.profileId === profileId && !job.evidence?.balanceAfter)

  const release = (balance: BalanceReading | null): void => {
    // The queue would read the same balance and be held again.
    if (isForBalance(held) && balance !== null && isUsedUp(balance)) {
      probe.later()
      return
    }
    setHeld(null)
    kick()
  }

  const readAccount = async (): Promise<void> => {
    // Listed before the balance is read: a job whose outcome becomes unknown meanwhile needs a later reading.
    const lacking = lackingEvidence()
    if (held === null && lacking.length === 0) return
    probe.add()
    const client = await openClient()
    if (client === null) return
    const balanceAfter = await balances.read(profileId, client)
    for (const job of lacking) if (balanceAfter !== null) jobStore.record(job, { kind: 'balance-read', balanceAfter })
    if (!slowDown.isSet()) release(balanceAfter)
  }

  const isStopped = (): boolean => stopped !== 'no'
  const mayRead = (): boolean => !service.isTokenRefused(profileId)
  const probe = createProbe(context, { profileId, mayRead, isStopped, read: readAccount })

  const gatherEvidence = (): void => {
    if (!isStopped()) probe.now()
  }

  const settled = (job: Job): void => {
    probe.reset()
    troubles = isBusy(job) || job.state === 'unknown' ? troubles + 1 : 0
    // What came to no good end is never sent again; this is for those behind it, of which nothing was sent yet.
    if (job.failure !== null && mustSlowDown(job, troubles)) {
      slowDown.cancel()
      holdFor(job.failure)
      slowDown.set(probeDelayMs(Math.max(0, troubles - 2), context.random), probe.now)
    }
    if (job.state === 'unknown') gatherEvidence()
  }

  const send = async (job: Job): Promise<void> => {
    const client = await openClient()
    if (client === null) return
    const end = await submission(job, client)
    if (end.kind === 'skipped') return
    onEnd(end)
    if (end.kind === 'held') hold(end.failure)
    else settled(end.job)
  }

  const nextWaiting = (): Job | null => {
    try {
      return jobStore.waiting(profileId, claimed.size + 1).find(({ id }) => !claimed.has(id)) ?? null
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      hold(error.failure)
      return null
    }
  }

  const start = (job: Job): void => {
    claimed.add(job.id)
    inFlight
      .add(() => send(job))
      .catch((error: unknown) => {
        // A mistake of the program: held, so that it cannot repeat itself with every waiting job.
        hold({ kind: 'internal', logId: log.error(`submission of job ${job.id}`, error) })
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
    slowDown.cancel()
    probe.cancel()
  }

  // What an operator does is worth another try at a client that was not to be had.
  const schedule = (): void => {
    if (stopped === 'no-client') stopped = 'no'
    kick()
  }

  return {
    state: () => ({ held, paused }),
    kick: schedule,
    gatherEvidence,
    setPaused: (next) => {
      paused = next
      onState()
      schedule()
    },
    resume: () => {
      probe.reset()
      slowDown.cancel()
      setHeld(null)
      schedule()
    },
    sleep: () => {
      stop('asleep')
    },
    wake: () => {
      if (stopped === 'disposed') return
      stopped = 'no'
      probe.reset()
      probe.now()
      kick()
    },
    dispose: () => {
      stop('disposed')
      return inFlight.onIdle()
    },
  }
}
