/** Creates every repository over the opened database once. */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../lib/log.ts'
import { createAccountSamplesRepository, createSamplesRepository, createSpansRepository } from './samples-repository.ts'
import { createActivityRepository } from './activity-repository.ts'
import { createAlertsRepository } from './rules-repository.ts'
import {
  createBatchesRepository,
  createRefundsRepository,
  createProposalsRepository,
  createUsualTimesRepository,
} from './job-counts-repository.ts'
import {
  createDraftsRepository,
  createPresetsRepository,
  createUnfinishedDropsRepository,
} from './drafts-repository.ts'
import { createDuplicatesRepository } from './duplicates-repository.ts'
import { createExchangesRepository } from './exchanges-repository.ts'
import { createImagesRepository } from './images-repository.ts'
import { createJobIndexRepository } from './job-index-repository.ts'
import { createJobsRepository } from './jobs-repository.ts'
import {
  createKnownSessionsRepository,
  createProposedSessionsRepository,
  createWatchedFilesRepository,
} from './inbox-repository.ts'
import { createLibraryRepository, createMutedChecksRepository } from './library-repository.ts'
import { createRemovedRowsRepository } from './removed-rows-repository.ts'
import { createQueuesRepository } from './queues-repository.ts'
import { createShapesRepository } from './shapes-repository.ts'
import { createSnapshotsRepository } from './snapshots-repository.ts'
import { createUnsavedRepository } from './unsaved-repository.ts'

export type Repositories = ReturnType<typeof createRepositories>

export function createRepositories(database: DatabaseSync, log: Log) {
  const images = createImagesRepository(database)
  const samples = createSamplesRepository(database)
  return {
    accountSamples: createAccountSamplesRepository(database),
    activity: createActivityRepository(database),
    alerts: createAlertsRepository(database, log),
    batches: createBatchesRepository(database),
    drafts: createDraftsRepository(database, images.find),
    duplicates: createDuplicatesRepository(database),
    exchanges: createExchangesRepository(database),
    images,
    jobIndex: createJobIndexRepository(database),
    jobs: createJobsRepository(database, images.find, log),
    knownSessions: createKnownSessionsRepository(database),
    library: createLibraryRepository(database),
    mutedChecks: createMutedChecksRepository(database),
    presets: createPresetsRepository(database),
    proposedSessions: createProposedSessionsRepository(database),
    queues: createQueuesRepository(database),
    refunds: createRefundsRepository(database),
    removedRows: createRemovedRowsRepository(database),
    samples,
    shapes: createShapesRepository(database),
    snapshots: createSnapshotsRepository(database),
    spans: createSpansRepository(database, samples),
    unfinishedDrops: createUnfinishedDropsRepository(database),
    proposals: createProposalsRepository(database),
    usualTimes: createUsualTimesRepository(database),
    unsaved: createUnsavedRepository(database),
    watchedFiles: createWatchedFilesRepository(database),
  }
}
