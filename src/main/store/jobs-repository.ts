/**
 * The table of avatar jobs. A row is written whole, in the state it had before: a job that changed behind the writer's
 * back is never overwritten. Rows are never deleted; a removed job is one in state `removed`.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { ImageId, JobId, ProfileId } from '../../shared/ids.ts'
import type { ImageInfo, Job, JobState } from '../../shared/schemas/avatar.ts'
import { job } from '../../shared/schemas/avatar.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import type { Log } from '../lib/log.ts'
import { storing } from './storage-failure.ts'
import { jobName } from '../../shared/model/job-name.ts'

/** The rows of jobs and of queues. Every function throws a `storage` failure when the database refuses. */
export interface JobsRepository {
  readonly add: (job: Job) => void
  /** Writes a job that was in state `before`; answers false, and writes nothing, when the row is in another state. */
  readonly replace: (job: Job, before: JobState) => boolean
  readonly find: (id: JobId) => Job | null
  /** Those that there are, in the order of `ids`. */
  readonly read: (ids: readonly JobId[]) => readonly Job[]
  /** Jobs of all profiles in a state, oldest first. */
  readonly inState: (state: JobState) => readonly Job[]
  /** Of the jobs that wait and pass `isWanted`, those that wait the longest, in their order; at most `limit`. */
  readonly waiting: (profileId: ProfileId, limit: number, isWanted: (job: Job) => boolean) => readonly Job[]
  /** How many jobs of a profile were confirmed and have no answer yet. */
  readonly unanswered: (profileId: ProfileId) => number
  readonly isPaused: (profileId: ProfileId) => boolean
  readonly setPaused: (profileId: ProfileId, paused: boolean) => void
}

type FindImage = (id: ImageId) => ImageInfo | null

type Row = Readonly<Record<string, SQLOutputValue>>

const columns = [
  'id',
  'profile_id',
  'created_at',
  'file_name',
  'image_id',
  'fields',
  'state',
  'state_since',
  'task_id',
  'step',
  'status',
  'submitted_at',
  'last_contact_at',
  'result',
  'failure',
  'poll_failure',
  'evidence',
  'batch_id',
  'original_id',
  'refund',
  'voice',
  'name_key',
  'searched',
] as const

function asJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

function valuesOf(job: Job): SQLInputValue[] {
  return [
    job.id,
    job.profileId,
    job.createdAt,
    job.fileName,
    job.image?.imageId ?? null,
    asJson(job.fields),
    job.state,
    job.stateSince,
    job.taskId,
    job.step,
    job.status,
    job.submittedAt,
    job.lastContactAt,
    asJson(job.result),
    asJson(job.failure),
    asJson(job.pollFailure),
    asJson(job.evidence),
    job.batchId,
    job.originalId,
    asJson(job.refund),
    job.fields.voice,
    nameKeyOf(job),
    searchedOf(job),
  ]
}

function json(value: SQLOutputValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null
}

function jobOf(row: Row, findImage: FindImage): Job {
  return job.parse({
    id: row['id'],
    profileId: row['profile_id'],
    createdAt: row['created_at'],
    fileName: row['file_name'],
    image: row['image_id'] === null ? null : findImage(imageId.parse(row['image_id'])),
    fields: json(row['fields']),
    state: row['state'],
    stateSince: row['state_since'],
    taskId: row['task_id'],
    step: row['step'],
    status: row['status'],
    submittedAt: row['submitted_at'],
    lastContactAt: row['last_contact_at'],
    result: json(row['result']),
    failure: json(row['failure']),
    pollFailure: json(row['poll_failure']),
    evidence: json(row['evidence']),
    batchId: row['batch_id'],
    originalId: row['original_id'],
    refund: json(row['refund']),
  })
}

export function createJobsRepository(database: DatabaseSync, findImage: FindImage, log: Log): JobsRepository {
  const insert = database.prepare(
    `INSERT INTO jobs (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const update = database.prepare(
    `UPDATE jobs SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ? AND state = ?`,
  )
  const byId = database.prepare('SELECT * FROM jobs WHERE id = ?')
  const byIds = database.prepare(`
    SELECT jobs.* FROM json_each(?) AS wanted JOIN jobs ON jobs.id = wanted.value ORDER BY wanted.key`)
  const byState = database.prepare('SELECT * FROM jobs WHERE state = ? ORDER BY seq')
  const waiting = database.prepare("SELECT * FROM jobs WHERE state = 'waiting' AND profile_id = ? ORDER BY seq")
  const unanswered = database.prepare(
    "SELECT count(*) AS jobs FROM jobs WHERE state IN ('waiting', 'submitting') AND profile_id = ?",
  )
  const paused = database.prepare('SELECT paused FROM queues WHERE profile_id = ?')
  const setPaused = database.prepare(`
    INSERT INTO queues (profile_id, paused) VALUES (?, ?)
    ON CONFLICT (profile_id) DO UPDATE SET paused = excluded.paused`)

  const reported = new Set<string>()

  // One unreadable row must not hide the others; it stays in the database, and the log says once which it is.
  const readOrReport = (row: Row): Job | null => {
    try {
      return jobOf(row, findImage)
    } catch (error) {
      const id = String(row['id'])
      if (!reported.has(id)) log.error(`job ${id} cannot be read from the database`, error)
      reported.add(id)
      return null
    }
  }

  const readable = (rows: readonly Row[]): readonly Job[] => rows.flatMap((row) => readOrReport(row) ?? [])

  // Counted here and not by SQL: a queue whose first row cannot be used would look empty.
  const firstWaiting: JobsRepository['waiting'] = (profileId, limit, isWanted) => {
    const found: Job[] = []
    for (const row of waiting.iterate(profileId)) {
      const job = readOrReport(row)
      if (job !== null && isWanted(job)) found.push(job)
      if (found.length === limit) break
    }
    return found
  }

  return {
    add: (job) => {
      storing(() => insert.run(...valuesOf(job)))
    },
    replace: (job, before) => storing(() => update.run(...valuesOf(job), job.id, before).changes === 1),
    find: (id) =>
      storing(() => {
        const row = byId.get(id)
        return row === undefined ? null : jobOf(row, findImage)
      }),
    read: (ids) => storing(() => readable(byIds.all(JSON.stringify(ids)))),
    inState: (state) => storing(() => readable(byState.all(state))),
    waiting: (...wanted) => storing(() => firstWaiting(...wanted)),
    unanswered: (profileId) => storing(() => Number(unanswered.get(profileId)?.['jobs'])),
    isPaused: (profileId) => storing(() => paused.get(profileId)?.['paused'] === 1),
    setPaused: (profileId, value) => {
      storing(() => setPaused.run(profileId, value ? 1 : 0))
    },
  }
}

/** Text as it is compared: whatever its case and its width (`Ａ` is `a`), as Chinese input methods mix them. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Everything of a job that a search looks in, folded. */
export function searchedOf({ fields, fileName, taskId, result }: Job): string {
  const { name, voice, conversationId, greeting } = fields
  return fold(
    [result?.name, name, fileName, voice, conversationId, taskId, result?.conversationId, greeting].join('\n'),
  )
}

// So that portrait-2 comes before portrait-10.
const digitsCompared = 12

/** The name by which a job stands in the alphabet, which is the one shown: the service's, the operator's or the file's. */
export function nameKeyOf(job: Pick<Job, 'fields' | 'fileName' | 'result'>): string {
  return fold(jobName(job)).replace(/\d+/g, (digits) => digits.padStart(digitsCompared, '0'))
}
