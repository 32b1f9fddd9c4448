/**
 * Reads of the contract for `useQuery`: `read(name, input)`, and the few reads that need their own function. Events
 * keep them fresh: see `sync.ts`.
 */
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { InputOf, OutputOf, QueryName } from '../../shared/contract.ts'
import type { JobId } from '../../shared/ids.ts'
import type { ActivityFilter } from '../../shared/schemas/activity.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { call } from './call.ts'
import { setShownProfile } from './shown-profile.ts'

/**
 * Queries for `read`. The input of `profile.test` can contain a secret, which must not become a cache key; the other
 * two exclusions have their own functions below.
 */
type ReadName = Exclude<QueryName, 'profile.test' | 'app.state' | 'job.read'>

interface ReadOptions {
  readonly gcTime?: number
  readonly structuralSharing?: (before: unknown, answer: unknown) => unknown
  readonly select?: <Answer>(answer: Answer) => Answer
  readonly refetchOnMount?: 'always'
}

// Long lists and whole texts: megabytes that are quick to read again.
const bulkyOptions: ReadOptions = { gcTime: 30_000 }
// Data that changes without an event: dumps, the keychain, backups, proposals from elsewhere.
const unannounced: ReadOptions = { refetchOnMount: 'always' }

interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Keeps the identity of equal rows in an answer that is read again, wherever they moved, so that only changed rows are
 * drawn again. By default, TanStack Query compares rows by position, so a new first row would change all of them.
 */
function keepingRows(before: Rows | undefined, answer: Rows, id: string): Rows {
  if (before === undefined) return answer
  const rowsById = new Map(before.rows.map((row) => [row[id], row]))
  const rows = answer.rows.map((row) => replaceEqualDeep(rowsById.get(row[id]), row))
  const isUnchanged = rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index])
  return isUnchanged ? replaceEqualDeep(before, answer) : { ...answer, rows }
}

/** For lists with memoised rows: an answer that is read again, or read with a different limit, keeps equal rows. */
const rowsBy = (id: string): ReadOptions => ({
  // TanStack Query does not type these values: both are answers of the operation.
  structuralSharing: (before, answer) => keepingRows(before as Rows | undefined, answer as Rows, id),
  // An answer is compared only with the previous answer of the same query. A selected value is compared with the value
  // shown before, even when that value came from a query with a different limit.
  select: (answer) => answer,
})

const readOptions: Readonly<Partial<Record<ReadName, ReadOptions>>> = {
  'app.about': unannounced,
  'app.background': unannounced,
  'data.read': unannounced,
  'practice.read': unannounced,
  'voice.list': unannounced,
  'creator.conversations': unannounced,
  /** Read again on each opening, because the log grows. */
  'diagnostics.preview': { gcTime: 0, refetchOnMount: 'always' },
  /** A call that sent nothing is no exchange, and calls become older than an hour. */
  'exchange.lastHour': unannounced,
  /** Alert rules change the capacities too. */
  'profile.capacities': unannounced,
  /** Counted when the dialog opens. */
  'profile.contents': { gcTime: 0 },
  /** Each typed letter of a search makes a separate list. */
  'job.list': { gcTime: 5_000, ...rowsBy('id') },
  'conversation.read': bulkyOptions,
  'comparison.readFile': bulkyOptions,
  'activity.list': { ...bulkyOptions, ...rowsBy('id') },
  'library.list': rowsBy('conversationId'),
  'library.search': { ...bulkyOptions, ...rowsBy('conversationId') },
}

/** Any read. The cache key is the operation and its input. */
export function read<Name extends ReadName>(name: Name, input: InputOf<Name>) {
  return queryOptions<OutputOf<Name>, Error, OutputOf<Name>, readonly [Name, InputOf<Name>]>({
    ...readOptions[name],
    queryKey: [name, input],
    queryFn: () => call(name, input),
  })
}

export function appState() {
  return queryOptions({
    queryKey: ['app.state', {}] as const,
    queryFn: async ({ signal }) => {
      const state = await call('app.state', {})
      if (!signal.aborted) setShownProfile(state.openProfileId)
      return state
    },
  })
}

type PendingRead = PromiseWithResolvers<Job | null> & { readonly id: JobId }

// The most ids that `job.read` accepts.
const maxPerRead = 200

let pendingReads: PendingRead[] = []

async function fulfil(reads: readonly PendingRead[]): Promise<void> {
  try {
    const jobs = await call('job.read', { ids: reads.map(({ id }) => id) })
    const byId = new Map(jobs.map((job) => [job.id, job]))
    for (const { id, resolve } of reads) resolve(byId.get(id) ?? null)
  } catch (error) {
    for (const { reject } of reads) reject(error)
  }
}

function readAll(): void {
  const all = pendingReads
  pendingReads = []
  for (let start = 0; start < all.length; start += maxPerRead) void fulfil(all.slice(start, start + maxPerRead))
}

/**
 * Reads a job by its id; null when the job no longer exists. Jobs requested in the same turn share a call. Rejects with
 * `CallError`.
 */
function readJob(id: JobId): Promise<Job | null> {
  if (pendingReads.length === 0) queueMicrotask(readAll)
  const pending = { id, ...Promise.withResolvers<Job | null>() }
  pendingReads.push(pending)
  return pending.promise
}

export function jobById(id: JobId) {
  return queryOptions({ queryKey: ['job.read', id] as const, queryFn: () => readJob(id) })
}

/** Reads how many activity rows match the filter. */
export function activityCount(filter: ActivityFilter) {
  return read('activity.list', { limit: 1, filter })
}
