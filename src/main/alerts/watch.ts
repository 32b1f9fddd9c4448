/**
 * One rule at one application, step by step as readings come. Time counts only between readings that lie close together:
 * an unseen stretch (an outage, sleep, a clock that was set) neither raises nor ends what needs time.
 */
import type { Judge } from './judge.ts'

/** A number that was read: calls, creations, or minutes (Infinity: not going down). `at` is in epoch milliseconds. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** What is known so far. The three lengths are milliseconds without a break up to `last`; null: not so at `last`. */
export interface Watch {
  readonly isRaised: boolean
  readonly last: Reading | null
  readonly metMs: number | null
  readonly overMs: number | null
  readonly unmetMs: number | null
}

/** A watch and what its last reading did. */
export interface Stepped {
  readonly watch: Watch
  readonly change: 'raised' | 'ended' | null
}

// A number that stays just on the other side of the line has left it too, in the end.
const nearForMs = 10 * 60_000
// Answers of two reads at the same time may come in either order.
const overtakenMs = 10_000

/** A watch that has read nothing; `raisedBy` is the number of an event that is still open, null when its number is not known. */
export function newWatch(raisedBy: { readonly value: number | null } | null = null): Watch {
  // The number itself is remembered, its time is not: nothing is known of the stretch since then.
  const value = raisedBy?.value ?? null
  const last = value === null ? null : { at: -Infinity, value }
  return { isRaised: raisedBy !== null, last, metMs: null, overMs: null, unmetMs: null }
}

/** A reading that is no news: the one before it again, or one that was overtaken by it. */
function isNoNews(last: Reading | null, { at }: Reading): boolean {
  return last !== null && at <= last.at && last.at - at <= overtakenMs
}

function isReached(ms: number | null, limitMs: number): boolean {
  return ms !== null && ms >= limitMs
}

/** What a reading does to the three lengths of time. */
function lengthsAfter(watch: Watch, reading: Reading, judge: Judge): Pick<Watch, 'metMs' | 'overMs' | 'unmetMs'> {
  const { last } = watch
  const { value } = reading
  const apartMs = last === null ? Infinity : reading.at - last.at
  const isSeen = apartMs > 0 && apartMs <= judge.bridgeMs
  const grown = (ms: number | null, goesOn: boolean): number => (ms !== null && goesOn ? ms + apartMs : 0)
  const isMet = judge.isMet(value)
  const continues = isSeen && last !== null && judge.continues(value, last.value)
  return {
    metMs: isMet ? grown(watch.metMs, continues) : null,
    overMs: judge.isOver(value, last?.value ?? null) ? grown(watch.overMs, isSeen) : null,
    unmetMs: isMet ? null : grown(watch.unmetMs, isSeen),
  }
}

/** The watch after one more reading. */
export function stepWatch(watch: Watch, reading: Reading, judge: Judge): Stepped {
  const { last } = watch
  if (isNoNews(last, reading)) return { watch, change: null }
  const next = { ...lengthsAfter(watch, reading, judge), last: reading }
  if (watch.isRaised) {
    const hasEnded = isReached(next.overMs, judge.overMs) || isReached(next.unmetMs, nearForMs)
    return { watch: { ...next, isRaised: !hasEnded }, change: hasEnded ? 'ended' : null }
  }
  const mayRaise = last === null ? judge.mayRaise(null, Infinity) : judge.mayRaise(last.value, reading.at - last.at)
  const isNew = mayRaise && isReached(next.metMs, judge.holdMs)
  return { watch: { ...next, isRaised: isNew }, change: isNew ? 'raised' : null }
}
