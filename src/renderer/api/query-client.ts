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
 * Writes a command’s answer into the cache. A read in flight may have been answered before the command was, and would
 * overwrite it: it is cancelled and made anew.
 */
export function writeAnswer<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (before: Data | undefined) => Data | undefined,
): void {
  client.setQueryData<Data>(queryKey, change)
  rereadInFlight(client, queryKey)
}

/** The same for every query whose key begins so. */
export function writeAnswers<Data>(client: QueryClient, queryKey: QueryKey, change: (before: Data) => Data): void {
  client.setQueriesData<Data>({ queryKey }, (before) => (before === undefined ? undefined : change(before)))
  rereadInFlight(client, queryKey)
}

/** Reads anew whatever these queries have read and show; settles when all of it is there. */
export function reread(client: QueryClient, ...names: readonly QueryName[]): Promise<unknown> {
  return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

function rereadInFlight(client: QueryClient, queryKey: QueryKey): void {
  if (client.isFetching({ queryKey }) > 0)
    void client.invalidateQueries({ queryKey, fetchStatus: 'fetching', refetchType: 'all' })
}
