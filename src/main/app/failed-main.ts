/** Main's interface for the entry and the transport, and its replacement when main could not be built. */
import type { Failure } from '../../shared/failure.ts'
import type { Creations } from '../creations/creations.ts'
import type { CrashRecovery } from '../desktop/crash-recovery.ts'
import type { Launches } from '../desktop/deep-links.ts'
import type { FindMedia } from '../desktop/page.ts'
import type { Windows } from '../desktop/windows.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Audience, TransportTargets } from '../ipc/transport.ts'
import type { MainLog } from '../lib/log.ts'

export interface ComposeOptions {
  readonly windows: Windows
  readonly recovery: CrashRecovery
  /** Id of the window that was opened before the rest of main. */
  readonly first: number
  readonly emitTo: (audience: Audience) => Emit
  readonly practice: boolean
  /** Requests from other starts of the program and from links. */
  readonly launches: Launches
  readonly log: MainLog
  /** Sets the handler that returns `app.state` until main is built. */
  readonly setEarly: (early: Pick<TransportTargets, 'dispatch'>) => void
}

export interface Composed extends TransportTargets, Pick<Creations, 'findImage'> {
  readonly findMedia: FindMedia
  /** Starts main's automatic work and its elements outside of the windows. */
  readonly begin: () => void
  /** True while main works without a window. */
  readonly isInBackground: () => boolean
  /** True while a call to the keychain has not returned: the process cannot end in order then. */
  readonly isKeychainHanging: () => boolean
  /** Stops everything and closes the files; waits for pending writes. */
  readonly dispose: () => Promise<void>
}

/**
 * The replacement for main when it could not be built: calls of the page receive the reason, or an answer from the
 * parts that still work.
 */
export function failedMain(
  failure: Failure,
  dispatch: Dispatch | null = null,
  dispose: Composed['dispose'] = () => Promise.resolve(),
): Composed {
  const answer = { ok: false, failure: { kind: 'not-started', why: failure } } as const
  return {
    dispatch: dispatch ?? (() => Promise.resolve(answer)),
    take: () => Promise.resolve(answer),
    findImage: () => Promise.resolve(null),
    findMedia: () => Promise.resolve(null),
    begin: () => undefined,
    isInBackground: () => false,
    isKeychainHanging: () => false,
    dispose,
  }
}
