/**
 * Jobs as CSV (RFC 4180, UTF-8 with a byte order mark, for spreadsheets). A cell that a spreadsheet would take for a
 * formula, and an id with more digits than a spreadsheet keeps, begin with an apostrophe, which makes them text there.
 */
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { Failure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import type { JobQuery } from '../../shared/schemas/history.ts'
import type { Clock } from '../clock.ts'
import type { JobBook } from './job-book.ts'

/**
 * Asks where to, and writes; answers the file's name, null when the operator cancelled. Failures: storage (`full`),
 * refused (`file-not-written`).
 */
export type SaveFile = (suggestedName: string, text: string) => Promise<string | null>

/** What an export needs. */
export interface JobExportDeps {
  readonly book: Pick<JobBook, 'index' | 'read'>
  readonly saveFile: SaveFile
  readonly clock: Pick<Clock, 'now'>
}

type Cell = string | number | null

// Spreadsheets read a number of more than 15 digits as one that is near it.
const exactDigits = 15

const finished: readonly JobState[] = ['ready', 'failed', 'rejected', 'removed']

function idText(id: string | null | undefined): Cell {
  if (id === null || id === undefined) return null
  return /^\d+$/.test(id) && id.length > exactDigits ? `'${id}` : id
}

function instant(at: number | null): Cell {
  return at === null ? null : new Date(at).toISOString()
}

function codeOf(failure: Failure | null): Cell {
  if (failure === null) return null
  return 'reason' in failure && failure.kind !== 'tls' ? `${failure.kind}-${failure.reason}` : failure.kind
}

const columns: Readonly<Record<string, (job: Job) => Cell>> = {
  state: ({ state }) => state,
  name: ({ fields, result }) => fields.name || (result?.name ?? null),
  file: ({ fileName }) => fileName,
  taskId: ({ taskId }) => idText(taskId),
  conversationId: ({ fields }) => idText(fields.conversationId),
  avatarConversationId: ({ result }) => idText(result?.conversationId),
  voice: ({ fields }) => fields.voice,
  language: ({ fields }) => fields.language,
  createdAt: ({ createdAt }) => instant(createdAt),
  submittedAt: ({ submittedAt }) => instant(submittedAt),
  lastContactAt: ({ lastContactAt }) => instant(lastContactAt),
  finishedAt: ({ state, stateSince }) => (finished.includes(state) ? instant(stateSince) : null),
  balanceBefore: ({ evidence }) => evidence?.balanceBefore?.avatarCreationsLeft ?? null,
  balanceAfter: ({ evidence, refund }) => (evidence?.balanceAfter ?? refund?.after)?.avatarCreationsLeft ?? null,
  refund: ({ refund }) => refund?.state ?? null,
  failure: ({ failure }) => codeOf(failure),
}

const names = Object.keys(columns)
const cells = Object.values(columns)

function linesOf(rows: readonly (readonly Cell[])[], bom: boolean): string {
  return stringify(
    rows.map((row) => [...row]),
    { bom, record_delimiter: 'windows', escape_formulas: true, quoted_match: /^\s|\s$/ },
  )
}

// A piece keeps main busy for some ten milliseconds.
const jobsAtOnce = 100

/** Gives the export. A long history is read and written a piece at a time, so that main does other work between. */
export function createJobExport({ book, saveFile, clock }: JobExportDeps) {
  const textOf = async (profileId: ProfileId, query: JobQuery): Promise<string> => {
    const { ids } = book.index(profileId, query)
    const parts = [linesOf([names], true)]
    for (let start = 0; start < ids.length; start += jobsAtOnce) {
      await setImmediate()
      const jobs = book.read(profileId, ids.slice(start, start + jobsAtOnce))
      parts.push(
        linesOf(
          jobs.map((job) => cells.map((cell) => cell(job))),
          false,
        ),
      )
    }
    return parts.join('')
  }

  return async (profileId: ProfileId, query: JobQuery): Promise<string | null> => {
    const text = await textOf(profileId, query)
    return saveFile(`avatars-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`, text)
  }
}
