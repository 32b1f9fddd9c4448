/** What the stored balances show: the newest, their use, and their course over time. Reads nothing from the service. */
import type { ProfileId } from '../../shared/ids.ts'
import { balanceHoldsMs } from '../../shared/model/balance-usage.ts'
import type { Account, AccountSample, AccountSeries } from '../../shared/schemas/account.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { csvTable, instantCell } from '../lib/csv.ts'
import { dayStamp } from '../lib/files.ts'
import { seriesRangesMs } from '../store/samples-repository.ts'
import type { ChartAnnotations } from '../store/chart-annotations.ts'
import { balanceChanges } from './balance-changes.ts'
import { balanceSteps, movementSince } from './balance-steps.ts'
import type { ReadBalances } from './balance-steps.ts'
import { usageOf } from './balance-usage.ts'

type Balance = 'avatarCreationsLeft' | 'durationLeft'

/** A reading, and until when it counts as valid (epoch milliseconds). */
export interface HeldSample extends AccountSample {
  readonly holdsUntil: number
}

export const maxPoints = 1_500

/** Indexes in the run [from, to) where a balance is lowest and highest; none when the balance is unknown there. */
function extremes(samples: readonly HeldSample[], [from, to]: readonly [number, number], balance: Balance): number[] {
  let lowest = -1
  let highest = -1
  const balanceAt = (index: number): number => samples[index]?.[balance] ?? 0
  for (let index = from; index < to; index += 1) {
    if ((samples[index]?.[balance] ?? null) === null) continue
    if (lowest === -1 || balanceAt(index) < balanceAt(lowest)) lowest = index
    if (highest === -1 || balanceAt(index) > balanceAt(highest)) highest = index
  }
  return lowest === -1 ? [] : [lowest, highest]
}

/** Ends (exclusive) of the runs: a run is within one part of time, and has no gap as long as a part. */
function runEnds(samples: readonly HeldSample[], partMs: number): number[] {
  const start = samples[0]?.at ?? 0
  const part = (sample: HeldSample): number => Math.floor((sample.at - start) / partMs)
  return samples.flatMap((sample, index) => {
    const next = samples[index + 1]
    const isEnd = next === undefined || part(next) !== part(sample) || next.at - sample.holdsUntil >= partMs
    return isEnd ? [index + 1] : []
  })
}

function sampled(samples: readonly HeldSample[], partMs: number): readonly HeldSample[] {
  let from = 0
  const parts = runEnds(samples, partMs).map((to) => {
    const run = [from, to] as const
    from = to
    const shownIndexes = [
      run[0],
      to - 1,
      ...extremes(samples, run, 'avatarCreationsLeft'),
      ...extremes(samples, run, 'durationLeft'),
    ]
    return { shown: [...new Set(shownIndexes)].sort((a, b) => a - b), to }
  })
  return parts.flatMap(({ shown: shownIndexes, to }) =>
    shownIndexes.flatMap((sampleIndex, index) => {
      const sample = samples[sampleIndex]
      const last = samples[(shownIndexes[index + 1] ?? to) - 1]
      return sample === undefined || last === undefined ? [] : [{ ...sample, holdsUntil: last.holdsUntil }]
    }),
  )
}

/**
 * At most `maxPoints` of the readings (oldest first): the first, the last, the lowest and the highest of each part of
 * time, and both ends of each gap that is as long as a part. All readings when they are few.
 */
export function downsampled(samples: readonly HeldSample[]): readonly HeldSample[] {
  const spanMs = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)
  let shownSamples = samples
  for (let parts = maxPoints; shownSamples.length > maxPoints; parts = Math.floor(parts * 0.7)) {
    shownSamples = sampled(samples, Math.max(1, spanMs / parts))
  }
  return shownSamples
}

const table = csvTable<AccountSample>({
  readAt: ({ at }) => instantCell(at),
  avatarCreationsLeft: ({ avatarCreationsLeft }) => avatarCreationsLeft,
  durationLeft: ({ durationLeft }) => durationLeft,
})

/** Failures of all: storage. */
export function createBalanceHistory(
  { repositories, clock }: ProfileContext,
  annotations: Pick<ChartAnnotations, 'ofAccount' | 'batches'>,
) {
  const { accountSamples, jobs, refunds } = repositories

  const readBetween = (profileId: ProfileId, from: number, to: number): ReadBalances => ({
    samples: accountSamples.between({ profileId, from, to }),
    accountChanges: accountSamples.accountChanges({ profileId, from, to }),
    jobs: jobs.read(refunds.changed({ profileId, from, to })),
  })

  return {
    summary: (profileId: ProfileId): Omit<Account, 'failure'> => {
      const now = clock.now()
      const accountSince = accountSamples.accountSince(profileId, now)
      // As far back as the longest chart, in which every number can be checked.
      const read = readBetween(profileId, Math.max(accountSince, now - seriesRangesMs.month), now)
      return {
        latest: accountSamples.newestOfAccount(profileId, now),
        creationsUsage: usageOf(balanceSteps('creations', read), now),
        durationUsage: usageOf(balanceSteps('duration', read), now),
      }
    },
    /** A line for each reading: when, creations left, duration left in the profile's unit. */
    csv: (profileId: ProfileId, range: SeriesRange): { readonly name: string; readonly text: string } => {
      const to = clock.now()
      const read = accountSamples.between({ profileId, from: to - seriesRangesMs[range], to })
      return { name: `balances-${range}-${dayStamp(to)}.csv`, text: table.head() + table.lines(read) }
    },
    series: (profileId: ProfileId, range: SeriesRange): AccountSeries => {
      const to = clock.now()
      const from = to - seriesRangesMs[range]
      // A reading shortly before the range is still valid at its beginning.
      const since = from - balanceHoldsMs
      const read = readBetween(profileId, since, to)
      // A queue can stop for days between the confirmation of a batch and its last creation.
      const confirmed = annotations.batches(profileId, { from: from - seriesRangesMs.month, to })
      const samples = read.samples.map((sample, index) => ({
        ...sample,
        holdsUntil: Math.min(to, sample.at + balanceHoldsMs, read.samples[index + 1]?.at ?? to),
      }))
      const points = downsampled(samples.filter(({ holdsUntil }) => holdsUntil > from))
      const steps = { creations: balanceSteps('creations', read), duration: balanceSteps('duration', read) }
      const changes = balanceChanges({
        ...read,
        steps,
        marks: annotations.ofAccount(profileId, { from, to }),
        batches: confirmed.filter(({ endedAt }) => endedAt >= since),
      })
      return {
        range,
        from,
        to,
        at: points.map(({ at }) => at),
        holdsUntil: points.map(({ holdsUntil }) => holdsUntil),
        creations: points.map(({ avatarCreationsLeft }) => avatarCreationsLeft),
        duration: points.map(({ durationLeft }) => durationLeft),
        // Changes before the range are not part of it.
        changes: changes.filter(({ annotation: { at } }) => at >= from),
        movements: {
          creations: movementSince(from, steps.creations),
          duration: movementSince(from, steps.duration),
        },
      }
    },
  }
}
