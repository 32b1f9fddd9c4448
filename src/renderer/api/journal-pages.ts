/** Keeps the journal that is on screen in step with main's without reading again what was read. */
import type { InfiniteData, Query } from '@tanstack/react-query'
import type { ActivityFilter, ActivityPage } from '../../shared/schemas/activity.ts'
import { activityPages, readActivity } from './queries.ts'
import { queryClient } from './query-client.ts'
import { profileScope } from './shown-profile.ts'

type Acts = InfiniteData<ActivityPage, number | null>

/**
 * The acts that were read, in as many pages, under the newest ones; null where these don't tell what became of the others:
 * more than a page was added, or an act fits the filter no more.
 */
function withNewest({ pages }: Pick<Acts, 'pages'>, newest: ActivityPage): Acts | null {
  const known = pages.flatMap(({ entries }) => entries)
  const { entries, total } = newest
  const [upTo, from] = [known[0]?.id, entries.at(-1)?.id]
  if (upTo === undefined || from === undefined || from > upTo) return null
  const added = entries.filter(({ id, earlier }) => id > upTo && earlier.every((entry) => entry.id > upTo))
  if (total !== (pages[0]?.total ?? 0) + added.length) return null
  const replaced = new Set(entries.flatMap(({ earlier }) => earlier.map(({ id }) => id)))
  const acts = [...entries, ...known.filter(({ id }) => id < from && !replaced.has(id))]
  const { length } = entries
  const places = pages.map((_, page) => page * length).filter((place) => place < acts.length)
  return {
    pages: places.map((place) => ({ entries: acts.slice(place, place + length), total })),
    pageParams: places.map((place) => acts[place - 1]?.id ?? null),
  }
}

async function readNewest(query: Query): Promise<void> {
  const { queryKey } = activityPages(query.queryKey[1] as ActivityFilter)
  const exact = { queryKey, exact: true }
  const { isShown } = profileScope()
  // One that fails is told by the whole read below, where the list shows it.
  const [newest] = await Promise.allSettled([readActivity(null, query.queryKey[1] as ActivityFilter)])
  if (!isShown()) return
  // A page that is on its way would put the acts of before in the place of these.
  await queryClient.cancelQueries(exact)
  const acts = queryClient.getQueryData(queryKey)
  const written = newest.status === 'fulfilled' && acts ? withNewest(acts, newest.value) : null
  if (written === null) await queryClient.invalidateQueries(exact)
  else queryClient.setQueryData(queryKey, written)
}

/** An entry was added: the first page of each journal on screen is read, and the counts. */
export function refreshJournal(): void {
  const isPaged = ({ state: { data } }: Query): boolean => typeof data === 'object' && data !== null && 'pages' in data
  const queryKey = ['activity.list']
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isPaged(query) || !query.isActive() })
  for (const query of queryClient.getQueryCache().findAll({ queryKey, type: 'active', predicate: isPaged })) {
    void readNewest(query)
  }
}
