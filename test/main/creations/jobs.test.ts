/** The job store over real rows: changes that the disk refuses, and writes of a different program. */
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { CreationEvents } from '../../../src/main/creations/creation-events.ts'
import { createJobStore } from '../../../src/main/creations/jobs.ts'
import type { JobStore } from '../../../src/main/creations/jobs.ts'
import { applySubmissions } from '../../../src/main/store/apply-submissions.ts'
import { createRepositories } from '../../../src/main/store/repositories.ts'
import type { Job, JobState } from '../../../src/shared/schemas/avatar.ts'
import { profileOf } from '../../support/subjects.ts'
import {
  confirm,
  context,
  failureOf,
  lostAnswer,
  noJob,
  otherProfile,
  refused,
  setAvatarStage,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

interface StoreStage extends AvatarStage {
  readonly jobStore: JobStore
  /** Jobs as pushed to the page. */
  readonly shown: Job[]
  readonly job: (place: number) => Job
}

/** Some waiting jobs, in a queue that sends nothing, and a separate job store over them. */
async function setStoreStage(count: number): Promise<StoreStage> {
  const stage = await setAvatarStage()
  await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
  const ids = await confirm(stage, count)
  const { database, clock, log } = stage
  const shown: Job[] = []
  const events: CreationEvents = new EventEmitter()
  events.on('jobsChanged', (jobs) => shown.push(...jobs))
  const jobStore = createJobStore({ database, clock, log, repositories: createRepositories(database, log) }, events)
  const job = (place: number): Job => {
    const found = jobStore.find(ids[place] ?? noJob)
    if (found === null) throw new Error(`no job ${String(place)}`)
    return found
  }
  return { ...stage, jobStore, shown, job }
}

const profileId = profileOf().id
const gone = { kind: 'refused', failure: refused('file-gone') } as const

function refuseWrites({ database }: AvatarStage, refuses: boolean): void {
  database.exec(`PRAGMA query_only = ${refuses ? 'ON' : 'OFF'}`)
}

const rowOf = ({ database }: AvatarStage, { id }: Job): unknown =>
  database.prepare('SELECT state FROM jobs WHERE id = ?').get(id)?.['state']

describe('the list', () => {
  it('has the first matching rows, each waiting job with its position in the line', async () => {
    const stage = await setStoreStage(3)
    const query = { search: '', states: [], sort: 'newest' as const, archived: false }
    const list = stage.jobStore.list(profileId, { ...query, limit: 2 })
    expect(list).toMatchObject({ total: 3, counts: { waiting: 3 }, isEmpty: false })
    expect(list.rows.map(({ id, place }) => [id, place])).toEqual([
      [stage.job(2).id, 3],
      [stage.job(1).id, 2],
    ])
    stage.jobStore.record(stage.job(0), gone)
    const { rows } = stage.jobStore.list(profileId, { ...query, limit: 3 })
    expect(rows.map(({ place }) => place)).toEqual([2, 1, null])
    expect(stage.jobStore.list(profileId, { ...query, search: 'nobody', limit: 3 })).toMatchObject({
      rows: [],
      total: 0,
      isEmpty: false,
    })
    expect(stage.jobStore.list(otherProfile.id, { ...query, limit: 3 })).toMatchObject({ total: 0, isEmpty: true })
  })
})

describe('a change that the disk refuses', () => {
  it('is respected by a search for waiting jobs', async () => {
    const stage = await setStoreStage(3)
    refuseWrites(stage, true)
    for (const place of [0, 1]) stage.jobStore.record(stage.job(place), gone)
    expect(stage.jobStore.waiting(profileId, 1)).toEqual([stage.job(2)])
    refuseWrites(stage, false)
  })

  it('is written as soon as the disk allows, however often it refused, and pushed once more', async () => {
    const stage = await setStoreStage(1)
    const job = stage.job(0)
    refuseWrites(stage, true)
    stage.jobStore.record(job, gone)
    expect(stage.shown.map(({ state }) => state)).toEqual(['rejected'])
    await stage.clock.pass(12_000)
    expect(rowOf(stage, job)).toBe('waiting')
    refuseWrites(stage, false)
    await stage.clock.pass(5_000)
    expect(rowOf(stage, job)).toBe('rejected')
    expect(stage.shown.map(({ state }) => state)).toEqual(['rejected', 'rejected'])
    await stage.clock.pass(60_000)
    expect(stage.shown).toHaveLength(2)
    expect(stage.clock.waiting()).toBe(0)
  })

  // Would catch a paid task that is never written because its row is compared with the state before the last change
  // instead of the first.
  it('is written in its final form, when the job changed more than once meanwhile', async () => {
    const stage = await setStoreStage(1)
    const job = stage.job(0)
    refuseWrites(stage, true)
    stage.jobStore.record(job, { kind: 'submit-started', balanceBefore: null })
    stage.jobStore.record(job, { kind: 'accepted', taskId: taskOf(1) })
    refuseWrites(stage, false)
    await stage.clock.pass(5_000)
    expect(rowOf(stage, job)).toBe('training')
    expect(stage.jobStore.find(job.id)).toMatchObject({ state: 'training', taskId: taskOf(1) })
    expect(stage.clock.waiting()).toBe(0)
  })

  it('is tried a last time at the end, and never again', async () => {
    const stage = await setStoreStage(1)
    const job = stage.job(0)
    refuseWrites(stage, true)
    stage.jobStore.record(job, gone)
    stage.jobStore.dispose()
    refuseWrites(stage, false)
    await stage.clock.pass(60_000)
    expect(rowOf(stage, job)).toBe('waiting')
  })

  it('is found, counted and returned in its current form, not as the row still has it', async () => {
    const stage = await setStoreStage(2)
    refuseWrites(stage, true)
    const rejected = stage.jobStore.record(stage.job(0), gone)
    const query = { search: '', states: ['rejected' as const], sort: 'newest' as const, archived: false }
    expect(stage.jobStore.idsOf(profileId, query)).toEqual([rejected?.id])
    expect(stage.jobStore.counts(profileId).counts).toMatchObject({ rejected: 1, waiting: 1 })
    expect(stage.jobStore.read(profileId, [stage.job(0).id])).toEqual([rejected])
    expect(stage.jobStore.inState('waiting')).toEqual([stage.job(1)])
    refuseWrites(stage, false)
  })

  it('is abandoned with its profile, but not with a different one', async () => {
    const stage = await setStoreStage(2)
    refuseWrites(stage, true)
    const [recorded, forgotten] = [stage.job(0), stage.job(1)]
    stage.jobStore.record(recorded, gone)
    stage.jobStore.forget(otherProfile.id)
    refuseWrites(stage, false)
    await stage.clock.pass(5_000)
    expect(rowOf(stage, recorded)).toBe('rejected')
    refuseWrites(stage, true)
    stage.jobStore.record(forgotten, gone)
    stage.jobStore.forget(profileId)
    refuseWrites(stage, false)
    await stage.clock.pass(60_000)
    expect(rowOf(stage, forgotten)).toBe('waiting')
  })

  // Would catch one avatar that is shown as two, because the row of its task could not be written yet.
  it('has its task, in its own profile only and until it is removed', async () => {
    const stage = await setStoreStage(2)
    const { jobStore } = stage
    refuseWrites(stage, true)
    jobStore.record(stage.job(0), { kind: 'submit-started', balanceBefore: null })
    const training = jobStore.record(stage.job(0), { kind: 'accepted', taskId: taskOf(1) })
    expect(jobStore.hasTask(profileId, taskOf(1))).toBe(true)
    expect(jobStore.hasTask(profileId, taskOf(2))).toBe(false)
    expect(jobStore.hasTask(otherProfile.id, taskOf(1))).toBe(false)
    if (training !== null) jobStore.record(training, { kind: 'removed' })
    expect(jobStore.hasTask(profileId, taskOf(1))).toBe(false)
    refuseWrites(stage, false)
  })

  // Would catch evidence of one account that is compared with the balance of the next.
  it('gets its evidence adapted when the account of its own profile changes', async () => {
    const stage = await setStoreStage(1)
    const { jobStore } = stage
    const evidenceNow = () => stage.job(0).evidence
    refuseWrites(stage, true)
    jobStore.record(stage.job(0), {
      kind: 'submit-started',
      balanceBefore: { at: 1, avatarCreationsLeft: 37 },
    })
    jobStore.record(stage.job(0), { kind: 'outcome-unknown', failure: lostAnswer.failure })
    const before = evidenceNow()
    jobStore.accountChanged(otherProfile.id)
    expect(evidenceNow()).toEqual(before)
    jobStore.accountChanged(profileId)
    expect(evidenceNow()).not.toEqual(before)
    refuseWrites(stage, false)
  })
})

// Would catch a paid task that nobody watches, because an outdated row was trusted more than the log.
describe('at a start, the log of submissions', () => {
  it.each<[JobState, JobState, JobState]>([
    ['waiting', 'submitting', 'training'],
    ['rejected', 'submitting', 'training'],
    ['submitting', 'submitting', 'training'],
    ['unknown', 'unknown', 'training'],
    ['ready', 'ready', 'ready'],
    ['removed', 'removed', 'removed'],
  ])('turns a row that is %s into %s without a task, and into %s with one', async (state, without, withTask) => {
    const stage = await setStoreStage(2)
    const [sent, accepted] = [stage.job(0), stage.job(1)]
    stage.database.prepare('UPDATE jobs SET state = ?').run(state)
    const submissions = [
      { job: sent, at: 1, taskId: null },
      { job: accepted, at: 1, taskId: taskOf(1) },
    ]
    applySubmissions(stage.database, submissions, stage.log)
    expect([rowOf(stage, sent), rowOf(stage, accepted)]).toEqual([without, withTask])
  })
})

describe('a job', () => {
  it('that a different writer changed meanwhile does not count as written', async () => {
    const stage = await setStoreStage(1)
    const job = stage.job(0)
    refuseWrites(stage, true)
    stage.jobStore.record(job, gone)
    refuseWrites(stage, false)
    stage.database.exec("UPDATE jobs SET state = 'removed'")
    await stage.clock.pass(6_000)
    expect(rowOf(stage, job)).toBe('removed')
    expect(stage.shown).toHaveLength(1)
    expect(stage.logged.join('\n')).toContain(`job ${job.id} could still not be stored`)
  })

  // Would catch a task id that is lost because its row was corrupted while the creation was in flight.
  it('whose row cannot be read applies events to its last known form', async () => {
    const stage = await setStoreStage(1)
    const job = stage.job(0)
    stage.database.exec("UPDATE jobs SET fields = '{'")
    const recorded = stage.jobStore.record(job, gone)
    expect(recorded).toEqual({ ...job, state: 'rejected', failure: gone.failure })
    expect(rowOf(stage, job)).toBe('rejected')
  })

  it('of a different profile counts as missing', async () => {
    const stage = await setStoreStage(1)
    const { id } = stage.job(0)
    expect(stage.jobStore.ofProfile(profileId, id)).toEqual(stage.job(0))
    const failure = await failureOf(() => stage.jobStore.ofProfile(otherProfile.id, id))
    expect(failure).toEqual({ kind: 'not-found', what: 'job' })
    expect(await failureOf(() => stage.jobStore.ofProfile(profileId, noJob))).toEqual(failure)
    expect(stage.jobStore.read(otherProfile.id, [id])).toEqual([])
    expect(stage.jobStore.counts(otherProfile.id).total).toBe(0)
  })

  it('that was removed is no longer returned, and refuses every event because of its state', async () => {
    const { jobStore, job } = await setStoreStage(1)
    const seen = job(0)
    jobStore.change(seen.id, { kind: 'removed' })
    expect(jobStore.read(profileId, [seen.id])).toEqual([])
    expect(await failureOf(() => jobStore.change(seen.id, gone))).toEqual(refused('wrong-state', 'removed'))
    expect(jobStore.record(seen, gone)).toBeNull()
  })

  it('that does not exist cannot be changed', async () => {
    const { jobStore } = await setStoreStage(1)
    const failure = await failureOf(() => jobStore.change(noJob, { kind: 'removed' }))
    expect(failure).toEqual({ kind: 'not-found', what: 'job' })
  })
})
