import { notifyManager, QueryClient } from '@tanstack/react-query'

/** The cache of what main answers: nothing is asked twice by itself, and IPC works offline. Events keep it fresh. */
export function createQueryClient(): QueryClient {
  // By default the page hears of a started command a task later: a second click could come before the button is busy.
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
