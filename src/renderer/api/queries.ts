/**
 * One `queryOptions` per read of the contract; the key is the operation and its input. `profile.test` is not here: its
 * input may hold a secret, which must not become a cache key.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf, QueryName } from '../../shared/contract.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { ActivityFilter } from '../../shared/schemas/activity.ts'
import type { JobQuery } from '../../shared/schemas/history.ts'
import type { LibraryQuery } from '../../shared/schemas/library.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import type { DiagnosticsSelection } from '../../shared/schemas/support.ts'
import { call } from './call.ts'
import { readJob } from './job-reader.ts'
import { setShownProfile } from './shown-profile.ts'

interface ReadOptions {
  /** How long an answer that is on no screen is kept, in milliseconds. */
  readonly gcTime?: number
  readonly refetchOnMount?: 'always'
}

function read<Name extends QueryName>(name: Name, input: InputOf<Name>, options: ReadOptions = {}) {
  return queryOptions({
    ...options,
    queryKey: [name, input] as const,
    queryFn: (): Promise<OutputOf<Name>> => call(name, input),
  })
}

async function readAppState(): Promise<OutputOf<'app.state'>> {
  const state = await call('app.state', {})
  setShownProfile(state.openProfileId)
  return state
}

// Events of a page of the alert history.
const alertPage = 100

/** Entries of the journal's first page. */
const activityPage = 200

// Runs of rows and whole texts: megabytes that are quickly had again.
const pageCacheMs = 30_000

// Each letter that is searched for makes an index of its own, of ten thousand ids perhaps.
const indexCacheMs = 5_000

/** Every read, ready for `useQuery`. Events keep them fresh: see `sync.ts`. */
export const queries = {
  appState: () => queryOptions({ queryKey: ['app.state', {}] as const, queryFn: readAppState }),
  /** Read anew wherever it comes on screen: dumps and the keychain change unheard. */
  about: () => read('app.about', {}, { refetchOnMount: 'always' }),
  /** Made anew for each look: the log goes on. */
  diagnostics: (selection: DiagnosticsSelection) =>
    read('diagnostics.preview', selection, { gcTime: 0, refetchOnMount: 'always' }),
  updates: () => read('updates.read', {}),
  /** Read anew wherever it comes on screen: copies are made unheard. */
  data: () => read('data.read', {}, { refetchOnMount: 'always' }),
  creator: () => read('creator.read', {}),
  presets: () => read('preset.list', {}),
  jobCounts: () => read('job.counts', {}),
  /** Which jobs, as ids: rows read their own. */
  jobIndex: (query: JobQuery) => read('job.index', query, { gcTime: indexCacheMs }),
  /** The waiting jobs in the order in which they are sent. */
  line: () => read('job.index', { search: '', states: ['waiting'], sort: 'oldest' }),
  /** One job, whole; null when it is gone. */
  job: (id: JobId) => queryOptions({ queryKey: ['job.read', id] as const, queryFn: () => readJob(id) }),
  /** Counted when the dialog opens. */
  profileContents: (profileId: ProfileId) => read('profile.contents', { profileId }, { gcTime: 0 }),
  /** Read anew wherever it comes on screen: snapshots elsewhere tell of more voices. */
  voices: () => read('voice.list', {}, { refetchOnMount: 'always' }),
  queue: () => read('queue.read', {}),
  conversation: (snapshotId: string) => read('conversation.read', { snapshotId }),
  items: (query: InputOf<'conversation.items'>) => read('conversation.items', query, { gcTime: pageCacheMs }),
  /** A long value, whole. */
  fieldText: (snapshotId: string, path: string) =>
    read('conversation.text', { snapshotId, path }, { gcTime: pageCacheMs }),
  rawRows: (query: InputOf<'conversation.rawRows'>) => read('conversation.rawRows', query, { gcTime: pageCacheMs }),
  rawMatches: (query: InputOf<'conversation.findRaw'>) => read('conversation.findRaw', query, { gcTime: pageCacheMs }),
  /** Fetches the media; asked again only by a click. */
  media: (snapshotId: string, path: string) => read('conversation.media', { snapshotId, path }),
  checks: (snapshotId: string) => read('check.read', { snapshotId }),
  comparison: (pair: InputOf<'comparison.read'>) => read('comparison.read', pair, { gcTime: pageCacheMs }),
  textComparison: (query: InputOf<'comparison.text'>) => read('comparison.text', query, { gcTime: pageCacheMs }),
  jsonComparison: (query: InputOf<'comparison.json'>) => read('comparison.json', query, { gcTime: pageCacheMs }),
  library: (query: LibraryQuery) => read('library.list', query),
  libraryOverview: () => read('library.overview', {}),
  libraryEntry: (conversationId: string) => read('library.entry', { conversationId }),
  librarySnapshots: (conversationId: string) => read('library.snapshots', { conversationId }),
  librarySearch: (search: string) => read('library.search', { search }, { gcTime: pageCacheMs }),
  plannedReads: () => read('library.planned', {}),
  liveCounts: (appId: string) => read('session.figures', { appId }),
  overview: () => read('session.overview', {}),
  closeResults: (appId: string) => read('session.closeAllResults', { appId }),
  closeRuns: () => read('session.closeRuns', {}),
  series: (appId: string, range: SeriesRange) => read('session.series', { appId, range }),
  inbox: (query: InputOf<'inbox.list'>) => read('inbox.list', query),
  watches: () => read('inbox.watches', {}),
  suggestionRules: () => read('closeRule.read', {}),
  alerts: () => read('alert.read', {}),
  /** Page after page, each from the last event of the one before: a new event moves them all. */
  alertHistory: () =>
    infiniteQueryOptions({
      queryKey: ['alert.history'] as const,
      queryFn: ({ pageParam }) => call('alert.history', { limit: alertPage, before: pageParam }),
      initialPageParam: null as number | null,
      getNextPageParam: (page) => (page.length < alertPage ? null : page.at(-1)?.id),
    }),
  account: () => read('account.figures', {}),
  accountSeries: (range: SeriesRange) => read('account.series', { range }),
  /** `before` null is the newest page; an entry's id is the page older than it. */
  activity: (filter: ActivityFilter, before: number | null = null) =>
    read('activity.list', { limit: activityPage, before, filter }, { gcTime: pageCacheMs }),
  exchange: (exchangeId: string) => read('exchange.read', { exchangeId }),
} as const
