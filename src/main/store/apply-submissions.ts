/** Tells a database that lost its last writes, or came from a copy, what was sent since. */
import type { DatabaseSync } from 'node:sqlite'
import { advance } from '../../shared/model/avatar-job.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import { jobState } from '../../shared/schemas/avatar.ts'
import type { Log } from '../lib/log.ts'
import { createImagesRepository } from './images-repository.ts'
import { createJobsRepository } from './jobs-repository.ts'
import type { IsSubmissionNeeded, Submission } from './submission-log.ts'
import { inTransaction } from './storage-failure.ts'

// Without an answer it is as after a crash: the queue makes an unknown outcome of it, and sends nothing.
function sentJob({ job, at, taskId }: Submission): Job | null {
  const waiting = { ...job, state: 'waiting' } as const
  const submitting = advance(waiting, { kind: 'submit-started', balanceBefore: null }, at)
  return submitting === null || taskId === null ? submitting : advance(submitting, { kind: 'accepted', taskId }, at)
}

// A job that a copy has as rejected may have been changed and sent since.
function isBehind(state: JobState, hasTask: boolean): boolean {
  if (state === 'waiting' || state === 'rejected') return true
  return hasTask && (state === 'submitting' || state === 'unknown')
}

/** Which submissions `applySubmissions` would apply; the others need not be read. */
export function createSubmissionNeed(database: DatabaseSync): IsSubmissionNeeded {
  const stateOf = database.prepare('SELECT state FROM jobs WHERE id = ?')
  return (id, hasTask) => {
    const state = stateOf.get(id)?.['state']
    return state === undefined || isBehind(jobState.parse(state), hasTask)
  }
}

/**
 * In one transaction; answers how many jobs it changed. A job that is missing is brought back, one that waits although
 * it was sent does not wait any more, and one whose answer was lost has its task; a draft that became a job goes.
 * Failures: storage.
 */
export function applySubmissions(database: DatabaseSync, submissions: readonly Submission[], log: Log): number {
  const jobs = createJobsRepository(database, createImagesRepository(database).find, log)
  const stateOf = database.prepare('SELECT state FROM jobs WHERE id = ?')
  const addImage = database.prepare(
    'INSERT OR IGNORE INTO images (id, type, width, height, bytes) VALUES (?, ?, ?, ?, ?)',
  )
  const isApplied = (submission: Submission): boolean => {
    const sent = sentJob(submission)
    if (sent === null) return false
    const found = stateOf.get(sent.id)?.['state']
    const state = found === undefined ? null : jobState.parse(found)
    if (state !== null && !isBehind(state, sent.taskId !== null)) return false
    const { image } = sent
    if (image !== null) addImage.run(image.imageId, image.type, image.width, image.height, image.bytes)
    if (state !== null) return jobs.replace(sent, state)
    jobs.add(sent)
    return true
  }
  return inTransaction(database, () => {
    const applied = submissions.filter(isApplied).length
    // A job has the id of its draft: a draft that is still there beside it would be paid once more.
    const drafts = database.prepare('DELETE FROM drafts WHERE id IN (SELECT id FROM jobs)').run().changes
    database.exec("DELETE FROM removed_rows WHERE kind = 'draft' AND id IN (SELECT id FROM jobs)")
    if (applied > 0) log.warn(`database: ${String(applied)} jobs are taken from the log of submissions`)
    if (drafts !== 0) log.warn(`database: ${String(drafts)} drafts had become jobs already`)
    return applied
  })
}
