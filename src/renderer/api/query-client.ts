import { QueryClient } from '@tanstack/react-query'

/** The cache of what main answers: nothing is asked twice by itself, and IPC works offline. Events keep it fresh. */
export function createQueryClient(): QueryClient {
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
