/** Joins the avatar parts of main: drafts, creations, jobs and queues, with the handlers that the page calls. */
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import PQueue from 'p-queue'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { Job, JobBalances } from '../../shared/schemas/avatar.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ActiveProfile, ActiveProfiles } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import type { PracticeSample } from '../context/practice-sample.ts'
import { createHandedFiles } from '../files/handed-files.ts'
import type { HandedFiles } from '../files/handed-files.ts'
import type { Emit } from '../ipc/handlers.ts'
import { ifMissing } from '../lib/files.ts'
import { logged } from '../lib/log.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createNamedMedia } from '../media/named-media.ts'
import type { FindNamedMedia } from '../media/named-media.ts'
import { createDrafts } from '../portraits/drafts.ts'
import { createImageStore } from '../portraits/image-store.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import { createDropCount, createIntake } from '../portraits/intake.ts'
import type { DropCount } from '../portraits/intake.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { PayerChange } from '../vault/payer.ts'
import { createBalances } from './balances.ts'
import { createBatches } from './batches.ts'
import type { BatchListeners, JobsOverview } from './batches.ts'
import type { CreationEvents } from './creation-events.ts'
import { createCreationConfirmations, createEdits } from './confirm.ts'
import { createCreationHandlers } from './handlers.ts'
import type { CreationHandlers, CreationsProfileContext } from './handlers.ts'
import { jobBalances } from './job-balances.ts'
import { createJobJournal } from './job-journal.ts'
import { createJobStore } from './jobs.ts'
import { isPaidAgain, payersOfSave, queueOfSave } from './queue-payer.ts'
import { createQueue } from './queue.ts'
import { createRefunds } from './refunds.ts'
import type { ServiceAccess } from './submit.ts'
import { createUsualTimes } from './usual-times.ts'

export interface ShownProfiles {
  readonly isOpen: (profileId: ProfileId) => boolean
  readonly all: () => readonly Profile[]
  readonly emitTo: (profileId: ProfileId) => Emit
}

export interface CreationsService extends ServiceAccess {
  /** Fetches an address that was dragged from a web page. */
  readonly fetchMedia: FetchMedia
  readonly media: Pick<MediaStore, 'get'>
  /** The state of the practice service; null while it does not run. */
  readonly practice: { readonly running: () => { readonly conversations: readonly PracticeSample[] } | null }
  /** Keeps the last answer about a training. */
  readonly exchanges: Pick<Exchanges, 'keep'>
}

export interface CreationsListeners extends BatchListeners {
  /** Called with every balance that is read for creations. */
  readonly onBalanceRead: (profileId: ProfileId, sample: AccountSample) => void
  /** Called after a ready avatar was written: a database trigger has put its conversation into the library. */
  readonly onReady: (profileId: ProfileId) => void
}

/** A creation as evidence shows it. */
interface CreationEvidence {
  readonly job: Job
  readonly balances: JobBalances
  /** The image as it was sent; null when there is no image or its file is missing. */
  readonly readImage: () => Promise<Buffer | null>
}

interface CreationsOptions {
  readonly activeProfiles: ActiveProfiles
  readonly shown: ShownProfiles
  readonly service: CreationsService
  readonly listeners: CreationsListeners
}

export interface Creations {
  /** The handlers for one profile context. */
  readonly handlersAt: (profileContext: CreationsProfileContext) => CreationHandlers
  /** Accepts files that a person handed over, and returns their handles. */
  readonly take: HandedFiles['take']
  readonly openHanded: HandedFiles['open']
  readonly findImage: ImageStore['find']
  /** The sample of a voice that a snapshot names, and the cover of a finished avatar, for the page's URL scheme. */
  readonly findMedia: FindNamedMedia
  /** The unfinished drops of an earlier run; read them before this run takes files, which count here too. */
  readonly unfinishedDrops: DropCount
  /**
   * Resumes the work of an earlier run. Call it once, before any page call except `app.state` is answered. Resolves
   * when unused images are deleted; that checks every image file, and until it ends no image is added or removed.
   */
  readonly start: () => Promise<void>
  /** The jobs of all profiles. */
  readonly overview: () => JobsOverview
  /** Polls, sends and reads for the profile until its signal is aborted. */
  readonly begin: (active: ActiveProfile) => void
  /** What is known about a creation besides the journal, for evidence. Failures: not-found, storage. */
  readonly evidenceOf: (profileId: ProfileId, id: JobId) => CreationEvidence
  /** Whether a window has the focus: trainings are polled more often then. */
  readonly setAttended: (isAttended: boolean) => void
  /**
   * Before a profile is saved: pauses its queue where a different account would pay for waiting jobs. Balances of the
   * previous account are not compared with balances of the next account, even if the profile cannot be saved after all:
   * a missing comparison is better than a wrong result. Returns a function that undoes the pause. Failures: storage.
   */
  readonly beforePayerChange: (id: ProfileId, change: PayerChange) => () => void
  /**
   * After a profile was saved: resumes its queue where the account that waiting jobs were confirmed for pays again. Any
   * sooner, the jobs would be sent to the previous address with the previous token.
   */
  readonly afterPayerChange: (id: ProfileId) => void
  /**
   * Before a profile is deleted: sends nothing more, and resolves when its requests have ended. Its trainings are still
   * polled, because the profile might stay. Returns a function that resumes its queue after a refused deletion.
   */
  readonly end: (id: ProfileId) => Promise<() => void>
  /** Sends and reads nothing more for a profile that was deleted. */
  readonly forget: (id: ProfileId) => Promise<void>
  /**
   * Purges jobs, drafts, presets and sessions that were removed too long ago to be restored, and then deletes unused
   * images. Call it about every minute. Failures: storage.
   */
  readonly purge: () => void
  /** Deletes unused images. */
  readonly removeImages: () => Promise<void>
  /** Stops all timers and sends nothing more; resolves when the outcomes of all sent requests are written. */
  readonly dispose: () => Promise<void>
}

function emitChanged({ isOpen, emitTo }: ShownProfiles, jobs: readonly Job[]): void {
  for (const [profileId, jobsOfProfile] of Map.groupBy(jobs, (job) => job.profileId)) {
    if (!isOpen(profileId)) continue
    const removed = jobsOfProfile.filter(({ state }) => state === 'removed').map(({ id }) => id)
    emitTo(profileId)('jobs.changed', { changed: jobsOfProfile.filter(({ state }) => state !== 'removed'), removed })
  }
}

function createPortraits(context: AppContext, { shown, service }: CreationsOptions) {
  const { repositories, clock, log } = context
  const images = createImageStore(join(context.dataFolder, 'images'), repositories.images)
  const files = createHandedFiles({ clock })
  const dropCount = createDropCount(repositories.unfinishedDrops, log)
  const publicSamples = (): readonly PracticeSample[] =>
    service.practice.running()?.conversations.filter(({ isPublic }) => isPublic) ?? []
  const drafts = createDrafts(context, images, {
    publicSamples,
    onOthersChanged: (profileId) => shown.emitTo(profileId)('creator.changed', {}),
  })
  const intake = createIntake(drafts, { files, dropCount, fetchMedia: service.fetchMedia })
  return { images, files, dropCount, drafts, intake, publicSamples }
}

// Longer than the page offers to undo a removal while the pointer is elsewhere.
const restorableMs = 10 * 60_000

/** Purges rows of all kinds that were removed too long ago to be restored, and deletes unused images. */
function createPurge(
  { log, clock, repositories }: Pick<AppContext, 'log' | 'clock' | 'repositories'>,
  images: Pick<ImageStore, 'removeUnused'>,
) {
  const removing = new PQueue({ concurrency: 1 })
  const removeImages = async (): Promise<void> => {
    await setImmediate()
    // The next start deletes the images that are left.
    await images
      .removeUnused()
      .catch((error: unknown) => log.error('the images of removed rows could not be deleted', error))
  }
  /** Once for many removals. */
  const removeImagesLater = (): void => {
    if (removing.size === 0) void removing.add(removeImages)
  }
  return {
    removeImagesLater,
    purge: (): void => {
      const rows = repositories.removedRows.purge(clock.now() - restorableMs)
      if (rows > 0) removeImagesLater()
    },
    ended: () => removing.onIdle(),
  }
}

function createJobParts(
  context: AppContext,
  { activeProfiles, shown, service, listeners }: CreationsOptions,
  images: ImageStore,
) {
  const events: CreationEvents = new EventEmitter()
  const jobStore = createJobStore(context, events)
  const journal = createJobJournal(context, jobStore)
  const usualTimes = createUsualTimes(context, { journal, events })
  const batches = createBatches(context, listeners, { journal, usualTimes, events })
  const balances = createBalances(context, activeProfiles, listeners.onBalanceRead, events)
  const refunds = createRefunds(context, { jobStore, balances, journal })
  const removal = createPurge(context, images)
  const queue = createQueue(context, { activeProfiles, service, jobStore, images, balances, journal, batches, events })

  const announce = (profileId: ProfileId): void => {
    if (shown.isOpen(profileId)) shown.emitTo(profileId)('queue.changed', queue.state(profileId))
    listeners.onProgress()
  }
  events.on('queueChanged', announce)
  events.on('batchesChanged', announce)
  events.on('balanceRead', refunds.saw)
  events.on('jobsChanged', (jobs) => {
    emitChanged(shown, jobs)
    batches.touched(jobs)
    refunds.changed(jobs)
    for (const profileId of new Set(jobs.map((job) => job.profileId))) queue.endPauseWithoutJobs(profileId)
    // Not on `jobReached`: the row might be written later, and the trigger runs only then.
    for (const job of jobs) if (job.state === 'ready') listeners.onReady(job.profileId)
    // The images of a job that can be restored stay until it is purged.
    if (jobs.some(({ id, state }) => state === 'removed' && jobStore.removed(id) === null)) removal.removeImagesLater()
  })
  events.on('jobReached', refunds.reached)
  events.on('jobReached', ({ id, state }) => {
    const last = jobStore.lastExchange(id)
    if (last !== null && (state === 'ready' || state === 'failed')) service.exchanges.keep(last)
  })
  return { journal, jobStore, batches, balances, refunds, removal, queue }
}

/** Nothing is read, sent or deleted before `start` or a call of the page. */
export function createCreations(context: AppContext, options: CreationsOptions): Creations {
  const { repositories, log } = context
  const portraits = createPortraits(context, options)
  const { images, files, drafts } = portraits
  const jobs = createJobParts(context, options, images)
  const { jobStore, batches, balances, refunds, queue } = jobs
  const edits = createEdits(context, jobStore, queue)
  const confirmations = createCreationConfirmations(context, { drafts, jobStore, balances, queue })
  const parts = { ...portraits, ...jobs, edits, confirmations }
  let sweeping = Promise.resolve()

  const beforePayerChange: Creations['beforePayerChange'] = (id, change) => {
    const stored = repositories.queues.read(id)
    const payers = payersOfSave(change, stored.payer)
    if (!payers.isSame) {
      jobStore.accountChanged(id)
      refunds.accountChanged(id)
      balances.forget(id)
      repositories.accountSamples.accountChanged(id, context.clock.now())
    }
    // A job that is being sent counts too: where nothing was sent after all, it waits again.
    const next = queueOfSave(stored, payers, jobStore.unanswered(id) > 0)
    if (isDeepStrictEqual(next, stored)) return () => undefined
    queue.setStored(id, next)
    return () => queue.setStored(id, stored)
  }

  const afterPayerChange: Creations['afterPayerChange'] = (id) =>
    logged(log, `whether the queue of profile ${id} is still paused`, () => {
      if (isPaidAgain(repositories.queues.read(id))) queue.setStored(id, { pausedForPayer: null })
    })

  return {
    handlersAt: (profileContext) => createCreationHandlers(context, parts, profileContext),
    take: files.take,
    openHanded: files.open,
    findImage: images.find,
    findMedia: createNamedMedia(
      {
        openProfiles: options.shown.all,
        sampleAddress: repositories.proposals.sampleAddress,
        coverAddress: (profileId, id) => jobStore.read(profileId, [id])[0]?.result?.coverImage ?? null,
      },
      options.service.media.get,
      log,
    ),
    unfinishedDrops: portraits.dropCount,
    start: () => {
      queue.start()
      batches.start()
      refunds.start()
      sweeping = images.sweep().catch((error: unknown) => void log.error('unused images could not be removed', error))
      return sweeping
    },
    overview: () => batches.overview(queue.isStopped),
    begin: (active) => {
      queue.begin(active)
      balances.begin(active)
    },
    evidenceOf: (profileId, id) => {
      const job = jobStore.ofProfile(profileId, id)
      return {
        job,
        balances: jobBalances(repositories.refunds, job),
        readImage: async () => {
          if (job.image === null) return null
          return readFile(images.pathOf(job.image)).catch((error: unknown) => ifMissing(error, null))
        },
      }
    },
    setAttended: queue.setAttended,
    beforePayerChange,
    afterPayerChange,
    end: async (id) => {
      // Even an empty queue is closed, whatever the operator does: an avatar sent now would be paid and then erased.
      const reopen = queue.close(id)
      await queue.ended(id)
      return reopen
    },
    forget: queue.forget,
    purge: jobs.removal.purge,
    removeImages: images.removeUnused,
    dispose: async () => {
      refunds.dispose()
      await queue.dispose()
      await jobs.removal.ended()
      await sweeping
      batches.dispose()
    },
  }
}
