/**
 * The queue of one profile: sends waiting jobs in their order, a few at a time, stops when it is certain that nothing gets
 * through, and slows down when answers do not come. While it is held, and while an unknown outcome lacks its balance, it asks the account gently.
 */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { CreationRules } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createInFlight } from '../lib/in-flight.ts'
import type { Balances } from './balances.ts'
import type { JobStore } from './job-store.ts'
import type { SubmissionDeps, SubmissionEnd } from './submission.ts'
import { createSubmission, isUsedUp } from './submission.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import { probeDelayMs } from './poll-interval.ts'

/** Whether a lane sends. */
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
  /** Sends and asks nothing until `wake`. */
  readonly sleep: () => void
  /** Goes on, also after the profile's client was not to be had. */
  readonly wake: () => void
  /** Sends nothing any more; resolves when what was sent has come to its end. */
  readonly dispose: () => Promise<void>
}

function isForBalance(held: QueueState['held']): boolean {
  return held?.failure.kind === 'refused' && held.failure.reason === 'not-enough-creations'
}

export interface SubmissionQueueDeps {
  readonly profileId: ProfileId
  readonly jobStore: JobStore
  readonly images: Pick<ImageStore, 'toSend'>
  readonly balances: Balances
  readonly client: () => Promise<ServiceClient>
  /** False for a read-only profile and for one that is gone: its jobs rest. */
  readonly mayCreate: () => boolean
  /** False while the service refuses the profile's token: then only what was confirmed goes out, and no question, until `wake`. */
  readonly mayAsk: () => boolean
  /** The profile's rules as they are now: how many submissions are in flight at once, and what they name. */
  readonly rules: (profileId: ProfileId) => CreationRules
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly submissions: SubmissionDeps['submissions']
  readonly log: Log
  readonly isPaused: boolean
  readonly onSending: (job: Job) => void
  readonly onEnd: (end: SubmissionEnd) => void
  /** Hears that `state` is another. */
  readonly onState: () => void
}

/** Gives the lane of a profile; it does nothing before `kick`. */
export function createSubmissionQueue(deps: SubmissionQueueDeps): SubmissionQueue {
  const { profileId, jobStore, balances, clock, log } = deps
  const claimed = new Set<JobId>()
  const inFlight = createInFlight()
  let held: QueueState['held'] = null
  let paused = deps.isPaused
  let stopped: 'no' | 'asleep' | 'resting' | 'disposed' = 'no'
  // Since the last submission that came to an outcome: an account that answers does not show that creations get through.
  let probes = 0
  let cancelProbe: (() => void) | null = null
  // Creations in a row that the service was too busy for, or whose outcome is unknown.
  let troubles = 0
  let cancelRest: (() => void) | null = null

  const state = (): SubmissionQueueState => ({ held, paused })
  const isSending = (): boolean => held === null && !paused && stopped === 'no' && deps.mayCreate()

  const setHeld = (next: QueueState['held']): void => {
    if (held === null && next === null) return
    held = next
    deps.onState()
  }

  const hold = (failure: Failure): void => {
    setHeld({ failure, since: held?.since ?? clock.now() })
    probeLater()
  }

  /** The client; null when it is not to be had (practice stopped, profile gone): then everything rests until `wake`. */
  const openClient = async (): Promise<ServiceClient | null> => {
    try {
      return await deps.client()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      if (error.failure.kind !== 'refused') hold(error.failure)
      else if (stopped === 'no') stopped = 'resting'
      return null
    }
  }

  const submission = createSubmission({
    ...deps,
    isCurrent: async (client) => (await openClient()) === client,
    maySend: isSending,
  })

  const endRest = (): void => {
    cancelRest?.()
    cancelRest = null
  }

  // What came to no good end is never sent again; this is for those behind it, of which nothing was sent yet.
  const rest = (failure: Failure): void => {
    endRest()
    setHeld({ failure, since: held?.since ?? clock.now() })
    cancelRest = clock.after(probeDelayMs(Math.max(0, troubles - 2), deps.random), () => {
      cancelRest = null
      probeIn(0)
    })
  }

  const settled = ({ state: reached, failure }: Job): void => {
    probes = 0
    const isBusy = failure !== null && isServiceFailure(failure) && failure.httpStatus === 429
    troubles = isBusy || reached === 'unknown' ? troubles + 1 : 0
    // One lost answer is an accident; after the second a whole queue would go the same way.
    if (failure !== null && (isBusy || troubles > 1)) rest(failure)
    if (reached === 'unknown') gatherEvidence()
  }

  const send = async (job: Job): Promise<void> => {
    const client = await openClient()
    if (client === null) return
    const end = await submission(job, client)
    if (end.kind === 'skipped') return
    deps.onEnd(end)
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
      .run(() => send(job))
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
    while (isSending() && claimed.size < deps.rules(profileId).parallel) {
      const next = nextWaiting()
      if (next === null) return
      start(next)
    }
  }

  const lackingEvidence = (): readonly Job[] =>
    jobStore.inState('unknown').filter((job) => job.profileId === profileId && !job.evidence?.balanceAfter)

  const terminate = (balance: BalanceReading | null): void => {
    // The queue would read the same balance and be held again.
    if (isForBalance(held) && balance !== null && isUsedUp(balance)) {
      probeLater()
      return
    }
    setHeld(null)
    kick()
  }

  const probe = async (): Promise<void> => {
    // Told before the balance is read: a job whose outcome becomes unknown meanwhile needs a later reading.
    const lacking = lackingEvidence()
    if (held === null && lacking.length === 0) return
    probes += 1
    const client = await openClient()
    if (client === null) return
    const balanceAfter = await balances.read(profileId, client)
    for (const job of lacking) if (balanceAfter !== null) jobStore.record(job, { kind: 'balance-read', balanceAfter })
    if (cancelRest === null) terminate(balanceAfter)
  }

  const probeIn = (delayMs: number): void => {
    cancelProbe?.()
    cancelProbe = clock.after(delayMs, () => {
      cancelProbe = null
      if (!deps.mayAsk()) return
      probe().catch((error: unknown) => {
        if (!(error instanceof FailureError)) log.error(`probe of profile ${profileId}`, error)
        // Whatever went wrong, a queue that nobody asks for any more would be held for ever.
        probeLater()
      })
    })
  }

  const probeLater = (): void => {
    if (cancelProbe === null && stopped === 'no') probeIn(probeDelayMs(probes, deps.random))
  }

  const gatherEvidence = (): void => {
    if (stopped === 'no') probeIn(0)
  }

  const stop = (as: 'asleep' | 'disposed'): void => {
    if (stopped !== 'disposed') stopped = as
    endRest()
    cancelProbe?.()
    cancelProbe = null
  }

  // What an operator does is worth another try at a client that was not to be had.
  const schedule = (): void => {
    if (stopped === 'resting') stopped = 'no'
    kick()
  }

  return {
    state,
    kick: schedule,
    gatherEvidence,
    setPaused: (next) => {
      paused = next
      deps.onState()
      schedule()
    },
    resume: () => {
      probes = 0
      endRest()
      setHeld(null)
      schedule()
    },
    sleep: () => {
      stop('asleep')
    },
    wake: () => {
      if (stopped === 'disposed') return
      stopped = 'no'
      probes = 0
      probeIn(0)
      kick()
    },
    dispose: () => {
      stop('disposed')
      return inFlight.ended()
    },
  }
}
