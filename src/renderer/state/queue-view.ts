/** What the operator looks for in the queue, so that it is there again after a look at another section. */
import { create } from 'zustand'
import type { BatchProgress, JobState } from '../../shared/schemas/avatar.ts'
import type { JobQuery } from '../../shared/schemas/history.ts'

interface QueueViewState {
  readonly query: JobQuery
  /** The end of a batch that the operator has taken note of. */
  readonly seenEnd: BatchProgress | null
}

const useStore = create<QueueViewState>()(() => ({
  query: { search: '', states: [], sort: 'newest' },
  seenEnd: null,
}))

/** What is looked for, as `job.index` takes it. */
export const useQueueQuery = (): JobQuery => useStore((state) => state.query)

/** The end of a batch that was dismissed; null before any, and once another batch is on its way. */
export const useSeenEnd = (): BatchProgress | null => useStore((state) => state.seenEnd)

/** Looks for something else, or in another order. */
export function changeQueueQuery(changes: Partial<JobQuery>): void {
  useStore.setState(({ query }) => ({ query: { ...query, ...changes } }))
}

/** Adds a state to those that are shown, or takes it away. */
export function toggleState(state: JobState): void {
  useStore.setState(({ query }) => ({
    query: {
      ...query,
      states: query.states.includes(state) ? query.states.filter((shown) => shown !== state) : [...query.states, state],
    },
  }))
}

/** Shows every job again, in the order that was chosen. */
export function showAllJobs(): void {
  changeQueueQuery({ search: '', states: [] })
}

/** Notes that the operator has seen how a batch ended; null when another has begun. */
export function seeEnd(progress: BatchProgress | null): void {
  useStore.setState({ seenEnd: progress })
}

/** Back to the start, for tests. */
export function resetQueueView(): void {
  useStore.setState(useStore.getInitialState(), true)
}
