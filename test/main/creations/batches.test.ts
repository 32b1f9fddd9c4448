import { describe, expect, it } from 'vitest'
import type { QueueState } from '../../../src/shared/schemas/avatar.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { confirm, context, lostAnswer, noJob, otherProfile, rest, setAvatarStage, states, taskOf } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const ready = () => Promise.resolve({ status: 2, step: 'done' })
const failed = () => Promise.resolve({ status: 1 })

async function progressOf(stage: AvatarStage): Promise<QueueState['progress']> {
  return (await stage.jobs.handlers['queue.read']({}, context)).progress
}

/** A stage without a focused window. */
async function unattended(): Promise<AvatarStage> {
  const stage = await setAvatarStage()
  stage.workspace.attended = false
  return stage
}

describe('the progress of batches', () => {
  it('does not exist before the first batch, and moves with its jobs', async () => {
    const stage = await setAvatarStage()
    expect(await progressOf(stage)).toBeNull()
    stage.script.poll = (task) => (task === taskOf(1) ? ready() : Promise.resolve({ status: 0 }))
    await confirm(stage, 5)
    await stage.clock.pass(10_000)
    expect(await progressOf(stage)).toMatchObject({ total: 5, finished: 1, ready: 1, training: 4, waiting: 0 })
    expect(stage.pushed('queue.changed').at(-1)?.progress).toEqual(await progressOf(stage))
  })

  it('is pushed once for many simultaneous changes', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 30)
    await stage.clock.pass(100)
    const before = stage.pushed('queue.changed').length
    stage.script.poll = ready
    await stage.clock.pass(minute)
    await rest()
    expect(await progressOf(stage)).toMatchObject({ total: 30, finished: 30 })
    expect(stage.pushed('queue.changed').length - before).toBeLessThanOrEqual(3)
  })

  it('adds up the running batches, and shows the last one after all have ended', async () => {
    const stage = await setAvatarStage()
    stage.script.poll = (task) => (task <= taskOf(3) ? Promise.resolve({ status: 0 }) : ready())
    await confirm(stage, 3)
    await confirm(stage, 2)
    expect(stage.jobs.overview().progress).toMatchObject({ total: 5, training: 5 })
    await stage.clock.pass(minute)
    expect(await progressOf(stage)).toMatchObject({ total: 3, finished: 0 })
    stage.script.poll = ready
    await stage.clock.pass(2 * minute)
    expect(stage.jobs.overview().progress).toBeNull()
    expect(await progressOf(stage)).toMatchObject({ total: 3, finished: 3 })
    await stage.restart()
    expect(await progressOf(stage)).toMatchObject({ total: 2, finished: 2 })
  })

  it('covers only the open profile, while the overview covers all', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 2)
    await stage.clock.pass(100)
    stage.open({ profile: otherProfile, client: stage.client })
    expect(await progressOf(stage)).toBeNull()
    expect(stage.jobs.overview().progress).toMatchObject({ total: 2 })
    stage.profiles.delete(profileOf().id)
    expect(stage.jobs.overview().progress).toBeNull()
  })

  it('stays with the last batch when a row of an older one is removed', async () => {
    const stage = await setAvatarStage()
    stage.script.poll = ready
    const [old = noJob] = await confirm(stage, 3)
    await stage.clock.pass(minute)
    await confirm(stage, 2)
    await stage.clock.pass(minute)
    await stage.jobs.handlers['job.remove']({ jobIds: [old] }, context)
    await stage.clock.pass(minute)
    expect(await progressOf(stage)).toMatchObject({ total: 2, finished: 2 })
  })

  it('is pushed for its changes, and not for each step of a training', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.clock.pass(minute)
    const [said, changed] = [stage.pushed('queue.changed').length, stage.pushed('jobs.changed').length]
    stage.script.poll = () => Promise.resolve({ status: 0, step: 'processing' })
    await stage.clock.pass(minute)
    expect(stage.pushed('jobs.changed').length).toBeGreaterThan(changed)
    expect(stage.pushed('queue.changed')).toHaveLength(said)
    stage.script.poll = ready
    await stage.clock.pass(minute)
    expect(stage.pushed('queue.changed')).toHaveLength(said + 1)
  })

  it('is not stopped when nothing waits', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 2)
    stage.activeProfiles.setOnline(false)
    expect(stage.jobs.overview()).toMatchObject({ progress: { training: 2 }, isStopped: false })
  })

  it('reports that waiting jobs stay: paused, read-only, or cut off', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    await handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage, 2)
    expect(stage.jobs.overview()).toMatchObject({ progress: { waiting: 2 }, isStopped: true })
    stage.script.create = () => new Promise(() => undefined)
    await handlers['queue.setPaused']({ paused: false }, context)
    await confirm(stage, 3)
    expect(stage.jobs.overview()).toMatchObject({ progress: { waiting: 3, submitting: 2 }, isStopped: false })
    stage.activeProfiles.setOnline(false)
    expect(stage.jobs.overview().isStopped).toBe(true)
    stage.activeProfiles.setOnline(true)
    stage.profiles.set(profileOf().id, profileOf({ protection: 'read-only' }))
    expect(stage.jobs.overview().isStopped).toBe(true)
  })
})

describe('the end of a batch', () => {
  it('is reported once, with the results of its jobs', async () => {
    const stage = await unattended()
    stage.script.create = (_input, place) => (place === 3 ? Promise.reject(lostAnswer) : Promise.resolve(taskOf(place)))
    stage.script.poll = (task) => (task === taskOf(2) ? failed() : ready())
    await confirm(stage, 5)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toMatchObject([
      { profileId: profileOf().id, counts: { ready: 3, failed: 1, unknown: 1 } },
    ])
    await stage.restart()
    await stage.clock.pass(10 * minute)
    expect(stage.workspace.shown).toHaveLength(1)
  })

  it('is not reported while one of its jobs waits or trains', async () => {
    const stage = await unattended()
    stage.script.poll = (task) => (task === taskOf(1) ? Promise.resolve({ status: 0 }) : ready())
    await confirm(stage, 3)
    await stage.clock.pass(10 * minute)
    expect(stage.workspace.shown).toEqual([])
  })

  it('is left to the page while a window has the focus, and is not reported later either', async () => {
    const stage = await setAvatarStage()
    stage.script.poll = ready
    await confirm(stage, 2)
    await stage.clock.pass(minute)
    stage.workspace.attended = false
    await stage.restart()
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toEqual([])
  })

  it('is reported after a start whose first polls find it', async () => {
    const stage = await unattended()
    await confirm(stage, 3)
    stage.script.poll = ready
    await stage.restart()
    await stage.clock.pass(1_000)
    expect(stage.workspace.shown).toMatchObject([{ counts: { ready: 3 } }])
  })

  it('is reported after a crash between the last answer and the report', async () => {
    const stage = await unattended()
    stage.script.poll = ready
    await confirm(stage, 1)
    // The poll has ended, but the count, 100 ms later, has not.
    while ((await states(stage))[0] !== 'ready') await stage.clock.pass(50)
    expect(stage.workspace.shown).toEqual([])
    await stage.restart()
    expect(stage.workspace.shown).toMatchObject([{ counts: { ready: 1 } }])
  })

  it('is reported again once a job with an unknown outcome has trained, but not when its rows are removed', async () => {
    const stage = await unattended()
    stage.script.create = () => Promise.reject(lostAnswer)
    const [id = noJob] = await confirm(stage)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toMatchObject([{ counts: { unknown: 1 } }])
    await stage.restart()
    await stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toHaveLength(1)
    stage.script.poll = ready
    await stage.restart()
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toMatchObject([{}, { counts: { ready: 1 } }])
    await stage.jobs.handlers['job.remove']({ jobIds: [id] }, context)
    await stage.restart()
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toHaveLength(2)
  })

  // Would catch an end that is never reported because a row was removed by mistake for a few seconds.
  it('is reported although the only training row was removed and restored meanwhile', async () => {
    const stage = await unattended()
    const [id = noJob] = await confirm(stage)
    await stage.jobs.handlers['job.remove']({ jobIds: [id] }, context)
    await stage.clock.pass(10_000)
    await stage.jobs.handlers['job.restore']({ jobIds: [id] }, context)
    await stage.clock.pass(10_000)
    expect(stage.workspace.shown).toEqual([])
    stage.script.poll = ready
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toMatchObject([{ counts: { ready: 1 } }])
  })

  it('is reported whatever the results of its jobs', async () => {
    const stage = await unattended()
    stage.script.create = (_input, place) =>
      place === 1
        ? Promise.resolve(taskOf(1))
        : Promise.reject(serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' }))
    stage.script.poll = ready
    await confirm(stage, 2)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toMatchObject([{ counts: { ready: 1, rejected: 1 } }])
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    stage.script.poll = (task) => (task === taskOf(3) ? failed() : ready())
    await confirm(stage, 2)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toMatchObject([{}, { counts: { ready: 1, failed: 1 } }])
  })

  it('is not reported when the operator removed all of its rows', async () => {
    const stage = await unattended()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    for (const jobId of await confirm(stage, 2)) await stage.jobs.handlers['job.remove']({ jobIds: [jobId] }, context)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toEqual([])
  })

  it('is reported once per run even when the disk cannot record it', async () => {
    const stage = await unattended()
    stage.script.poll = ready
    const [id = noJob] = await confirm(stage, 2)
    stage.database.exec('DROP TABLE announced_batches')
    await stage.clock.pass(minute)
    await stage.jobs.handlers['job.remove']({ jobIds: [id] }, context)
    await stage.clock.pass(minute)
    expect(stage.workspace.shown).toHaveLength(1)
    expect(stage.logged.join('\n')).toContain('could not be recorded')
  })
})
