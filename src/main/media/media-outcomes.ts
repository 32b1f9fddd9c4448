/** What became of each address of media that was tried in this run, for the checks. */
import type { FetchProblem } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Clock } from '../lib/clock.ts'

/** The last time that an address was tried. */
export interface MediaOutcome {
  /** Epoch milliseconds. */
  readonly at: number
  /** Null when it answered. */
  readonly problem: FetchProblem | null
}

/** An address that did not give its media. */
export interface DeadMedia {
  /** Absolute. */
  readonly url: string
  readonly problem: FetchProblem
  /** Epoch milliseconds. */
  readonly at: number
}

/** Outcomes by profile and absolute address. */
export interface MediaOutcomes {
  readonly set: (profileId: ProfileId, url: string, problem: FetchProblem | null) => void
  /** Null for an address that was never tried. */
  readonly of: (profileId: ProfileId, url: string) => MediaOutcome | null
  /** The addresses of a profile that were dead when they were last tried. */
  readonly dead: (profileId: ProfileId) => readonly DeadMedia[]
}

const maxOutcomes = 10_000

// What says more of this computer and its network than of the host.
const ours: readonly FetchProblem[] = ['offline', 'proxy', 'forbidden']

/** True for an outcome that tells of a dead address. */
export function isUnreachable(outcome: MediaOutcome | null): boolean {
  const problem = outcome?.problem ?? null
  return problem !== null && !ours.includes(problem)
}

function deadOf(url: string, { at, problem }: MediaOutcome): readonly DeadMedia[] {
  return problem === null || ours.includes(problem) ? [] : [{ url, problem, at }]
}

/** Gives an empty memory; the oldest of more than 10,000 are forgotten. */
export function createMediaOutcomes(clock: Clock): MediaOutcomes {
  const outcomes = new Map<string, MediaOutcome>()
  const keyOf = (profileId: ProfileId, url: string): string => `${profileId} ${url}`
  return {
    set: (profileId, url, problem) => {
      const key = keyOf(profileId, url)
      // Set anew, so that the first key is the oldest.
      outcomes.delete(key)
      outcomes.set(key, { at: clock.now(), problem })
      const [oldest] = outcomes.size > maxOutcomes ? outcomes.keys() : []
      if (oldest !== undefined) outcomes.delete(oldest)
    },
    of: (profileId, url) => outcomes.get(keyOf(profileId, url)) ?? null,
    dead: (profileId) => {
      const start = keyOf(profileId, '')
      return [...outcomes].flatMap(([key, outcome]) =>
        key.startsWith(start) ? deadOf(key.slice(start.length), outcome) : [],
      )
    },
  }
}
