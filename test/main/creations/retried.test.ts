/** A row that was tried again is part of the new job's row: in lists, counts, batches and exports alike. */
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { JobId } from '../../../src/shared/ids.ts'
import type { JobQuery } from '../../../src/shared/schemas/history.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import {
  confirm,
  context,
  failureOf,
  jobNow,
  jobsNow,
  lostAnswer,
  noJob,
  refused,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const declined = serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' })
const everything: JobQuery = { search: '', states: [], sort: 'state', archived: false }

async function again(stage: AvatarStage, jobId: JobId): Promise<JobId> {
  const { handlers } = stage.jobs
  const { ticket } = await handlers['creation.open']({ kind: 'jobs', jobIds: [jobId] }, context)
  const { jobIds } = await handlers['creation.confirm']({ ticket }, context)
  await rest()
  return jobIds[0] ?? noJob
}

async function afterFailing(failure: Error) {
  const stage = await setAvatarStage()
  stage.script.create = () => Promise.reject(failure)
  const [first = noJob] = await confirm(stage)
  stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
  return { stage, first }
}

const seen = async ({ jobs, saved }: AvatarStage) => {
  const { rows: listed, total, counts } = await jobs.handlers['job.list']({ ...everything, limit: 300 }, context)
  await jobs.handlers['job.exportCsv'](everything, context)
  const rows: Readonly<Record<string, string>>[] = parse(saved.at(-1)?.text ?? '', { columns: true, bom: true })
  return {
    ids: listed.map(({ id }) => id),
    total,
    counts,
    ofAll: await jobs.handlers['job.counts']({}, context),
    exported: rows.map((row) => row['state']),
  }
}

describe.each([
  ['rejected', declined],
  ['unknown', lostAnswer],
])('a job in state %s that was tried again', (state, failure) => {
  it('is no longer listed, counted or exported, nor counted in its batch; only the new one is', async () => {
    const { stage, first } = await afterFailing(failure)
    const next = await again(stage, first)
    const { ids, total, counts, ofAll, exported } = await seen(stage)
    expect({ ids, total, exported }).toEqual({ ids: [next], total: 1, exported: ['training'] })
    expect(counts).toMatchObject({ [state]: 0, training: 1 })
    expect(ofAll).toEqual({ total, counts })
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await stage.clock.pass(60_000)
    await stage.clock.pass(1_000)
    const { progress } = await stage.jobs.handlers['queue.read']({}, context)
    expect(progress).toMatchObject({ total: 1, ready: 1, failed: 0, rejected: 0, unknown: 0 })
    expect(stage.jobs.overview()).toMatchObject({ progress: null })
    await stage.restart()
    expect((await seen(stage)).ids).toEqual([next])
  })

  it('cannot be tried again by anybody', async () => {
    const { stage, first } = await afterFailing(failure)
    await again(stage, first)
    expect(await failureOf(() => again(stage, first))).toEqual(refused('wrong-state', state))
    expect(stage.created).toHaveLength(2)
  })

  it('is an earlier attempt of the new one, over several retries', async () => {
    const { stage, first } = await afterFailing(failure)
    stage.script.create = () => Promise.reject(declined)
    const second = await again(stage, first)
    const third = await again(stage, second)
    const earlier = await stage.jobs.handlers['job.earlier']({ jobId: third }, context)
    expect(earlier.map(({ id }) => id)).toEqual([second, first])
    expect(await stage.jobs.handlers['job.earlier']({ jobId: first }, context)).toEqual([])
  })

  it('is back, and can be tried again, once the new one is removed before it was sent', async () => {
    const { stage, first } = await afterFailing(failure)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const waiting = await again(stage, first)
    expect(await states(stage)).toEqual(['waiting'])
    await stage.jobs.handlers['job.remove']({ jobIds: [waiting] }, context)
    expect(await jobsNow(stage)).toMatchObject([{ id: first, state, createdAgain: null }])
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await again(stage, first)
    expect(await states(stage)).toEqual(['training'])
  })

  // Would catch an avatar that is paid twice: its row offers to create it again, but the waiting job is sent too.
  it('stays hidden when the new one cannot be removed', async () => {
    const { stage, first } = await afterFailing(failure)
    const { handlers } = stage.jobs
    await handlers['queue.setPaused']({ paused: true }, context)
    const waiting = await again(stage, first)
    stage.database.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON jobs WHEN NEW.state = 'removed'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    await expect((async () => handlers['job.remove']({ jobIds: [waiting] }, context))()).rejects.toThrow('refused')
    expect(await jobNow(stage, waiting)).toMatchObject({ state: 'waiting' })
    expect(await handlers['job.read']({ ids: [first] }, context)).toMatchObject([{ createdAgain: { jobId: waiting } }])
  })

  it('does not come back when the new one is removed after it was sent', async () => {
    const { stage, first } = await afterFailing(failure)
    const next = await again(stage, first)
    await stage.jobs.handlers['job.remove']({ jobIds: [next] }, context)
    expect(await seen(stage)).toMatchObject({ ids: [], total: 0, ofAll: { total: 0 }, exported: [] })
  })
})

describe('an unknown outcome that was created again', () => {
  // Would catch an avatar that was created after all and is trained out of sight.
  it('has a separate row once its task is entered', async () => {
    const { stage, first } = await afterFailing(lostAnswer)
    const next = await again(stage, first)
    await stage.jobs.handlers['job.enterTaskId']({ jobId: first, taskId: taskOf(99) }, context)
    expect((await jobsNow(stage)).map(({ id }) => id)).toEqual([next, first])
  })

  // Would catch a batch that counts a training for ever, and with it a program that never ends in the background.
  it('no longer counts as training when the training of its entered task has failed', async () => {
    const { stage, first } = await afterFailing(lostAnswer)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const next = await again(stage, first)
    await stage.jobs.handlers['job.enterTaskId']({ jobId: first, taskId: taskOf(99) }, context)
    expect(stage.jobs.overview().progress).toMatchObject({ waiting: 1, training: 1 })
    stage.script.poll = () => Promise.resolve({ status: 1, step: 'done' })
    await stage.clock.pass(5_000)
    expect((await jobsNow(stage)).map(({ id }) => id)).toEqual([next])
    expect(stage.jobs.overview().progress).toMatchObject({ total: 1, waiting: 1, training: 0 })
  })

  it('prevents its task from being entered for a second row', async () => {
    const { stage, first } = await afterFailing(lostAnswer)
    stage.script.poll = () => Promise.resolve({ status: 1, step: 'done' })
    await stage.jobs.handlers['job.enterTaskId']({ jobId: first, taskId: taskOf(99) }, context)
    await stage.clock.pass(5_000)
    await again(stage, first)
    stage.script.create = () => Promise.reject(lostAnswer)
    const [other = noJob] = await confirm(stage)
    const enter = () => stage.jobs.handlers['job.enterTaskId']({ jobId: other, taskId: taskOf(99) }, context)
    expect(await failureOf(enter)).toEqual(refused('task-in-queue', taskOf(99)))
  })
})

describe('several jobs that are tried again together', () => {
  it('are confirmed once, and each row becomes part of its own new job’s row', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(declined)
    const failed = await confirm(stage, 2)
    await rest()
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    const { handlers } = stage.jobs
    const source = { kind: 'jobs' as const, jobIds: [...failed] }
    const { ticket, count } = await handlers['creation.open'](source, context)
    expect(count).toBe(2)
    const { jobIds } = await handlers['creation.confirm']({ ticket }, context)
    await rest()
    expect((await seen(stage)).ids.toSorted()).toEqual(jobIds.toSorted())
    for (const [place, id] of jobIds.entries())
      expect((await handlers['job.earlier']({ jobId: id }, context)).map((job) => job.id)).toEqual([failed[place]])
    expect(await failureOf(() => handlers['creation.open'](source, context))).toEqual({
      kind: 'refused',
      reason: 'wrong-state',
      detail: 'rejected',
    })
  })
})

describe('several rows that are removed together', () => {
  it('skip a missing row, and are restored together', async () => {
    const stage = await setAvatarStage()
    const ids = await confirm(stage, 2)
    await rest()
    const { handlers } = stage.jobs
    await handlers['job.remove']({ jobIds: [noJob, ...ids] }, context)
    expect(await jobsNow(stage)).toEqual([])
    await handlers['job.restore']({ jobIds: [...ids] }, context)
    expect(await states(stage)).toEqual(['training', 'training'])
    expect(await failureOf(() => handlers['job.remove']({ jobIds: [noJob] }, context))).toMatchObject({
      kind: 'not-found',
    })
  })
})
