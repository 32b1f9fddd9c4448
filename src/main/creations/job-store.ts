/**
 * Where jobs are read and changed: every event goes through the state machine, onto the disk and then to the page. What
 * has already happened at the service is never forgotten because a disk is full: it is kept in memory, shown, and written
 * as soon as the disk allows.
 */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import { advance, jobOf } from '../../shared/model/avatar-job.ts'
import type { Intent, JobEvent } from '../../shared/model/avatar-job.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import type { JobCounts, JobIndex, JobQuery } from '../../shared/schemas/history.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTimer } from '../lib/clock.ts'

/** The jobs of all profiles. */
export interface JobStore {
  /** Writes confirmed intents down. Call it inside a transaction, and `announce` after it. */
  readonly add: (intents: readonly Intent[]) => readonly Job[]
  /** Notifies the listener of jobs as they are now. */
  readonly announce: (jobs: readonly Job[]) => void
  readonly find: (id: JobId) => Job | null
  /** A job of a profile: the page sees the open one's only, so it may decide on those only. Failures: not-found, storage. */
  readonly ofProfile: (profileId: ProfileId, id: JobId) => Job
  /** Jobs that were found, as ids in their order. Failures: storage. */
  readonly index: (profileId: ProfileId, query: JobQuery) => JobIndex
  /** Failures: storage. */
  readonly counts: (profileId: ProfileId) => JobCounts
  /** Jobs of a profile in the order of `ids`, without those that were removed or are not its own. Failures: storage. */
  readonly read: (profileId: ProfileId, ids: readonly JobId[]) => readonly Job[]
  readonly inState: (state: JobState) => readonly Job[]
  /** The jobs that wait the longest, in their order. Failures: storage. */
  readonly waiting: (profileId: ProfileId, limit: number) => readonly Job[]
  /** How many jobs of a profile wait or are being sent: what they cost is in no balance that was read. Failures: storage. */
  readonly unanswered: (profileId: ProfileId) => number
  /** Applies an event that may be refused: throws `not-found`, refused (`wrong-state`) or `storage`; then nothing changed. */
  readonly change: (id: JobId, event: JobEvent) => Job
  /**
   * Applies what has already happened to a job, given as it was last seen; null when it no longer matters (the job was
   * removed meanwhile). Never throws for the disk.
   */
  readonly record: (job: Job, event: JobEvent) => Job | null
  /** Sets who is called for changes; before the first one. */
  readonly listen: (listener: JobListener) => void
  /** Gives up what could not be written of a profile that is deleted. */
  readonly forget: (profileId: ProfileId) => void
  /** Tries a last time to write what could not be written. */
  readonly dispose: () => void
}

/** Must not throw. */
export interface JobListener {
  /** With every job that is new or changed, whole, after it was written. */
  readonly changed: (jobs: readonly Job[]) => void
  /** After that, with a job that came into another state, and the job as it was. */
  readonly reached: (job: Job, before: Job) => void
}

interface Unsaved {
  readonly job: Job
  /** The state that the row on disk still has. */
  readonly onDisk: JobState
}

const saveAgainMs = 5_000

type StoreContext = Pick<AppContext, 'repositories' | 'clock' | 'log'>

/** What the disk refused is kept in memory, and tried again until it is written; `onWritten` is called with it then. */
function createUnsaved({ repositories, clock, log }: StoreContext, onWritten: (job: Job) => void) {
  const unsaved = new Map<JobId, Unsaved>()
  const timer = createTimer(clock)
  let isDisposed = false

  const write = (job: Job, before: JobState): void => {
    const onDisk = unsaved.get(job.id)?.onDisk ?? before
    if (!repositories.jobs.replace(job, onDisk)) throw new Error(`Job ${job.id} was changed by another writer`)
    unsaved.delete(job.id)
  }

  const saveLater = (): void => {
    if (!isDisposed && !timer.isSet()) timer.set(saveAgainMs, saveAll)
  }

  const saveAll = (): void => {
    for (const { job, onDisk } of [...unsaved.values()]) {
      try {
        write(job, onDisk)
        log.info(`job ${job.id} is written at last`)
        onWritten(job)
      } catch (error) {
        log.error(`job ${job.id} is still not written`, error)
      }
    }
    if (unsaved.size > 0) saveLater()
  }

  return {
    find: (id: JobId): Job | undefined => unsaved.get(id)?.job,
    jobs: (): readonly Job[] => [...unsaved.values()].map(({ job }) => job),
    /** Throws what the database does, and when the row is no longer as it was. */
    write,
    /** Never throws. */
    writeOrKeep: (job: Job, before: JobState): void => {
      try {
        write(job, before)
      } catch (error) {
        // The task id stands in the log too: it is what an operator needs should the computer go down now.
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

export function createJobStore(context: StoreContext): JobStore {
  const { clock, log } = context
  const { jobs: repository, jobIndex: index } = context.repositories
  let listener: JobListener | null = null
  const unsaved = createUnsaved(context, (job) => listener?.changed([job]))

  const find = (id: JobId): Job | null => unsaved.find(id) ?? repository.find(id)
  const current = (job: Job): Job => unsaved.find(job.id) ?? job

  // A database that cannot be read must not make an answer of the service disappear: then what was seen last counts.
  const latest = (seen: Job): Job => {
    try {
      return find(seen.id) ?? seen
    } catch (error) {
      log.error(`job ${seen.id} cannot be read`, error)
      return seen
    }
  }

  const notify = (job: Job, before: Job): void => {
    listener?.changed([job])
    if (job.state !== before.state) listener?.reached(job, before)
  }

  return {
    add: (intents) => {
      const jobs = intents.map(jobOf)
      for (const job of jobs) repository.add(job)
      return jobs
    },
    announce: (jobs) => {
      listener?.changed(jobs)
    },
    listen: (next) => {
      listener = next
    },
    find,
    ofProfile: (profileId, id) => {
      const job = find(id)
      if (job?.profileId !== profileId) throw new FailureError({ kind: 'not-found', what: 'job' })
      return job
    },
    index: (profileId, query) => index.find(profileId, query, unsaved.jobs()),
    counts: (profileId) => index.counts(profileId, unsaved.jobs()),
    read: (profileId, ids) =>
      repository
        .read(ids)
        .map(current)
        .filter((job) => job.profileId === profileId && job.state !== 'removed'),
    inState: (state) =>
      repository
        .inState(state)
        .map(current)
        .filter((job) => job.state === state),
    // A job that is not saved yet waits on disk alone.
    waiting: (profileId, limit) => repository.waiting(profileId, limit, ({ id }) => unsaved.find(id) === undefined),
    unanswered: repository.unanswered,
    change: (id, event) => {
      const job = find(id)
      if (job === null) throw new FailureError({ kind: 'not-found', what: 'job' })
      const next = advance(job, event, clock.now())
      if (next === null) throw refusal('wrong-state', job.state)
      unsaved.write(next, job.state)
      notify(next, job)
      return next
    },
    record: (seen, event) => {
      const job = latest(seen)
      const next = advance(job, event, clock.now())
      if (next === null) return null
      unsaved.writeOrKeep(next, job.state)
      notify(next, job)
      return next
    },
    forget: unsaved.forget,
    dispose: unsaved.dispose,
  }
}
