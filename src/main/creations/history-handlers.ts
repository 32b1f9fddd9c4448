/** What the page asks of the history: jobs found, read and exported, and the voices that they used. */
import type { JobStore } from './job-store.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { VoicesRepository } from '../store/voices-repository.ts'
import { createJobExport } from './job-export.ts'
import type { JobExportDeps } from './job-export.ts'
import { voicesOf } from './voices.ts'

/** The operations of the history. */
export type HistoryHandlers = HandlersOf<'job.index' | 'job.counts' | 'job.read' | 'job.exportCsv' | 'voice.list'>

/** What the history needs; `open` gives the open profile's id and refuses (`no-profile`) when there is none. */
export interface HistoryDeps extends Omit<JobExportDeps, 'jobStore'> {
  readonly jobStore: Pick<JobStore, 'index' | 'counts' | 'read'>
  readonly voices: VoicesRepository
  readonly open: () => ProfileId
}

export function createHistoryHandlers(deps: HistoryDeps): HistoryHandlers {
  const { jobStore, voices, open } = deps
  const exportCsv = createJobExport(deps)
  return {
    'job.index': (query) => jobStore.index(open(), query),
    'job.counts': () => jobStore.counts(open()),
    'job.read': ({ ids }) => [...jobStore.read(open(), ids)],
    'job.exportCsv': async (query) => ({ fileName: await exportCsv(open(), query) }),
    'voice.list': () => voicesOf(voices, open()),
  }
}
