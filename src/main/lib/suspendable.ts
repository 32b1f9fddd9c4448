/** Parts that poll, and can be suspended and resumed together. */
import { logged } from './log.ts'
import type { Log } from './log.ts'

export interface Suspendable {
  readonly pause: () => void
  /** Polls again at once. */
  readonly wake: () => void
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

/** Has each part follow the profile, which was opened, closed or saved. One that cannot is logged: the others do. */
export function followAll(parts: readonly { readonly follow: () => void }[], log: Log): void {
  for (const part of parts) logged(log, 'a part of an open profile did not start', part.follow)
}
