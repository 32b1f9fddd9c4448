/**
 * Main's end of the reader's thread. It is started by the first request and let go when nobody has asked for a while; a
 * request that ends it fails alone, and the next one starts it anew.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Clock } from '../../clock.ts'
import type { ReaderInput, ReaderOutput, ReaderRequest } from './requests.ts'

/** What the thread is started with. */
export interface ReaderStart {
  readonly databaseFile: string
}

/** A request on its way. */
export interface ReaderTask {
  readonly id: number
  readonly name: ReaderRequest
  readonly input: ReaderInput<ReaderRequest>
}

/** Its answer: an output, a failure that is told to the operator, or a bug with its stack. */
export type ReaderReply =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure; readonly problem: null }
  | { readonly id: number; readonly ok: false; readonly failure: null; readonly problem: string }

/** The reader. */
export interface Reader {
  /** Failures: those of the request; anything else is thrown as the bug that it is. */
  readonly ask: <Name extends ReaderRequest>(name: Name, input: ReaderInput<Name>) => Promise<ReaderOutput<Name>>
  /** Ends the thread; what is still asked for fails as `cancelled`. */
  readonly dispose: () => Promise<void>
}

/** What the reader needs; the folder of `databaseFile` also takes the full-text index. */
export interface ReaderDeps extends ReaderStart {
  readonly clock: Clock
}

interface Waiting {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

const idleMs = 120_000

// As source and as built the thread's file stands beside this one, with the same ending.
const workerFile = new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url)

class ReaderStopped extends Error {}

/** Gives the reader; nothing is started before the first request. */
export function createReader({ clock, ...start }: ReaderDeps): Reader {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let stopIdle = (): void => undefined

  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const letGo = (): Promise<number> => {
    const former = worker
    worker = null
    stopIdle()
    return former === null ? Promise.resolve(0) : former.terminate()
  }

  const settle = (reply: ReaderReply): void => {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) {
      worker?.unref()
      stopIdle()
      stopIdle = clock.after(idleMs, () => void letGo())
    }
    if (reply.ok) asked?.resolve(reply.output)
    else asked?.reject(reply.failure === null ? new ReaderStopped(reply.problem) : new FailureError(reply.failure))
  }

  const started = (): Worker => {
    const thread = new Worker(workerFile, { workerData: start satisfies ReaderStart })
    const isOver = (error: Error): void => {
      if (worker !== thread) return
      worker = null
      failAll(error)
    }
    thread.on('message', settle)
    thread.on('error', (error) => {
      isOver(error instanceof Error ? error : new ReaderStopped(String(error)))
    })
    thread.on('exit', (code) => {
      isOver(new ReaderStopped(`The reader ended with ${String(code)}`))
    })
    return thread
  }

  return {
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        stopIdle()
        worker ??= started()
        worker.ref()
        lastId += 1
        // The boundary: answers and requests are typed by the same list.
        waiting.set(lastId, { resolve: resolve as Waiting['resolve'], reject })
        worker.postMessage({ id: lastId, name, input } satisfies ReaderTask)
      }),
    dispose: async () => {
      failAll(new FailureError({ kind: 'not-found', what: 'snapshot' }))
      await letGo()
    },
  }
}
