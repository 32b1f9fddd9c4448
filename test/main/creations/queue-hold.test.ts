/** How a held queue, or a queue without the balance after an unknown outcome, reads the account. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CallError } from '../../../src/main/service/retry.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import { jpegFile } from '../../support/hostile/jpeg-file.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { draftOf } from './drop.ts'
import {
  confirm,
  context,
  failingClient,
  jobNow,
  jobsNow,
  lostAnswer,
  nap,
  noJob,
  noConnection,
  otherProfile,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const { id: profileId } = profileOf()
const down = serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 503 })

const account = (left: number | null) => () => ({ avatarCreationsLeft: left, durationLeft: null })
const held = async (stage: AvatarStage) => (await stage.jobs.handlers['queue.read']({}, context)).held

async function afterLosing(count: number) {
  const stage = await setAvatarStage()
  stage.script.create = () => Promise.reject(lostAnswer)
  const ids = await confirm(stage, count)
  return { stage, ids }
}

describe('the balance after an unknown outcome', () => {
  it('is the first one that was read after it, of its own profile', async () => {
    const stage = await setAvatarStage()
    stage.profiles.set(otherProfile.id, otherProfile)
    stage.renewed.set(otherProfile.id, {
      ...stage.client,
      queryAccount: () => Promise.resolve({ ...account(5)(), at: stage.clock.now() }),
    })
    stage.script.create = () => {
      stage.service.script.account = () => {
        throw down
      }
      return Promise.reject(lostAnswer)
    }
    const [first] = await confirm(stage)
    const own = stage.current()
    stage.open({ profile: otherProfile, client: stage.client })
    await confirm(stage)
    await stage.clock.pass(0)
    expect(await jobsNow(stage)).toMatchObject([{ evidence: { balanceAfter: { avatarCreationsLeft: 5 } } }])
    stage.open(own)
    expect((await jobNow(stage, first)).evidence?.balanceAfter).toBeNull()
    stage.service.script.account = account(36)
    await stage.clock.pass(2 * minute)
    stage.script.create = () => {
      stage.service.script.account = account(35)
      return Promise.reject(lostAnswer)
    }
    const [second] = await confirm(stage)
    await stage.clock.pass(2 * minute)
    const after = async (id: typeof first) => (await jobNow(stage, id)).evidence?.balanceAfter?.avatarCreationsLeft
    expect([await after(first), await after(second)]).toEqual([36, 35])
  })

  // Would catch the price of the profile's own next creation as evidence that this one was paid.
  it('counts other jobs of the profile that were in flight until it was read', async () => {
    const stage = await setAvatarStage()
    stage.script.create = (_input, place) => {
      stage.service.script.account = () => {
        throw down
      }
      return place === 1 ? Promise.reject(lostAnswer) : Promise.resolve(taskOf(place))
    }
    const [first] = await confirm(stage, 3)
    await stage.clock.pass(0)
    expect((await jobsNow(stage)).map(({ state }) => state).sort()).toEqual(['training', 'training', 'unknown'])
    stage.service.script.account = account(35)
    await stage.clock.pass(2 * minute)
    expect((await jobNow(stage, first)).evidence).toMatchObject({
      balanceBefore: { avatarCreationsLeft: 37 },
      balanceAfter: { avatarCreationsLeft: 35 },
      othersSent: 2,
    })
  })

  // Would catch a sum that treats uncertain costs, or refunded ones, as certain.
  it('distinguishes certain costs, possible costs and refunds', async () => {
    const stage = await setAvatarStage()
    stage.script.create = (_input, place) => {
      stage.service.script.account = () => {
        throw down
      }
      return place === 1 ? Promise.reject(lostAnswer) : Promise.resolve(taskOf(place))
    }
    const [first, portrait, refunded] = await confirm(stage, 4)
    await stage.clock.pass(0)
    const image = 'ab'.repeat(32)
    stage.database.exec(`INSERT INTO images (id, type, width, height, bytes) VALUES ('${image}', 'jpeg', 16, 9, 7)`)
    const change = stage.database.prepare('UPDATE jobs SET image_id = ?, refund = ?, state = ? WHERE id = ?')
    const refund = (state: string, at: number) =>
      JSON.stringify({ state, before: { avatarCreationsLeft: 0, at }, after: { avatarCreationsLeft: 1, at } })
    change.run(image, null, 'training', portrait ?? '')
    change.run(image, refund('seen', stage.clock.now() + 1), 'failed', refunded ?? '')
    stage.service.script.account = account(35)
    await stage.clock.pass(2 * minute)
    expect((await jobNow(stage, first)).evidence).toMatchObject({ othersSent: 3, othersAccepted: 2, refunded: 1 })
    expect((await jobNow(stage, first)).evidence).not.toHaveProperty('refundsAwaited')
  })

  // Would catch a creation of a run that crashed as a possible cause of every later fall of the balance.
  it('does not count a creation that a run was sending when it crashed long before', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => new Promise(() => undefined)
    await confirm(stage)
    await stage.restart()
    expect(await states(stage)).toEqual(['unknown'])
    await stage.clock.pass(minute)
    stage.script.create = () => {
      stage.service.script.account = account(36)
      return Promise.reject(lostAnswer)
    }
    const [later] = await confirm(stage)
    await stage.clock.pass(2 * minute)
    const { evidence } = await jobNow(stage, later)
    expect(evidence?.balanceAfter).toMatchObject({ avatarCreationsLeft: 36 })
    expect(evidence).not.toHaveProperty('othersSent')
  })

  it('is not read once every job has it, nor taken from an answer without it', async () => {
    const { stage, ids } = await afterLosing(1)
    stage.service.script.account = account(null)
    await stage.clock.pass(0)
    const notified = stage.pushed('jobs.changed').length
    nap(stage)
    await stage.clock.pass(minute)
    expect((await jobNow(stage, ids[0])).evidence?.balanceAfter).toBeNull()
    expect(stage.pushed('jobs.changed')).toHaveLength(notified)
    stage.service.script.account = account(36)
    nap(stage)
    await stage.clock.pass(0)
    const reads = stage.service.askedFor('queryAccount')
    nap(stage)
    await stage.clock.pass(minute)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    expect(stage.logged).toEqual([])
  })
})

describe('a disk that refuses the result of a creation', () => {
  const refuseWrites = ({ database }: AvatarStage, refuses: boolean): void =>
    database.exec(`PRAGMA query_only = ${refuses ? 'ON' : 'OFF'}`)

  // Would catch an unknown outcome without its evidence because its row still says that it is being sent.
  it('does not prevent reading the balance after an unknown outcome', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => {
      refuseWrites(stage, true)
      return Promise.reject(lostAnswer)
    }
    const [id] = await confirm(stage)
    await stage.clock.pass(1_000)
    refuseWrites(stage, false)
    await stage.clock.pass(minute)
    await rest()
    expect((await jobNow(stage, id)).evidence?.balanceAfter).toMatchObject({ avatarCreationsLeft: 37 })
  })

  // Would catch a job that waits for ever, because nothing checks again once its row says that it waits.
  it('does not prevent sending a job that was not sent after all', async () => {
    const stage = await setAvatarStage()
    stage.script.create = (_input, place) => {
      if (place > 1) return Promise.resolve(taskOf(place))
      refuseWrites(stage, true)
      return Promise.reject(noConnection)
    }
    await confirm(stage)
    await stage.jobs.handlers['queue.resume']({}, context)
    await rest()
    expect([await states(stage), stage.created]).toMatchObject([['waiting'], { length: 1 }])
    refuseWrites(stage, false)
    await stage.clock.pass(minute)
    await rest()
    expect([await states(stage), stage.created]).toMatchObject([['training'], { length: 2 }])
  })
})

describe('a queue', () => {
  it('that is not held reports nothing when it is resumed', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.resume']({}, context)
    expect(stage.pushed('queue.changed')).toEqual([])
  })

  it('is held since its first failure, with ever rarer reads, and only bugs are logged', async () => {
    const stage = await setAvatarStage()
    const since = stage.clock.now()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    const asked: number[] = []
    stage.service.script.account = () => {
      asked.push(stage.clock.now() - since)
      throw noConnection
    }
    await stage.clock.pass(4 * minute)
    expect(asked).toEqual([15_000, 45_000, 105_000, 165_000, 225_000])
    expect(await held(stage)).toMatchObject({ since })
    expect(stage.logged).toEqual([])
    stage.service.script.account = () => {
      throw new TypeError('bug')
    }
    await stage.clock.pass(minute)
    expect(stage.logged.join()).toContain(`probe of profile ${profileId}`)
    expect(stage.created).toHaveLength(1)
  })

  it('of a profile that is not served while it is held reads nothing, and that is no bug', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    const reads = stage.service.askedFor('queryAccount')
    stage.unserved.set(profileId, refusal('practice-stopped'))
    await stage.clock.pass(3 * minute)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    expect(stage.logged).toEqual([])
    stage.unserved.clear()
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(2 * minute)
    expect(await states(stage)).toEqual(['training'])
  })

  it('whose client fails by a bug is held, logs it, and continues when it has a client', async () => {
    const stage = await setAvatarStage()
    stage.renewed.set(profileId, failingClient(stage, new TypeError('bug')))
    await confirm(stage)
    expect(await held(stage)).toMatchObject({ failure: { kind: 'internal', logId: 'log-1' } })
    expect(stage.created).toHaveLength(0)
    stage.renewed.clear()
    await stage.clock.pass(minute)
    expect(await states(stage)).toEqual(['training'])
  })

  // Would catch portraits that are rejected one after the other although the service stated how long it is busy.
  it('is held for as long as a busy service requests', async () => {
    const stage = await setAvatarStage()
    const { failure } = serviceFailure({ kind: 'http' }, { operation: 'createAvatar', httpStatus: 429 })
    stage.script.create = (_input, place) =>
      place > 2 ? Promise.resolve(taskOf(place)) : Promise.reject(new CallError(failure, { 'retry-after': '300' }))
    await confirm(stage, 3)
    await stage.clock.pass(299_000)
    await rest()
    expect([stage.created.length, await held(stage)]).toMatchObject([2, { failure: { httpStatus: 429 } }])
    await stage.clock.pass(2_000)
    await rest()
    expect([await states(stage), await held(stage)]).toEqual([['training', 'rejected', 'rejected'], null])
  })

  // Would catch an opened window, or a new name, that ends the delay requested by the service.
  it('is held for as long, whatever happens to its profile meanwhile', async () => {
    const stage = await setAvatarStage()
    const { failure } = serviceFailure({ kind: 'http' }, { operation: 'createAvatar', httpStatus: 429 })
    stage.script.create = (_input, place) =>
      place > 2 ? Promise.resolve(taskOf(place)) : Promise.reject(new CallError(failure, { 'retry-after': '300' }))
    await confirm(stage, 3)
    await stage.clock.pass(100_000)
    const { nextTryAt } = (await held(stage)) ?? {}
    stage.profiles.set(profileId, profileOf({ name: 'Main hall, night' }))
    nap(stage)
    expect(await held(stage)).toMatchObject({ nextTryAt })
    await stage.clock.pass(199_000)
    await rest()
    expect([stage.created.length, await held(stage)]).toMatchObject([2, { failure: { httpStatus: 429 } }])
    await stage.clock.pass(2_000)
    await rest()
    expect([await states(stage), await held(stage)]).toEqual([['training', 'rejected', 'rejected'], null])
  })

  it('slows down after answers that are lost in a row, not after earlier losses of others', async () => {
    const stage = await setAvatarStage()
    const lose = (which: readonly number[]): void => {
      stage.script.create = (_input, place) =>
        which.includes(place) ? Promise.reject(lostAnswer) : Promise.resolve(taskOf(place))
    }
    lose([3, 5])
    for (let n = 0; n < 5; n += 1) await confirm(stage)
    expect(await held(stage)).toBeNull()
    lose([6])
    await confirm(stage)
    expect(await held(stage)).toMatchObject({ failure: lostAnswer.failure })
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await stage.clock.pass(14_000)
    expect(await held(stage)).not.toBeNull()
    await stage.clock.pass(2_000)
    expect(await held(stage)).toBeNull()
  })
})

describe('a held queue’s own description', () => {
  const stopOf = async (stage: AvatarStage) => {
    const queue = await stage.jobs.handlers['queue.read']({}, context)
    const { unknown, continuesOn, nextTryAt } = queue.held ?? {}
    return {
      unknown,
      continuesOn,
      inMs: nextTryAt === null ? null : (nextTryAt ?? 0) - stage.clock.now(),
      paused: queue.paused,
    }
  }

  it('two unknown outcomes: it resumes at its stated time, once the account answers', async () => {
    const { stage } = await afterLosing(5)
    await stage.clock.pass(0)
    const { inMs, ...stop } = await stopOf(stage)
    expect(stop).toEqual({ unknown: 2, continuesOn: 'answer', paused: false })
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass((inMs ?? 0) - 1)
    expect(stage.created).toHaveLength(2)
    await stage.clock.pass(1)
    await rest()
    expect([stage.created.length, await held(stage)]).toEqual([5, null])
  })

  it('two unknown outcomes and an account that fails: the time is that of the next try', async () => {
    const { stage } = await afterLosing(5)
    stage.service.script.account = () => {
      throw down
    }
    await stage.clock.pass(0)
    for (let tries = 0; tries < 3; tries += 1) {
      const { continuesOn, inMs } = await stopOf(stage)
      const reads = stage.service.askedFor('queryAccount')
      expect(continuesOn).toBe('answer')
      await stage.clock.pass((inMs ?? 0) - 1)
      expect(stage.service.askedFor('queryAccount')).toBe(reads)
      await stage.clock.pass(1)
      expect(stage.service.askedFor('queryAccount')).toBe(reads + 1)
      expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: await held(stage) })
    }
    expect(stage.created).toHaveLength(2)
  })

  // Would catch a service that loses every answer, but looks healthy because of a portrait which was never sent.
  it('unknown outcomes keep their count after a job that this computer refused', async () => {
    const { stage } = await afterLosing(1)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const [broken = noJob] = await confirm(stage)
    const { original } = await draftOf(stage, 'Ada.jpg', jpegFile({ width: 640, height: 1_136 }))
    stage.database.prepare('UPDATE jobs SET image_id = ? WHERE id = ?').run(original?.imageId ?? null, broken)
    rmSync(path.join(stage.folder, 'images'), { recursive: true })
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(await jobNow(stage, broken)).toMatchObject({ state: 'rejected', submittedAt: null })
    const [next] = await confirm(stage)
    expect((await jobNow(stage, next)).state).toBe('unknown')
    expect(await held(stage)).toMatchObject({ unknown: 2 })
  })

  it('three unknown outcomes in a row: it stays stopped until a person continues, after a restart too', async () => {
    const { stage } = await afterLosing(8)
    await stage.clock.pass(minute)
    expect(await stopOf(stage)).toEqual({ unknown: 4, continuesOn: 'person', inMs: null, paused: true })
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    nap(stage)
    await confirm(stage)
    await stage.clock.pass(60 * minute)
    expect([stage.created.length, (await stopOf(stage)).continuesOn]).toEqual([4, 'person'])
    await stage.restart()
    await stage.clock.pass(60 * minute)
    expect(stage.created).toHaveLength(4)
    expect(await stage.jobs.handlers['queue.read']({}, context)).toMatchObject({ held: null, paused: true })
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(stage.created).toHaveLength(9)
  })

  it.each([
    ['Continue now', (stage: AvatarStage) => stage.jobs.handlers['queue.resume']({}, context)],
    ['Resume queue', (stage: AvatarStage) => stage.jobs.handlers['queue.setPaused']({ paused: false }, context)],
  ])('%s resumes it; one more lost answer stops it again, and a good one ends the series', async (_name, act) => {
    const { stage } = await afterLosing(6)
    await stage.clock.pass(minute)
    expect(await act(stage)).toMatchObject({ held: null, paused: false })
    await stage.clock.pass(60 * minute)
    expect([stage.created.length, await stopOf(stage)]).toMatchObject([6, { unknown: 6, continuesOn: 'person' }])
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await act(stage)
    await confirm(stage)
    stage.script.create = () => Promise.reject(lostAnswer)
    await confirm(stage)
    expect([stage.created.length, await held(stage)]).toEqual([8, null])
  })

  // Would catch an operator who confirms one avatar, and nothing happens.
  it('a job confirmed while nothing else waits is sent: a person requests exactly that', async () => {
    const { stage } = await afterLosing(4)
    await stage.clock.pass(minute)
    expect(await stopOf(stage)).toMatchObject({ unknown: 4, continuesOn: 'person' })
    await confirm(stage)
    expect([stage.created.length, await stopOf(stage)]).toMatchObject([5, { unknown: 5, continuesOn: 'person' }])
  })

  it('Keep stopped: it is paused, whatever the account answers', async () => {
    const { stage } = await afterLosing(5)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await stage.clock.pass(60 * minute)
    expect([stage.created.length, (await stopOf(stage)).paused]).toEqual([2, true])
  })

  it('Continue now resumes a stopped queue even when the account does not answer', async () => {
    const { stage } = await afterLosing(5)
    stage.service.script.account = () => {
      throw down
    }
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await stage.clock.pass(minute)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    expect(await stage.jobs.handlers['queue.resume']({}, context)).toMatchObject({ held: null, paused: false })
    await rest()
    expect(stage.created).toHaveLength(5)
  })

  // Would catch portraits that are sent although their operator paused the queue.
  it('Continue now ends a hold for the connection, but not an operator’s pause', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage, 2)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    expect(await stopOf(stage)).toMatchObject({ paused: true })
    const sent = stage.created.length
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    expect(await stage.jobs.handlers['queue.resume']({}, context)).toMatchObject({ held: null, paused: true })
    await rest()
    expect(stage.created).toHaveLength(sent)
  })

  it('no connection, a busy service, a local failure, an empty account and a refused token: each has its own end', async () => {
    const busy = serviceFailure({ kind: 'http' }, { operation: 'createAvatar', httpStatus: 429 })
    const locked = new FailureError({ kind: 'keychain-locked' })
    const rejected = serviceFailure({ kind: 'token-rejected' }, { operation: 'queryAccount', httpStatus: 401 })
    const seen = []
    for (const [failure, at] of [
      [noConnection, 'create'],
      [busy, 'create'],
      [locked, 'client'],
      [refusal('not-enough-creations', '0'), 'account'],
      [rejected, 'account'],
    ] as const) {
      const stage = await setAvatarStage()
      if (at === 'create') stage.script.create = () => Promise.reject(failure)
      if (at === 'client') {
        stage.renewed.set(profileId, failingClient(stage, failure))
        // The work that the profile starts again with its client.
        await stage.clock.pass(0)
      }
      await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
      await confirm(stage)
      if (at === 'account') {
        stage.service.script.account = () => {
          if (failure === rejected) stage.activeProfiles.setTokenRefused(profileId, true)
          throw failure
        }
      }
      await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
      await rest()
      const { continuesOn, inMs, unknown } = await stopOf(stage)
      seen.push([continuesOn, inMs === null ? null : Math.round(inMs / 1000), unknown])
    }
    expect(seen).toEqual([
      ['answer', 15, 0],
      ['answer', 15, 0],
      ['retry', 15, 0],
      ['balance', 15, 0],
      ['token', null, 0],
    ])
  })

  // Would catch a queue that reports unknown outcomes when the network is lost after it has resumed from them.
  it('no connection after two unknown outcomes that it resumed from: it is held only for the connection', async () => {
    const { stage } = await afterLosing(5)
    await stage.clock.pass(0)
    stage.script.create = () => Promise.reject(noConnection)
    await stage.jobs.handlers['queue.resume']({}, context)
    await rest()
    expect(await held(stage)).toMatchObject({ failure: noConnection.failure, unknown: 0, continuesOn: 'answer' })
  })

  it('asleep or without a network it states no time', async () => {
    const { stage } = await afterLosing(3)
    await stage.clock.pass(0)
    stage.activeProfiles.setAsleep(true)
    expect(await stopOf(stage)).toMatchObject({ continuesOn: 'answer', inMs: null })
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { nextTryAt: null } })
  })
})
