/** What became of each address of media that was tried in this run, for the checks. */
import { LRUCache } from 'lru-cache'
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

const maxOutcomes = 10_000

// What says more of this computer and its network than of the host.
const ours: readonly FetchProblem[] = ['offline', 'proxy', 'forbidden']

function isOfHost(problem: FetchProblem): boolean {
  return !ours.includes(problem)
}

/** True for an outcome that tells of a dead address. */
export function isUnreachable(outcome: MediaOutcome | null): boolean {
  const problem = outcome?.problem ?? null
  return problem !== null && isOfHost(problem)
}

export type MediaOutcomes = ReturnType<typeof createMediaOutcomes>

/** Outcomes by profile and absolute address; the oldest of more than 10,000 are forgotten. */
export function createMediaOutcomes(clock: Clock) {
  const outcomes = new LRUCache<string, MediaOutcome & { readonly profileId: ProfileId; readonly url: string }>({
    max: maxOutcomes,
  })
  const keyOf = (profileId: ProfileId, url: string): string => `${profileId} ${url}`
  return {
    set: (profileId: ProfileId, url: string, problem: FetchProblem | null): void => {
      outcomes.set(keyOf(profileId, url), { profileId, url, at: clock.now(), problem })
    },
    /** Null for an address that was never tried. */
    of: (profileId: ProfileId, url: string): MediaOutcome | null => outcomes.peek(keyOf(profileId, url)) ?? null,
    /** The addresses of a profile that were dead when they were last tried. */
    dead: (of: ProfileId): readonly DeadMedia[] =>
      [...outcomes.values()].flatMap(({ profileId, url, at, problem }) =>
        profileId === of && problem !== null && isOfHost(problem) ? [{ url, at, problem }] : [],
      ),
  }
}
