/** Main's end of the reader's thread. A request that ends it, or holds it for too long, fails with all the others. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { AppContext } from '../../context/app-context.ts'
import { createTimer, systemClock } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { operations } from '../../service/operations.ts'
import type { AnswerToParse, ParseOnWorker } from '../../service/parse-response.ts'
import type { ReaderInput, ReaderOutput, ReaderRequest } from './answers.ts'

export interface ReaderTask {
  readonly id: number
  readonly name: ReaderRequest
  readonly input: ReaderInput<ReaderRequest>
}

/** An output, a failure that is told to the operator, or a bug with its stack. */
export type ReaderReply = { readonly id: number } & (
  | { readonly output: unknown }
  | { readonly failure: Failure }
  | { readonly problem: string }
)

export interface Reader {
  /** Failures: those of the request; internal (logged) for a bug or a thread that ended; refused once disposed of. */
  readonly ask: <Name extends ReaderRequest>(
    name: Name,
    input: ReaderInput<Name>,
    /** Buffers of the input that go over to the thread and are gone here, instead of being copied. */
    handedOver?: readonly ArrayBuffer[],
  ) => Promise<ReaderOutput<Name>>
  /** Ends the thread and its connection to the database; what is still asked for is refused with `no-profile`. */
  readonly dispose: () => Promise<void>
}

interface Waiting {
  readonly name: ReaderRequest
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

/** The longest silence of a thread that is asked, in milliseconds. */
export const maxSilenceMs = 40_000
// In parts, as a timer that slept with the computer fires as soon as it wakes.
const silenceParts = 4

const idleMs = 120_000

// Main's heap and the thread's share 4 GB: a thread that took all of it would end main too, one at its limit ends alone.
const resourceLimits = { maxOldGenerationSizeMb: 2_048 }

// As source and as built the thread's file stands beside this one, with the same ending.
const workerFile = new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url)

function watchSilence(timer: ReturnType<typeof createTimer>, onSilent: () => void, partsLeft = silenceParts): void {
  timer.set(maxSilenceMs / silenceParts, () => {
    if (partsLeft > 1) watchSilence(timer, onSilent, partsLeft - 1)
    else onSilent()
  })
}

/** Nothing is started before the first request. `threadClock` takes the time that the thread itself takes. */
export function createReader(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  databaseFile: string,
  threadClock: Clock = systemClock,
): Reader {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let isDisposed = false
  let lastId = 0
  const idle = createTimer(clock)
  const watchdog = createTimer(threadClock)

  const internal = (what: string, cause: unknown): FailureError =>
    new FailureError({ kind: 'internal', logId: log.error(what, cause) })

  const failAll = (failure: () => FailureError): void => {
    if (waiting.size === 0) return
    const error = failure()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const terminate = async (): Promise<void> => {
    const former = worker
    worker = null
    idle.cancel()
    watchdog.cancel()
    await former?.terminate()
  }

  // Nothing in an answer of the service may keep everything else from being read.
  const onSilent = (): void => {
    void terminate()
    failAll(() => internal('the reader was ended', `no answer for ${String(maxSilenceMs)} ms`))
  }

  const removeWaiting = (id: number): Waiting | undefined => {
    const pending = waiting.get(id)
    waiting.delete(id)
    if (waiting.size > 0) watchSilence(watchdog, onSilent)
    else {
      watchdog.cancel()
      worker?.unref()
      idle.set(idleMs, () => void terminate())
    }
    return pending
  }

  const onReply = (reply: ReaderReply): void => {
    const pending = removeWaiting(reply.id)
    if (pending === undefined) return
    if ('output' in reply) pending.resolve(reply.output)
    else if ('failure' in reply) pending.reject(new FailureError(reply.failure))
    else pending.reject(internal(`reader: ${pending.name}`, reply.problem))
  }

  const startThread = (): Worker => {
    const thread = new Worker(workerFile, { workerData: databaseFile, resourceLimits })
    const onOver = (cause: unknown): void => {
      // A thread that was terminated here ends in order.
      if (worker !== thread) return
      void terminate()
      failAll(() => internal('the reader ended', cause))
    }
    thread.on('message', onReply)
    thread.on('error', onOver)
    thread.on('exit', (code) => onOver(`exit code ${String(code)}`))
    return thread
  }

  return {
    ask: (name, input, handedOver = []) => {
      if (isDisposed) return Promise.reject(refusal('no-profile'))
      return new Promise((resolve, reject) => {
        idle.cancel()
        worker ??= startThread()
        worker.ref()
        if (waiting.size === 0) watchSilence(watchdog, onSilent)
        lastId += 1
        // The boundary: answers and requests are typed by the same list.
        waiting.set(lastId, { name, resolve: resolve as Waiting['resolve'], reject })
        try {
          worker.postMessage({ id: lastId, name, input } satisfies ReaderTask, handedOver)
        } catch (error) {
          // It never left: waited for, it would be taken for a thread that keeps silent.
          removeWaiting(lastId)
          reject(internal(`reader: ${name}`, error))
        }
      })
    },
    dispose: async () => {
      isDisposed = true
      failAll(() => refusal('no-profile'))
      await terminate()
    },
  }
}

// A read can be asked again when its answer is lost on the way; the answer of a command must not be.
function handedOver({ operation, answer: { bytes } }: AnswerToParse): readonly ArrayBuffer[] {
  return operations[operation].repeatable && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}

export function createParseOnWorker(reader: Reader): ParseOnWorker {
  return (given) => reader.ask('parseResponse', given, handedOver(given))
}
