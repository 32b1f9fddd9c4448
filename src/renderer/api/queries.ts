/**
 * One `queryOptions` per read of the contract; the key is the operation and its input. `profile.test` is not here: its
 * input may hold a secret, which must not become a cache key.
 */
import { queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf, QueryName } from '../../shared/contract.ts'
import { call } from './call.ts'

function read<Name extends QueryName>(name: Name, input: InputOf<Name>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: (): Promise<OutputOf<Name>> => call(name, input),
  })
}

/** Entries of the journal's first page. */
export const activityPage = 200

/** Every read, ready for `useQuery`. Events keep them fresh: see `sync.ts`. */
export const queries = {
  appState: () => read('app.state', {}),
  creator: () => read('creator.read', {}),
  presets: () => read('preset.list', {}),
  jobs: () => read('job.list', {}),
  queue: () => read('queue.read', {}),
  snapshot: (snapshotId: string) => read('conversation.read', { snapshotId }),
  recents: () => read('conversation.recents', {}),
  figures: (appId: string) => read('session.figures', { appId }),
  closings: (appId: string) => read('session.closings', { appId }),
  account: () => read('account.figures', {}),
  /** `before` null is the newest page, which `activity.added` extends; an entry's id is the page older than it. */
  activity: (before: number | null = null) => read('activity.list', { limit: activityPage, before }),
  exchange: (exchangeId: string) => read('exchange.read', { exchangeId }),
} as const
