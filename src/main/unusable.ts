import type { Failure } from '../shared/failure.ts'
import type { Composed } from './composed.ts'

/** Main that could not be built: every call of the page is answered with the reason. `dispose` ends what was built by then. */
export function unusable(failure: Failure, dispose = (): Promise<void> => Promise.resolve()): Composed {
  return {
    dispatch: () => Promise.resolve({ ok: false, failure }),
    take: () => Promise.resolve({ ok: false, failure }),
    findImage: () => Promise.resolve(null),
    findMedia: () => Promise.resolve(null),
    isKeychainHanging: () => false,
    dispose,
  }
}
