import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

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

function rereadInFlight(client: QueryClient, queryKey: QueryKey): void {
  if (client.isFetching({ queryKey }) > 0)
    void client.invalidateQueries({ queryKey, fetchStatus: 'fetching', refetchType: 'all' })
}
