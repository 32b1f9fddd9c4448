/**
 * One rule at one application, step by step as readings come. Time counts only between readings that lie close together:
 * an unseen stretch (an outage, sleep, a clock that was set) neither raises nor ends what needs time.
 */
import type { Threshold } from './threshold.ts'

/** A number that was read: calls, creations, or minutes (Infinity: not going down). `at` is in epoch milliseconds. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** What is known so far. The three lengths are milliseconds without a break up to `last`; null: not so at `last`. */
export interface ThresholdState {
  readonly isTriggered: boolean
  readonly last: Reading | null
  readonly metMs: number | null
  readonly overMs: number | null
  readonly unmetMs: number | null
}

/** A watch and what its last reading did. */
export interface Stepped {
  readonly watch: ThresholdState
  readonly change: 'triggered' | 'ended' | null
}

// A number that stays just on the other side of the line has left it too, in the end.
const nearForMs = 10 * 60_000
// Answers of two reads at the same time may come in either order.
const overtakenMs = 10_000

/** A state that has read nothing; `triggeredBy` is the number of an event that is still open, null when its number is not known. */
export function newThresholdState(triggeredBy: { readonly value: number | null } | null = null): ThresholdState {
  // The number itself is remembered, its time is not: nothing is known of the stretch since then.
  const value = triggeredBy?.value ?? null
  const last = value === null ? null : { at: -Infinity, value }
  return { isTriggered: triggeredBy !== null, last, metMs: null, overMs: null, unmetMs: null }
}

/** A reading that says nothing new: the one before it again, or one that was overtaken by it. */
function isRepeated(last: Reading | null, { at }: Reading): boolean {
  return last !== null && at <= last.at && last.at - at <= overtakenMs
}

function isReached(ms: number | null, limitMs: number): boolean {
  return ms !== null && ms >= limitMs
}

/** What a reading does to the three lengths of time. */
function lengthsAfter(
  watch: ThresholdState,
  reading: Reading,
  threshold: Threshold,
): Pick<ThresholdState, 'metMs' | 'overMs' | 'unmetMs'> {
  const { last } = watch
  const { value } = reading
  const apartMs = last === null ? Infinity : reading.at - last.at
  const isSeen = apartMs > 0 && apartMs <= threshold.bridgeMs
  const extended = (ms: number | null, isContinued: boolean): number => (ms !== null && isContinued ? ms + apartMs : 0)
  const isMet = threshold.isMet(value)
  const continues = isSeen && last !== null && threshold.continues(value, last.value)
  return {
    metMs: isMet ? extended(watch.metMs, continues) : null,
    overMs: threshold.isOver(value, last?.value ?? null) ? extended(watch.overMs, isSeen) : null,
    unmetMs: isMet ? null : extended(watch.unmetMs, isSeen),
  }
}

/** The watch after one more reading. */
export function stepThreshold(watch: ThresholdState, reading: Reading, threshold: Threshold): Stepped {
  const { last } = watch
  if (isRepeated(last, reading)) return { watch, change: null }
  const next = { ...lengthsAfter(watch, reading, threshold), last: reading }
  if (watch.isTriggered) {
    const hasEnded = isReached(next.overMs, threshold.overMs) || isReached(next.unmetMs, nearForMs)
    return { watch: { ...next, isTriggered: !hasEnded }, change: hasEnded ? 'ended' : null }
  }
  const mayTrigger =
    last === null ? threshold.mayTrigger(null, Infinity) : threshold.mayTrigger(last.value, reading.at - last.at)
  const isNew = mayTrigger && isReached(next.metMs, threshold.holdMs)
  return { watch: { ...next, isTriggered: isNew }, change: isNew ? 'triggered' : null }
}
