import { describe, expect, it } from 'vitest'
import { profileOf } from '../../support/subjects.ts'
import { confirm, context, nap, otherProfile, rest, setAvatarStage, states, taskOf } from './stage.ts'

const minute = 60_000

describe('focus', () => {
  it('without a focused window: polls come half as often', async () => {
    const [seen, unseen] = [await setAvatarStage(), await setAvatarStage()]
    unseen.jobs.setAttended(false)
    for (const stage of [seen, unseen]) {
      await confirm(stage)
      await stage.clock.pass(60 * minute)
    }
    expect(unseen.polls.length).toBeGreaterThan(0.4 * seen.polls.length)
    expect(unseen.polls.length).toBeLessThan(0.6 * seen.polls.length)
  })

  it('when a window gets the focus: overdue polls run immediately', async () => {
    const stage = await setAvatarStage()
    stage.jobs.setAttended(false)
    await confirm(stage, 6)
    await stage.clock.pass(4_000)
    expect(stage.polls).toEqual([])
    stage.jobs.setAttended(true)
    await stage.clock.pass(0)
    expect(stage.polls).toHaveLength(6)
  })

  it('when a window gets the focus soon: nothing is polled before its time', async () => {
    const stage = await setAvatarStage()
    stage.jobs.setAttended(false)
    await confirm(stage)
    await stage.clock.pass(1_000)
    stage.jobs.setAttended(true)
    await rest()
    expect(stage.polls).toEqual([])
    await stage.clock.pass(2_000)
    expect(stage.polls).toHaveLength(1)
  })

  it('when no window has the focus: polls due soon are not postponed', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.jobs.setAttended(false)
    await stage.clock.pass(3_000)
    expect(stage.polls).toHaveLength(1)
  })
})

describe('without a network', () => {
  it('nothing is polled or sent until it is back, and then immediately', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 2)
    stage.activeProfiles.setOnline(false)
    await confirm(stage, 3)
    await stage.clock.pass(60 * minute)
    expect([stage.created.length, stage.polls.length]).toEqual([2, 0])
    expect((await stage.jobs.handlers['queue.read']({}, context)).held).toBeNull()
    stage.activeProfiles.setOnline(true)
    await stage.clock.pass(0)
    expect(stage.created).toHaveLength(5)
    expect(stage.polls).toEqual([taskOf(1), taskOf(2)])
  })

  it('a service on this computer is still polled and sent to', async () => {
    const stage = await setAvatarStage({ baseUrl: 'http://127.0.0.1:4010/openapi/v2' })
    stage.activeProfiles.setOnline(false)
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await confirm(stage)
    await stage.clock.pass(minute)
    expect(await states(stage)).toEqual(['ready'])
  })

  it('waking from sleep starts nothing, and a network that returns during sleep waits for waking', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.activeProfiles.setOnline(false)
    nap(stage)
    await stage.clock.pass(10 * minute)
    expect(stage.polls).toEqual([])
    stage.activeProfiles.setAsleep(true)
    stage.activeProfiles.setOnline(true)
    await stage.clock.pass(10 * minute)
    expect(stage.polls).toEqual([])
    stage.activeProfiles.setAsleep(false)
    await stage.clock.pass(0)
    expect(stage.polls).toHaveLength(1)
  })

  it('requests in flight finish, and profiles on this computer continue', async () => {
    const stage = await setAvatarStage()
    const here = { ...otherProfile, baseUrl: 'http://localhost:4010/openapi/v2' }
    stage.profiles.set(here.id, here)
    const answer = Promise.withResolvers<ReturnType<typeof taskOf>>()
    stage.script.create = (_input, place) => (place === 1 ? answer.promise : Promise.resolve(taskOf(place)))
    await confirm(stage)
    stage.activeProfiles.setOnline(false)
    answer.resolve(taskOf(1))
    await rest()
    expect(await states(stage)).toEqual(['training'])
    stage.open({ profile: here, client: stage.client })
    await confirm(stage)
    await stage.clock.pass(minute)
    expect(new Set(stage.polls)).toEqual(new Set([taskOf(2)]))
    stage.open({ profile: profileOf(), client: stage.client })
    expect(await states(stage)).toEqual(['training'])
  })
})
