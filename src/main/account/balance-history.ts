/** What the kept balances tell: the newest, how fast they go down, and how they went over time. Reads nothing new. */
import type { ProfileId } from '../../shared/ids.ts'
import { burnOf, burnWindowsMs } from '../../shared/model/burn.ts'
import type { BalanceReading } from '../../shared/model/burn.ts'
import type { Account, AccountSample, AccountSeries } from '../../shared/schemas/account.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { seriesRangesMs } from '../store/samples-repository.ts'
import type { ChartAnnotations } from '../store/chart-annotations.ts'
import { downsampled } from './downsample.ts'

// Two rounds of five minutes and a little: after that a read was missed, and nothing is known until the next.
const holdsMs = 11 * 60_000

function readingsOf(
  samples: readonly AccountSample[],
  balance: 'avatarCreationsLeft' | 'durationLeft',
): readonly BalanceReading[] {
  return samples.flatMap(({ at, [balance]: value }) => (value === null ? [] : [{ at, value }]))
}

/**
 * `annotations`: batches, close-alls and alerts beside the lines. Every function throws a `storage` failure when the database
 * refuses.
 */
export function createBalanceHistory(
  { repositories, clock }: ProfileContext,
  annotations: Pick<ChartAnnotations, 'ofAccount'>,
) {
  const { accountSamples } = repositories
  return {
    summary: (profileId: ProfileId): Omit<Account, 'failure'> => {
      const now = clock.now()
      const lately = accountSamples.between({ profileId, from: now - burnWindowsMs.day, to: now })
      return {
        latest: lately.at(-1) ?? accountSamples.newest(profileId, now),
        creationsBurn: burnOf(readingsOf(lately, 'avatarCreationsLeft'), now),
        durationBurn: burnOf(readingsOf(lately, 'durationLeft'), now),
      }
    },
    series: (profileId: ProfileId, range: SeriesRange): AccountSeries => {
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
