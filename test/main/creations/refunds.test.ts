import { describe, expect, it } from 'vitest'
import type { TaskId } from '../../../src/shared/ids.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { profileOf } from '../../support/subjects.ts'
import { draftOf } from './drop.ts'
import { serviceFailure, untilCancelled } from '../../support/scripted-service.ts'
import {
  confirm,
  context,
  fields,
  jobsNow,
  lostAnswer,
  noConnection,
  noJob,
  noted,
  otherProfile,
  rest,
  setAvatarStage,
  taskOf,
} from './stage.ts'

const declined = serviceFailure({ kind: 'declined' }, { operation: 'createAvatar', code: '1006' })

const { id } = profileOf()
const trained = 20_000

/** Confirms portraits that train on a service whose balance is a number here; `fail` makes some of them fail. */
async function training(count: number) {
  const stage = await setAvatarStage()
  const account = { left: 37 }
  stage.service.script.account = () => ({ avatarCreationsLeft: account.left, durationLeft: 600 })
  stage.script.create = async (_input, place) => {
    await stage.clock.pass(5)
    account.left -= 1
    await stage.clock.pass(5)
    return taskOf(place)
  }
  const failed = new Set<TaskId>()
  stage.script.poll = (task) => Promise.resolve({ status: failed.has(task) ? 1 : 0 })
  await stage.jobs.handlers['creator.setShared'](fields, context)
  const draftIds = []
  for (let n = 0; n < count; n += 1)
    draftIds.push((await draftOf(stage, `${n}.png`, pngFile({ width: 192 + 16 * n, height: 108 + 9 * n }))).id)
  const { ticket } = await stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds }, context)
  await stage.jobs.handlers['creation.confirm']({ ticket }, context)
  while (stage.created.length < count || (await jobsNow(stage)).some(({ state }) => state !== 'training')) await rest()
  const pass = async (ms: number): Promise<void> => {
    await stage.clock.pass(ms)
    await rest()
  }
  await pass(trained)
  return {
    stage,
    account,
    pass,
    fail: async (...places: readonly number[]): Promise<void> => {
      // By the queue, not by taskOf: two simultaneous uploads can be created in either order.
      const oldestFirst = (await jobsNow(stage)).toReversed()
      for (const { taskId } of places.map((place) => oldestFirst[place - 1]).filter((job) => job !== undefined))
        if (taskId !== null) failed.add(taskId)
      // The next polls come within a minute; then waits until their effects have settled.
      while ((await jobsNow(stage)).filter(({ state }) => state === 'failed').length < failed.size) await pass(1_000)
    },
    refunds: async (): Promise<Job['refund'][]> => (await jobsNow(stage)).map(({ refund }) => refund).toReversed(),
  }
}

describe('the refund of a failed training', () => {
  it('is seen in the reading that follows it, and recorded', async () => {
    const { stage, account, fail, pass, refunds } = await training(1)
    account.left += 1
    await fail(1)
    await pass(1)
    expect(await refunds()).toMatchObject([
      { state: 'seen', before: { avatarCreationsLeft: 36 }, after: { avatarCreationsLeft: 37 } },
    ])
    expect(stage.entries().at(-1)).toMatchObject({
      action: 'avatar.refundSeen',
      outcome: 'seen',
      target: '0.png',
      facts: { balanceBefore: 36, balanceAfter: 37 },
    })
  })

  it('that comes late is awaited, and seen after a minute', async () => {
    const { stage, account, fail, pass, refunds } = await training(1)
    await fail(1)
    await pass(1)
    expect(await refunds()).toMatchObject([{ state: 'awaited', after: null }])
    expect(noted(stage).at(-1)).toBe('avatar.failed failed')
    account.left += 1
    await pass(60_000)
    expect(await refunds()).toMatchObject([{ state: 'seen' }])
  })

  it('that does not come within five minutes is reported as not seen, and never expected again', async () => {
    const { stage, account, fail, pass, refunds } = await training(1)
    await fail(1)
    await pass(299_000)
    expect(await refunds()).toMatchObject([{ state: 'awaited' }])
    await pass(2_000)
    expect(await refunds()).toMatchObject([{ state: 'not-seen', after: { avatarCreationsLeft: 36 } }])
    expect(stage.entries().at(-1)).toMatchObject({
      action: 'avatar.refundNotSeen',
      outcome: 'seen',
      facts: { balanceBefore: 36, balanceAfter: 36 },
    })
    const reads = stage.service.askedFor('queryAccount')
    account.left += 1
    await pass(3_600_000)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    expect(await refunds()).toMatchObject([{ state: 'not-seen' }])
  })

  it('of several is shared in their order: two came back for three', async () => {
    const { stage, account, fail, pass, refunds } = await training(3)
    account.left += 2
    const reads = stage.service.askedFor('queryAccount')
    await fail(1, 2, 3)
    await pass(20_000)
    // One read for simultaneous outcomes, and at most one more for later polls.
    expect(stage.service.askedFor('queryAccount') - reads).toBeLessThanOrEqual(2)
    const states = (await refunds()).map((refund) => refund?.state)
    expect(states.filter((state) => state === 'seen')).toHaveLength(2)
    expect(states.filter((state) => state === 'awaited')).toHaveLength(1)
  })

  it('is not one that a different failed job got earlier', async () => {
    const { account, fail, pass, refunds } = await training(2)
    account.left += 1
    await fail(1)
    await pass(11_000)
    await fail(2)
    await pass(11_000)
    expect((await refunds()).map((refund) => refund?.state)).toEqual(['seen', 'awaited'])
    account.left += 1
    await pass(60_000)
    expect((await refunds()).map((refund) => refund?.state)).toEqual(['seen', 'seen'])
  })

  it('is still awaited after a restart', async () => {
    const { stage, account, fail, pass, refunds } = await training(1)
    await fail(1)
    await pass(1)
    await stage.restart()
    expect(await refunds()).toMatchObject([{ state: 'awaited' }])
    account.left += 1
    await pass(60_000)
    expect(await refunds()).toMatchObject([{ state: 'seen' }])
  })

  // Would catch "refunded" from A's balance before and B's after.
  it.each([
    ['a different account', { isSame: false, state: undefined }],
    ['the same account', { isSame: true, state: 'seen' }],
  ])('is seen only in the balance of its own account: %s', async (_, { isSame, state }) => {
    const { stage, account, fail, pass, refunds } = await training(2)
    await fail(1)
    await pass(1)
    const payer = { baseUrl: profileOf().baseUrl, kind: 'access-token' as const, account: null }
    stage.jobs.beforePayerChange(profileOf().id, { before: payer, after: payer, keepsSecret: false, isSame })
    account.left = 500
    await fail(2)
    await pass(60_000)
    expect((await refunds())[0]?.state).toBe(state)
    expect((await refunds()).some((refund) => refund?.state === 'seen')).toBe(isSame)
  })

  it('is still awaited by jobs whose rows can be read', async () => {
    const { stage, account, fail, pass, refunds } = await training(2)
    await fail(1, 2)
    await pass(1)
    const [newest, oldest] = await jobsNow(stage)
    stage.database.prepare("UPDATE jobs SET fields = '{' WHERE id = ?").run(oldest?.id ?? '')
    await stage.restart()
    expect(stage.logged).toContainEqual(expect.stringContaining(`the refund of job ${oldest?.id ?? ''} is not watched`))
    account.left += 1
    await pass(60_000)
    expect(await refunds()).toMatchObject([{ state: 'seen' }])
    expect((await jobsNow(stage)).map(({ id }) => id)).toEqual([newest?.id])
  })

  it('belongs to nobody once its job was removed, and is no longer expected', async () => {
    const { stage, account, fail, pass } = await training(1)
    await fail(1)
    await pass(1)
    const [failed] = await jobsNow(stage)
    await stage.jobs.handlers['job.remove']({ jobIds: [failed?.id ?? noJob] }, context)
    account.left += 1
    await pass(60_000)
    const reads = stage.service.askedFor('queryAccount')
    await pass(3_600_000)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    expect(noted(stage).at(-1)).toBe('avatar.removed done')
    expect(stage.logged).toEqual([])
  })

  // Would catch a sum that says that nothing was created, while a creation was paid and a refund came.
  it('counts as possible in the evidence of an unknown outcome after the row of its job was removed', async () => {
    const { stage, fail, pass } = await training(1)
    await fail(1)
    await pass(1)
    const [failed] = await jobsNow(stage)
    await stage.jobs.handlers['job.remove']({ jobIds: [failed?.id ?? noJob] }, context)
    await pass(1_000)
    stage.script.create = () => Promise.reject(lostAnswer)
    await confirm(stage)
    await pass(1_000)
    expect(await jobsNow(stage)).toMatchObject([{ state: 'unknown', evidence: { refundsAwaited: 1 } }])
    await pass(3_600_000)
    await confirm(stage)
    await pass(1_000)
    const [later] = await jobsNow(stage)
    expect(later).toMatchObject({ state: 'unknown', evidence: { balanceAfter: { avatarCreationsLeft: 36 } } })
    expect(later?.evidence).not.toHaveProperty('refundsAwaited')
  })

  // Would catch a sum that says that an avatar was created, because a refund was older than the balance before it.
  it('is only possible in the evidence of an outcome whose first balance it may precede', async () => {
    const { stage, account, fail, pass } = await training(1)
    // The service gives the creation back before a poll shows that the training has failed.
    account.left += 1
    stage.script.create = async () => {
      await fail(1)
      throw lostAnswer
    }
    await confirm(stage)
    while ((await jobsNow(stage))[0]?.state !== 'unknown') await pass(1_000)
    await pass(1_000)
    const [unknown] = await jobsNow(stage)
    expect(unknown).toMatchObject({
      state: 'unknown',
      evidence: {
        balanceBefore: { avatarCreationsLeft: 37 },
        balanceAfter: { avatarCreationsLeft: 37 },
        refundsAwaited: 1,
      },
    })
    expect(unknown?.evidence).not.toHaveProperty('refunded')
  })

  it('is seen after all when it came while the row of its job was removed', async () => {
    const { stage, account, fail, pass, refunds } = await training(1)
    await fail(1)
    await pass(1)
    const jobIds = [(await jobsNow(stage))[0]?.id ?? noJob]
    await stage.jobs.handlers['job.remove']({ jobIds }, context)
    account.left += 1
    await pass(60_000)
    await stage.jobs.handlers['job.restore']({ jobIds }, context)
    await pass(5_000)
    expect(await refunds()).toMatchObject([{ state: 'seen', after: { avatarCreationsLeft: 37 } }])
  })

  it('is not seen in the balance of a different profile', async () => {
    const { stage, account, fail, pass, refunds } = await training(1)
    const { left } = account
    await fail(1)
    await pass(1)
    const own = stage.current()
    stage.profiles.set(otherProfile.id, otherProfile)
    stage.open({ profile: otherProfile, client: stage.client })
    account.left = 90
    const draft = await stage.jobs.handlers['draft.addWithoutImage']({}, context)
    await stage.jobs.handlers['creator.setShared'](fields, context)
    await stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds: [draft.id] }, context)
    account.left = left
    stage.open(own)
    await pass(1)
    expect(await refunds()).toMatchObject([{ state: 'awaited' }])
  })

  it('is awaited no longer than Greenroom runs', async () => {
    const { stage, fail, pass } = await training(1)
    await fail(1)
    await pass(1)
    await stage.quit()
    expect(stage.clock.waiting()).toBe(0)
  })

  it('is not expected for an avatar that became ready', async () => {
    const { stage, pass, refunds } = await training(1)
    stage.script.poll = () => Promise.resolve({ status: 2 })
    while ((await jobsNow(stage)).some(({ state }) => state !== 'ready')) await pass(1_000)
    expect(await refunds()).toEqual([null])
  })

  it('is not expected for a job that may have cost nothing', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.script.poll = () => Promise.resolve({ status: 1 })
    await stage.clock.pass(trained)
    await rest()
    expect(await jobsNow(stage)).toMatchObject([{ state: 'failed', refund: null }])
  })
})

describe('the balance', () => {
  it('is read again as outcomes arrive, once in ten seconds', async () => {
    const stage = await setAvatarStage()
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await confirm(stage, 6)
    const reads = stage.service.askedFor('queryAccount')
    while ((await jobsNow(stage)).some(({ state }) => state !== 'ready')) {
      await stage.clock.pass(500)
      await rest()
    }
    await stage.clock.pass(20_000)
    const more = stage.service.askedFor('queryAccount') - reads
    expect(more).toBeGreaterThanOrEqual(1)
    expect(more).toBeLessThanOrEqual(2)
    await stage.clock.pass(600_000)
    expect(stage.service.askedFor('queryAccount') - reads).toBe(more)
  })

  it('is read once in three seconds when outcomes come a second apart', async () => {
    const stage = await setAvatarStage()
    const outcomes: PromiseWithResolvers<{ status: number }>[] = []
    stage.script.poll = () => {
      const next = Promise.withResolvers<{ status: number }>()
      outcomes.push(next)
      return next.promise
    }
    await confirm(stage, 4)
    // Long after the readings that followed the submissions.
    await stage.clock.pass(11_000)
    const readsAt: number[] = []
    const startedAt = stage.clock.now()
    stage.service.script.account = () => {
      readsAt.push(stage.clock.now() - startedAt)
      return { avatarCreationsLeft: 37, durationLeft: 600 }
    }
    for (const outcome of outcomes) {
      outcome.resolve({ status: 2 })
      await rest()
      await stage.clock.pass(1_000)
    }
    await stage.clock.pass(60_000)
    expect(readsAt).toEqual([0, 3_000, 6_000])
  })

  it('is read after a rejection, so that the account shows the remaining balance', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(declined)
    await confirm(stage)
    await stage.clock.pass(20_000)
    // For the confirmation, before the sending, and after it.
    expect(stage.service.askedFor('queryAccount')).toBe(3)
  })

  // Would catch a balance from before the end that is shown until something else causes a read.
  it('is read once more when the profile changes during the read', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.clock.pass(5_000)
    let hangs = true
    stage.renewed.set(id, {
      ...stage.client,
      queryAccount: (options) => (hangs ? untilCancelled(options?.signal) : stage.client.queryAccount(options)),
    })
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await stage.clock.pass(60_000)
    expect(await jobsNow(stage)).toMatchObject([{ state: 'ready' }])
    const reads = stage.service.askedFor('queryAccount')
    hangs = false
    stage.profiles.set(id, profileOf({ name: 'Main hall, night' }))
    await rest()
    await stage.clock.pass(60_000)
    expect(stage.service.askedFor('queryAccount')).toBe(reads + 1)
  })

  it('is read every five minutes for a refund while the service does not answer', async () => {
    const { stage, fail, pass } = await training(1)
    stage.service.script.account = () => {
      throw noConnection
    }
    await fail(1)
    await pass(6 * 60_000)
    const reads = stage.service.askedFor('queryAccount')
    await pass(10 * 60_000)
    expect(stage.service.askedFor('queryAccount')).toBe(reads + 2)
  })

  it('is not read while the computer sleeps, and then once', async () => {
    const stage = await setAvatarStage()
    const failed = Promise.withResolvers<{ status: number }>()
    stage.script.poll = () => failed.promise
    await confirm(stage)
    await stage.clock.pass(5_000)
    const reads = stage.service.askedFor('queryAccount')
    stage.activeProfiles.setAsleep(true)
    failed.resolve({ status: 2 })
    await rest()
    await stage.clock.pass(60_000)
    expect(stage.service.askedFor('queryAccount')).toBe(reads)
    stage.activeProfiles.setAsleep(false)
    await rest()
    await stage.clock.pass(20_000)
    await rest()
    expect(stage.service.askedFor('queryAccount')).toBe(reads + 1)
  })
})
