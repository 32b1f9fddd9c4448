/** A second record of what was sent to be paid, independent of the database: docs/decisions/026-backups.md. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { JobId, ProfileId, TaskId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { submissionLine } from '../../shared/schemas/history.ts'
import type { SubmissionLine } from '../../shared/schemas/history.ts'
import { ifMissing } from '../lib/files.ts'
import { parseJson } from '../lib/json-text.ts'
import { logged } from '../lib/log.ts'
import { replaceFileSync } from '../lib/replace-file.ts'
import type { Log } from '../lib/log.ts'
import { storing } from './storage-failure.ts'

/** A job that was sent and not certainly refused; `taskId` where the service answered with one. */
export interface Submission {
  readonly job: Job
  readonly at: number
  readonly taskId: TaskId | null
}

export type SubmissionLog = ReturnType<typeof openSubmissionLog>

const maxSubmissions = 2_000

function write(file: string, text: string, flag: 'a' | 'w'): void {
  writeFileSync(file, text, { flag, mode: 0o600, flush: true })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return ifMissing(error, '')
  }
}

function linesOf(file: string): readonly SubmissionLine[] {
  // A line that a crash or a full disk cut is none.
  const texts = textOf(file).split('\n')
  return texts.flatMap((text) => (text === '' ? [] : (submissionLine.safeParse(parseJson(text)).data ?? [])))
}

// A job that was sent again after it certainly did not leave counts with its last line.
function submissionsIn(lines: readonly SubmissionLine[]): readonly Submission[] {
  const found = new Map<JobId, Submission>()
  for (const line of lines) {
    if ('job' in line) {
      found.delete(line.job.id)
      found.set(line.job.id, { ...line, taskId: null })
    } else if ('taskId' in line) {
      const sent = found.get(line.jobId)
      if (sent !== undefined) found.set(line.jobId, { ...sent, taskId: line.taskId })
    } else found.delete(line.jobId)
  }
  return [...found.values()].slice(-maxSubmissions)
}

// Begins with a line break: a line that was cut before it must not take this one with it.
function textOfLine(line: object): string {
  return `\n${JSON.stringify(line)}\n`
}

function rewrite(file: string, submissions: readonly Submission[]): void {
  const unfinished = `${file}.part`
  const text = submissions.map(({ job, at, taskId }) => {
    const sent = textOfLine({ at, job })
    return taskId === null ? sent : sent + textOfLine({ jobId: job.id, taskId })
  })
  try {
    write(unfinished, text.join(''), 'w')
    replaceFileSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

export function openSubmissionLog({ file, log }: { readonly file: string; readonly log: Log }) {
  const note = (line: object, what: string): void =>
    logged(log, `the log of submissions lacks ${what}`, () => write(file, textOfLine(line), 'a'))
  return {
    /** On disk before the request leaves. Failures: storage; then nothing may be sent. */
    sending: (job: Job, at: number): void => storing(() => write(file, textOfLine({ at, job }), 'a')),
    /** Never throws: what has happened at the service has happened. */
    accepted: (jobId: JobId, taskId: TaskId): void => note({ jobId, taskId }, `task ${taskId} of job ${jobId}`),
    /** It is certain that nothing was created. Never throws. */
    notCreated: (jobId: JobId): void => note({ jobId, isCreated: false }, `that job ${jobId} was not created`),
    /** The newest 2,000, oldest first. Failures: storage. */
    read: (): readonly Submission[] =>
      storing(() => {
        const lines = linesOf(file)
        const submissions = submissionsIn(lines)
        // Each leaves two lines, or three.
        if (lines.length > 4 * maxSubmissions) rewrite(file, submissions)
        return submissions
      }),
    erase: (profileId: ProfileId): void =>
      storing(() => {
        if (textOf(file) === '') return
        const others = submissionsIn(linesOf(file)).filter(({ job }) => job.profileId !== profileId)
        rewrite(file, others)
      }),
  }
}
