/** Everything of avatars in main, joined: drafts, creations, jobs and queues, with the handlers that the page calls. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { SaveFile } from '../context/app-context.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import type { Emit, HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { Log } from '../lib/log.ts'
import { createBudgetedFetch } from '../media/fetch-budget.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import { createNamedMedia } from '../media/named-media.ts'
import type { FindNamedMedia } from '../media/named-media.ts'
import type { MediaStore } from '../media/media-store.ts'
import { requireOpen } from '../context/open-profile.ts'
import { needsNoNetwork } from '../service/proxy-list.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createDraftsRepository } from '../store/drafts-repository.ts'
import { createImagesRepository } from '../store/images-repository.ts'
import { createJobIndexRepository } from '../store/job-index-repository.ts'
import { createJobsRepository } from '../store/jobs-repository.ts'
import { createPicturesRepository } from '../store/pictures-repository.ts'
import { createPresetsRepository } from '../store/presets-repository.ts'
import { createRefundsRepository } from '../store/refunds-repository.ts'
import { createUnfinishedDropsRepository } from '../store/unfinished-drops-repository.ts'
import type { SubmissionLog } from '../store/submission-log.ts'
import { createVoicesRepository } from '../store/voices-repository.ts'
import { createBalances } from './balances.ts'
import { createBatchOverview } from './batch-overview.ts'
import type { BatchListeners, JobsOverview } from './batch-overview.ts'
import { createCreationHandlers } from './creation-handlers.ts'
import type { JobsPlace } from './creation-handlers.ts'
import { createCreation } from './creation.ts'
import { createCreatorHandlers } from './creator-handlers.ts'
import type { CreatorHandlers } from './creator-handlers.ts'
import { createDrafts } from '../portraits/drafts.ts'
import { createDropCount } from '../portraits/drop-count.ts'
import type { DropCount } from '../portraits/drop-count.ts'
import { createEdits } from './edits.ts'
import { createHandedFiles } from '../files/handed-files.ts'
import type { HandedFiles } from '../files/handed-files.ts'
import { createHistoryHandlers } from './history-handlers.ts'
import type { HistoryHandlers } from './history-handlers.ts'
import { createImageStore } from '../portraits/image-store.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import { createJobStore } from './job-store.ts'
import { createJobJournal } from './job-journal.ts'
import type { JobJournalDeps } from './job-journal.ts'
import { createManifests } from '../portraits/manifests.ts'
import type { ManifestHandlers } from '../portraits/manifests.ts'
import { createJobEvents } from './job-events.ts'
import { createPresetHandlers } from './preset-handlers.ts'
import type { PresetHandlers } from './preset-handlers.ts'
import { createQueue } from './queue.ts'
import { createQueueHandlers } from './queue-handlers.ts'
import type { QueueHandlers } from './queue-handlers.ts'
import { createRefunds } from './refunds.ts'
import { createDuplicateFinder } from '../portraits/duplicate-portraits.ts'
import { createInFlight } from '../lib/in-flight.ts'

/** The operations of avatars. */
export type JobHandlers = PresetHandlers &
  CreatorHandlers &
  QueueHandlers &
  HistoryHandlers &
  ManifestHandlers &
  HandlersOf<'creation.open' | 'creation.confirm'>

export interface JobsDeps extends BatchListeners {
  readonly database: DatabaseSync
  readonly person: PersonCheck
  /** Images are kept in its folder `images`. */
  readonly dataFolder: string
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly submissions: SubmissionLog
  readonly log: Log
  /** To the windows on a profile. */
  readonly emitTo: (profileId: ProfileId) => Emit
  readonly isOpen: (profileId: ProfileId) => boolean
  readonly openProfiles: () => readonly Profile[]
  readonly findProfile: (id: ProfileId) => Profile | null
  /** Refuses (`no-profile`, `practice-stopped`) for a profile that cannot be served now: its jobs rest until `wake`. */
  readonly clientFor: (id: ProfileId) => Promise<ServiceClient>
  /** True while the service refuses the profile's token: nothing but what was confirmed is sent, until `tokenAccepted`. */
  readonly isTokenRefused: (id: ProfileId) => boolean
  readonly journal: JobJournalDeps['journal']
  /** Fetches what was dragged from a web page. */
  readonly fetchMedia: FetchMedia
  readonly media: Pick<MediaStore, 'get'>
  /** Asks where an export goes, and writes it there. */
  readonly saveFile: SaveFile
  /** Hears of every balance that is read around creations. */
  readonly onBalanceRead: (profileId: ProfileId, sample: AccountSample) => void
  /** Hears that an avatar of that profile has finished: its conversation is in the library by then. */
  readonly onReady: (profileId: ProfileId) => void
}

/** Avatars in main. */
export interface Jobs {
  /** The operations as the windows on one profile call them. */
  readonly handlersAt: (place: JobsPlace) => JobHandlers
  /** Takes note of files that the preload handed over. */
  readonly take: HandedFiles['take']
  /** What a handle stands for, for others who take files. */
  readonly openHanded: HandedFiles['open']
  /** The file of a stored image, for the page's scheme. */
  readonly findImage: ImageStore['find']
  /** The sound of a voice that a snapshot named, and the cover of a finished avatar, for the page's scheme. */
  readonly findMedia: FindNamedMedia
  /** Drops that an earlier run did not bring to their end, before this one has taken any; `set` to 0 forgets one. */
  readonly unfinishedDrops: Pick<DropCount, 'list' | 'forget'>
  /** Takes up what an earlier run left; once, before the page's first call is answered. */
  readonly start: () => Promise<void>
  /** Everything on its way, over all profiles that there are. */
  readonly overview: () => JobsOverview
  /** Without a network, asks and sends nothing of profiles whose service is not on this computer. */
  readonly setOnline: (online: boolean) => void
  readonly tokenAccepted: (id: ProfileId) => void
  /** Looks at trainings more often while an operator has the window before them. */
  readonly setAttended: (attended: boolean) => void
  /** For sleep: asks and sends nothing until `wake`. */
  readonly pause: () => void
  /** After sleep, and whenever a profile was opened, saved or can be served again. */
  readonly wake: () => void
  /** Pauses the profile's queue unless it is empty: its jobs were confirmed for what the profile is now. Failures: storage. */
  readonly beforeMove: (id: ProfileId) => void
  /**
   * For a profile that is to be deleted: pauses its queue if jobs wait in it, and resolves when what was sent has come to
   * its end. Failures: storage.
   */
  readonly end: (id: ProfileId) => Promise<void>
  /** Deletes the images that nothing refers to any more. Failures: storage. */
  readonly removeImages: ImageStore['removeUnused']
  /** Stops all timers and sends nothing any more; resolves when the answers of what was sent are written down. */
  readonly dispose: () => Promise<void>
}

/** Builds everything of avatars. Nothing is read, sent or deleted before `start` or a call of the page. */
export function createJobs(deps: JobsDeps): Jobs {
  const { database, clock, log, emitTo, findProfile } = deps
  const images = createImagesRepository(database)
  const store = createImageStore({ folder: join(deps.dataFolder, 'images'), repository: images })
  const files = createHandedFiles({ clock })
  const repository = createJobsRepository({ database, findImage: images.find, log })
  const events = createJobEvents(deps)
  const announceQueue = (profileId: ProfileId): void => {
    if (deps.isOpen(profileId)) emitTo(profileId)('queue.changed', queue.state(profileId))
    deps.onProgress()
  }
  const batches = createBatchOverview({ ...deps, onChanged: announceQueue })
  const changed = (jobs: readonly Job[]): void => {
    events.changed(jobs)
    batches.touched(jobs)
    removeImagesOf(jobs)
  }
  const removing = createInFlight()
  let isRemovalPlanned = false
  const removeImagesOf = (jobs: readonly Job[]): void => {
    if (isRemovalPlanned || !jobs.some(({ state }) => state === 'removed')) return
    isRemovalPlanned = true
    const remove = async (): Promise<void> => {
      await setImmediate()
      isRemovalPlanned = false
      await store.removeUnused()
    }
    // The next start removes what is left now.
    removing.run(remove).catch((error: unknown) => log.error('images of removed jobs are not deleted', error))
  }
  const journal = createJobJournal({ journal: deps.journal, findProfile, log })
  const balances = createBalances({
    ...deps,
    isSuspended: deps.isTokenRefused,
    onRead: deps.onBalanceRead,
    onReading: (profileId, reading) => {
      refunds.saw(profileId, reading)
    },
  })
  const jobStore = createJobStore({
    ...{ repository, index: createJobIndexRepository(database), clock, log, changed },
    reached: (job, before) => {
      refunds.reached(job, before)
      if (job.state === 'ready') deps.onReady(job.profileId)
    },
  })
  const refunds = createRefunds({
    ...{ jobStore, repository: createRefundsRepository(database), clock, log },
    refresh: balances.refresh,
    onKnown: journal.refund,
  })
  const newId = randomUUID
  const dropCount = createDropCount({ repository: createUnfinishedDropsRepository(database), log })
  const drafts = createDrafts({
    repository: createDraftsRepository(database, images.find),
    images: store,
    structureOf: images.structureOf,
    duplicates: createDuplicateFinder({ pictures: createPicturesRepository(database) }),
    files,
    dropCount,
    fetchMedia: createBudgetedFetch(deps.fetchMedia, clock),
    findProfile,
    onOthersChanged: (profileId) => {
      emitTo(profileId)('creator.changed', {})
    },
    clock,
    newId,
  })
  const creation = createCreation({ database, drafts, jobStore, balances, person: deps.person, clock, newId })
  const queue = createQueue({
    ...deps,
    ...{ jobStore, repository, images: store, balances, journal },
    rules: (id) => findProfile(id)?.creation ?? defaultCreationRules,
    mayCreate: (id) => (findProfile(id)?.protection ?? 'read-only') !== 'read-only',
    isLocal: (id) => needsNoNetwork(findProfile(id)),
    progress: batches.progress,
    onState: announceQueue,
  })
  const edits = createEdits({ jobStore, queue, person: deps.person, clock, newId })
  const voices = createVoicesRepository(database)
  const presets = createPresetsRepository(database)

  const handlersAt = (place: JobsPlace): JobHandlers => {
    const openId = (): ProfileId => requireOpen(place.current).profile.id
    return {
      ...createCreatorHandlers(drafts, place.current, deps.person),
      ...createCreationHandlers({ creation, jobStore, queue, journal }, place),
      ...createQueueHandlers({ jobStore, queue, edits, current: place.current, open: openId }),
      ...createHistoryHandlers({ jobStore, clock, open: openId, saveFile: deps.saveFile, voices }),
      ...createManifests({ files, images: store, drafts, newId, open: openId }),
      ...createPresetHandlers(presets, openId),
    }
  }

  const pauseUnlessEmpty = (id: ProfileId): void => {
    // What is being sent counts too: unsent after all, it waits again.
    if (jobStore.unanswered(id) > 0) queue.setPaused(id, true)
  }

  return {
    handlersAt,
    take: files.take,
    openHanded: files.open,
    findImage: store.find,
    findMedia: createNamedMedia({
      openProfiles: deps.openProfiles,
      sampleAddress: voices.sampleAddress,
      coverAddress: (profileId, id) => jobStore.read(profileId, [id])[0]?.result?.coverImage ?? null,
      ...{ getMedia: deps.media.get, log },
    }),
    unfinishedDrops: dropCount,
    start: async () => {
      queue.start()
      batches.start()
      refunds.start()
      try {
        await store.sweep()
      } catch (error) {
        log.error('unused images could not be removed', error)
      }
      try {
        await drafts.prepareOld()
      } catch (error) {
        log.error('images of an earlier version could not be prepared', error)
      }
    },
    overview: () => batches.overview(queue.isStopped),
    setOnline: queue.setOnline,
    tokenAccepted: queue.tokenAccepted,
    setAttended: queue.setAttended,
    pause: () => {
      queue.pause()
      balances.pause()
    },
    wake: () => {
      balances.wake()
      queue.wake()
    },
    beforeMove: pauseUnlessEmpty,
    end: async (id) => {
      pauseUnlessEmpty(id)
      await queue.end(id)
    },
    removeImages: store.removeUnused,
    dispose: async () => {
      refunds.dispose()
      balances.dispose()
      await queue.dispose()
      await removing.ended()
      batches.dispose()
    },
  }
}
