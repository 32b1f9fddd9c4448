import type { Failure } from '../shared/failure.ts'
import type { Composed } from './composed.ts'
import type { Dispatch } from './ipc/dispatch.ts'

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
