/**
 * Detects in balances whether creations of failed trainings are given back. That is never certain, because others can
 * use the account too. After several failures, a rise of the balance is assigned to the first failed jobs.
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

/** The balance is read immediately, after one minute and after five; then an unseen refund is recorded as not seen. */
export const refundWaitMs = 5 * 60_000
const delaysMs = [60_000, refundWaitMs - 60_000]
// Only while no reading arrived in time because the service does not answer.
const laterMs = 5 * 60_000

// States in which the balance shows the cost of a creation.
const statesWithCost: readonly JobState[] = ['training', 'ready', 'failed', 'rejected']

/** What a balance shows about an awaited refund; null when it shows nothing yet. */
function refundOf(
  repository: Repositories['refunds'],
  { profileId, since }: AwaitedRefund,
  { before, after }: { readonly before: BalanceReading | null; readonly after: BalanceReading },
): Refund | null {
  if (before === null || after.at <= before.at) return null
  // Leaves out creations that this program spent meanwhile and creations that were given back for other failed jobs.
  const between = { profileId, from: before.at, to: after.at }
  const difference = after.avatarCreationsLeft - before.avatarCreationsLeft
  const rise = difference + repository.spent(between) - repository.seen(between)
  if (rise >= 1) return { state: 'seen', before, after }
  return after.at - since >= refundWaitMs ? { state: 'not-seen', before, after } : null
}

/** Reads nothing before `start`, `reached` or `changed`. */
export function createRefunds(
  context: Pick<AppContext, 'repositories' | 'clock' | 'log'>,
  { jobStore, balances, journal }: Pick<SubmissionParts, 'jobStore' | 'balances' | 'journal'>,
) {
  const { clock, log } = context
  const repository = context.repositories.refunds
  const awaited = new Map<JobId, AwaitedRefund>()
  // Since when a different account is read, in epoch milliseconds.
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

  // Without an image it is unknown whether a creation was spent (`service-api.md §Creating avatars`).
  const failed = (job: Job, last: Job): void => {
    const trainedAt = last.lastContactAt ?? last.submittedAt
    if (job.image === null || trainedAt === null) return
    const before = repository.balanceBefore(job.profileId, trainedAt)
    if (before === null || before.at <= (accountSince.get(job.profileId) ?? 0)) return
    jobStore.record(job, { kind: 'refund-noted', refund: { state: 'awaited', before, after: null } })
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
    const updated = jobStore.record(job, { kind: 'refund-noted', refund })
    if (updated !== null) journal.refund(updated)
  }

  return {
    start: (): void => {
      logged(log, 'awaited refunds could not be read', () => {
        // One unreadable row must not stop the other rows.
        for (const id of repository.awaited()) {
          logged(log, `the refund of job ${id} is not watched`, () => {
            const job = jobStore.find(id)
            if (job !== null) expect(job)
          })
        }
      })
    },
    /** A job reached its state; `before` is the job as last seen. Never throws. */
    reached: (job: Job, before: Job): void => {
      // The account page, the navigation and the next confirmation must show the remaining creations.
      if (statesWithCost.includes(job.state)) balances.refresh(job.profileId)
      if (job.state !== 'failed') return
      logged(log, `the refund of job ${job.id} is not watched`, () => failed(job, before))
    },
    /** Expects the refund of a job that has just failed, or whose row was restored. */
    changed: (jobs: readonly Job[]): void => {
      for (const job of jobs) {
        if (job.state === 'failed' && job.refund?.state === 'awaited' && !awaited.has(job.id)) expect(job)
      }
    },
    /** A balance was read, for any purpose. Never throws. */
    saw: (profileId: ProfileId, reading: BalanceReading): void =>
      logged(log, 'refunds could not be classified', () => {
        for (const entry of [...awaited.values()]) if (entry.profileId === profileId) classify(entry, reading)
      }),
    /** Later readings can be of a different account and show no refund of the previous account. Never throws. */
    accountChanged: (profileId: ProfileId): void => {
      accountSince.set(profileId, clock.now())
      for (const entry of [...awaited.values()].filter((refund) => refund.profileId === profileId)) {
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
