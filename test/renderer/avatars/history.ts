/** Main's history of jobs in memory, which is searched, read and edited as main does, but without the database. */
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { contract } from '../../../src/shared/contract.ts'
import { isReplaced } from '../../../src/shared/model/avatar-job.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { JobId } from '../../../src/shared/ids.ts'
import type { Job, JobState } from '../../../src/shared/schemas/avatar.ts'
import { ticketId } from '../../../src/shared/schemas/ids.ts'
import type { JobList, JobListQuery, JobQuery } from '../../../src/shared/schemas/history.ts'

/** The data of the history; newest first. */
export interface Jobs {
  jobs: Job[]
  /** The jobs that main reports as archived. */
  archived?: readonly JobId[]
}

function nameOf({ result, fields, fileName }: Job): string {
  return [result?.name ?? '', fields.name, fileName].find((name) => name !== '') ?? ''
}

// States that need the operator come first, as in main.
const stateOrder: readonly JobState[] = ['unknown', 'failed', 'rejected', 'submitting', 'waiting', 'training', 'ready']

const orders: Readonly<Record<JobQuery['sort'], (one: Job, other: Job) => number>> = {
  newest: () => 0,
  oldest: () => 0,
  name: (one, other) => nameOf(one).localeCompare(nameOf(other)),
  state: (one, other) => stateOrder.indexOf(one.state) - stateOrder.indexOf(other.state),
  lastContact: (one, other) => (other.lastContactAt ?? 0) - (one.lastContactAt ?? 0),
}

function isFound(job: Job, search: string): boolean {
  const { taskId, result, fileName, fields } = job
  const text = [nameOf(job), fileName, fields.voice, fields.greeting, taskId, result?.conversationId].join('\n')
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

function find(
  { jobs, archived = [] }: Jobs,
  { search, states, sort, archived: ofArchive, limit }: JobListQuery,
): JobList {
  const there = jobs.filter((job) => job.state !== 'removed' && !isReplaced(job))
  const all = there.filter((job) => isFound(job, search))
  const old = all.filter(({ id }) => archived.includes(id))
  const working = search.trim() === '' ? all.filter((job) => !old.includes(job)) : all
  const found = ofArchive ? old : working
  const shown = found.filter(({ state }) => states.length === 0 || states.includes(state))
  const inOrder = sort === 'oldest' ? shown.toReversed() : shown.toSorted(orders[sort])
  const count = (state: JobState): number => found.filter((job) => job.state === state).length
  const line = there.filter(({ state }) => state === 'waiting').toReversed()
  return contract['job.list'].output.parse({
    rows: inOrder.slice(0, limit).map((job) => ({ ...job, place: line.indexOf(job) + 1 || null })),
    total: inOrder.length,
    archived: old.length,
    isEmpty: there.length === 0,
    counts: {
      waiting: count('waiting'),
      submitting: count('submitting'),
      unknown: count('unknown'),
      training: count('training'),
      ready: count('ready'),
      failed: count('failed'),
      rejected: count('rejected'),
      removed: 0,
    },
  })
}

/** Handlers for `saved`, which a test changes before it notifies the page. */
export function historyHandlers(saved: Jobs): Partial<Handlers> {
  let opened: Job | undefined
  return {
    'job.list': (query) => find(saved, query),
    'job.counts': () => {
      const { total, counts } = find(saved, { search: '', states: [], sort: 'newest', archived: false, limit: 1 })
      return { total, counts }
    },
    'job.read': ({ ids }) => ids.flatMap((id) => saved.jobs.filter((job) => job.id === id)),
    'job.earlier': ({ jobId }) => saved.jobs.filter(({ createdAgain }) => createdAgain?.jobId === jobId),
    'job.exchange': () => null,
    'job.balances': ({ jobId }) => {
      const { evidence } = saved.jobs.find(({ id }) => id === jobId) ?? { evidence: null }
      const { balanceBefore: before = null, balanceAfter: after = null, othersSent = 0 } = evidence ?? {}
      return { before, after, othersSent }
    },
    'job.openEdit': ({ jobId, fields }) => {
      const job = saved.jobs.find(({ id }) => id === jobId)
      if (job?.state !== 'waiting') throw refusal('wrong-state')
      opened = { ...job, fields }
      return { ticket: ticketId.parse(`edit-${jobId}`), fields, expiresAt: Number.MAX_SAFE_INTEGER }
    },
    'job.edit': ({ ticket }) => {
      const changed = opened
      if (changed === undefined || ticket !== `edit-${changed.id}`) throw refusal('confirmation-expired')
      saved.jobs = saved.jobs.map((each) => (each.id === changed.id ? changed : each))
      return changed
    },
    'voice.list': () => [],
    'creator.conversations': () => [],
  }
}
