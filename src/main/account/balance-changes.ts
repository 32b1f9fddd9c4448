/** What changed the balances, from what is recorded: batches, refunds, unknown outcomes, and rises that nothing explains. */
import { balanceHoldsMs } from '../../shared/model/burn.ts'
import { jobName } from '../../shared/model/job-name.ts'
import type { AccountChange, AccountSample } from '../../shared/schemas/account.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { ChartAnnotation } from '../../shared/schemas/session.ts'
import type { BatchMark } from '../store/chart-annotations.ts'

type Balances = AccountChange['left']

interface Rise {
  readonly at: number
  unexplained: number
}

export interface RecordedChanges {
  /** Oldest first. */
  readonly samples: readonly AccountSample[]
  /** Close-alls and alerts, which change no balance. */
  readonly marks: readonly ChartAnnotation[]
  readonly batches: readonly BatchMark[]
  /** With a refund that was seen, or an unknown outcome. */
  readonly jobs: readonly Job[]
}

const unknown: Balances = { creations: null, duration: null }

function readIn(sample: AccountSample | undefined): Balances {
  return sample === undefined ? unknown : { creations: sample.avatarCreationsLeft, duration: sample.durationLeft }
}

function risesOf(samples: readonly AccountSample[], balance: 'avatarCreationsLeft' | 'durationLeft'): readonly Rise[] {
  const known = samples.flatMap(({ at, [balance]: value }) => (value === null ? [] : [{ at, value }]))
  return known.flatMap(({ at, value }, place) => {
    const rise = value - (known[place - 1]?.value ?? value)
    return rise > 0 ? [{ at, unexplained: rise }] : []
  })
}

/** When each refund was first read: in the first rise of its time, of which it takes one. Masked by spending: when seen. */
function refundTimes(jobs: readonly Job[], rises: readonly Rise[]): ReadonlyMap<Job, number> {
  const times = new Map<Job, number>()
  for (const job of jobs) {
    const { state, before, after } = job.refund ?? { state: 'awaited', before: null, after: null }
    if (state !== 'seen' || after === null) continue
    const from = before?.at ?? -Infinity
    const rise = rises.find(({ at, unexplained }) => at > from && at <= after.at && unexplained >= 1)
    if (rise !== undefined) rise.unexplained -= 1
    times.set(job, rise?.at ?? after.at)
  }
  return times
}

/** What a balance fell by around a creation; null where others were sent with it. */
function fallAround({ evidence }: Job): number | null {
  const { balanceBefore, balanceAfter, othersSent = 0 } = evidence ?? { balanceBefore: null, balanceAfter: null }
  if (balanceBefore === null || balanceAfter === null || othersSent > 0) return null
  return balanceAfter.avatarCreationsLeft - balanceBefore.avatarCreationsLeft
}

/** Oldest first. What was used by others, or between two of these, is no change of its own. */
export function balanceChanges({ samples, marks, batches, jobs }: RecordedChanges): AccountChange[] {
  const at = (instant: number): Balances =>
    readIn(samples.findLast((sample) => sample.at <= instant && instant - sample.at <= balanceHoldsMs))
  const after = (instant: number): Balances => readIn(samples.find((sample) => sample.at >= instant))
  const ofCreations = (creations: number | null): Balances => ({ creations, duration: null })
  const topUp = ({ at: read, unexplained }: Rise, balance: keyof Balances): AccountChange[] =>
    unexplained === 0
      ? []
      : [
          {
            annotation: { kind: 'top-up', at: read },
            change: { ...unknown, [balance]: unexplained },
            left: at(read),
          },
        ]
  const rises = risesOf(samples, 'avatarCreationsLeft')
  const refunds = [...refundTimes(jobs, rises)].map(([job, read]) => ({
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
  return [
    ...marks.map((annotation) => ({ annotation, change: unknown, left: at(annotation.at) })),
    ...batches.map(({ annotation, change, endedAt }) => ({
      annotation,
      change: ofCreations(change),
      left: after(endedAt),
    })),
    ...refunds,
    ...unknowns,
    ...rises.flatMap((rise) => topUp(rise, 'creations')),
    ...risesOf(samples, 'durationLeft').flatMap((rise) => topUp(rise, 'duration')),
  ].sort((one, other) => one.annotation.at - other.annotation.at)
}
