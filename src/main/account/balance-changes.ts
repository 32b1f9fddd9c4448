/**
 * What changed the balances, from what is recorded: batches, refunds, unknown outcomes, changes of account, and rises that
 * nothing explains.
 */
import { balanceHoldsMs } from '../../shared/model/balance-usage.ts'
import { jobName } from '../../shared/model/job-name.ts'
import type { AccountChange, AccountSample, BalanceName } from '../../shared/schemas/account.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { ChartAnnotation } from '../../shared/schemas/session.ts'
import type { BatchMark } from '../store/chart-annotations.ts'
import type { BalanceSteps, ReadBalances } from './balance-steps.ts'

type Balances = AccountChange['left']

/** `jobs`: those with a refund, and those with an unknown outcome. */
export interface RecordedChanges extends ReadBalances {
  readonly steps: Readonly<Record<BalanceName, BalanceSteps>>
  /** Close-alls and alerts, which change no balance. */
  readonly marks: readonly ChartAnnotation[]
  readonly batches: readonly BatchMark[]
}

const unknown: Balances = { creations: null, duration: null }

function readIn(sample: AccountSample | undefined): Balances {
  return sample === undefined ? unknown : { creations: sample.avatarCreationsLeft, duration: sample.durationLeft }
}

/** What a balance fell by around a creation; null where others were sent with it. */
function fallAround({ evidence }: Job): number | null {
  const { balanceBefore, balanceAfter, othersSent = 0 } = evidence ?? { balanceBefore: null, balanceAfter: null }
  if (balanceBefore === null || balanceAfter === null || othersSent > 0) return null
  return balanceAfter.avatarCreationsLeft - balanceBefore.avatarCreationsLeft
}

/** Oldest first. What was used by others, or between two of these, is no change of its own. */
export function balanceChanges(recorded: RecordedChanges): AccountChange[] {
  const { samples, accountChanges, jobs, steps, marks, batches } = recorded
  const at = (instant: number): Balances =>
    readIn(samples.findLast((sample) => sample.at <= instant && instant - sample.at <= balanceHoldsMs))
  const after = (instant: number): Balances => readIn(samples.find((sample) => sample.at >= instant))
  const ofCreations = (creations: number | null): Balances => ({ creations, duration: null })
  const topUps = (balance: BalanceName): readonly AccountChange[] =>
    steps[balance].steps
      .filter(({ added }) => added > 0)
      .map(({ to, added }) => ({
        annotation: { kind: 'top-up', at: to.at },
        change: { ...unknown, [balance]: added },
        left: at(to.at),
      }))
  const refunds = [...steps.creations.refundedAt].map(([job, read]) => ({
    annotation: { kind: 'refund' as const, at: read, name: jobName(job) },
    change: ofCreations(1),
    left: at(read),
  }))
  const unknowns = jobs
    .filter(({ state }) => state === 'unknown')
    .map((job) => ({
      annotation: { kind: 'unknown' as const, at: job.evidence?.sentAt ?? job.stateSince, name: jobName(job) },
      change: ofCreations(fallAround(job)),
      left: job.evidence?.balanceAfter ? at(job.evidence.balanceAfter.at) : unknown,
    }))
  const accounts = accountChanges.map((changedAt) => ({
    annotation: { kind: 'account-changed' as const, at: changedAt },
    change: unknown,
    left: after(changedAt),
  }))
  return [
    ...marks.map((annotation) => ({ annotation, change: unknown, left: at(annotation.at) })),
    ...batches.map(({ annotation, change, endedAt }) => ({
      annotation,
      change: ofCreations(change),
      left: after(endedAt),
    })),
    ...refunds,
    ...unknowns,
    ...accounts,
    ...topUps('creations'),
    ...topUps('duration'),
  ].sort((one, other) => one.annotation.at - other.annotation.at)
}
