/** Few enough readings for a chart, with every peak and fall and every long silence of the many. Pure. */
import type { AccountSample } from '../../shared/schemas/account.ts'

/** A reading, and until when it is taken as true (epoch milliseconds). */
export interface HeldSample extends AccountSample {
  readonly holdsUntil: number
}

/** The most points that a chart is given. */
export const maxPoints = 1_500

type Balance = 'avatarCreationsLeft' | 'durationLeft'

/** Places in the run [from, to) at which a balance is lowest and highest; none when it is not known there. */
function extremes(samples: readonly HeldSample[], [from, to]: readonly [number, number], balance: Balance): number[] {
  let lowest = -1
  let highest = -1
  const at = (index: number): number => samples[index]?.[balance] ?? 0
  for (let index = from; index < to; index += 1) {
    if ((samples[index]?.[balance] ?? null) === null) continue
    if (lowest === -1 || at(index) < at(lowest)) lowest = index
    if (highest === -1 || at(index) > at(highest)) highest = index
  }
  return lowest === -1 ? [] : [lowest, highest]
}

/** Ends (exclusive) of the runs: a run lies in one part of time, and has no silence as long as a part within it. */
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
  const places = runEnds(samples, partMs).map((to) => {
    const run = [from, to] as const
    from = to
    const shown = [
      run[0],
      to - 1,
      ...extremes(samples, run, 'avatarCreationsLeft'),
      ...extremes(samples, run, 'durationLeft'),
    ]
    return { shown: [...new Set(shown)].sort((a, b) => a - b), to }
  })
  return places.flatMap(({ shown, to }) =>
    shown.flatMap((place, index) => {
      const sample = samples[place]
      const last = samples[(shown[index + 1] ?? to) - 1]
      return sample === undefined || last === undefined ? [] : [{ ...sample, holdsUntil: last.holdsUntil }]
    }),
  )
}

/**
 * At most `maxPoints` of the readings (oldest first): the first, the last, the lowest and the highest of each part of
 * time, and both ends of each silence that is as long as a part. All of them when they are few.
 */
export function downsampled(samples: readonly HeldSample[]): readonly HeldSample[] {
  const spanMs = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)
  let shown = samples
  for (let parts = maxPoints; shown.length > maxPoints; parts = Math.floor(parts * 0.7)) {
    shown = sampled(samples, Math.max(1, spanMs / parts))
  }
  return shown
}
