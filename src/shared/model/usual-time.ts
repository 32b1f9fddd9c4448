/** The usual training time of a profile, learned from its ready avatars. Too few avatars give no estimate. */
import type { Job, UsualTime } from '../schemas/avatar.ts'
import { limits } from './limits.ts'

/** A training that became ready. */
export interface Training {
  /** Time from the submission to the answer with the ready state. */
  readonly trainedMs: number
  readonly readyAt: number
}

// Polls are at most 2.5 min apart. After a longer gap, such as a night with a closed laptop, the end of the training is
// not known.
const maxGapMs = 3 * 60_000

/** The time of a training whose ready state was received at `at`; null where it may have ended long before. */
export function trainedMsOf({ submittedAt, lastContactAt }: Job, at: number): number | null {
  if (submittedAt === null || lastContactAt === null) return null
  const gapMs = at - lastContactAt
  return gapMs >= 0 && gapMs <= maxGapMs && at > submittedAt ? at - submittedAt : null
}

/** Nearest-rank quantile: the smallest of the ascending values such that at least `share` of them do not exceed it. */
function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? 0
}

const ascendingTimes = (trainings: readonly Training[]): readonly number[] =>
  trainings.map(({ trainedMs }) => trainedMs).sort((one, other) => one - other)

/** The 10th to the 90th percentile; null with too few trainings. */
export function usualTimeOf(trainings: readonly Training[]): UsualTime | null {
  if (trainings.length < limits.trainingsForUsualTime) return null
  const ascending = ascendingTimes(trainings)
  return {
    fromMs: quantile(ascending, 0.1),
    toMs: quantile(ascending, 0.9),
    trainings: ascending.length,
    lastReadyAt: Math.max(...trainings.map(({ readyAt }) => readyAt)),
  }
}

/** Whether the service reported a job as still training after the time in which nine of ten trainings end. */
export function isLongerThanUsual(
  { state, submittedAt, lastContactAt }: Pick<Job, 'state' | 'submittedAt' | 'lastContactAt'>,
  { toMs }: UsualTime,
): boolean {
  return state === 'training' && submittedAt !== null && lastContactAt !== null && lastContactAt - submittedAt > toMs
}

const minuteMs = 60_000

/** Number of ascending values that are at most `ms`. */
function countUpTo(ascending: readonly number[], ms: number): number {
  let [first, end] = [0, ascending.length]
  while (first < end) {
    const middle = Math.floor((first + end) / 2)
    if ((ascending[middle] ?? Infinity) <= ms) first = middle + 1
    else end = middle
  }
  return first
}

/**
 * The median time at which all jobs submitted at these instants are ready, rounded up to a minute. Each job is compared
 * with the trainings that took longer than the job has taken so far. null where no estimate is possible: with too few
 * trainings, or when a job has taken longer than all of them.
 */
export function doneAtOf(trainings: readonly Training[], submitted: readonly number[], now: number): number | null {
  if (submitted.length === 0 || trainings.length < limits.trainingsForUsualTime) return null
  const ascending = ascendingTimes(trainings)
  const longestMs = ascending.at(-1) ?? 0
  const ages = submitted.map((at) => Math.max(0, now - at))
  if (Math.max(...ages) >= longestMs) return null
  const isProbablyDone = (afterMs: number): boolean =>
    ages.reduce((probability, ageMs) => {
      const shorter = countUpTo(ascending, ageMs)
      return (probability * (countUpTo(ascending, ageMs + afterMs) - shorter)) / (ascending.length - shorter)
    }, 1) >= 0.5
  let [first, last] = [0, Math.ceil(longestMs / minuteMs)]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    if (isProbablyDone(middle * minuteMs)) last = middle
    else first = middle + 1
  }
  return Math.ceil((now + first * minuteMs) / minuteMs) * minuteMs
}
