/**
 * A row is written only when it is in the expected previous state. No row is ever deleted: a removed job is in state
 * `removed`.
 */
import type { DatabaseSync } from 'node:sqlite'
import { creationFieldNames, creationFieldRows } from '../../shared/model/creation-fields.ts'
import type { ImageId, JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import { endedWithout } from '../../shared/model/avatar-job.ts'
import { jobName } from '../../shared/model/job-name.ts'
import { job } from '../../shared/schemas/avatar.ts'
import type { ImageInfo, Job, JobState } from '../../shared/schemas/avatar.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import type { Log } from '../lib/log.ts'
import { columnOf, columnsAs, jsonIn, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'
import { storing } from './storage-failure.ts'

const inJson = ['fields', 'result', 'failure', 'pollFailure', 'evidence', 'refund', 'createdAgain'] as const
const plain = `id profileId createdAt fileName imageId state stateSince taskId step status submittedAt lastContactAt
  batchId originalId trainedMs`.split(/\s+/)
const read = [...plain, ...inJson]
// Columns for searches and counts, computed from the others.
const written = [...read, 'voice', 'nameKey', 'searched']

/** The places of jobs whose rows are part of the rows of the jobs that were confirmed in their place (`isReplaced`). */
export const replacedRows = `SELECT seq FROM jobs
  WHERE created_again IS NOT NULL AND state IN (${endedWithout.map((state) => `'${state}'`).join(', ')})`

function valuesOf(job: Job): object {
  return {
    ...job,
    imageId: job.image?.imageId ?? null,
    voice: job.fields.voice,
    nameKey: nameKeyOf(job),
    searched: searchedOf(job),
  }
}

export function createJobsRepository(database: DatabaseSync, findImage: (id: ImageId) => ImageInfo | null, log: Log) {
  const { run, one, count, all, each } = statementsIn(database)
  const jobOf = ({ imageId: image, ...row }: Row): Job =>
    job.parse({
      ...row,
      ...Object.fromEntries(inJson.map((name) => [name, jsonIn(row[name])])),
      image: image === null ? null : findImage(imageId.parse(image)),
    })

  const reported = new Set<string>()
  // One unreadable row must not hide the others; it stays in the database, and the log names it once.
  const readOrReport = (row: Row): Job[] => {
    try {
      return [jobOf(row)]
    } catch (error) {
      const id = String(row['id'])
      if (!reported.has(id)) log.error(`job ${id} cannot be read from the database`, error)
      reported.add(id)
      return []
    }
  }

  const insert = run(`
    INSERT INTO jobs (${written.map(columnOf).join(', ')}) VALUES (${written.map((name) => `:${name}`).join(', ')})`)
  const update = run(`
    UPDATE jobs SET ${written.map((name) => `${columnOf(name)} = :${name}`).join(', ')}
      WHERE id = :id AND state = :before`)
  const jobs = `SELECT ${columnsAs(...read)} FROM jobs`
  const ofIds = all(
    `SELECT job.* FROM json_each(?) AS wanted JOIN (${jobs}) AS job ON job.id = wanted.value ORDER BY wanted.key`,
    readOrReport,
  )
  const ofTask = one(`${jobs} WHERE profile_id = ? AND task_id = ? AND state <> 'removed'`, jobOf)
  const tasks = all(
    'SELECT task_id AS id FROM jobs WHERE profile_id = ? AND task_id IN (SELECT value FROM json_each(?))',
    ({ id }) => String(id),
  )
  const replacedBy = all(
    `${jobs} WHERE created_again IS NOT NULL AND iif(json_valid(created_again), created_again ->> '$.jobId', NULL) = ?
      ORDER BY seq DESC`,
    readOrReport,
  )
  const files = all(
    "SELECT DISTINCT file_name AS name FROM jobs WHERE profile_id = ? AND file_name <> '' AND instr(searched, ?) > 0 LIMIT ?",
    ({ name }) => String(name),
  )
  const withTask = count<[profileId: ProfileId, taskId: TaskId]>(
    "SELECT count(*) FROM jobs WHERE profile_id = ? AND task_id = ? AND state <> 'removed'",
  )
  const unfinished = count<[profileId: ProfileId]>(`
    SELECT count(*) FROM (SELECT 1 FROM jobs WHERE profile_id = ? AND (
      state IN ('waiting', 'submitting', 'training', 'unknown')
      OR (state = 'failed' AND json_valid(refund) AND refund ->> '$.state' = 'awaited')) LIMIT 1)`)
  const inState = all(`${jobs} WHERE state = ? ORDER BY seq`, readOrReport)
  const waiting = each(`${jobs} WHERE state = 'waiting' AND profile_id = ? ORDER BY seq`)

  return {
    add: (job: Job) => insert(valuesOf(job)),
    /**
     * Writes a job that was in state `before`; returns false, and writes nothing, when the row is in a different state.
     */
    replace: (job: Job, before: JobState) => update({ ...valuesOf(job), before }) === 1,
    /** The job with this task id; null if there is none or it was removed. */
    ofTask: (profileId: ProfileId, taskId: string): Job | null => ofTask(profileId, taskId),
    /** Which of these ids are tasks of the profile's jobs. */
    tasks: (profileId: ProfileId, ids: readonly string[]): ReadonlySet<string> => new Set(tasks(profileId, ids)),
    /** The file names of the profile's jobs whose name or ids contain the text, at most `limit`. */
    fileNames: (profileId: ProfileId, text: string, limit: number): readonly string[] =>
      files(profileId, fold(text), limit),
    find: one<[id: JobId], Job>(`${jobs} WHERE id = ?`, jobOf),
    /** The existing jobs, in the order of `ids`. */
    read: (ids: readonly JobId[]): readonly Job[] => ofIds(ids).flat(),
    /** The jobs that a job was confirmed in place of, newest first. */
    replacedBy: (id: JobId): readonly Job[] => replacedBy(id).flat(),
    /** Whether a job of the profile has this task and was not removed. */
    hasTask: (profileId: ProfileId, taskId: TaskId): boolean => withTask(profileId, taskId) > 0,
    /** Jobs of all profiles in a state, oldest first. */
    inState: (state: JobState): readonly Job[] => inState(state).flat(),
    /**
     * The longest waiting jobs that pass `isWanted`, in their order; at most `limit`. The limit is applied here and not
     * in SQL: with SQL, a queue whose first row cannot be used would look empty.
     */
    waiting: (profileId: ProfileId, limit: number, isWanted: (job: Job) => boolean): readonly Job[] =>
      storing(() => waiting(profileId).flatMap(readOrReport).filter(isWanted).take(limit).toArray()),
    /** Whether anything of the profile is still to be sent, polled, resolved or refunded. */
    hasUnfinished: (profileId: ProfileId): boolean => unfinished(profileId) > 0,
    /** Jobs that are confirmed and not answered yet. */
    unanswered: count<[profileId: ProfileId]>(
      "SELECT count(*) FROM jobs WHERE state IN ('waiting', 'submitting') AND profile_id = ?",
    ),
  }
}

/** Text as it is compared: without case and width (`Ａ` is `a`), which Chinese input methods mix. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

export function searchedOf({ fields, fileName, taskId, result }: Job): string {
  const typed = creationFieldNames.filter((name) => creationFieldRows[name].isSearched).map((name) => fields[name])
  return fold([result?.name, fileName, taskId, result?.conversationId, ...typed].join('\n'))
}

// Sorts portrait-2 before portrait-10.
const digitsCompared = 12

export function nameKeyOf(job: Pick<Job, 'fields' | 'fileName' | 'result'>): string {
  return fold(jobName(job)).replace(/\d+/g, (digits) => digits.padStart(digitsCompared, '0'))
}
