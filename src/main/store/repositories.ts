/** Every repository over the opened database: prepared once, and handed to whoever needs one. */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../lib/log.ts'
import { createAccountSamplesRepository } from './account-samples-repository.ts'
import { createActivityRepository } from './activity-repository.ts'
import { createAlertsRepository } from './alerts-repository.ts'
import { createBatchesRepository } from './batches-repository.ts'
import { createCloseRulesRepository } from './close-rules-repository.ts'
import { createDraftsRepository } from './drafts-repository.ts'
import { createImagesRepository } from './images-repository.ts'
import { createJobIndexRepository } from './job-index-repository.ts'
import { createJobsRepository } from './jobs-repository.ts'
import { createKnownSessionsRepository } from './known-sessions-repository.ts'
import { createLibraryRepository } from './library-repository.ts'
import { createMutedChecksRepository } from './muted-checks-repository.ts'
import { createPicturesRepository } from './pictures-repository.ts'
import { createPlannedReadsRepository } from './planned-reads-repository.ts'
import { createPresetsRepository } from './presets-repository.ts'
import { createRefundsRepository } from './refunds-repository.ts'
import { createSamplesRepository } from './samples-repository.ts'
import { createSnapshotsRepository } from './snapshots-repository.ts'
import { createSpansRepository } from './spans-repository.ts'
import { createUnfinishedDropsRepository } from './unfinished-drops-repository.ts'
import { createVoicesRepository } from './voices-repository.ts'
import { createWatchedPathsRepository } from './watched-paths-repository.ts'

export type Repositories = ReturnType<typeof createRepositories>

export function createRepositories(database: DatabaseSync, log: Log) {
  const images = createImagesRepository(database)
  return {
    accountSamples: createAccountSamplesRepository(database),
    activity: createActivityRepository(database),
    alerts: createAlertsRepository(database, log),
    batches: createBatchesRepository(database),
    closeRules: createCloseRulesRepository(database, log),
    drafts: createDraftsRepository(database, images.find),
    images,
    jobIndex: createJobIndexRepository(database),
    jobs: createJobsRepository(database, images.find, log),
    knownSessions: createKnownSessionsRepository(database),
    library: createLibraryRepository(database),
    mutedChecks: createMutedChecksRepository(database),
    pictures: createPicturesRepository(database),
    plannedReads: createPlannedReadsRepository(database),
    presets: createPresetsRepository(database),
    refunds: createRefundsRepository(database),
    samples: createSamplesRepository(database),
    snapshots: createSnapshotsRepository(database),
    spans: createSpansRepository(database),
    unfinishedDrops: createUnfinishedDropsRepository(database),
    voices: createVoicesRepository(database),
    watchedPaths: createWatchedPathsRepository(database),
  }
}
