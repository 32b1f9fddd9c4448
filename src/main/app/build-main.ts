/** Builds main whole or not at all. */
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import { failedMain } from './failed-main.ts'
import type { Composed, ComposeOptions } from './failed-main.ts'

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
