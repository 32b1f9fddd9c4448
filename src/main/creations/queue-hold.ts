/**
 * Why the queue of one profile is held, until an account that answers shows that requests get through again, or after three
 * unknown outcomes in a row until a person continues.
 */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTimer, remainingMs } from '../lib/clock.ts'
import type { Span } from '../lib/clock.ts'
import { backoffMs } from '../lib/poller.ts'
import type { Repositories } from '../store/repositories.ts'
import type { SubmissionParts } from './submission.ts'
import { isUsedUp } from './submission.ts'

type Hold = NonNullable<QueueState['held']>
type Held = Pick<Hold, 'failure' | 'since' | 'unknown'>

/** Two lost answers may be an accident of the network; after the third, somebody has to see what the service does. */
const maxUnknown = 3

/** Milliseconds until a held queue asks the account again: 15 s at first, doubling with each failure to 60 s. */
export function probeDelayMs(failures: number, random: () => number): number {
  return backoffMs({ firstMs: 15_000, maxMs: 60_000, jitter: [0.85, 1.15] }, failures, random)
}

// A service that asks for days is asked again after an hour: it may be another one by then.
const maxRequestedMs = 3_600_000

function atLeast(requestedMs: number, delayMs: number): number {
  return Math.max(delayMs, Math.min(requestedMs, maxRequestedMs))
}

function isForBalance({ failure }: Held): boolean {
  return failure.kind === 'refused' && failure.reason === 'not-enough-creations'
}

function isBusy({ failure }: Job): boolean {
  return failure !== null && isServiceFailure(failure) && failure.httpStatus === 429
}

/** What the account says of a creation whose outcome is unknown, with what else may have changed it since. */
function evidenceOf(
  { id: but, profileId, evidence }: Job,
  balanceAfter: BalanceReading,
  refunds: Pick<Repositories['refunds'], 'othersSent' | 'othersAccepted' | 'seen' | 'refundsAwaited'>,
): JobEvent {
  const [from, to] = [evidence?.balanceBefore?.at, balanceAfter.at]
  if (from === undefined) return { kind: 'balance-read', balanceAfter }
  const between = { profileId, from, to }
  return {
    kind: 'balance-read',
    balanceAfter,
    othersSent: refunds.othersSent({ ...between, but }),
    othersAccepted: refunds.othersAccepted({ ...between, but }),
    refunded: refunds.seen(between),
    refundsAwaited: refunds.refundsAwaited(profileId),
  }
}

/** Holds nothing at first. `onHeld` is called when `held` has changed. */
export function createQueueHold(
  { clock, random, log, repositories }: Pick<AppContext, 'clock' | 'random' | 'log' | 'repositories'>,
  { service, jobStore, balances }: Pick<SubmissionParts, 'service' | 'jobStore' | 'balances'>,
  own: {
    readonly profileId: ProfileId
    /** null while main may not work for the profile. */
    readonly active: () => ActiveProfile | null
    readonly onHeld: () => void
    /** Nothing may be sent until an operator continues, in this run and in the next. */
    readonly onStop: () => void
  },
) {
  const { profileId, active } = own
  const probe = createTimer(clock)
  const slowDown = createTimer(clock)
  let held: Held | null = null
  let waitsForPerson = false
  // When the last timer that was set fires, in epoch milliseconds.
  let probeAt = 0
  // How long the service is left alone, also where the profile ends and begins anew meanwhile.
  let slow: Span | null = null
  // Creations in a row that the service was too busy for, or whose outcome is unknown.
  let troubles = 0
  let unknown = 0
  // Since the last submission that came to an outcome: an account that answers does not show that creations get through.
  let probes = 0

  const continuesOn = (by: Held): Hold['continuesOn'] => {
    if (waitsForPerson) return 'person'
    if (service.isTokenRefused(profileId)) return 'token'
    if (isForBalance(by)) return 'balance'
    return isServiceFailure(by.failure) || by.unknown > 0 ? 'answer' : 'retry'
  }

  const nextTryAt = (): number | null => {
    if (waitsForPerson || service.isTokenRefused(profileId)) return null
    if (slow !== null && slowDown.isSet()) return slow.at + slow.forMs
    return probe.isSet() ? probeAt : null
  }

  const state = (): QueueState['held'] => {
    return held && { ...held, continuesOn: continuesOn(held), nextTryAt: nextTryAt() }
  }

  const holdFor = (failure: Failure, inRow = 0): void => {
    // Held for lost answers, it stays so whatever else fails meanwhile.
    held = { failure, since: held?.since ?? clock.now(), unknown: Math.max(inRow, held?.unknown ?? 0) }
  }

  const release = (): void => {
    if (held === null) return
    held = null
    waitsForPerson = false
    own.onHeld()
  }

  const answered = (balance: BalanceReading | null): void => {
    if (held === null || waitsForPerson || slowDown.isSet()) return
    // The queue would read the same balance and be held again.
    if (isForBalance(held) && balance !== null && isUsedUp(balance)) probeLater()
    else release()
  }

  const readAccount = async (): Promise<void> => {
    // Listed before the balance is read: a job whose outcome becomes unknown meanwhile needs a later reading.
    const jobs = jobStore.inState('unknown')
    const lacking = jobs.filter((job) => job.profileId === profileId && !job.evidence?.balanceAfter)
    if ((held === null || waitsForPerson) && lacking.length === 0) return
    const now = active()
    if (now === null) return
    probes += 1
    const balanceAfter = await balances.read(profileId, now.client, { signal: now.signal })
    if (balanceAfter !== null)
      for (const job of lacking) jobStore.record(job, evidenceOf(job, balanceAfter, repositories.refunds))
    answered(balanceAfter)
  }

  const probeIn = (delayMs: number): void => {
    probeAt = clock.now() + delayMs
    probe.set(delayMs, () => {
      if (service.isTokenRefused(profileId)) return
      readAccount().catch((error: unknown) => {
        if (!(error instanceof FailureError)) log.error(`probe of profile ${profileId}`, error)
        // Whatever went wrong, a queue that is probed no more would be held for ever.
        probeLater()
      })
    })
  }

  const probeLater = (): void => {
    if (probe.isSet() || active() === null) return
    probeIn(probeDelayMs(probes, random))
    if (held !== null) own.onHeld()
  }

  const gatherEvidence = (): void => {
    if (active() !== null) probeIn(0)
  }

  const slowDownFor = (span: Span): void => {
    slow = span
    slowDown.set(remainingMs(span, clock.now()), () => {
      slow = null
      probeIn(0)
    })
  }

  const endSlowDown = (): void => {
    slow = null
    slowDown.cancel()
  }

  const waitForPerson = (): void => {
    if (waitsForPerson) return
    waitsForPerson = true
    endSlowDown()
    own.onStop()
  }

  return {
    held: state,
    hold: (failure: Failure): void => {
      holdFor(failure)
      probeLater()
      own.onHeld()
    },
    gatherEvidence,
    settled: (job: Job, requestedMs: number): void => {
      probes = 0
      troubles = isBusy(job) || job.state === 'unknown' ? troubles + 1 : 0
      // A busy service refuses, and shows nothing of whether answers come through.
      if (job.state === 'unknown') unknown += 1
      else if (!isBusy(job)) unknown = 0
      // What came to no good end is never sent again; this is for those behind it, of which nothing was sent yet. One lost
      // answer is an accident; after the second a whole queue would go the same way.
      if (job.failure !== null && (isBusy(job) || troubles > 1)) {
        holdFor(job.failure, job.state === 'unknown' && unknown > 1 ? unknown : 0)
        if (unknown >= maxUnknown) waitForPerson()
        else {
          const forMs = atLeast(requestedMs, probeDelayMs(Math.max(0, troubles - 2), random))
          slowDownFor({ at: clock.now(), forMs })
        }
        own.onHeld()
      }
      if (job.state === 'unknown') gatherEvidence()
    },
    /** By an operator who confirms more, in sight of the hold; a queue that waits for a person is not continued by that. */
    releaseForMore: (): void => {
      if (waitsForPerson) return
      probes = 0
      endSlowDown()
      release()
    },
    /** By an operator who continues. */
    release: (): void => {
      probes = 0
      endSlowDown()
      release()
    },
    waitsForPerson: (): boolean => waitsForPerson,
    /** Asks the account until the signal is aborted. */
    begin: ({ signal }: ActiveProfile): void => {
      probes = 0
      if (slow !== null) slowDownFor(slow)
      gatherEvidence()
      signal.addEventListener('abort', () => {
        slowDown.cancel()
        probe.cancel()
        // The time of the next try that the page shows is void.
        if (held !== null) own.onHeld()
      })
    },
  }
}
