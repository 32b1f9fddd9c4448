/** What the kept balances tell: the newest, how fast they go down, and how they went over time. Reads nothing new. */
import type { ProfileId } from '../../shared/ids.ts'
import { burnOf, burnWindowsMs } from '../../shared/model/burn.ts'
import type { BalanceReading } from '../../shared/model/burn.ts'
import type { Account, AccountSample, AccountSeries } from '../../shared/schemas/account.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import type { Clock } from '../lib/clock.ts'
import { seriesRangesMs } from '../store/series-ranges.ts'
import type { ChartAnnotations } from '../store/chart-annotations.ts'
import type { AccountSamplesRepository } from '../store/account-samples-repository.ts'
import { downsampled } from './downsample.ts'

export interface BalanceHistoryDeps {
  readonly accountSamples: AccountSamplesRepository
  /** Batches, close-alls and alerts beside the lines. */
  readonly annotations: Pick<ChartAnnotations, 'ofAccount'>
  readonly clock: Clock
}

/** The history of the balances. Every function throws a `storage` failure when the database refuses. */
export interface BalanceHistory {
  readonly summary: (profileId: ProfileId) => Omit<Account, 'failure'>
  readonly series: (profileId: ProfileId, range: SeriesRange) => AccountSeries
}

// Two rounds of five minutes and a little: after that a read was missed, and nothing is known until the next.
const holdsMs = 11 * 60_000

function readingsOf(
  samples: readonly AccountSample[],
  balance: 'avatarCreationsLeft' | 'durationLeft',
): readonly BalanceReading[] {
  return samples.flatMap(({ at, [balance]: value }) => (value === null ? [] : [{ at, value }]))
}

export function createBalanceHistory({ accountSamples, annotations, clock }: BalanceHistoryDeps): BalanceHistory {
  return {
    summary: (profileId) => {
      const now = clock.now()
      const lately = accountSamples.between({ profileId, from: now - burnWindowsMs.day, to: now })
      return {
        latest: lately.at(-1) ?? accountSamples.newest(profileId, now),
        creationsBurn: burnOf(readingsOf(lately, 'avatarCreationsLeft'), now),
        durationBurn: burnOf(readingsOf(lately, 'durationLeft'), now),
      }
    },
    series: (profileId, range) => {
      const to = clock.now()
      const from = to - seriesRangesMs[range]
      // What was read shortly before the range still holds at its beginning.
      const read = accountSamples.between({ profileId, from: from - holdsMs, to })
      const held = read.map((sample, index) => ({
        ...sample,
        holdsUntil: Math.min(to, sample.at + holdsMs, read[index + 1]?.at ?? to),
      }))
      const points = downsampled(held.filter(({ holdsUntil }) => holdsUntil >= from))
      return {
        range,
        from,
        to,
        at: points.map(({ at }) => at),
        holdsUntil: points.map(({ holdsUntil }) => holdsUntil),
        creations: points.map(({ avatarCreationsLeft }) => avatarCreationsLeft),
        duration: points.map(({ durationLeft }) => durationLeft),
        annotations: annotations.ofAccount(profileId, { from, to }),
      }
    },
  }
}
