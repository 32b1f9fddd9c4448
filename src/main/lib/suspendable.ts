/** Parts that poll, and can be suspended and resumed together. */
import { logged } from './log.ts'
import type { Log } from './log.ts'

export interface Suspendable {
  readonly pause: () => void
  /** Polls again at once. */
  readonly wake: () => void
}

export interface FollowingPart extends Suspendable {
  /** The profile was opened, closed or saved. */
  readonly follow: () => void
}

export function asOneSuspendable(parts: readonly Suspendable[]): Suspendable {
  return {
    pause: () => {
      for (const part of parts) part.pause()
    },
    wake: () => {
      for (const part of parts) part.wake()
    },
  }
}

/** Several parts of one profile as one, in their order. A part that cannot follow is logged: the others do. */
export function asOnePart(parts: readonly FollowingPart[], log: Log): FollowingPart {
  return {
    follow: () => {
      for (const part of parts) logged(log, 'a part of an open profile did not start', part.follow)
    },
    ...asOneSuspendable(parts),
  }
}
