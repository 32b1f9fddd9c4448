/** Connects events to the cache: data in an event is written, data that an event only announces is read again. */
import type { DataTag, QueryKey } from '@tanstack/react-query'
import type { QueryName } from '../../shared/contract.ts'
import type { EventName, Events } from '../../shared/events.ts'
import type { JobId } from '../../shared/ids.ts'
import { countOf } from '../../shared/model/live-count.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { JobList, ListedJob } from '../../shared/schemas/history.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Concurrency, SeriesRange } from '../../shared/schemas/session.ts'
import { subscribe } from './events.ts'
import { appState, jobById, read } from './queries.ts'
import { queryClient, reread, writeAnswer, writeAnswers } from './query-client.ts'
import { isFirstProfile, setShownProfile } from './shown-profile.ts'
import { forgetOtherProfiles } from '../state/create-store.ts'
import { updateClosedSession } from '../state/results-store.ts'

// An eye can follow a re-sorted list at most twice a second. Proposals need fewer updates.
const jobListEveryMs = 500
// Analysing copies of a portrait changes the findings of all copies, once per copy, and each change reads all drafts
// again.
const creatorEveryMs = 2_000
const proposalsEveryMs = 5_000
const libraryEveryMs = 500
const inboxEveryMs = 300
const journalEveryMs = 300
const exchangesEveryMs = 1_000
// Each reading changes the series of the hour. In the series of a month, a single reading is not visible, and the whole
// series would be read again.
const hourEveryMs = 5_000
const longRangesEveryMs = 60_000

// Queries that commands of other windows, or an import of settings, change without a separate event, by the noun of the
// command.
const readAfter: Readonly<Record<string, readonly QueryName[]>> = {
  draft: ['creator.read'],
  creator: ['creator.read'],
  manifest: ['creator.read'],
  preset: ['preset.list'],
  check: ['check.read'],
  settings: ['preset.list'],
}

/** The jobs in the rows of all lists in the cache. */
function listedJobs(): ReadonlyMap<JobId, Job> {
  const lists = queryClient.getQueriesData<JobList>({ queryKey: ['job.list'] })
  return new Map(lists.flatMap(([, list]) => list?.rows ?? []).map((job) => [job.id, job]))
}

// An unchanged row keeps its identity, because comparing hundreds of rows at each event would take longer than the
// event.
function withChange(row: ListedJob, changed: ReadonlyMap<JobId, Job>): ListedJob {
  const job = changed.get(row.id)
  return job === undefined ? row : { ...job, place: row.place }
}

/** Writes changed jobs into the cache. Returns true when the order or number of jobs might have changed. */
function writeJobs({ changed, removed }: Events['jobs.changed']): boolean {
  const listed = listedJobs()
  const isMoved = changed.some((job) => {
    const before = queryClient.getQueryData(jobById(job.id).queryKey) ?? listed.get(job.id)
    return before?.state !== job.state || before.createdAgain?.jobId !== job.createdAgain?.jobId
  })
  for (const job of changed) writeAnswer(jobById(job.id).queryKey, () => job)
  for (const id of removed) writeAnswer(jobById(id).queryKey, (job) => job && null)
  const changedById = new Map(changed.map((job) => [job.id, job]))
  if ([...changedById.keys(), ...removed].some((id) => listed.has(id))) {
    writeAnswers<JobList>(['job.list'], (list) => {
      const rows = list.rows.filter(({ id }) => !removed.includes(id)).map((row) => withChange(row, changedById))
      return { ...list, rows, total: list.total - (list.rows.length - rows.length) }
    })
  }
  return isMoved || removed.length > 0
}

/** True when a draft has the finding that its portrait is the portrait of a job, which also shows the job's state. */
function areDraftsSameAsJobs(): boolean {
  const drafts = queryClient.getQueryData(read('creator.read', {}).queryKey)?.drafts ?? []
  return drafts.some(({ findings }) => findings.some(({ id }) => id === 'same-as-job'))
}

// Only the newest result is on screen; each run has up to 200 outcomes.
const maxResults = 20

/** Main's results, newest first. A new result comes first whatever its time, because the clock can be set back. */
function withNewest<One extends { readonly id: string }>(items: readonly One[], changed: One): One[] {
  const isNew = items.every(({ id }) => id !== changed.id)
  const updated = isNew ? [changed, ...items] : items.map((item) => (item.id === changed.id ? changed : item))
  return updated.slice(0, maxResults)
}

// Updates one row. An application that was added to the profile after the rows were read has no row, so the rows are
// read again.
function writeCount(changed: Concurrency): void {
  const { queryKey } = read('session.overview', {})
  writeAnswer(queryKey, (counts) => counts?.map((count) => (count.appId === changed.appId ? countOf(changed) : count)))
  const isNew = queryClient.getQueryData(queryKey)?.every(({ appId }) => appId !== changed.appId)
  if (isNew === true) void queryClient.invalidateQueries({ queryKey })
}

/** The profile of this window in the cache, whose equal parts keep their identity. */
function cachedProfile(): Profile | undefined {
  const { profiles = [], openProfileId = null } = queryClient.getQueryData(appState().queryKey) ?? {}
  return profiles.find(({ profile }) => profile.id === openProfileId)?.profile
}

/** Reads again what main computed from the profile's settings before they changed. */
function rereadForSettings(before: Profile | undefined): void {
  const after = cachedProfile()
  const isChanged = (...names: readonly (keyof Profile)[]): boolean =>
    names.some((name) => after?.[name] !== before?.[name])
  // The findings of drafts depend on the limits for portraits.
  if (isChanged('creation')) void reread('creator.read')
  // Main has marked the sessions of the previous address or account as ended.
  if (isChanged('baseUrl', 'authentication')) void reread('inbox.list')
  // Media were found, or not, at the previous addresses.
  if (isChanged('baseUrl', 'mediaBaseUrl')) {
    void reread('conversation.read')
    void queryClient.resetQueries({ queryKey: ['conversation.media'] })
  }
}

// Everything in the cache except the shell's state belongs to the profile that was open.
async function forgetProfile({ profileId }: Events['profile.switched']): Promise<void> {
  // Main's full state might wait for a keychain. Meanwhile, new data must not appear under the old profile's name.
  queryClient.setQueryData(appState().queryKey, (state) => {
    const opened = state?.profiles.find(({ profile }) => profile.id === profileId)
    return state && { ...state, openProfileId: opened?.profile.id ?? null }
  })
  const ofProfile = {
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== 'app.state',
  }
  queryClient.removeQueries({ ...ofProfile, type: 'inactive' })
  await queryClient.resetQueries(ofProfile)
}

/** Runs `run` at most once per `ms` milliseconds; requests within that time are merged into one run at its end. */
function throttle(ms: number, run: () => unknown) {
  let lastAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null
  const go = (): void => {
    timer = null
    lastAt = performance.now()
    run()
  }
  return {
    schedule: () => {
      if (timer !== null) return
      const wait = lastAt + ms - performance.now()
      if (wait <= 0) go()
      else timer = setTimeout(go, wait)
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Keeps the cache in step with main's events; returns the function that stops it. */
export function connectEvents(): () => void {
  const stops: (() => void)[] = []
  const on = <Name extends EventName>(name: Name, handler: (payload: Events[Name]) => unknown): void => {
    stops.push(subscribe(name, handler))
  }
  const write = <Data>({ queryKey }: { queryKey: DataTag<QueryKey, Data, Error> }, value: NoInfer<Data>): void =>
    writeAnswer(queryKey, () => value)
  const throttled = (ms: number, run: () => unknown): (() => void) => {
    const { schedule, cancel } = throttle(ms, run)
    stops.push(cancel)
    return schedule
  }
  const jobLists = throttled(jobListEveryMs, () => reread('job.list', 'job.counts'))
  const proposals = throttled(proposalsEveryMs, () => reread('voice.list', 'creator.conversations'))
  const creator = throttled(creatorEveryMs, () => reread('creator.read'))
  const library = throttled(libraryEveryMs, () =>
    reread('library.list', 'library.overview', 'library.entry', 'library.snapshots', 'library.search'),
  )
  const inbox = throttled(inboxEveryMs, () => reread('inbox.list', 'inbox.watchedFile', 'inbox.proposed'))
  const exchanges = throttled(exchangesEveryMs, () => reread('exchange.recent', 'exchange.lastHour'))
  const journal = throttled(journalEveryMs, () => reread('activity.list', 'activity.notices'))
  const series = (...ranges: readonly SeriesRange[]) =>
    ranges.map((range) => queryClient.invalidateQueries({ queryKey: ['session.series', { range }] }))
  const hour = throttled(hourEveryMs, () => series('hour'))
  const longer = throttled(longRangesEveryMs, () => series('day', 'week', 'month'))

  on('app.changed', (state) => {
    setShownProfile(state.openProfileId)
    forgetOtherProfiles(new Set(state.profiles.map(({ profile }) => profile.id)))
    const before = cachedProfile()
    write(appState(), state)
    rereadForSettings(before)
    // Its notices say that answers have changed.
    void reread('shape.changes')
  })
  on('app.failed', () => queryClient.resetQueries(appState()))
  on('profile.switched', (switched) => {
    const isKnown = isFirstProfile(switched.profileId)
    setShownProfile(switched.profileId)
    if (!isKnown) void forgetProfile(switched)
  })
  on('creator.changed', creator)
  on('elsewhere.done', ({ operation }) => reread(...(readAfter[operation.split('.', 1)[0] ?? ''] ?? [])))
  on('jobs.changed', (changes) => {
    void reread('job.exchange', 'job.earlier', 'job.balances')
    if (!writeJobs(changes)) return
    jobLists()
    proposals()
    if (areDraftsSameAsJobs()) creator()
  })
  on('library.changed', library)
  on('queue.changed', (queue) => write(read('queue.read', {}), queue))
  on('concurrency.changed', ({ appId, concurrency }) => {
    write(read('session.figures', { appId }), concurrency)
    writeCount(concurrency)
    hour()
    longer()
  })
  on('closeAll.changed', (closing) =>
    writeAnswer(
      read('session.closeAllResults', { appId: closing.appId }).queryKey,
      (closeResults) => closeResults && withNewest(closeResults, closing),
    ),
  )
  on('account.changed', (account) => {
    write(read('account.figures', {}), account)
    void reread('account.series', 'job.balances')
  })
  on('closeRun.changed', (run) =>
    writeAnswer(read('session.closeRuns', {}).queryKey, (runs) => runs && withNewest(runs, run)),
  )
  on('close.changed', updateClosedSession)
  on('inbox.changed', inbox)
  on('alerts.changed', (alerts) => {
    write(read('alert.read', {}), alerts)
    void reread('alert.history')
  })
  on('activity.added', journal)
  on('exchange.added', exchanges)
  on('updates.changed', (updates) => write(read('updates.read', {}), updates))
  return () => {
    for (const stop of stops) stop()
  }
}
