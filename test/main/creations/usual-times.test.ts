import { describe, expect, it } from 'vitest'
import type { QueueState } from '../../../src/shared/schemas/avatar.ts'
import { confirm, context, jobNow, nap, noted, otherProfile, rest, setAvatarStage } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const training = () => Promise.resolve({ status: 0, step: 'processing' })
const ready = () => Promise.resolve({ status: 2, step: 'done' })

const queueOf = ({ jobs }: AvatarStage): Promise<QueueState> =>
  Promise.resolve(jobs.handlers['queue.read']({}, context))

/** Makes `count` trainings of about ten minutes become ready. */
async function train(stage: AvatarStage, count: number): Promise<void> {
  stage.script.poll = training
  await confirm(stage, count)
  await stage.clock.pass(10 * minute)
  stage.script.poll = ready
  await stage.clock.pass(3 * minute)
  await rest()
  stage.script.poll = training
}

describe('the usual time of a profile', () => {
  it('appears with the tenth ready avatar, pushed with its sample', async () => {
    const stage = await setAvatarStage()
    await train(stage, 9)
    expect(await queueOf(stage)).not.toHaveProperty('usualTime')
    await train(stage, 1)
    const { usualTime } = await queueOf(stage)
    expect(usualTime).toMatchObject({ trainings: 10 })
    expect(usualTime?.fromMs).toBeGreaterThanOrEqual(10 * minute)
    expect(usualTime?.toMs).toBeLessThanOrEqual(12 * minute)
    expect(stage.pushed('queue.changed').at(-1)?.usualTime).toEqual(usualTime)
  })

  it('belongs to that profile alone', async () => {
    const stage = await setAvatarStage()
    await train(stage, 10)
    stage.open({ profile: otherProfile, client: stage.client })
    expect(await queueOf(stage)).not.toHaveProperty('usualTime')
  })

  it('stays when rows are removed, and after a restart', async () => {
    const stage = await setAvatarStage()
    await train(stage, 10)
    const { usualTime } = await queueOf(stage)
    const { rows } = await stage.jobs.handlers['job.list'](
      { search: '', states: [], sort: 'newest', archived: false, limit: 100 },
      context,
    )
    await stage.jobs.handlers['job.remove']({ jobIds: rows.map(({ id }) => id) }, context)
    await stage.restart()
    expect((await queueOf(stage)).usualTime).toEqual(usualTime)
  })

  // Would catch a night with a closed laptop that makes the next day's estimate "usually 10 min–9 h".
  it('omits a training whose end nobody saw', async () => {
    const stage = await setAvatarStage()
    await train(stage, 9)
    const [id] = await confirm(stage)
    await stage.clock.pass(minute)
    stage.activeProfiles.setAsleep(true)
    stage.clock.set(stage.clock.now() + 9 * 60 * minute)
    stage.script.poll = ready
    stage.activeProfiles.setAsleep(false)
    await stage.clock.pass(minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'ready', trainedMs: null })
    expect(await queueOf(stage)).not.toHaveProperty('usualTime')
  })
})

describe('a training that takes longer than usual', () => {
  const announcements = (stage: AvatarStage): number =>
    noted(stage).filter((entry) => entry === 'avatar.longerThanUsual seen').length

  it('is recorded once, over all runs, and ends like any other', async () => {
    const stage = await setAvatarStage()
    await train(stage, 10)
    const [id] = await confirm(stage)
    await stage.clock.pass(9 * minute)
    expect(announcements(stage)).toBe(0)
    await stage.clock.pass(10 * minute)
    expect(announcements(stage)).toBe(1)
    const toMs = (await queueOf(stage)).usualTime?.toMs
    expect(stage.entries().at(-1)).toMatchObject({ facts: { jobId: id, usualToMs: toMs, trainings: 10 } })
    await stage.restart()
    await stage.clock.pass(10 * minute)
    nap(stage)
    await stage.clock.pass(10 * minute)
    expect(announcements(stage)).toBe(1)
    stage.script.poll = ready
    await stage.clock.pass(3 * minute)
    expect(noted(stage).at(-1)).toBe('avatar.ready seen')
  })

  it('is not reported with fewer than ten ready avatars', async () => {
    const stage = await setAvatarStage()
    await train(stage, 9)
    await confirm(stage)
    await stage.clock.pass(60 * minute)
    expect(announcements(stage)).toBe(0)
  })
})

describe('when a batch is done', () => {
  it('is predicted once everything is sent, for the page and in the overview of all profiles', async () => {
    const stage = await setAvatarStage()
    await train(stage, 10)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage, 3)
    expect(await queueOf(stage)).not.toHaveProperty('doneAt')
    expect(stage.jobs.overview().doneAt).toBeNull()
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await stage.clock.pass(minute)
    const { doneAt } = await queueOf(stage)
    expect(doneAt).toBeGreaterThan(stage.clock.now() + 8 * minute)
    expect(doneAt).toBeLessThan(stage.clock.now() + 12 * minute)
    expect(stage.pushed('queue.changed').at(-1)?.doneAt).toBe(doneAt)
    expect(stage.jobs.overview().doneAt).toBe(doneAt)
  })

  it('is no longer predicted once a training takes longer than all before', async () => {
    const stage = await setAvatarStage()
    await train(stage, 10)
    await confirm(stage, 2)
    await stage.clock.pass(minute)
    expect(await queueOf(stage)).toHaveProperty('doneAt')
    await stage.clock.pass(20 * minute)
    expect(stage.pushed('queue.changed').at(-1)).not.toHaveProperty('doneAt')
    expect(stage.jobs.overview().doneAt).toBeNull()
  })
})

describe('the duration of a batch', () => {
  it('is reported at its end, in the notification, to the page and in the journal', async () => {
    const stage = await setAvatarStage()
    stage.workspace.attended = false
    await train(stage, 3)
    const { readyMs } = await queueOf(stage)
    expect(readyMs).toBeGreaterThanOrEqual(10 * minute)
    expect(stage.workspace.shown).toMatchObject([{ counts: { ready: 3 }, readyMs }])
    expect(stage.entries().at(-1)).toMatchObject({ action: 'avatar.batchEnded', facts: { ready: 3, readyMs } })
  })

  it('is not reported when the end of a training was not seen', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 2)
    await stage.clock.pass(minute)
    stage.activeProfiles.setAsleep(true)
    stage.clock.set(stage.clock.now() + 60 * minute)
    stage.script.poll = ready
    stage.activeProfiles.setAsleep(false)
    await stage.clock.pass(minute)
    const queue = await queueOf(stage)
    expect(queue.progress).toMatchObject({ ready: 2, finished: 2 })
    expect(queue).not.toHaveProperty('readyMs')
  })
})
