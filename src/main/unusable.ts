import type { Failure } from '../shared/failure.ts'
import type { Composed } from './composed.ts'

/** Main that could not be built: every call of the page is answered with the reason. `dispose` ends what was built by then. */
export function unusable(why: Failure, dispose = (): Promise<void> => Promise.resolve()): Composed {
  const answer = { ok: false, failure: { kind: 'not-started', why } } as const
  return {
    dispatch: () => Promise.resolve(answer),
    take: () => Promise.resolve(answer),
    findImage: () => Promise.resolve(null),
    findMedia: () => Promise.resolve(null),
    isKeychainHanging: () => false,
    dispose,
  }
}
