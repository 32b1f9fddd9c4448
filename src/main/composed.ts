/** What `compose.ts` makes: main as the entry and the transport see it, also when it could not be built. */
import type { Failure } from '../shared/failure.ts'
import type { FindMedia } from './desktop/page.ts'
import type { Arrivals } from './desktop/deep-links.ts'
import type { Windows } from './desktop/windows.ts'
import type { Emit } from './ipc/handlers.ts'
import type { Audience, TransportTargets } from './ipc/transport.ts'
import type { Jobs } from './jobs/handlers.ts'
import type { Log } from './log.ts'

/** What the entry hands in. */
export interface ComposeOptions {
  readonly windows: Windows
  /** Id of the window that was opened before the rest of main. */
  readonly first: number
  readonly emitTo: (audience: Audience) => Emit
  /** Open the practice service at once. */
  readonly practice: boolean
  /** What comes from other starts of the program and from links. */
  readonly arrivals: Arrivals
}

/** Main, ready to answer. */
export interface Composed extends TransportTargets, Pick<Jobs, 'findImage'> {
  readonly findMedia: FindMedia
  readonly log: Log
  /** True while a call to the keychain has not come back: the process cannot end in order then. */
  readonly isKeychainHanging: () => boolean
  /** Stops everything and closes the files; waits for what must still be written down. */
  readonly dispose: () => Promise<void>
}

/** Main that could not be built: every call of the page is answered with the reason, and nothing was touched. */
export function unusable(failure: Failure, log: Log): Composed {
  return {
    dispatch: () => Promise.resolve({ ok: false, failure }),
    take: () => Promise.resolve({ ok: false, failure }),
    log,
    findImage: () => Promise.resolve(null),
    findMedia: () => Promise.resolve(null),
    isKeychainHanging: () => false,
    dispose: () => Promise.resolve(),
  }
}
