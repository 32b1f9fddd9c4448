import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '../context/app-context.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import type { JobQuery } from '../../shared/schemas/history.ts'
import { csvTable, failureCell, instantCell } from '../lib/csv.ts'
import { dayStamp } from '../lib/files.ts'
import type { JobStore } from './jobs.ts'

// A table cell cannot be expanded, so it contains the service's own text.
function reasonsText(result: Job['result']): string | null {
  const reasons = result?.reasons ?? []
  return reasons.length === 0 ? null : reasons.map(({ field, text }) => `${field}: ${text}`).join('; ')
}

const finished: readonly JobState[] = ['ready', 'failed', 'rejected', 'removed']

const table = csvTable<Job>({
  state: ({ state }) => state,
  name: ({ fields, result }) => fields.name || (result?.name ?? null),
  file: ({ fileName }) => fileName,
  taskId: ({ taskId }) => taskId,
  conversationId: ({ fields }) => fields.conversationId,
  avatarConversationId: ({ result }) => result?.conversationId ?? null,
  voice: ({ fields }) => fields.voice,
  language: ({ fields }) => fields.language,
  createdAt: ({ createdAt }) => instantCell(createdAt),
  submittedAt: ({ submittedAt }) => instantCell(submittedAt),
  lastContactAt: ({ lastContactAt }) => instantCell(lastContactAt),
  finishedAt: ({ state, stateSince }) => (finished.includes(state) ? instantCell(stateSince) : null),
  balanceBefore: ({ evidence }) => evidence?.balanceBefore?.avatarCreationsLeft ?? null,
  balanceAfter: ({ evidence, refund }) => (evidence?.balanceAfter ?? refund?.after)?.avatarCreationsLeft ?? null,
  refund: ({ refund }) => refund?.state ?? null,
  failure: ({ state, failure, result }) =>
    state === 'failed' && failure === null ? reasonsText(result) : failureCell(failure),
})

// A chunk keeps main busy for about ten milliseconds.
const jobsAtOnce = 100

/** Reads and formats a long history in chunks, so that main can do other work in between. */
export function createJobExport(
  { saveFile, clock }: Pick<AppContext, 'saveFile' | 'clock'>,
  jobStore: Pick<JobStore, 'idsOf' | 'read'>,
) {
  const textOf = async (profileId: ProfileId, query: JobQuery): Promise<string> => {
    const ids = jobStore.idsOf(profileId, query)
    const parts = [table.head()]
    for (let start = 0; start < ids.length; start += jobsAtOnce) {
      await setImmediate()
      parts.push(table.lines(jobStore.read(profileId, ids.slice(start, start + jobsAtOnce))))
    }
    return parts.join('')
  }

  return async (profileId: ProfileId, query: JobQuery): Promise<string | null> =>
    saveFile(`avatars-${dayStamp(clock.now())}.csv`, await textOf(profileId, query))
}
