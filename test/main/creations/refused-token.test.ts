/** The automatic work of jobs while the service refuses the profile's token: none, until it accepts one again. */
import { describe, expect, it } from 'vitest'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { confirm, context, copyJob, noConnection, rest, setAvatarStage, states, taskOf } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const { id: profileId } = profileOf()
const rejected = serviceFailure({ kind: 'token-rejected' }, { operation: 'queryAvatar', httpStatus: 401 })

/** From now on every request is refused, and main is notified as by its clients. */
function refuse(stage: AvatarStage): void {
  const answer = (): never => {
    stage.activeProfiles.setTokenRefused(profileId, true)
    throw rejected
  }
  stage.script.poll = answer
  stage.service.script.account = answer
}

function accept(stage: AvatarStage): void {
  stage.script.poll = () => Promise.resolve({ status: 0, step: 'preparing' })
  stage.service.script.account = () => ({ avatarCreationsLeft: 37, durationLeft: 600 })
  stage.activeProfiles.setTokenRefused(profileId, false)
}

describe('while the service refuses the token', () => {
  it('500 trainings stop polling after the first answers, and all resume when it is accepted', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    copyJob(stage, 499)
    await stage.restart()
    await stage.clock.pass(1_000)
    expect(new Set(stage.polls).size).toBe(500)
    refuse(stage)
    const before = stage.polls.length
    await stage.clock.pass(10 * minute)
    expect(stage.polls.length - before).toBeLessThanOrEqual(4)
    accept(stage)
    const refused = stage.polls.length
    await stage.clock.pass(2_000)
    await rest()
    expect(new Set(stage.polls.slice(refused)).size).toBe(500)
  })

  it('no balance is read for the results of jobs, and one afterwards', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.activeProfiles.setTokenRefused(profileId, true)
    const outcome = Promise.withResolvers<{ status: number }>()
    stage.script.poll = () => outcome.promise
    stage.activeProfiles.setTokenRefused(profileId, false)
    await stage.clock.pass(5_000)
    refuse(stage)
    stage.activeProfiles.setTokenRefused(profileId, true)
    const reads = stage.service.askedFor('queryAccount')
    outcome.resolve({ status: 2 })
    await rest()
    await stage.clock.pass(10 * minute)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    accept(stage)
    await stage.clock.pass(minute)
    expect(stage.service.askedFor('queryAccount')).toBe(reads + 1)
  })

  it('a held queue is not probed, and sends waiting jobs when it is accepted', async () => {
    const stage = await setAvatarStage()
    refuse(stage)
    await confirm(stage, 3)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: { kind: 'token-rejected' } } })
    const reads = stage.service.askedFor('queryAccount')
    await stage.clock.pass(30 * minute)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    accept(stage)
    await stage.clock.pass(1)
    await rest()
    expect(await states(stage)).toEqual(['training', 'training', 'training'])
  })

  it('an operator’s “try again” is still sent', async () => {
    const stage = await setAvatarStage()
    refuse(stage)
    await confirm(stage)
    stage.service.script.account = () => ({ avatarCreationsLeft: 37, durationLeft: 600 })
    await stage.jobs.handlers['queue.resume']({}, context)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('other profiles’ jobs, and suspended ones, are not affected by its end', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.activeProfiles.setAsleep(true)
    stage.activeProfiles.setTokenRefused(profileId, true)
    accept(stage)
    await stage.clock.pass(10 * minute)
    expect(stage.polls).toHaveLength(0)
    stage.activeProfiles.setAsleep(false)
    await stage.clock.pass(0)
    expect(stage.polls).toEqual([taskOf(1)])
  })

  it('a queue that is held for a different reason resumes as usual once it ends', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    stage.activeProfiles.setTokenRefused(profileId, true)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(10 * minute)
    expect(await states(stage)).toEqual(['waiting'])
    accept(stage)
    await stage.clock.pass(1)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })
})
