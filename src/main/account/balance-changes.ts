/**
 * Lists the changes of the balances from the records: batches, refunds, unknown outcomes, changes of account, and rises
 * that nothing explains.
 */
import { balanceHoldsMs } from '../../shared/model/balance-usage.ts'
import { jobName } from '../../shared/model/job-name.ts'
import type { AccountChange, AccountSample, BalanceName } from '../../shared/schemas/account.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { ChartAnnotation } from '../../shared/schemas/session.ts'
import type { BatchMark } from '../store/chart-annotations.ts'
import type { BalanceSteps, ReadBalances } from './balance-steps.ts'

type Balances = AccountChange['left']

/** `jobs`: the jobs with a refund and the jobs with an unknown outcome. */
export interface RecordedChanges extends ReadBalances {
  readonly steps: Readonly<Record<BalanceName, BalanceSteps>>
  /** Close-alls and alerts, which change no balance. */
  readonly marks: readonly ChartAnnotation[]
  readonly batches: readonly BatchMark[]
}

const unknown: Balances = { creations: null, duration: null }

/** An annotation at the time when its effect was read. */
interface ReadChange extends Pick<AccountChange, 'annotation' | 'change'> {
  /** The effect on the balances; zero for a mark, which shows no change. */
  readonly effect: Balances
  /** The reading that includes the effect; undefined where nothing was read. */
  readonly reading: AccountSample | undefined
}

const noEffect: Balances = { creations: 0, duration: 0 }

function readIn(sample: AccountSample | undefined): Balances {
  return sample === undefined ? unknown : { creations: sample.avatarCreationsLeft, duration: sample.durationLeft }
}

const balanceBeforeEffect = (balance: number | null, effect: number | null): number | null =>
  balance === null || effect === null ? null : balance - effect

/**
 * Adds the balances after each change; the last of several changes with one reading has the balances that were read.
 */
function withBalances(changes: readonly ReadChange[]): AccountChange[] {
  let next: { readonly reading: AccountSample; readonly effect: Balances; readonly balances: Balances } | null = null
  const accountChanges: AccountChange[] = []
  for (const { annotation, change, effect, reading } of changes.toReversed()) {
    const balances: Balances =
      next !== null && next.reading === reading
        ? {
            creations: balanceBeforeEffect(next.balances.creations, next.effect.creations),
            duration: balanceBeforeEffect(next.balances.duration, next.effect.duration),
          }
        : readIn(reading)
    next = reading === undefined ? null : { reading, effect, balances }
    accountChanges.unshift({ annotation, change, left: balances })
  }
  return accountChanges
}

/** The change of the creations left around a creation; null where unknown or where others were sent meanwhile. */
function creationsDelta({ evidence }: Job): number | null {
  const { balanceBefore, balanceAfter, othersSent = 0 } = evidence ?? { balanceBefore: null, balanceAfter: null }
  if (balanceBefore === null || balanceAfter === null || othersSent > 0) return null
  return balanceAfter.avatarCreationsLeft - balanceBefore.avatarCreationsLeft
}

/**
 * The changes, oldest first, each at the reading that includes its effect, so that the rows add up. Use by others, or
 * between two changes, is no change of its own.
 */
export function balanceChanges(recorded: RecordedChanges): AccountChange[] {
  const { samples, accountChanges, jobs, steps, marks, batches } = recorded
  const readingAt = (instant: number): AccountSample | undefined =>
    samples.findLast((sample) => sample.at <= instant && instant - sample.at <= balanceHoldsMs)
  const after = (instant: number): AccountSample | undefined => samples.find((sample) => sample.at >= instant)
  const ofCreations = (creations: number | null): Balances => ({ creations, duration: creations === null ? null : 0 })
  const creationsOnly = (creations: number | null): Balances => ({ creations, duration: null })
  const topUps = (balance: BalanceName): readonly ReadChange[] =>
    steps[balance].steps
      .filter(({ added }) => added > 0)
      .map(({ to, added }) => ({
        annotation: { kind: 'top-up', at: to.at },
        change: { ...unknown, [balance]: added },
        effect: { ...noEffect, [balance]: added },
        reading: readingAt(to.at),
      }))
  const refunds = [...steps.creations.refundedAt].map(([job, read]) => ({
    annotation: { kind: 'refund' as const, at: read, name: jobName(job) },
    change: creationsOnly(1),
    effect: ofCreations(1),
    reading: readingAt(read),
  }))
  const unknowns = jobs
    .filter(({ state }) => state === 'unknown')
    .map((job) => {
      const readAt = job.evidence?.balanceAfter?.at ?? null
      const change = creationsDelta(job)
      return {
        annotation: {
          kind: 'unknown' as const,
          at: readAt ?? job.evidence?.sentAt ?? job.stateSince,
          name: jobName(job),
        },
        change: creationsOnly(change),
        effect: ofCreations(change),
        reading: readAt === null ? undefined : readingAt(readAt),
      }
    })
  const accounts = accountChanges.map((changedAt) => ({
    annotation: { kind: 'account-changed' as const, at: changedAt },
    change: unknown,
    effect: unknown,
    reading: after(changedAt),
  }))
  const changes: readonly ReadChange[] = [
    ...batches.map(({ annotation, change, endedAt }) => {
      const reading = after(endedAt)
      return {
        annotation: { ...annotation, at: reading?.at ?? endedAt },
        change: creationsOnly(change),
        effect: ofCreations(change),
        reading,
      }
    }),
    ...refunds,
    ...unknowns,
    ...accounts,
    ...topUps('creations'),
    ...topUps('duration'),
    ...marks.map((annotation) => ({
      annotation,
      change: unknown,
      effect: noEffect,
      reading: readingAt(annotation.at),
    })),
  ]
  return withBalances(changes.toSorted((one, other) => one.annotation.at - other.annotation.at))
}
