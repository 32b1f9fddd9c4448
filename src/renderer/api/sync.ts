/** Joins events to the cache: what an event carries is written, what it only announces is read again. */
import type { QueryClient } from '@tanstack/react-query'
import type { Events } from '../../shared/events.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { Closing } from '../../shared/schemas/session.ts'
import { subscribe } from './events.ts'
import { queries } from './queries.ts'

// A known job keeps its place: the jobs of one confirmation share their instant, and sorting by it would shuffle them.
function withJobs(jobs: readonly Job[], { changed, removed }: Events['jobs.changed']): Job[] {
  const gone = new Set<string>(removed)
  const newest = new Map(changed.map((job) => [job.id, job]))
  const known = new Set(jobs.map((job) => job.id))
  const added = changed.filter((job) => !known.has(job.id)).toReversed()
  return [...added, ...jobs.filter((job) => !gone.has(job.id)).map((job) => newest.get(job.id) ?? job)]
}

function withClosing(closings: readonly Closing[], changed: Closing): Closing[] {
  return [...closings.filter((closing) => closing.id !== changed.id), changed].sort((a, b) => b.sentAt - a.sentAt)
}

function withEntry(entries: readonly ActivityEntry[], added: ActivityEntry): ActivityEntry[] {
  return entries.some((entry) => entry.id === added.id) ? [...entries] : [added, ...entries]
}

// Everything but the shell's own state belongs to the profile that was open.
async function forgetProfile(client: QueryClient): Promise<void> {
  const ofProfile = {
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== 'app.state',
  }
  client.removeQueries({ ...ofProfile, type: 'inactive' })
  await client.resetQueries(ofProfile)
}

/** Keeps the cache in step with main's events; answers the function that stops it. */
export function connectEvents(client: QueryClient): () => void {
  const stops = [
    subscribe('app.changed', (state) => client.setQueryData(queries.appState().queryKey, state)),
    subscribe('profile.switched', () => void forgetProfile(client)),
    subscribe('creator.changed', () => void client.invalidateQueries({ queryKey: queries.creator().queryKey })),
    subscribe('jobs.changed', (changes) =>
      client.setQueryData(queries.jobs().queryKey, (jobs) => jobs && withJobs(jobs, changes)),
    ),
    subscribe('queue.changed', (queue) => client.setQueryData(queries.queue().queryKey, queue)),
    subscribe('concurrency.changed', ({ appId, concurrency }) =>
      client.setQueryData(queries.figures(appId).queryKey, concurrency),
    ),
    subscribe('closing.changed', (closing) =>
      client.setQueryData(
        queries.closings(closing.appId).queryKey,
        (closings) => closings && withClosing(closings, closing),
      ),
    ),
    subscribe('account.changed', (account) => client.setQueryData(queries.account().queryKey, account)),
    subscribe('activity.added', (entry) =>
      client.setQueryData(queries.activity().queryKey, (entries) => entries && withEntry(entries, entry)),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
