/**
 * Whether creations of failed trainings are given back: seen in balances and never claimed, as others may use the account
 * too. Of several failed jobs, the first ones get what the balance rose by.
 */
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job, JobState, Refund } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import { logged } from '../lib/log.ts'
import { createPoller } from '../lib/poller.ts'
import type { Repositories } from '../store/repositories.ts'
import type { SubmissionParts } from './submit.ts'

interface AwaitedRefund extends Readonly<Pick<Job, 'id' | 'profileId'>> {
  readonly since: number
  reads: number
}

// The balance is read at once, after a minute and after five; then what was not seen is said to be not seen.
const maxWaitMs = 5 * 60_000
const delaysMs = [60_000, maxWaitMs - 60_000]
// Only while no reading came in time: the service does not answer.
const laterMs = 5 * 60_000

// States that show what a creation did to the balance.
const statesWithCost: readonly JobState[] = ['training', 'ready', 'failed', 'rejected']

/** What a balance says of an awaited refund; null when it says nothing yet. */
function refundOf(
  repository: Repositories['refunds'],
  { profileId, since }: AwaitedRefund,
  { before, after }: { readonly before: BalanceReading | null; readonly after: BalanceReading },
): Refund | null {
  if (before === null || after.at <= before.at) return null
  // What this program spent meanwhile, and what other failed jobs were given back, is not this job's.
  const between = { profileId, from: before.at, to: after.at }
  const difference = after.avatarCreationsLeft - before.avatarCreationsLeft
  const rise = difference + repository.spent(between) - repository.seen(between)
  if (rise >= 1) return { state: 'seen', before, after }
  return after.at - since >= maxWaitMs ? { state: 'not-seen', before, after } : null
}

/** Reads nothing before `start` or `reached`. */
export function createRefunds(
  context: Pick<AppContext, 'repositories' | 'clock' | 'log'>,
  { jobStore, balances, journal }: Pick<SubmissionParts, 'jobStore' | 'balances' | 'journal'>,
) {
  const { clock, log } = context
  const repository = context.repositories.refunds
  const awaited = new Map<JobId, AwaitedRefund>()
  // Since when another account is read, in epoch milliseconds.
  const accountSince = new Map<ProfileId, number>()

  const ending = new AbortController()
  const poller = createPoller<AwaitedRefund>(ending.signal, context, {
    name: 'reading the balance for a refund',
    poll: (entry) => {
      entry.reads += 1
      balances.refresh(entry.profileId)
    },
    delayMs: ({ reads }) => delaysMs[reads - 1] ?? laterMs,
  })

  const expect = ({ id, profileId, stateSince: since }: Job): void => {
    const entry = { id, profileId, since, reads: 0 }
    awaited.set(id, entry)
    poller.add(entry)
  }

  // Without an image it is not known that a creation was spent (`service-api.md §Creating avatars`).
  const failed = (job: Job, last: Job): void => {
    const trainedAt = last.lastContactAt ?? last.submittedAt
    if (job.image === null || trainedAt === null) return
    const before = repository.balanceBefore(job.profileId, trainedAt)
    if (before === null || before.at <= (accountSince.get(job.profileId) ?? 0)) return
    const waiting = jobStore.record(job, { kind: 'refund-noted', refund: { state: 'awaited', before, after: null } })
    if (waiting !== null) expect(waiting)
  }

  const forget = (entry: AwaitedRefund): void => {
    poller.remove(entry)
    awaited.delete(entry.id)
  }

  const classify = (entry: AwaitedRefund, reading: BalanceReading): void => {
    const job = jobStore.find(entry.id)
    if (job?.refund?.state !== 'awaited') {
      forget(entry)
      return
    }
    const refund = refundOf(repository, entry, { before: job.refund.before, after: reading })
    if (refund === null) return
    forget(entry)
    const known = jobStore.record(job, { kind: 'refund-noted', refund })
    if (known !== null) journal.refund(known)
  }

  return {
    start: (): void => {
      logged(log, 'refunds that were awaited could not be read', () => {
        // One row that cannot be read is no reason to forget the others.
        for (const id of repository.awaited()) {
          logged(log, `the refund of job ${id} is not watched`, () => {
            const job = jobStore.find(id)
            if (job !== null) expect(job)
          })
        }
      })
    },
    /** A job came into its state; `before` is the job as it was seen last. Never throws. */
    reached: (job: Job, before: Job): void => {
      // Account, the navigation and the next confirmation are to show what is left.
      if (statesWithCost.includes(job.state)) balances.refresh(job.profileId)
      if (job.state !== 'failed') return
      logged(log, `the refund of job ${job.id} is not watched`, () => failed(job, before))
    },
    /** A balance was read, whatever for. Never throws. */
    saw: (profileId: ProfileId, reading: BalanceReading): void =>
      logged(log, 'refunds could not be classified', () => {
        for (const entry of [...awaited.values()]) if (entry.profileId === profileId) classify(entry, reading)
      }),
    /** What is read from now on may be another account's, and shows no refund of this one. Never throws. */
    accountChanged: (profileId: ProfileId): void => {
      accountSince.set(profileId, clock.now())
      for (const entry of [...awaited.values()].filter((one) => one.profileId === profileId)) {
        forget(entry)
        logged(log, `the refund of job ${entry.id} is still awaited`, () => {
          const job = jobStore.find(entry.id)
          if (job !== null) jobStore.record(job, { kind: 'account-changed' })
        })
      }
    },
    dispose: (): void => ending.abort(),
  }
}
