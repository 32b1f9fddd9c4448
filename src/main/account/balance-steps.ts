/** How a balance moved from reading to reading, and which of its rises are refunds. */
import { balanceHoldsMs } from '../../shared/model/balance-usage.ts'
import type { AccountSample, BalanceMovement, BalanceName } from '../../shared/schemas/account.ts'
import type { Job, Refund } from '../../shared/schemas/avatar.ts'

export interface BalanceReading {
  readonly at: number
  readonly value: number
}

/** Two readings of one account, one after the other. */
export interface BalanceStep {
  readonly from: BalanceReading
  readonly to: BalanceReading
  /** The part of a rise that no refund explains: a top-up. */
  readonly added: number
}

export interface BalanceSteps {
  /** Oldest first. */
  readonly steps: readonly BalanceStep[]
  /** When each refund was first read. */
  readonly refundedAt: ReadonlyMap<Job, number>
}

export interface ReadBalances {
  /** Oldest first. */
  readonly samples: readonly AccountSample[]
  /** When the profile began to read a different account, oldest first. */
  readonly accountChanges: readonly number[]
  /** Their refunds explain rises of the creations. */
  readonly jobs: readonly Job[]
}

function readingsOf(samples: readonly AccountSample[], balance: BalanceName): readonly BalanceReading[] {
  const name = balance === 'creations' ? 'avatarCreationsLeft' : 'durationLeft'
  return samples.flatMap(({ at, [name]: value }) => (value === null ? [] : [{ at, value }]))
}

interface Pair {
  readonly from: BalanceReading
  readonly to: BalanceReading
  unexplained: number
}

function pairsOf(readings: readonly BalanceReading[], accountChanges: readonly number[]): readonly Pair[] {
  return readings.slice(1).flatMap((to, index) => {
    const from = readings[index] ?? to
    const isOtherAccount = accountChanges.some((at) => at > from.at && at <= to.at)
    return isOtherAccount ? [] : [{ from, to, unexplained: Math.max(0, to.value - from.value) }]
  })
}

/** The first rise between the balances around a refund; an awaited refund can be in any rise since. */
function riseOf({ before, after }: Refund, pairs: readonly Pair[]): Pair | undefined {
  const from = before?.at ?? -Infinity
  const until = after?.at ?? Infinity
  return pairs.find(({ to, unexplained }) => to.at > from && to.at <= until && unexplained >= 1)
}

/**
 * Each refund explains one creation of its rise. A seen refund without a rise was hidden by use, and counts at the time
 * when it was seen.
 */
function explainRises(jobs: readonly Job[], pairs: readonly Pair[]): ReadonlyMap<Job, number> {
  const refundedAt = new Map<Job, number>()
  for (const job of jobs) {
    const { refund } = job
    if (refund === null || refund.state === 'not-seen') continue
    const rise = riseOf(refund, pairs)
    if (rise !== undefined) rise.unexplained -= 1
    const at = rise?.to.at ?? refund.after?.at
    if (at !== undefined) refundedAt.set(job, at)
  }
  return refundedAt
}

export function balanceSteps(balance: BalanceName, { samples, accountChanges, jobs }: ReadBalances): BalanceSteps {
  const pairs = pairsOf(readingsOf(samples, balance), accountChanges)
  const refundedAt = explainRises(balance === 'creations' ? jobs : [], pairs)
  return { steps: pairs.map(({ from, to, unexplained }) => ({ from, to, added: unexplained })), refundedAt }
}

function sum(numbers: readonly number[]): number {
  // Adding and subtracting fractions leaves a rounding error that nobody used.
  return Math.round(numbers.reduce((all, number) => all + number, 0) * 1e6) / 1e6
}

/**
 * The balance used, added and refunded since `from`; null without two readings. A reading before `from` counts while it
 * is valid, so that a fall around that instant is not lost.
 */
export function movementSince(from: number, { steps, refundedAt }: BalanceSteps): BalanceMovement | null {
  const since = steps.filter((step) => step.to.at > from && step.from.at > from - balanceHoldsMs)
  const [first] = since
  if (first === undefined) return null
  const startsAt = Math.max(from, first.from.at)
  const refunded = [...refundedAt.values()].filter((at) => at > startsAt).length
  const added = sum(since.map((step) => step.added))
  const fell = since.map((step) => step.from.value - step.to.value)
  return { from: startsAt, used: sum([...fell, added, refunded]), added, refunded }
}
