/** What `compose.ts` makes: main as the entry and the transport see it, whole or not at all. */
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { FindMedia } from '../desktop/page.ts'
import type { Launches } from '../desktop/deep-links.ts'
import type { CrashRecovery } from '../desktop/crash-recovery.ts'
import type { Windows } from '../desktop/windows.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Audience, TransportTargets } from '../ipc/transport.ts'
import type { Jobs } from '../creations/creations.ts'
import type { Log } from '../lib/log.ts'

/** What the entry hands in. */
export interface ComposeOptions {
  readonly windows: Windows
  readonly recovery: CrashRecovery
  /** Id of the window that was opened before the rest of main. */
  readonly first: number
  readonly emitTo: (audience: Audience) => Emit
  /** Open the practice service at once. */
  readonly practice: boolean
  /** What comes from other starts of the program and from links. */
  readonly launches: Launches
  readonly log: Log
}

/** Main, ready to answer. */
export interface Composed extends TransportTargets, Pick<Jobs, 'findImage'> {
  readonly findMedia: FindMedia
  /** True while a call to the keychain has not come back: the process cannot end in order then. */
  readonly isKeychainHanging: () => boolean
  /** Stops everything and closes the files; waits for what must still be written down. */
  readonly dispose: () => Promise<void>
}

/** Builds main; what was built so far is in `built`, which ends the newest first. */
export type Build = (options: ComposeOptions, built: AsyncDisposableStack) => Promise<Omit<Composed, 'dispose'>>

/**
 * Main as `build` makes it; when that fails, what was built by then ends in order, and every call is told why but those that
 * `onFailed` gives an answer to.
 */
export async function buildMain(
  options: ComposeOptions,
  build: Build,
  onFailed: (failure: Failure) => Dispatch | null,
): Promise<Composed> {
  const built = new AsyncDisposableStack()
  // What is still on its way when the start has failed must not draw over what the page says of it.
  const emitTo: ComposeOptions['emitTo'] = (audience) => {
    const emit = options.emitTo(audience)
    return (name, payload) => {
      if (!built.disposed) emit(name, payload)
    }
  }
  try {
    return { ...(await build({ ...options, emitTo }, built)), dispose: () => built.disposeAsync() }
  } catch (error) {
    // Not waited for: the answer to a command that is on its way may take a minute, and the operator is to know now.
    const ended = built.disposeAsync().catch((also: unknown) => {
      options.log.error('what was built did not end in order', also)
    })
    const logId = options.log.error('start', error)
    const failure: Failure = error instanceof FailureError ? error.failure : { kind: 'internal', logId }
    return failedMain(failure, { dispatch: onFailed(failure), dispose: () => ended })
  }
}

/** What is left of main. */
export interface Remains {
  /** Answers what can be answered all the same; null: nothing can. */
  readonly dispatch: Dispatch | null
  /** Ends what was built by then. */
  readonly dispose: () => Promise<void>
}

const nothing: Remains = { dispatch: null, dispose: () => Promise.resolve() }

/** Main that could not be built: calls of the page are answered with the reason. */
export function failedMain(why: Failure, { dispatch, dispose }: Remains = nothing): Composed {
  const answer = { ok: false, failure: { kind: 'not-started', why } } as const
  return {
    dispatch: dispatch ?? (() => Promise.resolve(answer)),
    take: () => Promise.resolve(answer),
    findImage: () => Promise.resolve(null),
    findMedia: () => Promise.resolve(null),
    isKeychainHanging: () => false,
    dispose,
  }
}
