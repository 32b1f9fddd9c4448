/**
 * How fast a balance goes down: the median slope of all pairs of readings (Theil–Sen), so that a few wrong readings or a
 * burst of spending do not carry it away; its range is Sen's, from the spread of Kendall's S at 95 %. Readings before and
 * after a top-up or a refund are never paired.
 */
import type { Burn, BurnRate } from '../schemas/account.ts'

export interface BalanceReading {
  readonly at: number
  readonly value: number
}

/** The last `windowMs` before `now`. */
export interface BurnWindow {
  readonly now: number
  readonly windowMs: number
}

/** `highMs` null: as far as the readings tell, perhaps for ever. */
export interface TimeToEmpty {
  readonly ms: number
  readonly lowMs: number
  readonly highMs: number | null
}

/** Two of main's five-minute rounds and a little: later than that a read was missed, and a balance says nothing of now. */
export const balanceHoldsMs = 11 * 60_000

const hourMs = 3_600_000

export const burnWindowsMs = { hour: hourMs, day: 24 * hourMs } as const

// Readings over a smaller part of the window say nothing about a pace.
const minShare = 1 / 6

// Ten thousand pairs at most, a millisecond of work; and in the hour a place for each of the regular reads, not more.
const places = 144
const minPlaceMs = 4 * 60_000
// Fewer say nothing about a pace.
const minReadings = 4
// A rise is a top-up when the balance stays up: told by the medians of so many readings on either side.
const neighbours = 5
// Times the typical spread of the steps.
const clearly = 4
// Where more steps than that go up the readings are noisy, and a rise tells nothing.
const maxRises = 1 / 6
// The middle 95 % of a normal distribution.
const z = 1.96

function quantile(sorted: Float64Array, rank: number): number {
  const low = sorted[Math.max(0, Math.min(sorted.length - 1, Math.floor(rank)))] ?? 0
  const high = sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(rank)))] ?? 0
  return (low + high) / 2
}

function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).sort()
  return quantile(sorted, (sorted.length - 1) / 2)
}

/** The last reading of each of the equal parts of the window: the many reads around a batch must not outweigh the rest. */
function downsampled(readings: readonly BalanceReading[], { now, windowMs }: BurnWindow): readonly BalanceReading[] {
  const placeMs = Math.max(windowMs / places, minPlaceMs)
  const counted: BalanceReading[] = []
  let place = -1
  for (const reading of readings) {
    const age = now - reading.at
    if (age < 0 || age > windowMs) continue
    const own = Math.floor(age / placeMs)
    if (own === place) counted.pop()
    counted.push(reading)
    place = own
  }
  return counted
}

interface Step {
  readonly slope: number
  readonly isRise: boolean
}

function stepsOf(readings: readonly BalanceReading[]): readonly Step[] {
  return readings.slice(1).map((to, index) => {
    const from = readings[index] ?? to
    const rise = to.value - from.value
    return { slope: rise / Math.max(1, to.at - from.at), isRise: rise > 0 }
  })
}

/** Whether the balance stayed up after a rise: a top-up or a refund, and no wrong reading. */
function topUpTest(readings: readonly BalanceReading[], steps: readonly Step[]): (index: number) => boolean {
  const typical = median(steps.map(({ slope }) => slope))
  const spread = median(steps.map(({ slope }) => Math.abs(slope - typical))) * 1.4826
  const level = (from: number, to: number): number =>
    median(
      readings.slice(Math.max(0, from), to).map(({ at, value }) => value - typical * (at - (readings[0]?.at ?? 0))),
    )
  return (index) => {
    const gapMs = (readings[index + 1]?.at ?? 0) - (readings[index]?.at ?? 0)
    const shift = level(index + 1, index + 1 + neighbours) - level(index + 1 - neighbours, index + 1)
    const rise = (readings[index + 1]?.value ?? 0) - (readings[index]?.value ?? 0)
    // The second bound is for rounding alone.
    return shift > Math.max(clearly * spread * gapMs, rise * 1e-6)
  }
}

/** The readings between top-ups, each piece of two or more. */
function piecesOf(readings: readonly BalanceReading[]): readonly (readonly BalanceReading[])[] {
  const steps = stepsOf(readings)
  const rises = steps.filter(({ isRise }) => isRise).length
  if (rises === 0 || rises > Math.max(2, steps.length * maxRises)) return [readings]
  const isTopUp = topUpTest(readings, steps)
  const drops = steps.flatMap(({ isRise }, index) => (isRise && isTopUp(index) ? [index + 1] : []))
  return [0, ...drops]
    .map((from, index) => readings.slice(from, drops[index] ?? readings.length))
    .filter((piece) => piece.length > 1)
}

/** Falls per hour of every pair within a piece, ascending. */
function fallsOf(pieces: readonly (readonly BalanceReading[])[]): Float64Array {
  const pairs = pieces.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)
  const falls = new Float64Array(pairs)
  let next = 0
  for (const piece of pieces) {
    for (const [index, from] of piece.entries()) {
      for (let later = index + 1; later < piece.length; later += 1) {
        const to = piece[later] ?? from
        falls[next] = ((from.value - to.value) / Math.max(1, to.at - from.at)) * hourMs
        next += 1
      }
    }
  }
  return falls.sort()
}

// Kendall's variance of S without the correction for ties, which would only make the range narrower.
function spreadOfS(pieces: readonly (readonly BalanceReading[])[]): number {
  return Math.sqrt(pieces.reduce((sum, { length: n }) => sum + (n * (n - 1) * (2 * n + 5)) / 18, 0))
}

/** null when too little was read. Readings oldest first. Wrong ones move it little until they are more than a quarter. */
export function burnRateOf(readings: readonly BalanceReading[], window: BurnWindow): BurnRate | null {
  const pieces = piecesOf(downsampled(readings, window))
  const count = pieces.reduce((sum, { length }) => sum + length, 0)
  const spanMs = pieces.reduce((sum, piece) => sum + (piece.at(-1)?.at ?? 0) - (piece[0]?.at ?? 0), 0)
  if (count < minReadings || spanMs < window.windowMs * minShare) return null
  const falls = fallsOf(pieces)
  const aside = (z * spreadOfS(pieces)) / 2
  const middle = (falls.length - 1) / 2
  return {
    // Adding zero makes a zero of its negative one.
    perHour: quantile(falls, middle) + 0,
    low: (falls[Math.max(0, Math.floor(middle - aside))] ?? 0) + 0,
    high: (falls[Math.min(falls.length - 1, Math.ceil(middle + aside))] ?? 0) + 0,
    readings: count,
    spanMs,
  }
}

/** Readings oldest first. */
export function burnOf(readings: readonly BalanceReading[], now: number): Burn {
  return {
    hour: burnRateOf(readings, { now, windowMs: burnWindowsMs.hour }),
    day: burnRateOf(readings, { now, windowMs: burnWindowsMs.day }),
  }
}

/** `lowMs` at the fastest pace. Null when the balance does not go down or no pace is known; nothing left is 0. */
export function timeToEmpty(left: number, rate: BurnRate | null): TimeToEmpty | null {
  if (left <= 0) return { ms: 0, lowMs: 0, highMs: 0 }
  if (rate === null || rate.perHour <= 0) return null
  const until = (perHour: number): number => (left / perHour) * hourMs
  return { ms: until(rate.perHour), lowMs: until(rate.high), highMs: rate.low > 0 ? until(rate.low) : null }
}
