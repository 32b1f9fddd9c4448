/**
 * Calls that cannot be stopped, one at a time and limited in time. One at a time, because each holds one of the four
 * threads that files, names and databases share: a keychain that hangs must never hold a second one.
 */
import PQueue from 'p-queue'
import type { Clock } from '../lib/clock.ts'

/** A call did not return within its time, or was not begun because an earlier one has not returned yet. */
export class OverdueError extends Error {}

/** A queue of calls. */
export interface SerialExecutor {
  /** Runs the call after those before it. `onLate` runs when it succeeds after it was given up. */
  readonly run: <Value>(call: () => Promise<Value>, onLate?: () => void) => Promise<Value>
  /** True while a call that was begun has not returned. */
  readonly hasPendingCall: () => boolean
}

const limitMs = 3_000

/** Starts empty; `onReturned` runs when a call that was given up has ended after all, well or not. */
export function createSerialExecutor(clock: Clock, onReturned: (isSuccess: boolean) => void): SerialExecutor {
  const turns = new PQueue({ concurrency: 1 })
  let isPending = false

  function begin<Value>(call: () => Promise<Value>, onLate: (() => void) | undefined): Promise<Value> {
    if (isPending) return Promise.reject(new OverdueError('an earlier call has not returned yet'))
    isPending = true
    let isGivenUp = false
    return new Promise<Value>((resolve, reject) => {
      const cancelTimer = clock.after(limitMs, () => {
        isGivenUp = true
        reject(new OverdueError(`no answer within ${String(limitMs)} ms`))
      })
      const onReturn = (isSuccess: boolean): void => {
        cancelTimer()
        isPending = false
        if (!isGivenUp) return
        if (isSuccess) onLate?.()
        onReturned(isSuccess)
      }
      call().then(
        (value) => {
          onReturn(true)
          resolve(value)
        },
        (error: unknown) => {
          onReturn(false)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      )
    })
  }

  return {
    run: async (call, onLate) => turns.add(() => begin(call, onLate)),
    hasPendingCall: () => isPending,
  }
}
