/** Delays of polls and probes: pure, so that the intervals of all reads about jobs stand in one place. */

/** What the delay of a poll depends on. */
export interface PollTiming {
  /** Since the service took the task. */
  readonly trainingMs: number
  /** Failed polls in a row. */
  readonly failures: number
  /** Whether an operator has the window before them. */
  readonly attended: boolean
}

const minPollMs = 3_000
const maxPollMs = 60_000
// Nobody sees the news at once: half as many questions to the service are enough.
const unattendedFactor = 2
const minProbeMs = 15_000
const maxProbeMs = 60_000

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** Spreads a delay over ±15 %, so that forty tasks taken at once are not all asked for at once. */
function jittered(delayMs: number, random: () => number): number {
  return Math.round(delayMs * (0.85 + 0.3 * random()))
}

/**
 * Milliseconds until the next poll of a training task: 3 s at first, growing with the training's age so that changes are
 * seen late by a tenth of it at most, 60 s at the longest. Failed polls double the delay, up to the same limit. All of it is
 * twice as long while nobody attends.
 */
export function pollDelayMs({ trainingMs, failures, attended }: PollTiming, random: () => number): number {
  // A clock that was set back makes the age negative for hours; that is no reason to ask every three seconds.
  const calm = clamp(Math.abs(trainingMs) / 10, minPollMs, maxPollMs)
  const backedOff = clamp(calm * 2 ** Math.min(failures, 10), minPollMs, maxPollMs)
  return jittered(attended ? backedOff : backedOff * unattendedFactor, random)
}

/** No poll is further away than this, in milliseconds. */
export function maxPollDelayMs(attended: boolean): number {
  return Math.ceil(maxPollMs * 1.15) * (attended ? 1 : unattendedFactor)
}

/** Milliseconds until a held queue asks the account again: 15 s at first, doubling with each failure to 60 s. */
export function probeDelayMs(failures: number, random: () => number): number {
  return jittered(clamp(minProbeMs * 2 ** Math.min(failures, 10), minProbeMs, maxProbeMs), random)
}
