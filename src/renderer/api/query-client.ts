import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { DataTag, QueryKey } from '@tanstack/react-query'
import type { QueryName } from '../../shared/contract.ts'

/**
 * The cache of main’s answers. Nothing is fetched again automatically (events keep it fresh), and IPC works offline.
 */
export function createQueryClient(): QueryClient {
  // By default the page learns of a started command one task later: a second click could come before the button is
  // busy.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
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
}

/**
 * Writes what is newer than a read in flight may be: a command’s answer, or what an event carries. The read would
 * overwrite it: it is cancelled and made anew.
 */
export function writeAnswer<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (before: Data | undefined) => Data | undefined,
): void {
  const isReading = client.getQueryState(queryKey)?.fetchStatus === 'fetching'
  // A first read is not cancelled by the next, but joined. Nothing is written: the page begins with a whole answer.
  if (isReading && client.getQueryData(queryKey) === undefined) void client.resetQueries({ queryKey, exact: true })
  else {
    client.setQueryData<Data>(queryKey, change)
    if (isReading) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })
  }
}

/** The same for every query whose key begins so. */
export function writeAnswers<Data>(client: QueryClient, queryKey: QueryKey, change: (before: Data) => Data): void {
  client.setQueriesData<Data>({ queryKey }, (before) => (before === undefined ? undefined : change(before)))
  if (client.isFetching({ queryKey }) > 0)
    void client.invalidateQueries({ queryKey, fetchStatus: 'fetching', refetchType: 'all' })
}

/** Reads anew whatever these queries have read and show; settles when all of it is there. */
export function reread(client: QueryClient, ...names: readonly QueryName[]): Promise<unknown> {
  return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
