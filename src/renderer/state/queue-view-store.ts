/** The query of the queue, which outlives a visit to another section. */
import type { JobId } from '../../shared/ids.ts'
import type { BatchProgress, JobState } from '../../shared/schemas/avatar.ts'
import type { JobQuery } from '../../shared/schemas/history.ts'
import { createProfileStore } from './create-store.ts'
import { goTo } from './navigation-store.ts'

interface QueueViewState {
  readonly query: JobQuery
  /** The end of a batch that the operator has taken note of. */
  readonly seenEnd: BatchProgress | null
  readonly opened: JobId | null
  /** Rows that wait for a decision, and whose second line is put away. */
  readonly collapsed: ReadonlySet<JobId>
}

const store = createProfileStore<QueueViewState>({
  query: { search: '', states: [], sort: 'state' },
  seenEnd: null,
  opened: null,
  collapsed: new Set(),
})

export const useQueueQuery = store.field('query')

/** Says whether this is the end of a batch that was dismissed; no more once another batch is on its way. */
export const useIsEndSeen = (progress: BatchProgress | null): boolean =>
  store.useState(({ seenEnd }) => seenEnd !== null && JSON.stringify(seenEnd) === JSON.stringify(progress))

export const useOpenedJob = store.field('opened')
export const openJob = (opened: JobId | null): void => store.set(() => ({ opened }))

export const useIsCollapsed = (id: JobId): boolean => store.useState(({ collapsed }) => collapsed.has(id))
export const toggleCollapsed = (id: JobId): void =>
  store.set(({ collapsed }) => ({
    collapsed: new Set(collapsed.has(id) ? [...collapsed].filter((other) => other !== id) : [...collapsed, id]),
  }))

export function changeQueueQuery(changes: Partial<JobQuery>): void {
  store.set(({ query }) => ({ query: { ...query, ...changes } }))
}

export function toggleState(state: JobState): void {
  const { states } = store.get().query
  changeQueueQuery({
    states: states.includes(state) ? states.filter((shown) => shown !== state) : [...states, state],
  })
}

/** Shows every job again, in the order that was chosen. */
export const showAllJobs = (): void => changeQueueQuery({ search: '', states: [] })

/** Goes to a job's details, whatever of the queue is shown. */
export function showInQueue(id: JobId): void {
  showAllJobs()
  openJob(id)
  goTo('avatars')
}

/** Notes that the operator has seen how a batch ended; null when another has begun. */
export const seeEnd = (progress: BatchProgress | null): void => store.set(() => ({ seenEnd: progress }))
