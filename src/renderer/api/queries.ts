/**
 * Reads of the contract for `useQuery`: `read(name, input)`, and the few that are more than one. Events keep them
 * fresh: see `sync.ts`.
 */
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { InputOf, OutputOf, QueryName } from '../../shared/contract.ts'
import type { JobId } from '../../shared/ids.ts'
import type { ActivityFilter } from '../../shared/schemas/activity.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { call } from './call.ts'
import { setShownProfile } from './shown-profile.ts'

/**
 * The queries. The input of `profile.test` may hold a secret, which must not become a cache key; the others have a
 * function of their own below.
 */
type ReadName = Exclude<QueryName, 'profile.test' | 'app.state' | 'job.read'>

interface ReadOptions {
  readonly gcTime?: number
  readonly structuralSharing?: (before: unknown, answer: unknown) => unknown
  readonly select?: <Answer>(answer: Answer) => Answer
  readonly refetchOnMount?: 'always'
}

// Long lists and whole texts: megabytes that are quickly had again.
const bulkyOptions: ReadOptions = { gcTime: 30_000 }
// What changes without an event: dumps, the keychain, backups, proposals from elsewhere.
const unannounced: ReadOptions = { refetchOnMount: 'always' }

interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Of an answer read again: rows that are equal stay the same objects wherever they moved, so that only the others are
 * drawn again. By itself TanStack Query compares the rows place by place, and a new first row changes them all.
 */
function keepingRows(before: Rows | undefined, answer: Rows, id: string): Rows {
  if (before === undefined) return answer
  const rowsById = new Map(before.rows.map((row) => [row[id], row]))
  const rows = answer.rows.map((row) => replaceEqualDeep(rowsById.get(row[id]), row))
  const isUnchanged = rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index])
  return isUnchanged ? replaceEqualDeep(before, answer) : { ...answer, rows }
}

/** For lists whose rows are memoised: what is read again, or for another limit, keeps the rows that are equal. */
const rowsBy = (id: string): ReadOptions => ({
  // TanStack Query does not type what it passes: it is the answer of the operation.
  structuralSharing: (before, answer) => keepingRows(before as Rows | undefined, answer as Rows, id),
  // A query is compared with itself, what is selected with all that was shown before: with that of the last limit too.
  select: (answer) => answer,
})

const readOptions: Readonly<Partial<Record<ReadName, ReadOptions>>> = {
  'app.about': unannounced,
  'app.background': unannounced,
  'data.read': unannounced,
  'practice.read': unannounced,
  'voice.list': unannounced,
  'creator.conversations': unannounced,
  /** Read anew each time it is opened: the log grows. */
  'diagnostics.preview': { gcTime: 0, refetchOnMount: 'always' },
  /** Rules change them too. */
  'profile.capacities': unannounced,
  /** Counted when the dialog opens. */
  'profile.contents': { gcTime: 0 },
  /** Each letter that is searched for makes a list of its own. */
  'job.list': { gcTime: 5_000, ...rowsBy('id') },
  'conversation.read': bulkyOptions,
  'comparison.readFile': bulkyOptions,
  'activity.list': { ...bulkyOptions, ...rowsBy('id') },
  'library.list': rowsBy('conversationId'),
  'library.search': { ...bulkyOptions, ...rowsBy('conversationId') },
}

/** Any read; its key is the operation and its input. */
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

// As many as `job.read` takes.
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

/** A job by its id; null when it is gone. All requested in one turn are one call; rejects with `CallError`. */
function readJob(id: JobId): Promise<Job | null> {
  if (pendingReads.length === 0) queueMicrotask(readAll)
  const pending = { id, ...Promise.withResolvers<Job | null>() }
  pendingReads.push(pending)
  return pending.promise
}

export function jobById(id: JobId) {
  return queryOptions({ queryKey: ['job.read', id] as const, queryFn: () => readJob(id) })
}

/** For how many acts fit. */
export function activityCount(filter: ActivityFilter) {
  return read('activity.list', { limit: 1, filter })
}
