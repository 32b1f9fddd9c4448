/**
 * The submission queue of one profile: sends waiting jobs in order, a few at a time. After a failure the queue is held
 * until a successful account read shows that requests get through again. After three unknown outcomes in a row the
 * queue is held until a person continues.
 */
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { BalanceReading, Job, PauseReason, QueueState } from '../../shared/schemas/avatar.ts'
import type { Payer, Profile } from '../../shared/schemas/profile.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTimer, remainingMs } from '../lib/clock.ts'
import type { Span } from '../lib/clock.ts'
import { failureOf } from '../lib/failure-of.ts'
import { logged } from '../lib/log.ts'
import { backoffMs } from '../lib/poller.ts'
import type { ServiceClient } from '../service/operations.ts'
import type { StoredQueue } from '../store/queues-repository.ts'
import type { Repositories } from '../store/repositories.ts'
import { refundWaitMs } from './refunds.ts'
import { createSubmission, isUsedUp } from './submit.ts'
import type { SubmissionParts } from './submit.ts'

function pauseReasonOf({ baseUrl, account }: Payer, profile: Profile | null): PauseReason {
  if (profile !== null && profile.baseUrl !== baseUrl) return { kind: 'other-address', baseUrl }
  return { kind: 'other-account', account: account?.appId ?? account?.subject ?? null }
}

type Hold = NonNullable<QueueState['held']>
type HoldState = Pick<Hold, 'failure' | 'since' | 'unknown'>

/** What the queue has observed in this run; only `nextStep` changes it. */
export interface SubmissionState {
  /** Why nothing is sent; null while the queue sends. */
  readonly held: HoldState | null
  /** Held until an operator continues. */
  readonly waitsForPerson: boolean
  /** The backoff before the queue continues; kept while the profile becomes inactive and active again. */
  readonly slow: Span | null
  /** Creations in a row for which the service was too busy or whose outcome is unknown. */
  readonly troubles: number
  /** Creations in a row whose outcome is unknown. */
  readonly unknown: number
  /** Probes since the last settled submission; a successful probe doesn't show that creations get through. */
  readonly probes: number
}

export type SubmissionEvent =
  /** The outcome of a job that was sent. `requestedMs`: the delay that the service asked for. */
  | { readonly kind: 'settled'; readonly job: Job; readonly requestedMs: number }
  /** Nothing was sent, and the next job would not be sent either. */
  | { readonly kind: 'not-sent'; readonly failure: Failure }
  | { readonly kind: 'probed' }
  | { readonly kind: 'answered'; readonly balance: BalanceReading | null }
  | { readonly kind: 'slow-ended' }
  /** The profile became active. */
  | { readonly kind: 'begun' }
  /** An operator saw the hold and confirmed more jobs. */
  | { readonly kind: 'more-confirmed' }
  /** An operator continues. */
  | { readonly kind: 'continued' }

export const initialState: SubmissionState = {
  held: null,
  waitsForPerson: false,
  slow: null,
  troubles: 0,
  unknown: 0,
  probes: 0,
}

/** Two lost answers can be a network accident; after the third, a person must check the service. */
const maxUnknown = 3

/** Milliseconds until a held queue reads the account again: 15 s at first, doubling with each failure to 60 s. */
export function probeDelayMs(failures: number, random: () => number): number {
  return backoffMs({ firstMs: 15_000, maxMs: 60_000, jitter: [0.85, 1.15] }, failures, random)
}

// A service that asks for a delay of days is asked again after an hour: it might be a different service by then.
const maxRequestedMs = 3_600_000

function isForBalance({ failure }: HoldState): boolean {
  return failure.kind === 'refused' && failure.reason === 'not-enough-creations'
}

function isBusy({ failure }: Job): boolean {
  return failure !== null && isServiceFailure(failure) && failure.httpStatus === 429
}

// A hold for lost answers keeps their count, whatever else fails meanwhile.
function holdFor(
  before: HoldState | null,
  failure: Failure,
  { unknown, now }: { unknown: number; now: number },
): HoldState {
  return { failure, since: before?.since ?? now, unknown: Math.max(unknown, before?.unknown ?? 0) }
}

interface Circumstances {
  /** Epoch milliseconds. */
  readonly now: number
  /** From 0 up to 1. */
  readonly random: () => number
}

function afterSettled(
  before: SubmissionState,
  { job, requestedMs }: Extract<SubmissionEvent, { kind: 'settled' }>,
  { now, random }: Circumstances,
): SubmissionState {
  const isLost = job.state === 'unknown'
  const isTrouble = isLost || isBusy(job)
  // A refusal of a busy service doesn't show whether answers to creations arrive, so the count stays.
  const unknown = isLost ? before.unknown + 1 : isBusy(job) ? before.unknown : 0
  const state = { ...before, probes: 0, troubles: isTrouble ? before.troubles + 1 : 0, unknown }
  // A job without a good outcome is never sent again; the hold protects the jobs behind it, which were not sent yet.
  // One lost answer is an accident; after the second, the whole queue could be lost in the same way.
  if (job.failure === null || !(isBusy(job) || state.troubles > 1)) return state
  const held = holdFor(before.held, job.failure, { unknown: isLost && unknown > 1 ? unknown : 0, now })
  if (before.waitsForPerson || unknown >= maxUnknown) return { ...state, held, waitsForPerson: true, slow: null }
  const delayMs = probeDelayMs(Math.max(0, state.troubles - 2), random)
  const forMs = Math.max(delayMs, Math.min(requestedMs, maxRequestedMs))
  return { ...state, held, slow: { at: now, forMs } }
}

/** A successful account read ends a hold, unless the balance shows that the next job would be held again. */
function afterAnswer(state: SubmissionState, balance: BalanceReading | null): SubmissionState {
  const { held, waitsForPerson, slow } = state
  if (held === null || waitsForPerson || slow !== null) return state
  const isStillUsedUp = isForBalance(held) && balance !== null && isUsedUp(balance)
  return isStillUsedUp ? state : { ...state, held: null }
}

/** Returns the state after an event. The queue does the rest: timers, a pause on disk, further submissions. */
export function nextStep(
  state: SubmissionState,
  event: SubmissionEvent,
  circumstances: Circumstances,
): SubmissionState {
  switch (event.kind) {
    case 'settled':
      return afterSettled(state, event, circumstances)
    case 'not-sent':
      return { ...state, held: holdFor(state.held, event.failure, { unknown: 0, now: circumstances.now }) }
    case 'probed':
      return { ...state, probes: state.probes + 1 }
    case 'answered':
      return afterAnswer(state, event.balance)
    case 'slow-ended':
      return { ...state, slow: null }
    case 'begun':
      return { ...state, probes: 0 }
    case 'more-confirmed':
      return state.waitsForPerson ? state : { ...state, held: null, slow: null, probes: 0 }
    case 'continued':
      return { ...state, held: null, waitsForPerson: false, slow: null, probes: 0 }
  }
}

/** The balance after a creation whose outcome is unknown, with everything else that might have changed it since. */
function evidenceOf(
  { id: but, profileId, evidence }: Job,
  balanceAfter: BalanceReading,
  refunds: Pick<Repositories['refunds'], 'othersSent' | 'othersAccepted' | 'seen' | 'seenWithin' | 'refundsAwaited'>,
): JobEvent {
  const [from, to] = [evidence?.balanceBefore?.at, balanceAfter.at]
  if (from === undefined) return { kind: 'balance-read', balanceAfter }
  const between = { profileId, from, to }
  const refunded = refunds.seenWithin(between)
  const awaited = refunds.refundsAwaited({ profileId, removedSince: from - refundWaitMs })
  return {
    kind: 'balance-read',
    balanceAfter,
    othersSent: refunds.othersSent({ ...between, but }),
    othersAccepted: refunds.othersAccepted({ ...between, but }),
    refunded,
    // A refund that was seen only now can be older than the balance before.
    refundsAwaited: awaited + refunds.seen(between) - refunded,
  }
}

interface PumpOptions {
  /** How many may be in flight now; 0 while nothing may be sent. */
  readonly maxParallel: () => number
  /** At most `limit` waiting jobs, in the order in which they are sent. */
  readonly waiting: (limit: number) => readonly Job[]
  readonly send: (job: Job) => Promise<void>
  readonly onFailure: (message: string, error: unknown) => void
}

/** Sends waiting jobs up to the limit; no job is in flight twice at the same time. */
function createPump({ maxParallel, waiting, send, onFailure }: PumpOptions) {
  const claimed = new Set<JobId>()
  // Without a limit, because `maxParallel` sets it: this queue only reports when the last submission has ended.
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
        // Claimed before the job runs: events of a submission can call `kick` again.
        claimed.add(job.id)
        void inFlight.add(() => run(job))
      }
    } catch (error) {
      onFailure('jobs that wait', error)
    }
  }
  return { kick, ended: () => inFlight.onIdle() }
}

// On a fast connection the chunks of an image follow each other within milliseconds.
const shownStep = 0.05

/** How much of each request body was sent. `onChange` is called after each further step. */
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

export interface SubmissionQueue {
  readonly state: () => Pick<QueueState, 'held' | 'paused' | 'pauseReason' | 'uploads'>
  /** Sends the jobs that may be sent now. */
  readonly kick: () => void
  /** Reads the balance after unknown outcomes as soon as the service can be reached. */
  readonly gatherEvidence: () => void
  /** Takes over the queue as it is now stored on disk. */
  readonly setStored: (next: StoredQueue) => void
  /** Called when an operator ends a pause; also continues a queue that stopped to wait for a person. */
  readonly continueStopped: () => void
  /** Called when an operator confirmed `count` more jobs; continues a stopped queue if no other job waits. */
  readonly confirmed: (count: number) => void
  /** Called when an operator continues the queue. Failures: storage. */
  readonly resume: () => void
  /** Sends waiting jobs, and reads the account while the queue is held, until the signal is aborted. */
  readonly begin: (active: ActiveProfile) => void
  /** Resolves when every request that was sent is answered or given up. */
  readonly ended: () => Promise<void>
  /** Sends nothing more; resolves when the outcomes of all sent requests are written. */
  readonly dispose: () => Promise<void>
}

interface SubmissionQueueOptions {
  readonly profileId: ProfileId
  /** Nothing is sent while the profile is being deleted. */
  readonly isClosed: () => boolean
  readonly onSettled: (job: Job) => void
  /** Called when `state` has changed. */
  readonly onState: () => void
}

/** Does nothing before `begin`. */
export function createSubmissionQueue(
  context: Pick<AppContext, 'repositories' | 'findProfile' | 'submissions' | 'clock' | 'random' | 'log'>,
  parts: SubmissionParts,
  { profileId, isClosed, onSettled, onState: onOwnState }: SubmissionQueueOptions,
): SubmissionQueue {
  const { findProfile, repositories, clock, random, log } = context
  const { service, jobStore, balances } = parts
  const probe = createTimer(clock)
  const slowDown = createTimer(clock)
  let stored = repositories.queues.read(profileId)
  let state = initialState
  // When the last planned probe begins, in epoch milliseconds.
  let probeAt = 0
  let isDisposed = false

  const isPaused = (): boolean => stored.isPaused || stored.pausedForPayer !== null
  const active = (): ActiveProfile | null => (isDisposed ? null : parts.activeProfiles.of(profileId))
  // A sent request can end after the database was closed; no window shows the state then.
  const onState = (): void => {
    if (!isDisposed) onOwnState()
  }

  /** How many may be in flight now; 0 while nothing may be sent. */
  const maxParallel = (): number => {
    const activeProfile = active()
    if (activeProfile === null || !activeProfile.may.write || state.held !== null || isPaused() || isClosed()) return 0
    return activeProfile.profile.creation.parallel
  }

  const continuesOn = (current: HoldState): Hold['continuesOn'] => {
    if (state.waitsForPerson) return 'person'
    if (service.isTokenRefused(profileId)) return 'token'
    if (isForBalance(current)) return 'balance'
    return isServiceFailure(current.failure) || current.unknown > 0 ? 'answer' : 'retry'
  }

  const nextTryAt = (): number | null => {
    if (state.waitsForPerson || service.isTokenRefused(profileId)) return null
    if (state.slow !== null && slowDown.isSet()) return state.slow.at + state.slow.forMs
    return probe.isSet() ? probeAt : null
  }

  const stop = (): void => {
    stored = { ...stored, isPaused: true }
    // If the write fails, the hold still stops the queue in this run.
    logged(log, 'the stop of a queue could not be stored', () => {
      repositories.queues.set(profileId, { isPaused: true })
    })
  }

  const waitForSlow = (): void => {
    if (state.slow === null) slowDown.cancel()
    else
      slowDown.set(remainingMs(state.slow, clock.now()), () => {
        step({ kind: 'slow-ended' })
        probeIn(0)
      })
  }

  const step = (event: SubmissionEvent): void => {
    const before = state
    state = nextStep(state, event, { now: clock.now(), random })
    if (state.slow !== before.slow) waitForSlow()
    if (state.waitsForPerson && !before.waitsForPerson) stop()
    if (state.held === before.held) return
    onState()
    pump.kick()
  }

  const readAccount = async (): Promise<void> => {
    // Listed before the balance is read: a job whose outcome becomes unknown meanwhile needs a later reading.
    const jobs = jobStore.inState('unknown')
    const withoutBalance = jobs.filter((job) => job.profileId === profileId && !job.evidence?.balanceAfter)
    if ((state.held === null || state.waitsForPerson) && withoutBalance.length === 0) return
    const activeProfile = active()
    if (activeProfile === null) return
    step({ kind: 'probed' })
    const balance = await balances.read(profileId, activeProfile.client, { signal: activeProfile.signal })
    if (activeProfile.signal.aborted) return
    if (balance !== null)
      for (const job of withoutBalance) jobStore.record(job, evidenceOf(job, balance, repositories.refunds))
    step({ kind: 'answered', balance })
    if (state.held !== null && !state.waitsForPerson && state.slow === null) probeLater()
  }

  const probeIn = (delayMs: number): void => {
    probeAt = clock.now() + delayMs
    probe.set(delayMs, () => {
      if (service.isTokenRefused(profileId)) return
      readAccount().catch((error: unknown) => {
        if (!(error instanceof FailureError)) log.error(`probe of profile ${profileId}`, error)
        // Whatever went wrong: without another probe the queue would be held for ever.
        probeLater()
      })
    })
  }

  const probeLater = (): void => {
    if (probe.isSet() || active() === null) return
    probeIn(probeDelayMs(state.probes, random))
    if (state.held !== null) onState()
  }

  const gatherEvidence = (): void => {
    if (active() !== null) probeIn(0)
  }

  const hold = (failure: Failure): void => {
    step({ kind: 'not-sent', failure })
    probeLater()
  }

  const uploads = createUploads(onState)
  const isCurrent = (client: ServiceClient): boolean => active()?.client === client
  const submission = createSubmission(context, parts, {
    isCurrent,
    maySend: () => maxParallel() > 0,
    onUpload: uploads.note,
  })

  const send = async (job: Job): Promise<void> => {
    const client = active()?.client
    if (client === undefined) return
    const end = await submission(job, client).finally(() => uploads.end(job))
    if (end.kind === 'settled') {
      parts.journal.reached(end.job)
      onSettled(end.job)
      // A job that this computer refused shows nothing about the service.
      if (end.job.submittedAt !== null) step(end)
      if (end.job.state === 'unknown') gatherEvidence()
    } else if (end.kind === 'held') {
      parts.journal.notSent(end.job, end.failure)
      hold(end.failure)
    }
  }

  const pump = createPump({
    maxParallel,
    waiting: (limit) => jobStore.waiting(profileId, limit),
    send,
    // A bug holds the queue as a failure does, so that it cannot repeat with every waiting job.
    onFailure: (message, error) => hold(failureOf(log, message, error)),
  })

  const resume = (): void => {
    // A queue that stopped after unknown outcomes is paused too, automatically or by an operator who kept it stopped.
    if (stored.isPaused && (state.held?.unknown ?? 0) > 0) {
      stored = repositories.queues.set(profileId, { isPaused: false })
    }
    step({ kind: 'continued' })
    pump.kick()
  }

  return {
    state: () => ({
      held: state.held && { ...state.held, continuesOn: continuesOn(state.held), nextTryAt: nextTryAt() },
      paused: isPaused(),
      ...(stored.pausedForPayer && { pauseReason: pauseReasonOf(stored.pausedForPayer, findProfile(profileId)) }),
      ...uploads.state(),
    }),
    kick: pump.kick,
    gatherEvidence,
    setStored: (next) => {
      const isChanged = !isDeepStrictEqual(next, stored)
      stored = next
      if (isChanged) onState()
      pump.kick()
    },
    continueStopped: () => {
      if (state.waitsForPerson) step({ kind: 'continued' })
      pump.kick()
    },
    confirmed: (count) => {
      const isAlone = jobStore.waiting(profileId, count + 1).length <= count
      // The confirmed jobs are already written, even if this write fails.
      if (state.waitsForPerson && isAlone) logged(log, 'a stopped queue could not be continued', resume)
      else {
        step({ kind: 'more-confirmed' })
        pump.kick()
      }
    },
    resume,
    begin: ({ signal }) => {
      step({ kind: 'begun' })
      waitForSlow()
      gatherEvidence()
      signal.addEventListener('abort', () => {
        slowDown.cancel()
        probe.cancel()
        // The page shows a time of the next try that no longer applies.
        if (state.held !== null) onState()
      })
      pump.kick()
    },
    ended: pump.ended,
    dispose: () => {
      isDisposed = true
      return pump.ended()
    },
  }
}
