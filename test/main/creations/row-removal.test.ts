// A removed row leaves lists, counts and exports immediately, and can be restored for ten minutes.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { JobId } from '../../../src/shared/ids.ts'
import { noisePng } from '../../support/noise-png.ts'
import { draftOf } from './drop.ts'
import {
  confirm,
  context,
  failureOf,
  fields,
  jobNow,
  jobsNow,
  lostAnswer,
  noJob,
  noted,
  refused,
  rest,
  setAvatarStage,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const everything = () => ({ search: '', states: [], sort: 'newest' as const, archived: false })

const remove = (stage: AvatarStage, jobId: JobId) => stage.jobs.handlers['job.remove']({ jobIds: [jobId] }, context)
async function passTenMinutes(stage: AvatarStage): Promise<void> {
  await stage.clock.pass(10 * minute)
  stage.jobs.purge()
}

const restore = (stage: AvatarStage, jobId: JobId) => stage.jobs.handlers['job.restore']({ jobIds: [jobId] }, context)

function imagesIn({ folder }: AvatarStage): readonly string[] {
  const images = path.join(folder, 'images')
  if (!existsSync(images)) return []
  const entries = readdirSync(images, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** A stage with one avatar in training, made of an image. */
async function training() {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  const draft = await draftOf(stage, 'a.png', noisePng(16, 9))
  await handlers['creator.setShared'](fields, context)
  const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [draft.id] }, context)
  const [id = noJob] = (await handlers['creation.confirm']({ ticket }, context)).jobIds
  await expect.poll(async () => (await jobNow(stage, id)).state).toBe('training')
  return { stage, id }
}

// Would catch a row that is counted, exported and shown in a different window for ten more seconds, and comes back
// after Quit.
describe('a removed row', () => {
  it('leaves lists, counts and exports immediately, and stays away after a restart', async () => {
    const { stage, id } = await training()
    await remove(stage, id)
    expect(stage.pushed('jobs.changed').at(-1)).toEqual({ changed: [], removed: [id] })
    const { handlers } = stage.jobs
    expect((await handlers['job.list']({ ...everything(), limit: 300 }, context)).rows).toEqual([])
    expect((await handlers['job.counts']({}, context)).total).toBe(0)
    await handlers['job.exportCsv'](everything(), context)
    expect(parse(stage.saved[0]?.text ?? '', { bom: true })).toHaveLength(1)
    await stage.restart()
    expect(await jobsNow(stage)).toEqual([])
  })

  it('is restored unchanged, and its training is polled further', async () => {
    const { stage, id } = await training()
    const before = await jobNow(stage, id)
    await remove(stage, id)
    await stage.clock.pass(5 * minute)
    const polls = stage.polls.length
    await restore(stage, id)
    await stage.clock.pass(0)
    expect(stage.polls.length).toBeGreaterThan(polls)
    const after = await jobNow(stage, id)
    expect(after).toMatchObject({ state: 'training', stateSince: before.stateSince, taskId: before.taskId })
    expect(noted(stage).slice(-2)).toEqual(['avatar.removed done', 'avatar.restored done'])
    expect(stage.pushed('jobs.changed').some(({ changed }) => changed.some((job) => job.id === id))).toBe(true)
  })

  it.each(['ready', 'failed'] as const)('is %s again, without a second notification', async (state) => {
    const { stage, id } = await training()
    stage.script.poll = () => Promise.resolve({ status: state === 'ready' ? 2 : 1 })
    await stage.clock.pass(minute)
    await rest()
    const before = await jobNow(stage, id)
    await remove(stage, id)
    const entries = noted(stage).length
    await restore(stage, id)
    expect(await jobNow(stage, id)).toEqual(before)
    expect(noted(stage).slice(entries)).toEqual(['avatar.restored done'])
  })

  // Would catch a restored row without its picture, or a picture that stays for ever.
  it('keeps its image while it can be restored, and no longer', async () => {
    const { stage, id } = await training()
    await remove(stage, id)
    // A second, final removal must not remove it too.
    const [waiting = noJob] = await (async () => {
      await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
      return confirm(stage)
    })()
    await remove(stage, waiting)
    await rest()
    expect(imagesIn(stage)).toHaveLength(1)
    await passTenMinutes(stage)
    await expect.poll(() => imagesIn(stage)).toEqual([])
    expect(await failureOf(() => restore(stage, id))).toEqual(refused('wrong-state', 'removed'))
  })

  // Would catch pictures of people that stay on the disk because the program was quit within ten minutes.
  it('loses its image later after a restart too, and not with the restart', async () => {
    const { stage, id } = await training()
    await remove(stage, id)
    await stage.restart()
    expect(imagesIn(stage)).toHaveLength(1)
    await passTenMinutes(stage)
    await expect.poll(() => imagesIn(stage)).toEqual([])
  })

  it('that waited is removed permanently', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const [id = noJob] = await confirm(stage)
    await remove(stage, id)
    expect(await failureOf(() => restore(stage, id))).toEqual(refused('wrong-state', 'removed'))
  })

  // Would catch one avatar that has two rows, and is counted and exported twice.
  it('is not restored once its task was entered for a different row', async () => {
    const { stage, id } = await training()
    const { taskId } = await jobNow(stage, id)
    stage.script.create = () => Promise.reject(lostAnswer)
    const [other = noJob] = await confirm(stage)
    await remove(stage, id)
    if (taskId === null) throw new Error('it trains')
    await stage.jobs.handlers['job.enterTaskId']({ jobId: other, taskId }, context)
    expect(await failureOf(() => restore(stage, id))).toEqual(refused('task-in-queue', taskId))
    expect((await jobsNow(stage)).map((job) => job.id)).toEqual([other])
    await remove(stage, other)
    await restore(stage, id)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId })
  })

  it('that still exists, or never existed, is not restored', async () => {
    const { stage, id } = await training()
    expect(await failureOf(() => restore(stage, id))).toEqual(refused('wrong-state', 'training'))
    expect(await failureOf(() => restore(stage, noJob))).toEqual({ kind: 'not-found', what: 'job' })
  })
})
