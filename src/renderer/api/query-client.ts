import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import type { DataTag, QueryKey } from '@tanstack/react-query'
import type { QueryName } from '../../shared/contract.ts'

// By default, the page is notified of a started command one task later, so a second click could arrive before the
// button is busy.
notifyManager.setScheduler(queueMicrotask)

/**
 * The cache of main’s answers: one for the page, like its stores. Nothing is fetched again automatically (events keep
 * it fresh), and IPC works offline.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Main records whether the media could be fetched, and the checks list media that could not.
    onSettled: (_data, _error, { queryKey: [name] }) => {
      if (name === 'conversation.media') void reread('check.read')
    },
  }),
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Writes a command’s answer or the data of an event, which can be newer than a read in flight. That read would
 * overwrite the data, so it is cancelled and started again.
 */
export function writeAnswer<Data>(
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (before: Data | undefined) => Data | undefined,
): void {
  const isReading = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching'
  // TanStack Query joins a first read instead of cancelling it, so the query is reset. Nothing is written: the page
  // starts with a complete answer.
  if (isReading && queryClient.getQueryData(queryKey) === undefined)
    void queryClient.resetQueries({ queryKey, exact: true })
  else {
    queryClient.setQueryData<Data>(queryKey, change)
    if (isReading) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })
  }
}

/** Does the same for every query whose key starts with `queryKey`. */
export function writeAnswers<Data>(queryKey: QueryKey, change: (before: Data) => Data): void {
  queryClient.setQueriesData<Data>({ queryKey }, (before) => (before === undefined ? undefined : change(before)))
  if (queryClient.isFetching({ queryKey }) > 0)
    void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching', refetchType: 'all' })
}

/**
 * Reads again every answer of these queries that is on screen, and marks the rest as stale; settles when the reads are
 * done.
 */
export function reread(...names: readonly QueryName[]): Promise<unknown> {
  return Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
