/** The operator's filters, sort orders and collapsed rows: kept by profile, and restored on return to a section. */
import type { AppId, JobId, SessionId } from '../../shared/ids.ts'
import type { ActivityGroup } from '../../shared/model/activity-actions.ts'
import { limits } from '../../shared/model/limits.ts'
import { typedId } from '../../shared/model/pasted-text.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import type { JobState } from '../../shared/schemas/avatar.ts'
import type { JobQuery } from '../../shared/schemas/history.ts'
import type { LinkedSession } from '../../shared/schemas/inbox.ts'
import type { LibraryQuery } from '../../shared/schemas/library.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import { createProfileStore, createWindowStore } from './create-store.ts'
import { go, goBehindDialog } from './location-store.ts'

export interface ActivityView {
  readonly search: string
  readonly group: ActivityGroup | 'all'
  readonly outcome: ActivityEntry['outcome'] | 'all'
  readonly scope: 'profile' | 'all'
  readonly period: 'all' | 'today' | 'week' | 'month' | 'custom'
  /** The days of the custom period as `2026-11-21` in the operator's time, both included; "" for none. */
  readonly fromDay: string
  readonly toDay: string
}

export interface InboxFilter {
  /** The text in the box Session ID: a part of any known text about a session, or a whole id to close. */
  readonly search: string
  /** True when the whole text is the id to close, so that no part of it is removed as surrounding text. */
  readonly isVerbatim: boolean
  readonly showsEnded: boolean
  readonly order: 'newest' | 'oldest'
  /**
   * `application`: sessions of the application on screen and sessions without one. `all`: sessions of every
   * application.
   */
  readonly scope: 'application' | 'all'
}

/** A view without filters: all entries of the open profile. */
export const wholeView: ActivityView = {
  search: '',
  group: 'all',
  outcome: 'all',
  scope: 'profile',
  period: 'all',
  fromDay: '',
  toDay: '',
}

interface Preferences {
  readonly queue: JobQuery
  /** Queue rows that wait for a decision and whose second line is collapsed. */
  readonly collapsedJobs: ReadonlySet<JobId>
  readonly inbox: InboxFilter
  readonly library: LibraryQuery
  readonly activity: ActivityView
  /** Keys of the actions that were run from the palette, newest first. */
  readonly recentActions: readonly string[]
  /** How many rows of each list are shown; a changed filter starts again with the first rows. */
  readonly rows: Readonly<Record<ListName, number>>
}

type ListName = 'queue' | 'inbox' | 'activity'

const { rowsAtOnce } = limits

const store = createProfileStore<Preferences>({
  queue: { search: '', states: [], sort: 'state', archived: false },
  collapsedJobs: new Set(),
  inbox: { search: '', isVerbatim: false, showsEnded: false, order: 'newest', scope: 'application' },
  library: { show: 'all', tag: null },
  activity: wholeView,
  recentActions: [],
  rows: { queue: rowsAtOnce, inbox: rowsAtOnce, activity: rowsAtOnce },
})

const firstRows = (rows: Preferences['rows'], list: ListName) => ({ rows: { ...rows, [list]: rowsAtOnce } })

export const useShownRows = (list: ListName): number => store.useState(({ rows }) => rows[list])

export const showMoreRows = (list: ListName): void =>
  store.set(({ rows }) => ({ rows: { ...rows, [list]: rows[list] + rowsAtOnce } }))

export const useQueueQuery = store.field('queue')

export function changeQueueQuery(changes: Partial<JobQuery>): void {
  store.set(({ queue, rows }) => ({ queue: { ...queue, ...changes }, ...firstRows(rows, 'queue') }))
}

export function toggleState(state: JobState): void {
  const { states } = store.get().queue
  changeQueueQuery({
    states: states.includes(state) ? states.filter((shown) => shown !== state) : [...states, state],
  })
}

/** Shows only the archive, or the working list again. */
export const showArchive = (archived: boolean): void => changeQueueQuery({ states: [], archived })

/** Shows the whole working list again, in the order that was chosen. */
export const showAllJobs = (): void => changeQueueQuery({ search: '', states: [], archived: false })

/** Goes to a job's row and details, and removes the filters of the queue. */
export function showInQueue(jobId: JobId): void {
  showAllJobs()
  go({ section: 'avatars', jobId, row: jobId })
}

export const useCollapsedJobs = store.field('collapsedJobs')
export const toggleCollapsed = (id: JobId): void =>
  store.set(({ collapsedJobs: ids }) => ({
    collapsedJobs: new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
  }))

/**
 * Goes to the row of a job that needs a decision, which is expanded and among the first rows. No details open: the row
 * has the evidence and the decisions, and in a narrow window details would cover them.
 */
export function goToDecision(jobId: JobId): void {
  changeQueueQuery({ search: '', states: [], sort: 'state', archived: false })
  if (store.get().collapsedJobs.has(jobId)) toggleCollapsed(jobId)
  go({ section: 'avatars', jobId: null, row: jobId })
}

export const useInboxFilter = store.field('inbox')

export const filterInbox = (changes: Partial<InboxFilter>): void =>
  store.set(({ inbox, rows }) => ({ inbox: { ...inbox, ...changes }, ...firstRows(rows, 'inbox') }))

/** Empties the box of an id that was closed, so that it is not closed again. */
export function forgetSearchFor(sessionId: SessionId): void {
  const { search } = store.get().inbox
  if ([search.trim(), typedId(search)].includes(sessionId)) filterInbox({ search: '' })
}

interface SessionToShow {
  /** null: no application, or an unknown application. */
  readonly appId: AppId | null
  /** The session whose details open. */
  readonly sessionId?: SessionId
  /** The session whose row takes the focus. */
  readonly row?: SessionId
  readonly arrived?: Omit<LinkedSession, 'appId'>
}

/** Goes to the row of a session and removes filters that would hide it. The session itself is not changed. */
export function goToSession({ profile }: ProfileView, { appId, ...shown }: SessionToShow): void {
  const isListed = profile.applications.some((application) => application.appId === appId)
  filterInbox({ search: '' })
  // A session of an application that the profile does not list appears only under all applications.
  if (appId !== null && !isListed) filterInbox({ scope: 'all' })
  // A known session might have been marked as ended.
  if (shown.arrived?.isNew === false) filterInbox({ showsEnded: true })
  goBehindDialog({ section: 'sessions', tab: 'live', ...(isListed && { appId }), ...shown })
}

export const useLibraryQuery = store.field('library')
export const showEntries = (library: LibraryQuery): void => store.set(() => ({ library }))

export const useActivityView = store.field('activity')
export const changeActivityView = (changes: Partial<ActivityView>): void =>
  store.set(({ activity, rows }) => ({ activity: { ...activity, ...changes }, ...firstRows(rows, 'activity') }))

const maxRecentActions = 5

export const useRecentActions = store.field('recentActions')

export const rememberAction = (key: string): void =>
  store.set(({ recentActions }) => ({
    recentActions: [key, ...recentActions.filter((other) => other !== key)].slice(0, maxRecentActions),
  }))

export const isWholeView = (view: ActivityView): boolean => JSON.stringify(view) === JSON.stringify(wholeView)

const useWindowPreferences = createWindowStore<{ readonly range: SeriesRange }>({ range: 'hour' })

/** How much time the charts of this window show. */
export const useSeriesRange = (): SeriesRange => useWindowPreferences(({ range }) => range)
export const chooseSeriesRange = (range: SeriesRange): void => useWindowPreferences.setState({ range })
