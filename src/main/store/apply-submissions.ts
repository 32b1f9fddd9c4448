/** Adds submissions that a database lacks, because it lost its last writes or came from a copy. */
import type { DatabaseSync } from 'node:sqlite'
import { advance } from '../../shared/model/avatar-job.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import { jobState } from '../../shared/schemas/avatar.ts'
import type { Log } from '../lib/log.ts'
import { createImagesRepository } from './images-repository.ts'
import { createJobsRepository } from './jobs-repository.ts'
import type { IsSubmissionNeeded, Submission } from './submission-log.ts'
import { inTransaction } from './storage-failure.ts'

// A submission without an answer is treated as after a crash: the queue sets its outcome to unknown and sends nothing.
function sentJob({ job, at, taskId }: Submission): Job | null {
  const waiting = { ...job, state: 'waiting' } as const
  const submitting = advance(waiting, { kind: 'submit-started', balanceBefore: null }, at)
  return submitting === null || taskId === null ? submitting : advance(submitting, { kind: 'accepted', taskId }, at)
}

// A job that is rejected in a copy may have been changed and sent since.
function isOutdated(state: JobState, hasTask: boolean): boolean {
  if (state === 'waiting' || state === 'rejected') return true
  return hasTask && (state === 'submitting' || state === 'unknown')
}

/** Decides which submissions `applySubmissions` would apply; the others need not be read. */
export function createSubmissionNeed(database: DatabaseSync): IsSubmissionNeeded {
  const stateOf = database.prepare('SELECT state FROM jobs WHERE id = ?')
  return (id, hasTask) => {
    const state = stateOf.get(id)?.['state']
    return state === undefined || isOutdated(jobState.parse(state), hasTask)
  }
}

/**
 * Runs in one transaction and returns how many jobs it changed. It restores a missing job, takes a job that was already
 * sent out of the state `waiting`, adds the task to a job whose answer was lost, and removes a draft that became a job.
 * Failures: storage.
 */
export function applySubmissions(database: DatabaseSync, submissions: readonly Submission[], log: Log): number {
  const jobs = createJobsRepository(database, createImagesRepository(database).find, log)
  const stateOf = database.prepare('SELECT state FROM jobs WHERE id = ?')
  const addImage = database.prepare(
    'INSERT OR IGNORE INTO images (id, type, width, height, bytes) VALUES (?, ?, ?, ?, ?)',
  )
  const isApplied = (submission: Submission): boolean => {
    const job = sentJob(submission)
    if (job === null) return false
    const stored = stateOf.get(job.id)?.['state']
    const state = stored === undefined ? null : jobState.parse(stored)
    if (state !== null && !isOutdated(state, job.taskId !== null)) return false
    const { image } = job
    if (image !== null) addImage.run(image.imageId, image.type, image.width, image.height, image.bytes)
    if (state !== null) return jobs.replace(job, state)
    jobs.add(job)
    return true
  }
  return inTransaction(database, () => {
    const applied = submissions.filter(isApplied).length
    // A job has the id of its draft: a draft that still exists beside its job would be paid for again.
    const drafts = database.prepare('DELETE FROM drafts WHERE id IN (SELECT id FROM jobs)').run().changes
    database.exec("DELETE FROM removed_rows WHERE kind = 'draft' AND id IN (SELECT id FROM jobs)")
    if (applied > 0) log.warn(`database: ${String(applied)} jobs were restored from the submission log`)
    if (drafts !== 0) log.warn(`database: ${String(drafts)} drafts had become jobs already`)
    return applied
  })
}
