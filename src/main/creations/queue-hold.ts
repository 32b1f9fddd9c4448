/** Why the queue of one profile is held, until an account that answers shows that requests get through again. */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTimer } from '../lib/clock.ts'
import { backoffMs } from '../lib/poller.ts'
import type { ServiceClient } from '../service/operations.ts'
import type { Repositories } from '../store/repositories.ts'
import type { SubmissionParts } from './submission.ts'
import { isUsedUp } from './submission.ts'

type Held = QueueState['held']

/** Milliseconds until a held queue asks the account again: 15 s at first, doubling with each failure to 60 s. */
export function probeDelayMs(failures: number, random: () => number): number {
  return backoffMs({ firstMs: 15_000, maxMs: 60_000, jitter: [0.85, 1.15] }, failures, random)
}

// A service that asks for days is asked again after an hour: it may be another one by then.
const maxRequestedMs = 3_600_000

function atLeast(requestedMs: number, delayMs: number): number {
  return Math.max(delayMs, Math.min(requestedMs, maxRequestedMs))
}

/** The queue would read the same balance and be held again. */
function staysHeld(held: Held, balance: BalanceReading | null): boolean {
  const isForBalance = held?.failure.kind === 'refused' && held.failure.reason === 'not-enough-creations'
  return isForBalance && balance !== null && isUsedUp(balance)
}

function isBusy({ failure }: Job): boolean {
  return failure !== null && isServiceFailure(failure) && failure.httpStatus === 429
}

/** What the account says of a creation whose outcome is unknown, with what else may have changed it since. */
function evidenceOf(
  { id: but, profileId, evidence }: Job,
  balanceAfter: BalanceReading,
  refunds: Pick<Repositories['refunds'], 'othersSent'>,
): JobEvent {
  const [from, to] = [evidence?.balanceBefore?.at, balanceAfter.at]
  const othersSent = from === undefined ? 0 : refunds.othersSent({ profileId, but, from, to })
  return { kind: 'balance-read', balanceAfter, othersSent }
}

/** Holds nothing at first. `onHeld` is called when `held` is another. */
export function createQueueHold(
  { clock, random, log, repositories }: Pick<AppContext, 'clock' | 'random' | 'log' | 'repositories'>,
  { service, jobStore, balances }: Pick<SubmissionParts, 'service' | 'jobStore' | 'balances'>,
  own: {
    readonly profileId: ProfileId
    readonly isStopped: () => boolean
    /** null when the client is not to be had; then it was said why. */
    readonly openClient: () => Promise<ServiceClient | null>
    readonly onHeld: () => void
  },
) {
  const { profileId, isStopped } = own
  const probe = createTimer(clock)
  const slowDown = createTimer(clock)
  let held: Held = null
  // Creations in a row that the service was too busy for, or whose outcome is unknown.
  let troubles = 0
  // Since the last submission that came to an outcome: an account that answers does not show that creations get through.
  let probes = 0

  const holdFor = (failure: Failure): void => {
    held = { failure, since: held?.since ?? clock.now() }
    own.onHeld()
  }

  const release = (): void => {
    if (held === null) return
    held = null
    own.onHeld()
  }

  const readAccount = async (): Promise<void> => {
    // Listed before the balance is read: a job whose outcome becomes unknown meanwhile needs a later reading.
    const unknown = jobStore.inState('unknown')
    const lacking = unknown.filter((job) => job.profileId === profileId && !job.evidence?.balanceAfter)
    if (held === null && lacking.length === 0) return
    probes += 1
    const client = await own.openClient()
    if (client === null) return
    const balanceAfter = await balances.read(profileId, client)
    if (balanceAfter !== null)
      for (const job of lacking) jobStore.record(job, evidenceOf(job, balanceAfter, repositories.refunds))
    if (slowDown.isSet()) return
    if (staysHeld(held, balanceAfter)) probeLater()
    else release()
  }

  const probeIn = (delayMs: number): void => {
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
    if (!probe.isSet() && !isStopped()) probeIn(probeDelayMs(probes, random))
  }

  const gatherEvidence = (): void => {
    if (!isStopped()) probeIn(0)
  }

  return {
    held: (): Held => held,
    hold: (failure: Failure): void => {
      holdFor(failure)
      probeLater()
    },
    gatherEvidence,
    settled: (job: Job, requestedMs: number): void => {
      probes = 0
      troubles = isBusy(job) || job.state === 'unknown' ? troubles + 1 : 0
      // What came to no good end is never sent again; this is for those behind it, of which nothing was sent yet. One lost
      // answer is an accident; after the second a whole queue would go the same way.
      if (job.failure !== null && (isBusy(job) || troubles > 1)) {
        holdFor(job.failure)
        slowDown.set(atLeast(requestedMs, probeDelayMs(Math.max(0, troubles - 2), random)), () => probeIn(0))
      }
      if (job.state === 'unknown') gatherEvidence()
    },
    release: (): void => {
      probes = 0
      slowDown.cancel()
      release()
    },
    /** Reads nothing until `wake`. */
    sleep: (): void => {
      slowDown.cancel()
      probe.cancel()
    },
    wake: (): void => {
      probes = 0
      gatherEvidence()
    },
  }
}
