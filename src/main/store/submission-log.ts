/** A second record of paid submissions, independent of the database: docs/decisions/026-backups.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { sentLine } from '../../shared/schemas/history.ts'
import { taskId as taskIdSchema } from '../../shared/schemas/ids.ts'
import { ifMissing } from '../lib/files.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { writeAtomicSync } from './data-files.ts'
import { storing } from './storage-failure.ts'

/** A job that was sent and not certainly refused; `taskId` is null unless the service answered with a task id. */
export interface Submission {
  readonly job: Job
  readonly at: number
  readonly taskId: TaskId | null
}

/** Whether the database lacks a submission, by the job's id and whether its task is known. */
export type IsSubmissionNeeded = (jobId: string, hasTask: boolean) => boolean

export interface SubmissionLog {
  /** Writes to disk before the request is sent. Failures: storage; then nothing may be sent. */
  readonly sending: (job: Job, at: number) => void
  /** Never throws, because the service has accepted the job already. */
  readonly accepted: (jobId: JobId, taskId: TaskId) => void
  /** Records that certainly nothing was created. Never throws. */
  readonly notCreated: (jobId: JobId) => void
  /**
   * The needed ones of the newest 2,000 submissions, oldest first; without a condition, all of them. The others are not
   * validated: at a start nearly all of them are in the database already. Failures: storage.
   */
  readonly read: (isNeeded?: IsSubmissionNeeded) => readonly Submission[]
  /** Erases the submissions of a deleted profile. Failures: storage. */
  readonly erase: (profileId: ProfileId) => void
}

const maxSubmissions = 2_000

function append(file: string, text: string): void {
  writeFileSync(file, text, { flag: 'a', mode: 0o600, flush: true })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return ifMissing(error, '')
  }
}

/** A line as stored in the file: the job is validated only where it is needed. */
interface SentLine {
  readonly at: unknown
  readonly job: Readonly<Record<string, unknown>>
  readonly taskId: unknown
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function linesOf(file: string): readonly Readonly<Record<string, unknown>>[] {
  // Ignores a line that a crash or a full disk truncated.
  const texts = textOf(file).split('\n')
  return texts.flatMap((text) => {
    const line = text === '' ? null : parseJson(text)
    return isRecord(line) ? [line] : []
  })
}

// For a job that was sent again after a request that certainly never left, the last line counts.
function sentIn(lines: ReturnType<typeof linesOf>): readonly SentLine[] {
  const linesByJob = new Map<unknown, SentLine>()
  for (const { at, job, jobId, taskId, isCreated } of lines) {
    if (isRecord(job)) {
      linesByJob.delete(job['id'])
      linesByJob.set(job['id'], { at, job, taskId: null })
    } else if (taskId !== undefined) {
      const sent = linesByJob.get(jobId)
      if (sent !== undefined) linesByJob.set(jobId, { ...sent, taskId })
    } else if (isCreated === false) linesByJob.delete(jobId)
  }
  return [...linesByJob.values()].slice(-maxSubmissions)
}

function submissionOf({ at, job, taskId }: SentLine): Submission[] {
  const parsed = sentLine.safeParse({ at, job })
  const named = taskIdSchema.nullable().safeParse(taskId)
  return parsed.success && named.success ? [{ ...parsed.data, taskId: named.data }] : []
}

// Begins with a line break, so that a truncated previous line does not spoil this line.
function textOfLine(line: object): string {
  return `\n${JSON.stringify(line)}\n`
}

function rewrite(file: string, submissions: readonly SentLine[]): void {
  const text = submissions.map(({ job, at, taskId }) => {
    const line = textOfLine({ at, job })
    return taskId === null ? line : line + textOfLine({ jobId: job['id'], taskId })
  })
  writeAtomicSync(file, text.join(''))
}

export function openSubmissionLog({ file, log }: { readonly file: string; readonly log: Log }): SubmissionLog {
  const note = (line: object, content: string): void =>
    logged(log, `the log of submissions lacks ${content}`, () => append(file, textOfLine(line)))
  return {
    sending: (job, at) => storing(() => append(file, textOfLine({ at, job }))),
    accepted: (jobId, taskId) => note({ jobId, taskId }, `task ${taskId} of job ${jobId}`),
    notCreated: (jobId) => note({ jobId, isCreated: false }, `that job ${jobId} was not created`),
    read: (isNeeded = () => true) =>
      storing(() => {
        const lines = linesOf(file)
        const submissions = sentIn(lines)
        // Each submission leaves two or three lines.
        if (lines.length > 4 * maxSubmissions) rewrite(file, submissions)
        return submissions
          .filter(({ job, taskId }) => isNeeded(String(job['id']), taskId !== null))
          .flatMap(submissionOf)
      }),
    erase: (profileId) =>
      storing(() => {
        if (textOf(file) === '') return
        const others = sentIn(linesOf(file)).filter(({ job }) => job['profileId'] !== profileId)
        rewrite(file, others)
      }),
  }
}
