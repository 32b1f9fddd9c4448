/** Main as the entry and the transport see it, and what stands in for it when it could not be built. */
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
  /** What comes from other starts of the program and from links. */
  readonly launches: Launches
  readonly log: MainLog
  /** Takes what answers `app.state` until main is built. */
  readonly setEarly: (early: Pick<TransportTargets, 'dispatch'>) => void
}

export interface Composed extends TransportTargets, Pick<Creations, 'findImage'> {
  readonly findMedia: FindMedia
  /** From here on main does things by itself, and is seen outside of its windows. */
  readonly begin: () => void
  /** True while main works without a window. */
  readonly isInBackground: () => boolean
  /** True while a call to the keychain has not come back: the process cannot end in order then. */
  readonly isKeychainHanging: () => boolean
  /** Stops everything and closes the files; waits for what must still be written down. */
  readonly dispose: () => Promise<void>
}

/** Main that could not be built: calls of the page are answered with the reason, or by what is left of it. */
export function failedMain(
  why: Failure,
  dispatch: Dispatch | null = null,
  dispose: Composed['dispose'] = () => Promise.resolve(),
): Composed {
  const answer = { ok: false, failure: { kind: 'not-started', why } } as const
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
