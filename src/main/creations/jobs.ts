/** Reads jobs and changes them through the state machine. Changes that happened at the service survive a full disk. */
import { LRUCache } from 'lru-cache'
import { notFound, orNotFound, refusal } from '../../shared/failure.ts'
import type { ExchangeId, JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { advance, jobOf } from '../../shared/model/avatar-job.ts'
import type { Intent, JobEvent } from '../../shared/model/avatar-job.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import type { JobCounts, JobList, JobListQuery, JobQuery } from '../../shared/schemas/history.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTimer } from '../lib/clock.ts'
import { logged } from '../lib/log.ts'
import { inTransaction } from '../store/storage-failure.ts'
import type { CreationEvents } from './creation-events.ts'

const saveAgainMs = 5_000
// The exchange recorder keeps no more.
const maxExchanges = 200

type StoreContext = Pick<AppContext, 'database' | 'repositories' | 'clock' | 'log'>

/** Keeps jobs that the disk refused in memory, retries until they are written, and then calls `onWritten`. */
function createUnsaved({ database, repositories, clock, log }: StoreContext, onWritten: (job: Job) => void) {
  // `onDisk`: the state that the row on disk still has.
  const unsaved = new Map<JobId, { readonly job: Job; readonly onDisk: JobState }>()
  const timer = createTimer(clock)
  let isDisposed = false
  const jobs = (): readonly Job[] => [...unsaved.values()].map(({ job }) => job)

  const replace = (job: Job, before: JobState): void => {
    const onDisk = unsaved.get(job.id)?.onDisk ?? before
    if (!repositories.jobs.replace(job, onDisk)) throw new Error(`Job ${job.id} was changed by another writer`)
  }

  const write = (job: Job, before: JobState): void => {
    replace(job, before)
    unsaved.delete(job.id)
  }

  const saveLater = (): void => {
    if (!isDisposed && !timer.isSet()) timer.set(saveAgainMs, saveAll)
  }

  const saveAll = (): void => {
    for (const { job, onDisk } of [...unsaved.values()]) {
      logged(log, `job ${job.id} could still not be stored`, () => {
        write(job, onDisk)
        log.info(`job ${job.id} is stored now`)
        onWritten(job)
      })
    }
    if (unsaved.size > 0) saveLater()
  }

  return {
    find: (id: JobId): Job | undefined => unsaved.get(id)?.job,
    lacks: ({ id }: Pick<Job, 'id'>): boolean => !unsaved.has(id),
    jobs,
    inState: (state: JobState): readonly Job[] => jobs().filter((job) => job.state === state),
    /** Throws the failures of the database, and an error when a different writer has changed the row. */
    write,
    /** Writes in one transaction: new jobs, changed jobs with their previous state, and what `alongside` writes. */
    writeTogether: (
      jobs: readonly Job[],
      changed: readonly (readonly [Job, JobState])[],
      alongside: () => void,
    ): void => {
      inTransaction(database, () => {
        for (const job of jobs) repositories.jobs.add(job)
        for (const [job, before] of changed) replace(job, before)
        alongside()
      })
      // Not before: the transaction can fail, and jobs that are kept in memory are stored nowhere else.
      for (const [{ id }] of changed) unsaved.delete(id)
    },
    /** Never throws. */
    writeOrKeep: (job: Job, before: JobState): void => {
      try {
        write(job, before)
      } catch (error) {
        // The log gets the task id too: an operator needs it if the computer goes down now.
        log.error(`job ${job.id} (${job.state}, task ${job.taskId ?? 'none'}) could not be written`, error)
        unsaved.set(job.id, { job, onDisk: unsaved.get(job.id)?.onDisk ?? before })
        saveLater()
      }
    },
    forget: (profileId: ProfileId): void => {
      for (const { job } of [...unsaved.values()]) if (job.profileId === profileId) unsaved.delete(job.id)
    },
    dispose: (): void => {
      isDisposed = true
      timer.cancel()
      saveAll()
    },
  }
}

/**
 * The jobs of all profiles, kept in memory where the disk refuses them. Every function can fail with `storage` unless
 * its comment says otherwise.
 */
export interface JobStore {
  /**
   * Writes jobs for the intents, and what `alongside` writes. The new jobs replace the jobs `before`, if any, in the
   * same order. The caller announces the new jobs.
   */
  readonly confirm: (intents: readonly Intent[], before: readonly Job[], alongside: () => void) => readonly Job[]
  readonly announce: (jobs: readonly Job[]) => void
  readonly find: (id: JobId) => Job | null
  /** The `onExchange` of a call about a job. */
  readonly noteExchange: (id: JobId) => (exchangeId: ExchangeId) => void
  /** The last exchange about a job in this run; null without any. */
  readonly lastExchange: (id: JobId) => ExchangeId | null
  /** A job of a profile: a page decides only about jobs of its own profile. Failures: not-found, storage. */
  readonly ofProfile: (profileId: ProfileId, id: JobId) => Job
  /** The jobs that this job replaces, directly or through other jobs, newest first. */
  readonly earlier: (id: JobId) => readonly Job[]
  /** The jobs that this job replaces directly. */
  readonly replacedBy: (id: JobId) => readonly Job[]
  /** Whether a row that was not removed has the task. */
  readonly hasTask: (profileId: ProfileId, taskId: TaskId) => boolean
  /** Ids of the jobs that match the query, in order. */
  readonly idsOf: (profileId: ProfileId, query: JobQuery) => readonly JobId[]
  readonly list: (profileId: ProfileId, query: JobListQuery) => JobList
  readonly counts: (profileId: ProfileId) => JobCounts
  /** Jobs of a profile in the order of `ids`, without removed jobs and jobs of other profiles. */
  readonly read: (profileId: ProfileId, ids: readonly JobId[]) => readonly Job[]
  /** Jobs that are not saved yet come last; their rows on disk do not count. */
  readonly inState: (state: JobState) => readonly Job[]
  /** The jobs that wait the longest, in their order; jobs that are not saved yet come last. */
  readonly waiting: (profileId: ProfileId, limit: number) => readonly Job[]
  /** How many jobs of a profile wait or are being sent: no balance that was read includes their cost. */
  readonly unanswered: (profileId: ProfileId) => number
  /** Applies an event; throws `not-found`, refused (`wrong-state`) or `storage`, and then changes nothing. */
  readonly change: (id: JobId, event: JobEvent) => Job
  /**
   * Removes a job; a job that waits is removed for good, and the jobs that it replaced can be created again. Failures:
   * not-found, refused (`wrong-state`), storage.
   */
  readonly remove: (id: JobId) => Job
  /**
   * Puts a removed job back as it was. Failures: not-found, refused (`wrong-state`) for a job removed for good,
   * storage.
   */
  readonly restore: (id: JobId) => Job
  /**
   * Notes that a different account might be read from now on, also in removed jobs that can be restored. Failures:
   * storage.
   */
  readonly accountChanged: (profileId: ProfileId) => void
  /** A job that can be restored, as it was; null for any other. */
  readonly removed: (id: JobId) => Job | null
  /**
   * Applies an event that has already happened; null where the job was removed meanwhile. Never throws for the disk.
   */
  readonly record: (job: Job, event: JobEvent) => Job | null
  /** Drops the unwritten jobs of a deleted profile. */
  readonly forget: (profileId: ProfileId) => void
  /** Tries a last time to write the unwritten jobs. */
  readonly dispose: () => void
}

export function createJobStore(context: StoreContext, events: CreationEvents): JobStore {
  const { clock, log } = context
  const { jobs: repository, jobIndex: index, removedRows } = context.repositories
  const lastExchanges = new LRUCache<JobId, ExchangeId>({ max: maxExchanges })
  const unsaved = createUnsaved(context, (job) => void events.emit('jobsChanged', [job]))

  const memoryState = () => ({ unsaved: unsaved.jobs(), now: clock.now() })
  const find = (id: JobId): Job | null => unsaved.find(id) ?? repository.find(id)
  const current = (job: Job): Job => unsaved.find(job.id) ?? job

  const read = (profileId: ProfileId, ids: readonly JobId[]): readonly Job[] =>
    repository
      .read(ids)
      .map(current)
      .filter((job) => job.profileId === profileId && job.state !== 'removed')

  const replacedBy = (id: JobId): readonly Job[] => repository.replacedBy(id).map(current)

  const inState = (state: JobState): readonly Job[] => [
    ...repository.inState(state).filter(unsaved.lacks),
    ...unsaved.inState(state),
  ]

  // An unreadable database must not lose an answer of the service: then the job as last seen counts.
  const latest = (job: Job): Job => {
    try {
      return find(job.id) ?? job
    } catch (error) {
      log.error(`job ${job.id} cannot be read`, error)
      return job
    }
  }

  const notify = (job: Job, before: Job): void => {
    events.emit('jobsChanged', [job])
    if (job.state !== before.state) events.emit('jobReached', job, before)
  }

  const apply = (job: Job, event: JobEvent, write: (next: Job, before: JobState) => void): Job | null => {
    const next = advance(job, event, clock.now())
    if (next === null) return null
    write(next, job.state)
    notify(next, job)
    return next
  }

  interface Advanced {
    readonly job: Job
    readonly next: Job
  }
  const advanced = (job: Job, event: JobEvent): readonly Advanced[] => {
    const next = advance(job, event, clock.now())
    return next === null ? [] : [{ job, next }]
  }
  /** All or nothing, in one transaction with `jobs` and what `alongside` writes. */
  const writeTogether = (jobs: readonly Job[], changed: readonly Advanced[], alongside: () => void): void => {
    unsaved.writeTogether(
      jobs,
      changed.map(({ job, next }) => [next, job.state] as const),
      alongside,
    )
    for (const { job, next } of changed) notify(next, job)
  }

  return {
    confirm: (intents: readonly Intent[], before: readonly Job[], alongside: () => void): readonly Job[] => {
      const jobs = intents.map(jobOf)
      const replaced = before.flatMap((job, index) => {
        const by = jobs[index]
        return by === undefined ? [] : advanced(job, { kind: 'created-again', jobId: by.id })
      })
      writeTogether(jobs, replaced, alongside)
      return jobs
    },
    announce: (jobs) => void events.emit('jobsChanged', jobs),
    find,
    noteExchange:
      (id: JobId) =>
      (exchangeId: ExchangeId): void => {
        lastExchanges.set(id, exchangeId)
      },
    lastExchange: (id: JobId): ExchangeId | null => lastExchanges.get(id) ?? null,
    ofProfile: (profileId: ProfileId, id: JobId): Job => {
      const job = find(id)
      if (job?.profileId !== profileId) throw notFound('job')
      return job
    },
    earlier: (id: JobId): readonly Job[] => {
      const jobsById = new Map<JobId, Job>()
      for (let next: readonly Job[] = replacedBy(id); next.length > 0;) {
        const added = next.filter((job) => !jobsById.has(job.id))
        for (const job of added) jobsById.set(job.id, job)
        next = added.flatMap((job) => replacedBy(job.id))
      }
      return [...jobsById.values()].filter(({ state }) => state !== 'removed')
    },
    replacedBy,
    hasTask: (profileId: ProfileId, taskId: TaskId): boolean =>
      repository.hasTask(profileId, taskId) ||
      unsaved.jobs().some((job) => job.profileId === profileId && job.taskId === taskId && job.state !== 'removed'),
    idsOf: (profileId: ProfileId, query: JobQuery) => index.find(profileId, query, memoryState()).ids,
    list: (profileId: ProfileId, { limit, ...query }: JobListQuery): JobList => {
      const { ids, ...facts } = index.find(profileId, query, memoryState())
      const line = index.waiting(profileId, unsaved.jobs())
      const positions = new Map(line.map((id, before) => [id, before + 1]))
      const rows = read(profileId, ids.slice(0, limit)).map((job) => ({ ...job, place: positions.get(job.id) ?? null }))
      return { rows, total: ids.length, ...facts }
    },
    counts: (profileId: ProfileId) => index.counts(profileId, memoryState()),
    read,
    inState,
    waiting: (profileId: ProfileId, limit: number): readonly Job[] => {
      const others = unsaved.inState('waiting').filter((job) => job.profileId === profileId)
      return [...repository.waiting(profileId, limit, unsaved.lacks), ...others].slice(0, limit)
    },
    unanswered: repository.unanswered,
    change: (id: JobId, event: JobEvent): Job => {
      const job = orNotFound(find(id), 'job')
      const next = apply(job, event, unsaved.write)
      if (next === null) throw refusal('wrong-state', job.state)
      return next
    },
    remove: (id: JobId): Job => {
      const job = orNotFound(find(id), 'job')
      const removed = advanced(job, { kind: 'removed' })
      const [removedJob] = removed
      if (removedJob === undefined) throw refusal('wrong-state', job.state)
      // The replaced jobs can be created again: nothing was paid for this job, and its avatar must stay visible.
      const withdrawn =
        job.submittedAt === null
          ? replacedBy(id).flatMap((earlier) => advanced(earlier, { kind: 'again-withdrawn' }))
          : []
      writeTogether([], [...withdrawn, ...removed], () => {
        // A waiting job is not kept: once restored, it would be sent and paid although a person removed it.
        if (job.state !== 'waiting') removedRows.keepJob(job, clock.now())
      })
      return removedJob.next
    },
    restore: (id: JobId): Job => {
      const { state } = orNotFound(find(id), 'job')
      const removed = removedRows.job(id)
      if (removed === null || state !== 'removed') throw refusal('wrong-state', state)
      unsaved.writeTogether([], [[removed, state]], () => removedRows.forgetJob(id))
      // Without `jobReached`: the consequences of this state were handled before the removal.
      events.emit('jobsChanged', [removed])
      return removed
    },
    accountChanged: (profileId: ProfileId): void => {
      const change = { kind: 'account-changed' } as const
      for (const job of [...inState('submitting'), ...inState('unknown')])
        if (job.profileId === profileId) apply(latest(job), change, unsaved.writeOrKeep)
      for (const { job, at } of removedRows.jobs(profileId)) {
        const next = advance(job, change, clock.now())
        if (next !== null) removedRows.keepJob(next, at)
      }
    },
    removed: removedRows.job,
    record: (job: Job, event: JobEvent): Job | null => apply(latest(job), event, unsaved.writeOrKeep),
    forget: unsaved.forget,
    dispose: unsaved.dispose,
  }
}
