/** The queues and polls of several profiles beside each other, and the state after they end. */
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../src/shared/failure.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import {
  acceptOnFullDisk,
  confirm,
  context,
  failureOf,
  jobNow,
  jobsNow,
  lostAnswer,
  nap,
  noJob,
  noted,
  otherProfile,
  refused,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const { id: profileId } = profileOf()

/** A job of each of two profiles in training; the other profile is the open one. */
async function twoProfiles(): Promise<AvatarStage> {
  const stage = await setAvatarStage()
  stage.profiles.set(otherProfile.id, otherProfile)
  await confirm(stage)
  stage.open({ profile: otherProfile, client: stage.client })
  await confirm(stage)
  return stage
}

const polled = (stage: AvatarStage, from = 0) => [...new Set(stage.polls.slice(from))].toSorted()

describe('the windows on a profile', () => {
  it('receive changes to its jobs, and the ids of removed ones', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const [first, gone = noJob] = await confirm(stage, 2)
    expect(stage.pushed('jobs.changed').at(-1)).toMatchObject({ changed: [{ id: first }, { id: gone }], removed: [] })
    await stage.jobs.handlers['job.remove']({ jobIds: [gone] }, context)
    expect(stage.pushed('jobs.changed').at(-1)).toEqual({ changed: [], removed: [gone] })
  })

  it('receive nothing about the jobs and the queue of a different profile', async () => {
    const stage = await setAvatarStage()
    stage.profiles.set(otherProfile.id, otherProfile)
    await confirm(stage)
    stage.open({ profile: otherProfile, client: stage.client })
    const before = stage.events.length
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await stage.clock.pass(minute)
    await rest()
    expect(stage.ready).toEqual([profileId])
    expect(new Set(stage.events.slice(before).map(({ name }) => name))).toEqual(new Set(['activity.added']))
  })

  it('are notified once which avatar is ready', async () => {
    const stage = await twoProfiles()
    stage.script.poll = (task) => Promise.resolve({ status: task === taskOf(1) ? 2 : 1 })
    await stage.clock.pass(minute)
    await rest()
    expect(await states(stage)).toEqual(['failed'])
    expect(stage.ready).toEqual([profileId])
  })
})

describe('a profile', () => {
  it('that cannot be served is suspended alone, and resumes only when it can be', async () => {
    const stage = await twoProfiles()
    stage.unserved.set(profileId, refusal('practice-stopped'))
    await stage.clock.pass(2 * minute)
    expect(polled(stage)).toEqual([taskOf(2)])
    stage.activeProfiles.setTokenRefused(otherProfile.id, true)
    stage.activeProfiles.setTokenRefused(otherProfile.id, false)
    await stage.clock.pass(2 * minute)
    expect(polled(stage)).toEqual([taskOf(2)])
    stage.unserved.clear()
    await stage.clock.pass(0)
    expect(polled(stage)).toEqual([taskOf(1), taskOf(2)])
  })

  it('that is not served keeps confirmed jobs until it is', async () => {
    const stage = await setAvatarStage()
    stage.unserved.set(profileId, refusal('practice-stopped'))
    await confirm(stage)
    await stage.clock.pass(minute)
    await confirm(stage)
    expect(stage.created).toHaveLength(0)
    stage.unserved.clear()
    await rest()
    expect(stage.created).toHaveLength(2)
  })

  it('that stops being served while the computer falls asleep stays suspended', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    await handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    stage.unserved.set(profileId, refusal('practice-stopped'))
    const going = handlers['queue.setPaused']({ paused: false }, context)
    stage.activeProfiles.setAsleep(true)
    await going
    await rest()
    stage.unserved.clear()
    await handlers['queue.resume']({}, context)
    await rest()
    expect(stage.created).toHaveLength(0)
    stage.activeProfiles.setAsleep(false)
    await rest()
    expect(stage.created).toHaveLength(1)
  })

  it('that is deleted is no longer polled or sent for, but its neighbour is', async () => {
    const stage = await twoProfiles()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    await stage.jobs.end(otherProfile.id)
    stage.profiles.delete(otherProfile.id)
    await stage.jobs.forget(otherProfile.id)
    await stage.clock.pass(2 * minute)
    expect([stage.created.length, polled(stage)]).toEqual([2, [taskOf(1)]])
    expect((await stage.jobs.handlers['queue.read']({}, context)).paused).toBe(true)
    nap(stage)
    await stage.clock.pass(0)
    expect(stage.created).toHaveLength(2)
  })

  it('is deleted only after the answers to its requests have arrived', async () => {
    const stage = await setAvatarStage()
    const answer = Promise.withResolvers<ReturnType<typeof taskOf>>()
    stage.script.create = () => answer.promise
    const [id] = await confirm(stage)
    const ended = stage.jobs.end(profileId).then(() => states(stage))
    await rest()
    answer.resolve(taskOf(1))
    expect(await ended).toEqual(['training'])
    expect(await jobNow(stage, id)).toMatchObject({ taskId: taskOf(1) })
  })

  // Would catch a deletion that fails at the keychain, after which an avatar trains for ever and a paid task is
  // abandoned.
  it('whose deletion has started is still polled, and its refused writes are repeated', async () => {
    const stage = await setAvatarStage()
    acceptOnFullDisk(stage)
    const [id] = await confirm(stage)
    stage.database.exec('PRAGMA query_only = OFF')
    await stage.jobs.end(profileId)
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await stage.clock.pass(minute)
    await rest()
    expect(await jobNow(stage, id)).toMatchObject({ state: 'ready', taskId: taskOf(1) })
  })

  // Would catch a library that lacks the avatar until the next start, because it was read before the row was written.
  it('whose disk was full is read again by the library once its ready avatar is written', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    stage.script.poll = () => {
      stage.database.exec('PRAGMA query_only = ON')
      return Promise.resolve({ status: 2 })
    }
    await stage.clock.pass(minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'ready' })
    const before = stage.ready.length
    stage.database.exec('PRAGMA query_only = OFF')
    await stage.clock.pass(10_000)
    expect(stage.ready.length).toBeGreaterThan(before)
  })

  // Would catch an avatar that is paid and erased because an event woke the queue meanwhile.
  it('whose deletion has started keeps waiting jobs waiting', async () => {
    const stage = await setAvatarStage()
    stage.activeProfiles.setOnline(false)
    await confirm(stage)
    await stage.jobs.end(profileId)
    stage.activeProfiles.setOnline(true)
    await stage.jobs.handlers['queue.resume']({}, context)
    await rest()
    expect([stage.created.length, await states(stage)]).toEqual([0, ['waiting']])
  })

  // Would catch an avatar that is paid and erased because a different window confirmed it during the wait for the
  // keychain.
  it('whose deletion has started sends no newly confirmed jobs', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.end(profileId)
    await confirm(stage)
    expect([stage.created.length, await states(stage)]).toEqual([0, ['waiting']])
  })

  it('that is deleted during a poll of a task receives no result of it', async () => {
    const stage = await setAvatarStage()
    const seen = Promise.withResolvers<{ readonly status: number }>()
    stage.script.poll = () => seen.promise
    await confirm(stage)
    await stage.clock.pass(5_000)
    await stage.jobs.end(profileId)
    await stage.jobs.forget(profileId)
    const before = noted(stage)
    seen.resolve({ status: 2 })
    await rest()
    expect([stage.polls.length, stage.ready, noted(stage)]).toEqual([1, [], before])
  })

  it('decides only on its own jobs', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(lostAnswer)
    const [jobId = noJob] = await confirm(stage)
    stage.profiles.set(otherProfile.id, otherProfile)
    stage.open({ profile: otherProfile, client: stage.client })
    const { handlers } = stage.jobs
    const decisions = [
      () => handlers['job.markNotCreated']({ jobId }, context),
      () => handlers['job.remove']({ jobIds: [jobId] }, context),
      () => handlers['job.enterTaskId']({ jobId, taskId: taskOf(9) }, context),
      () => handlers['job.exchange']({ jobId }, context),
    ]
    for (const decide of decisions) expect(await failureOf(decide)).toEqual({ kind: 'not-found', what: 'job' })
    stage.open({ profile: profileOf(), client: stage.client })
    expect(await states(stage)).toEqual(['unknown'])
  })
})

describe('a network', () => {
  it('that never went away triggers nothing early', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.activeProfiles.setOnline(true)
    await stage.clock.pass(1_000)
    expect(stage.polls).toEqual([])
  })

  it('that is away, or sleep, keeps newly confirmed jobs until it ends', async () => {
    for (const suspend of ['sleep', 'network'] as const) {
      const stage = await setAvatarStage()
      if (suspend === 'sleep') stage.activeProfiles.setAsleep(true)
      else stage.activeProfiles.setOnline(false)
      await confirm(stage)
      await stage.clock.pass(minute)
      expect(stage.created).toHaveLength(0)
      if (suspend === 'sleep') stage.activeProfiles.setAsleep(false)
      else stage.activeProfiles.setOnline(true)
      await rest()
      expect(await states(stage)).toEqual(['training'])
    }
  })

  it('that comes back during a refused token wakes the queue only when the token is accepted', async () => {
    const stage = await setAvatarStage()
    stage.activeProfiles.setOnline(false)
    stage.activeProfiles.setTokenRefused(profileId, true)
    await confirm(stage)
    stage.activeProfiles.setTokenRefused(profileId, false)
    await rest()
    expect(stage.created).toHaveLength(0)
    stage.activeProfiles.setOnline(true)
    await rest()
    expect(stage.created).toHaveLength(1)
  })
})

describe('a poll of a task', () => {
  it('that fails by a bug of the program is shown and logged, and is repeated', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    stage.script.poll = () => Promise.reject(new TypeError('bug'))
    await stage.clock.pass(5_000)
    expect(await jobNow(stage, id)).toMatchObject({ pollFailure: { kind: 'internal', logId: 'log-1' } })
    expect(stage.logged.join()).toContain('queryAvatar')
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await stage.clock.pass(minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'ready', pollFailure: null })
  })

  it('that is aborted reports nothing about the task, and is repeated', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    stage.script.poll = () => Promise.reject(serviceFailure({ kind: 'cancelled' }, { operation: 'queryAvatar' }))
    const notified = stage.pushed('jobs.changed').length
    await stage.clock.pass(minute)
    expect(stage.polls.length).toBeGreaterThan(1)
    expect((await jobNow(stage, id)).pollFailure).toBeNull()
    expect(stage.pushed('jobs.changed')).toHaveLength(notified)
    expect(stage.logged).toEqual([])
  })

  it('is the last one when the task has ended', async () => {
    const stage = await setAvatarStage()
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await confirm(stage)
    await stage.clock.pass(10 * minute)
    nap(stage)
    await stage.clock.pass(0)
    expect(stage.polls).toHaveLength(1)
    expect(noted(stage).filter((entry) => entry === 'avatar.ready seen')).toHaveLength(1)
    expect(stage.clock.waiting()).toBe(0)
  })

  it('does not happen for a removed job', async () => {
    const stage = await setAvatarStage()
    const [id = noJob] = await confirm(stage)
    await stage.jobs.handlers['job.remove']({ jobIds: [id] }, context)
    await stage.clock.pass(2 * minute)
    expect(stage.polls).toEqual([])
  })
})

describe('an entered task id', () =>
  it('can be one that a different profile has, and is polled for both', async () => {
    const stage = await twoProfiles()
    stage.script.create = () => Promise.reject(lostAnswer)
    const [id = noJob] = await confirm(stage)
    await stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(1) }, context)
    expect((await jobsNow(stage)).map(({ taskId }) => taskId)).toEqual([taskOf(1), taskOf(2)])
    const enter = () => stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    expect(await failureOf(enter)).toEqual(refused('wrong-state', 'training'))
    const unknown = () => stage.jobs.handlers['job.enterTaskId']({ jobId: noJob, taskId: taskOf(9) }, context)
    expect(await failureOf(unknown)).toEqual({ kind: 'not-found', what: 'job' })
  }))

describe('the balance', () => {
  // Would catch a number from before the payment that is shown as current until the training ends.
  it('is read once more when a creation was accepted', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.clock.pass(minute)
    // For the confirmation, before the sending, and after it.
    expect(stage.service.askedFor('queryAccount')).toBe(3)
  })

  it('that is being read when Greenroom quits is abandoned', async () => {
    const stage = await setAvatarStage()
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await confirm(stage)
    const signals: (AbortSignal | undefined)[] = []
    stage.renewed.set(profileId, {
      ...stage.client,
      queryAccount: (options) => {
        signals.push(options?.signal)
        return new Promise(() => undefined)
      },
    })
    await stage.clock.pass(minute)
    await stage.quit()
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })
})

describe('batches that cannot be counted', () =>
  it('are logged, and counted with the next change', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 2)
    stage.database.exec('ALTER TABLE jobs RENAME TO elsewhere')
    await stage.clock.pass(100)
    stage.database.exec('ALTER TABLE elsewhere RENAME TO jobs')
    expect(stage.logged.join()).toContain('batches could not be counted')
    await confirm(stage)
    await stage.clock.pass(100)
    expect(stage.jobs.overview().progress).toMatchObject({ total: 3, training: 3 })
  }))
