import { notifyManager, QueryClient } from '@tanstack/react-query'

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
