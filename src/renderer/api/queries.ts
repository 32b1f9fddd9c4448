/**
 * Reads of the contract for `useQuery`: `read(name, input)`, and the few that are more than one. Events keep them
 * fresh: see `sync.ts`.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { InputOf, OutputOf, QueryName } from '../../shared/contract.ts'
import type { JobId } from '../../shared/ids.ts'
import type { ActivityFilter, ActivityPage } from '../../shared/schemas/activity.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { call } from './call.ts'
import { setShownProfile } from './shown-profile.ts'

/**
 * The queries. The input of `profile.test` may hold a secret, which must not become a cache key; the others have a
 * function of their own below.
 */
type ReadName = Exclude<QueryName, 'profile.test' | 'app.state' | 'job.read' | 'alert.history'>

interface ReadOptions {
  readonly gcTime?: number
  readonly refetchOnMount?: 'always'
}

// Runs of rows and whole texts: megabytes that are quickly had again.
const ofPages: ReadOptions = { gcTime: 30_000 }
// What changes without an event: dumps, the keychain, backups, proposals from elsewhere.
const unannounced: ReadOptions = { refetchOnMount: 'always' }

const readOptions: Readonly<Partial<Record<ReadName, ReadOptions>>> = {
  'app.about': unannounced,
  'data.read': unannounced,
  'practice.read': unannounced,
  'voice.list': unannounced,
  'creator.conversations': unannounced,
  /** Read anew each time it is opened: the log grows. */
  'diagnostics.preview': { gcTime: 0, refetchOnMount: 'always' },
  /** Counted when the dialog opens. */
  'profile.contents': { gcTime: 0 },
  /** Each letter that is searched for makes an index of its own, of ten thousand ids perhaps. */
  'job.index': { gcTime: 5_000 },
  'conversation.read': ofPages,
  'comparison.readFile': ofPages,
  'library.search': ofPages,
}

/** Any read; its key is the operation and its input. */
export function read<Name extends ReadName>(name: Name, input: InputOf<Name>) {
  return queryOptions({
    ...readOptions[name],
    queryKey: [name, input] as const,
    queryFn: (): Promise<OutputOf<Name>> => call(name, input),
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

/** The waiting jobs in the order in which they are sent. */
export function waitingLine() {
  return read('job.index', { search: '', states: ['waiting'], sort: 'oldest' })
}

type PendingRead = PromiseWithResolvers<Job | null> & { readonly id: JobId }

// As many as `job.read` takes.
const maxPerRead = 200

let pendingReads: PendingRead[] = []

async function fulfil(some: readonly PendingRead[]): Promise<void> {
  try {
    const jobs = await call('job.read', { ids: some.map(({ id }) => id) })
    const byId = new Map(jobs.map((job) => [job.id, job]))
    for (const { id, resolve } of some) resolve(byId.get(id) ?? null)
  } catch (error) {
    for (const { reject } of some) reject(error)
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

const alertsPerPage = 100

/** Page after page, each from the last event of the one before: a new event moves them all. */
export function alertHistory() {
  return infiniteQueryOptions({
    queryKey: ['alert.history'] as const,
    queryFn: ({ pageParam }) => call('alert.history', { limit: alertsPerPage, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < alertsPerPage ? null : page.at(-1)?.id),
  })
}

const actsPerPage = 200

/** A page of the acts that fit, older than the entry `before`; null starts at the newest. */
export function readActivity(before: number | null, filter: ActivityFilter): Promise<ActivityPage> {
  return call('activity.list', { limit: actsPerPage, before, filter })
}

export function activityPages(filter: ActivityFilter) {
  return infiniteQueryOptions({
    ...ofPages,
    queryKey: ['activity.list', filter] as const,
    queryFn: ({ pageParam }) => readActivity(pageParam, filter),
    initialPageParam: null as number | null,
    // One that cannot be read is counted and never comes: an empty page is the end, whatever the count says.
    getNextPageParam: (page, pages) =>
      pages.reduce((sum, { entries }) => sum + entries.length, 0) < page.total ? page.entries.at(-1)?.id : null,
  })
}

export function activityCount(filter: ActivityFilter) {
  return read('activity.list', { limit: 1, before: null, filter })
}

type PagedQuery = Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isError'>

/** Reads the next page, for the end of a table; undefined while there is none, or something is read, or has failed. */
export function useReadOn({ fetchNextPage, hasNextPage, isFetching, isError }: PagedQuery): (() => void) | undefined {
  const readOn = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return hasNextPage && !isFetching && !isError ? readOn : undefined
}
