/** What the page asks of the history: jobs found, read, edited and exported, and the voices that they used. */
import { FailureError } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { VoicesRepository } from '../store/voices-repository.ts'
import type { JobBook } from './job-book.ts'
import { createJobExport } from './job-export.ts'
import type { JobExportDeps } from './job-export.ts'
import { voicesOf } from './voices.ts'

/** The operations of the history. */
export type HistoryHandlers = HandlersOf<'job.index' | 'job.read' | 'job.edit' | 'job.exportCsv' | 'voice.list'>

/** What the history needs. */
export interface HistoryDeps extends Pick<JobExportDeps, 'saveFile' | 'clock'> {
  readonly book: JobBook
  readonly voices: VoicesRepository
  /** The open profile's id. Failures: refused (`no-profile`). */
  readonly open: () => ProfileId
  /** Writes over the fields of a waiting job. */
  readonly edit: (job: Job, fields: Job['fields']) => Job
}

/** A job of a profile: the page sees the open one's only, so it may decide on those only. Failures: not-found. */
export function jobOfProfile(book: Pick<JobBook, 'find'>, profileId: ProfileId, id: JobId): Job {
  const job = book.find(id)
  if (job?.profileId !== profileId) throw new FailureError({ kind: 'not-found', what: 'job' })
  return job
}

/** Gives the handlers of the history. */
export function createHistoryHandlers(deps: HistoryDeps): HistoryHandlers {
  const { book, voices, open, edit } = deps
  const exportCsv = createJobExport(deps)
  return {
    'job.index': (query) => book.index(open(), query),
    'job.read': ({ ids }) => [...book.read(open(), ids)],
    'job.edit': ({ jobId, fields }) => edit(jobOfProfile(book, open(), jobId), fields),
    'job.exportCsv': async (query) => ({ fileName: await exportCsv(open(), query) }),
    'voice.list': () => voicesOf(voices, open()),
  }
}
