import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { DataTag, QueryKey } from '@tanstack/react-query'
import type { QueryName } from '../../shared/contract.ts'

// By default the page learns of a started command one task later: a second click could come before the button is busy.
notifyManager.setScheduler(queueMicrotask)

/**
 * The cache of main’s answers: one for the page, as its stores are. Nothing is fetched again automatically (events keep it
 * fresh), and IPC works offline.
 */
export const queryClient = new QueryClient({
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
 * Writes what is newer than a read in flight may be: a command’s answer, or what an event carries. The read would
 * overwrite it: it is cancelled and made anew.
 */
export function writeAnswer<Data>(
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (before: Data | undefined) => Data | undefined,
): void {
  const isReading = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching'
  // A first read is not cancelled by the next, but joined. Nothing is written: the page begins with a whole answer.
  if (isReading && queryClient.getQueryData(queryKey) === undefined)
    void queryClient.resetQueries({ queryKey, exact: true })
  else {
    queryClient.setQueryData<Data>(queryKey, change)
    if (isReading) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })
  }
}

/** The same for every query whose key begins so. */
export function writeAnswers<Data>(queryKey: QueryKey, change: (before: Data) => Data): void {
  queryClient.setQueriesData<Data>({ queryKey }, (before) => (before === undefined ? undefined : change(before)))
  if (queryClient.isFetching({ queryKey }) > 0)
    void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching', refetchType: 'all' })
}

/** Reads anew whatever these queries have read and show; settles when all of it is there. */
export function reread(...names: readonly QueryName[]): Promise<unknown> {
  return Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
