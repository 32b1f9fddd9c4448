/** A row is written only in the state it had before; none is ever deleted: a removed job is one in state `removed`. */
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
// What searches and counts look in, made of the others.
const written = [...read, 'voice', 'nameKey', 'searched']

/** The places of jobs whose rows are part of the rows of those that were confirmed in their place (`isReplaced`). */
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
  // One unreadable row must not hide the others; it stays in the database, and the log says once which it is.
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
    /** Writes a job that was in state `before`; answers false, and writes nothing, when the row is in another state. */
    replace: (job: Job, before: JobState) => update({ ...valuesOf(job), before }) === 1,
    /** The job with this task id; null without one, also where it was removed. */
    ofTask: (profileId: ProfileId, taskId: string): Job | null => ofTask(profileId, taskId),
    /** Which of these ids are tasks of the profile's jobs. */
    tasks: (profileId: ProfileId, ids: readonly string[]): ReadonlySet<string> => new Set(tasks(profileId, ids)),
    /** The file names of the profile's jobs in whose name or ids the text is, at most `limit`. */
    fileNames: (profileId: ProfileId, text: string, limit: number): readonly string[] =>
      files(profileId, fold(text), limit),
    find: one<[id: JobId], Job>(`${jobs} WHERE id = ?`, jobOf),
    /** Those that there are, in the order of `ids`. */
    read: (ids: readonly JobId[]): readonly Job[] => ofIds(ids).flat(),
    /** Those that a job was confirmed in place of, the newest first. */
    replacedBy: (id: JobId): readonly Job[] => replacedBy(id).flat(),
    /** Whether a job of the profile has this task and was not removed. */
    hasTask: (profileId: ProfileId, taskId: TaskId): boolean => withTask(profileId, taskId) > 0,
    /** Jobs of all profiles in a state, oldest first. */
    inState: (state: JobState): readonly Job[] => inState(state).flat(),
    /**
     * Of the jobs that wait and pass `isWanted`, those that wait the longest, in their order; at most `limit`. Counted
     * here and not by SQL: a queue whose first row cannot be used would look empty.
     */
    waiting: (profileId: ProfileId, limit: number, isWanted: (job: Job) => boolean): readonly Job[] =>
      storing(() => waiting(profileId).flatMap(readOrReport).filter(isWanted).take(limit).toArray()),
    /** Whether anything of the profile is still to be sent, polled, found out or given back. */
    hasUnfinished: (profileId: ProfileId): boolean => unfinished(profileId) > 0,
    /** Confirmed and not answered yet. */
    unanswered: count<[profileId: ProfileId]>(
      "SELECT count(*) FROM jobs WHERE state IN ('waiting', 'submitting') AND profile_id = ?",
    ),
  }
}

/** Text as it is compared: whatever its case and its width (`Ａ` is `a`), as Chinese input methods mix them. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

export function searchedOf({ fields, fileName, taskId, result }: Job): string {
  const typed = creationFieldNames.filter((name) => creationFieldRows[name].isSearched).map((name) => fields[name])
  return fold([result?.name, fileName, taskId, result?.conversationId, ...typed].join('\n'))
}

// So that portrait-2 comes before portrait-10.
const digitsCompared = 12

export function nameKeyOf(job: Pick<Job, 'fields' | 'fileName' | 'result'>): string {
  return fold(jobName(job)).replace(/\d+/g, (digits) => digits.padStart(digitsCompared, '0'))
}
