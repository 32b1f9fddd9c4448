/**
 * Searches the library on a thread of its own: for a word of one or two characters, which the full-text index does not
 * contain, every stored text is read.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ProfileId } from '../../../shared/ids.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import { createTimer } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'

export interface SearchTask {
  readonly id: number
  readonly profileId: ProfileId
  readonly search: string
  readonly limit: number
}

export type SearchReply = { readonly id: number } & ({ readonly found: LibrarySearch } | { readonly failure: Failure })

export interface Search {
  /** Returns at most `limit` hits. Failures: storage. */
  readonly find: (profileId: ProfileId, search: string, limit: number) => Promise<LibrarySearch>
  /**
   * Ends the thread, which also ends after five minutes without a search; unfinished and later searches are refused
   * with `no-profile`. Call it before the database is closed.
   */
  readonly dispose: () => Promise<void>
}

// In the source and in the build, the thread's file is beside this file, with the same extension.
const threadFile = new URL(`./search-thread${extname(import.meta.url)}`, import.meta.url)

// An unused JavaScript engine and connection would cost megabytes for days, also without a window.
const restMs = 5 * 60_000

/** A search starts the thread if none is running; the thread opens `databaseFile` with a connection of its own. */
export function createSearch(databaseFile: string, clock: Clock): Search {
  const idle = createTimer(clock)
  const waiting = new Map<number, PromiseWithResolvers<LibrarySearch>>()
  let thread: Worker | null = null
  let lastEnd: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let isDisposed = false

  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(threadFile, { workerData: databaseFile })
    // A search never keeps the program from ending.
    started.unref()
    started.on('message', (reply: SearchReply) => {
      const task = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('found' in reply) task?.resolve(reply.found)
      else task?.reject(new FailureError(reply.failure))
      if (waiting.size === 0) idle.set(restMs, end)
    })
    started.on('error', (error: Error) => {
      thread = null
      failAll(error)
    })
    return started
  }

  const end = (): void => {
    lastEnd = Promise.all([lastEnd, thread?.terminate()])
    thread = null
  }

  return {
    find: (profileId, search, limit) => {
      if (isDisposed) return Promise.reject(refusal('no-profile'))
      idle.cancel()
      thread ??= start()
      lastId += 1
      const task = Promise.withResolvers<LibrarySearch>()
      waiting.set(lastId, task)
      thread.postMessage({ id: lastId, profileId, search, limit } satisfies SearchTask)
      return task.promise
    },
    dispose: async () => {
      isDisposed = true
      failAll(refusal('no-profile'))
      idle.cancel()
      end()
      await lastEnd
    },
  }
}
