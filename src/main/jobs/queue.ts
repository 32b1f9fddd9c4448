/** All jobs on their way: a lane for each profile, one watcher, and what is done with jobs that an earlier run left. */
import type { JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { refusal } from '../../shared/failure.ts'
import type { Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { JobsRepository } from '../store/jobs-repository.ts'
import type { Balances } from './balances.ts'
import type { ImageStore } from './image-store.ts'
import type { JobBook } from './job-book.ts'
import type { JobJournal } from './job-journal.ts'
import { createLane } from './lane.ts'
import type { Lane } from './lane.ts'
import type { SubmissionEnd } from './submission.ts'
import { createWatcher } from './watcher.ts'

/** The queues of all profiles. */
export interface Queue {
  /** Takes up what an earlier run left: watches, sends what was confirmed and never sent, sends nothing twice. */
  readonly start: () => void
  readonly state: (profileId: ProfileId) => QueueState
  readonly setPaused: (profileId: ProfileId, paused: boolean) => QueueState
  readonly resume: (profileId: ProfileId) => QueueState
  /** Sends what waits in a profile, if it may. */
  readonly kick: (profileId: ProfileId) => void
  /** The operator's decisions on a job; each throws refused (`wrong-state`), `not-found` or `storage`. */
  readonly enterTaskId: (id: JobId, taskId: TaskId) => Job
  readonly markNotCreated: (id: JobId) => Job
  readonly remove: (id: JobId) => void
  /** Asks and sends nothing until `wake`. */
  readonly pause: () => void
  readonly wake: () => void
  /** Sends nothing any more; resolves when the answers of what was sent are written down. */
  readonly dispose: () => Promise<void>
}

/** What the queues need. */
export interface QueueDeps {
  readonly book: JobBook
  readonly repository: Pick<JobsRepository, 'isPaused' | 'setPaused'>
  readonly images: Pick<ImageStore, 'find'>
  readonly balances: Balances
  readonly journal: JobJournal
  readonly clientFor: (profileId: ProfileId) => Promise<ServiceClient>
  readonly mayCreate: (profileId: ProfileId) => boolean
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly log: Log
  readonly onState: (profileId: ProfileId, state: QueueState) => void
}

const parallelSubmissions = 2
const parallelLooks = 4

/** Gives the queues; nothing is sent before `start` or `kick`. */
export function createQueue(deps: QueueDeps): Queue {
  const { book, repository, journal } = deps
  const lanes = new Map<ProfileId, Lane>()
  let isAsleep = false

  const watcher = createWatcher({ ...deps, parallel: parallelLooks, onFinished: journal.reached })

  const ended = (end: SubmissionEnd): void => {
    if (end.kind === 'skipped') return
    if (end.kind === 'settled') {
      journal.reached(end.job)
      if (end.job.state === 'training') watcher.watch(end.job)
    } else if (end.attempted) journal.notSent(end.job, end.failure)
  }

  const newLane = (profileId: ProfileId): Lane => {
    const lane = createLane({
      ...deps,
      profileId,
      parallel: parallelSubmissions,
      isPaused: repository.isPaused(profileId),
      client: () => deps.clientFor(profileId),
      mayCreate: () => deps.mayCreate(profileId),
      onSending: journal.sending,
      onEnd: ended,
      onState: (state) => {
        deps.onState(profileId, state)
      },
    })
    if (isAsleep) lane.sleep()
    lanes.set(profileId, lane)
    return lane
  }

  const laneOf = (profileId: ProfileId): Lane => lanes.get(profileId) ?? newLane(profileId)

  const isWatched = (taskId: TaskId, { profileId }: Job): boolean =>
    book.inState('training').some((job) => job.taskId === taskId && job.profileId === profileId)

  const takeUp = (): void => {
    for (const job of book.inState('submitting')) {
      const unknown = book.record(job, { kind: 'restarted' })
      if (unknown !== null) journal.reached(unknown)
    }
    for (const job of book.inState('training')) watcher.watch(job, 'at-once')
    for (const { profileId } of book.inState('unknown')) laneOf(profileId).gatherEvidence()
    for (const { profileId } of book.inState('waiting')) laneOf(profileId)
  }

  return {
    start: () => {
      takeUp()
      for (const lane of lanes.values()) lane.kick()
    },
    state: (profileId) => laneOf(profileId).state(),
    setPaused: (profileId, paused) => {
      repository.setPaused(profileId, paused)
      laneOf(profileId).setPaused(paused)
      return laneOf(profileId).state()
    },
    resume: (profileId) => {
      laneOf(profileId).resume()
      return laneOf(profileId).state()
    },
    kick: (profileId) => {
      laneOf(profileId).kick()
    },
    enterTaskId: (id, taskId) => {
      const job = book.find(id)
      // Two rows for one task would show one avatar as two.
      if (job !== null && isWatched(taskId, job)) throw refusal('wrong-state', taskId)
      const training = book.change(id, { kind: 'task-id-entered', taskId })
      journal.decided(training, 'avatar.taskIdEntered')
      watcher.watch(training, 'at-once')
      return training
    },
    markNotCreated: (id) => {
      const rejected = book.change(id, { kind: 'ruled-not-created' })
      journal.decided(rejected, 'avatar.markedNotCreated')
      return rejected
    },
    remove: (id) => {
      const removed = book.change(id, { kind: 'removed' })
      watcher.forget(id)
      journal.decided(removed, 'avatar.removed')
    },
    pause: () => {
      isAsleep = true
      watcher.pause()
      for (const lane of lanes.values()) lane.sleep()
    },
    wake: () => {
      isAsleep = false
      watcher.wake()
      for (const lane of lanes.values()) lane.wake()
    },
    dispose: async () => {
      watcher.dispose()
      await Promise.all([...lanes.values()].map((lane) => lane.dispose()))
      book.dispose()
    },
  }
}
