/** All jobs on their way: a lane for each profile, one watcher, and what is done with jobs that an earlier run left. */
import type { JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { refusal } from '../../shared/failure.ts'
import type { BatchProgress, CreationFields, Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { CreationRules } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { JobsRepository } from '../store/jobs-repository.ts'
import type { Balances } from './balances.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import type { JobStore } from './job-store.ts'
import type { JobJournal } from './job-journal.ts'
import { createSubmissionQueue } from './submission-queue.ts'
import type { SubmissionQueue, SubmissionQueueDeps } from './submission-queue.ts'
import type { SubmissionEnd } from './submission.ts'
import { createWatcher } from './training-poller.ts'

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
  /** Writes over the fields of a waiting job. */
  readonly edit: (job: Job, fields: CreationFields) => Job
  /** Sends and asks nothing more for a profile that is deleted; resolves when what was sent has come to its end. */
  readonly end: (profileId: ProfileId) => Promise<void>
  /** Asks and sends nothing until `wake`. */
  readonly pause: () => void
  /** Goes on, also where a client was not to be had; a profile without its network goes on resting. */
  readonly wake: () => void
  /** Without a network, asks and sends nothing of profiles whose service is not on this computer. */
  readonly setOnline: (online: boolean) => void
  /** The service may accept the profile's token again: goes on with what rested for that. */
  readonly tokenAccepted: (profileId: ProfileId) => void
  /** Looks more often while an operator has the window before them. */
  readonly setAttended: (attended: boolean) => void
  /** Says whether what waits in a profile stays where it is: held, paused, read-only, or without its network. */
  readonly isStopped: (profileId: ProfileId) => boolean
  /** Sends nothing any more; resolves when the answers of what was sent are written down. */
  readonly dispose: () => Promise<void>
}

export interface QueueDeps {
  readonly jobStore: JobStore
  readonly repository: Pick<JobsRepository, 'isPaused' | 'setPaused'>
  readonly images: Pick<ImageStore, 'toSend'>
  readonly balances: Balances
  readonly journal: JobJournal
  readonly clientFor: (profileId: ProfileId) => Promise<ServiceClient>
  readonly mayCreate: (profileId: ProfileId) => boolean
  readonly rules: (profileId: ProfileId) => CreationRules
  /** True while the service refuses the profile's token. */
  readonly isTokenRefused: (profileId: ProfileId) => boolean
  /** True for a profile whose service is on this computer, which needs no network. */
  readonly isLocal: (profileId: ProfileId) => boolean
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly submissions: SubmissionQueueDeps['submissions']
  readonly log: Log
  readonly progress: (profileId: ProfileId) => BatchProgress | null
  /** Hears of a profile whose queue is held, paused or let go. */
  readonly onState: (profileId: ProfileId) => void
}

const parallelPolls = 4

/** Gives the queues; nothing is sent before `start` or `kick`. */
export function createQueue(deps: QueueDeps): Queue {
  const { jobStore, repository, journal } = deps
  const queues = new Map<ProfileId, SubmissionQueue>()
  let isAsleep = false
  let isOnline = true

  const isDisconnected = (profileId: ProfileId): boolean => !isOnline && !deps.isLocal(profileId)
  const isSuspended = (profileId: ProfileId): boolean => isAsleep || isDisconnected(profileId)

  const watcher = createWatcher({
    ...deps,
    isSuspended: (id) => isSuspended(id) || deps.isTokenRefused(id),
    parallel: parallelPolls,
    onFinished: journal.reached,
  })

  const ended = (end: SubmissionEnd): void => {
    if (end.kind === 'skipped') return
    if (end.kind === 'settled') {
      journal.reached(end.job)
      if (end.job.state === 'training') watcher.watch(end.job)
    } else if (end.attempted) journal.notSent(end.job, end.failure)
  }

  const newSubmissionQueue = (profileId: ProfileId): SubmissionQueue => {
    const submissions = createSubmissionQueue({
      ...deps,
      profileId,
      isPaused: repository.isPaused(profileId),
      client: () => deps.clientFor(profileId),
      mayCreate: () => deps.mayCreate(profileId),
      mayAsk: () => !deps.isTokenRefused(profileId),
      onSending: journal.sending,
      onEnd: ended,
      onState: () => {
        deps.onState(profileId)
      },
    })
    if (isSuspended(profileId)) submissions.sleep()
    queues.set(profileId, submissions)
    return submissions
  }

  const submissionsOf = (profileId: ProfileId): SubmissionQueue =>
    queues.get(profileId) ?? newSubmissionQueue(profileId)

  const state = (profileId: ProfileId): QueueState => ({
    ...submissionsOf(profileId).state(),
    progress: deps.progress(profileId),
  })

  const isKnown = (taskId: TaskId, { profileId }: Job): boolean => {
    const { ids } = jobStore.index(profileId, { search: taskId, states: [], sort: 'newest' })
    return jobStore.read(profileId, ids).some((job) => job.taskId === taskId)
  }

  const rest = (): void => {
    watcher.pause()
    for (const [profileId, submissions] of queues) if (isSuspended(profileId)) submissions.sleep()
  }

  const resume = (): void => {
    watcher.wake()
    // A profile may have been moved to another computer meanwhile.
    for (const [profileId, submissions] of queues) {
      if (isSuspended(profileId)) submissions.sleep()
      else submissions.wake()
    }
  }

  const recover = (): void => {
    for (const job of jobStore.inState('submitting')) {
      const unknown = jobStore.record(job, { kind: 'restarted' })
      if (unknown !== null) journal.reached(unknown)
    }
    for (const job of jobStore.inState('training')) watcher.watch(job, 'at-once')
    for (const { profileId } of jobStore.inState('unknown')) submissionsOf(profileId).gatherEvidence()
    for (const { profileId } of jobStore.inState('waiting')) submissionsOf(profileId)
  }

  return {
    start: () => {
      recover()
      for (const submissions of queues.values()) submissions.kick()
    },
    state,
    setPaused: (profileId, paused) => {
      repository.setPaused(profileId, paused)
      submissionsOf(profileId).setPaused(paused)
      return state(profileId)
    },
    resume: (profileId) => {
      submissionsOf(profileId).resume()
      return state(profileId)
    },
    kick: (profileId) => {
      submissionsOf(profileId).kick()
    },
    enterTaskId: (id, taskId) => {
      const job = jobStore.find(id)
      // Two rows for one task would show one avatar as two.
      if (job !== null && isKnown(taskId, job)) throw refusal('wrong-state', taskId)
      const training = jobStore.change(id, { kind: 'task-id-entered', taskId })
      journal.decided(training, 'avatar.taskIdEntered')
      watcher.watch(training, 'at-once')
      return training
    },
    markNotCreated: (id) => {
      const rejected = jobStore.change(id, { kind: 'ruled-not-created' })
      deps.submissions.notCreated(id)
      journal.decided(rejected, 'avatar.markedNotCreated')
      return rejected
    },
    edit: (job, fields) => {
      const edited = jobStore.change(job.id, { kind: 'edited', fields })
      journal.edited(edited, job)
      return edited
    },
    remove: (id) => {
      const removed = jobStore.change(id, { kind: 'removed' })
      watcher.forget(id)
      journal.decided(removed, 'avatar.removed')
    },
    end: async (profileId) => {
      const submissions = queues.get(profileId)
      queues.delete(profileId)
      await submissions?.dispose()
      watcher.forgetProfile(profileId)
      jobStore.forget(profileId)
    },
    pause: () => {
      isAsleep = true
      rest()
    },
    wake: () => {
      isAsleep = false
      resume()
    },
    setOnline: (online) => {
      if (online === isOnline) return
      isOnline = online
      if (online) resume()
      else rest()
    },
    tokenAccepted: (profileId) => {
      watcher.wake(profileId)
      deps.balances.resume(profileId)
      if (!isSuspended(profileId)) queues.get(profileId)?.wake()
    },
    setAttended: watcher.setAttended,
    isStopped: (profileId) => {
      const { held, paused } = submissionsOf(profileId).state()
      return held !== null || paused || isDisconnected(profileId) || !deps.mayCreate(profileId)
    },
    dispose: async () => {
      watcher.dispose()
      await Promise.all([...queues.values()].map((submissions) => submissions.dispose()))
      jobStore.dispose()
    },
  }
}
