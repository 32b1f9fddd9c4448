/** Reads and records around a paid request: the balances, the log of submissions, and events during the reads. */
import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSubmissionLog } from '../../../src/main/store/submission-log.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { TaskId } from '../../../src/shared/ids.ts'
import { jpegFile } from '../../support/hostile/jpeg-file.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { draftOf } from './drop.ts'
import {
  confirm,
  context,
  failureOf,
  fields,
  jobNow,
  jobsNow,
  lostAnswer,
  nap,
  noConnection,
  noJob,
  noted,
  refused,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const { id: profileId } = profileOf()
const declined = serviceFailure({ kind: 'declined' }, { operation: 'createAvatar', code: '1009' })
const slowAccount = serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 500 })
const givenUp = serviceFailure({ kind: 'cancelled' }, { operation: 'queryAccount', sent: 'no' })

const pause = (stage: AvatarStage, paused: boolean) => stage.jobs.handlers['queue.setPaused']({ paused }, context)

/** Confirms jobs whose balance is read only after the script has changed. */
async function waiting(count = 1) {
  const stage = await setAvatarStage()
  await pause(stage, true)
  return { stage, ids: await confirm(stage, count) }
}

/** Makes the next reading of the balance wait until the test ends it. */
function slowBalance(stage: AvatarStage): { readonly end: () => Promise<void> } {
  const reading = Promise.withResolvers<undefined>()
  stage.renewed.set(profileId, {
    ...stage.client,
    queryAccount: async () => {
      await reading.promise
      return stage.client.queryAccount()
    },
  })
  const end = (): Promise<void> => {
    reading.resolve(undefined)
    return rest()
  }
  return { end }
}

/** Confirms portraits in a paused queue. */
async function portraits(...files: readonly (readonly [string, Uint8Array])[]) {
  const stage = await setAvatarStage()
  await stage.jobs.handlers['creator.setShared'](fields, context)
  await pause(stage, true)
  const draftIds = []
  for (const [name, bytes] of files) draftIds.push((await draftOf(stage, name, bytes)).id)
  const { ticket } = await stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds }, context)
  const { jobIds } = await stage.jobs.handlers['creation.confirm']({ ticket }, context)
  await pause(stage, true)
  return { stage, ids: jobIds }
}

const png = pngFile({ width: 192, height: 108 })

describe('the balance before a creation', () => {
  it.each([
    ['a service that is busy', slowAccount],
    ['a read that is abandoned', givenUp],
  ])('that fails because of %s falls back to the last reading, and the request is sent', async (_why, failure) => {
    const { stage, ids } = await waiting()
    stage.service.script.account = () => {
      throw failure
    }
    await pause(stage, false)
    await rest()
    expect(await jobNow(stage, ids[0])).toMatchObject({
      state: 'training',
      evidence: { balanceBefore: { avatarCreationsLeft: 37 } },
    })
  })

  it.each([
    ['no connection', noConnection],
    ['a refusal by Greenroom', refusal('link-local')],
  ])('that fails because of %s holds the queue, and nothing is recorded as sent', async (_why, failure) => {
    const { stage } = await waiting()
    stage.service.script.account = () => {
      throw failure
    }
    await pause(stage, false)
    await rest()
    expect(stage.created).toHaveLength(0)
    expect((await stage.jobs.handlers['queue.read']({}, context)).held?.failure).toEqual(failure.failure)
    expect(noted(stage)).toEqual(['avatar.confirmed done'])
    expect(stage.logged).toEqual([])
  })

  it('of zero holds only avatars with an image: without one nothing may be spent', async () => {
    const { stage } = await waiting()
    stage.service.script.account = () => ({ avatarCreationsLeft: 0, durationLeft: null })
    await pause(stage, false)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('that is missing in the answer does not hold a portrait back; the last creation is spent', async () => {
    for (const avatarCreationsLeft of [null, 1]) {
      const { stage } = await portraits(['Ada.png', png])
      stage.service.script.account = () => ({ avatarCreationsLeft, durationLeft: null })
      await pause(stage, false)
      while ((await states(stage)).includes('waiting')) await rest()
      await rest()
      expect(await jobsNow(stage)).toMatchObject([
        {
          state: 'training',
          evidence: { balanceBefore: avatarCreationsLeft === null ? null : { avatarCreationsLeft } },
        },
      ])
    }
  })
})

describe('the log of submissions', () => {
  const fileOf = ({ folder }: AvatarStage): string => path.join(folder, 'submissions.jsonl')
  // Nothing can be added to a folder, whichever user runs the test.
  const refuseLog = (stage: AvatarStage): void => {
    rmSync(fileOf(stage), { force: true })
    mkdirSync(fileOf(stage))
  }
  const read = (stage: AvatarStage) =>
    openSubmissionLog({ file: fileOf(stage), log: stage.log })
      .read()
      .map(({ taskId }) => taskId)

  it.each([
    ['an accepted one, with its task', null, [taskOf(1)]],
    ['a lost answer', lostAnswer, [null]],
    ['no longer one that was declined', declined, []],
    ['no longer one that was not sent', noConnection, []],
  ])('has %s', async (_what, failure, expected) => {
    const stage = await setAvatarStage()
    if (failure !== null) stage.script.create = () => Promise.reject(failure)
    await confirm(stage)
    expect(read(stage)).toEqual(expected)
  })

  it('has no entry of a job that could not be written as submitting, and was not sent', async () => {
    const { stage } = await waiting()
    stage.database.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON jobs WHEN NEW.state = 'submitting' BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    await pause(stage, false)
    await rest()
    expect([stage.created.length, read(stage)]).toEqual([0, []])
    expect((await stage.jobs.handlers['queue.read']({}, context)).held).not.toBeNull()
  })

  // Would catch a job that stays submitting for ever, although nothing was sent.
  it('stops sending when it cannot be written; the job waits, and is sent later', async () => {
    const { stage } = await waiting()
    refuseLog(stage)
    await pause(stage, false)
    await rest()
    expect([stage.created.length, await states(stage)]).toEqual([0, ['waiting']])
    const { held } = await stage.jobs.handlers['queue.read']({}, context)
    expect(held?.failure).toMatchObject({ kind: 'storage' })
    rmdirSync(fileOf(stage))
    await stage.clock.pass(minute)
    await rest()
    expect([stage.created.length, await states(stage)]).toEqual([1, ['training']])
  })

  // Would catch a paid task whose id is discarded because a second record of it fails.
  it('that cannot be written after the sending does not prevent storing the task with its job', async () => {
    const stage = await setAvatarStage()
    stage.script.create = (_input, place) => {
      refuseLog(stage)
      return Promise.resolve(taskOf(place))
    }
    const [id] = await confirm(stage)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId: taskOf(1) })
    expect(stage.logged.join()).toContain(taskOf(1))
  })

  // Would catch a paid job that a copy of the database would send again, because the log recorded that it was not
  // created.
  it('keeps a job with a task when an operator tries to mark it as not created, and drops one without a task', async () => {
    const stage = await setAvatarStage()
    const [id = noJob] = await confirm(stage)
    const mark = stage.jobs.handlers['job.markNotCreated']
    expect(await failureOf(() => mark({ jobId: id }, context))).toEqual(refused('wrong-state', 'training'))
    expect(read(stage)).toEqual([taskOf(1)])
    stage.script.create = () => Promise.reject(lostAnswer)
    const [lost = noJob] = await confirm(stage)
    await mark({ jobId: lost }, context)
    expect(read(stage)).toEqual([taskOf(1)])
  })
})

describe('a job whose balance is being read', () => {
  it.each<[string, (stage: AvatarStage) => unknown]>([
    ['the queue is paused', (stage) => pause(stage, true)],
    ['the computer falls asleep', ({ activeProfiles }) => activeProfiles.setAsleep(true)],
    ['the network goes', ({ activeProfiles }) => activeProfiles.setOnline(false)],
    [
      'the profile becomes read-only',
      ({ profiles }) => profiles.set(profileId, profileOf({ protection: 'read-only' })),
    ],
  ])('is not sent when %s meanwhile', async (_what, stop) => {
    const { stage } = await waiting()
    const balance = slowBalance(stage)
    await pause(stage, false)
    await rest()
    await stop(stage)
    await balance.end()
    expect([stage.created.length, await states(stage)]).toEqual([0, ['waiting']])
  })

  it('is not sent when it is removed, which does not count as an error', async () => {
    const { stage, ids } = await waiting(2)
    const balance = slowBalance(stage)
    await pause(stage, false)
    await stage.jobs.handlers['job.remove']({ jobIds: [ids[0] ?? noJob] }, context)
    await balance.end()
    expect(stage.created.map(({ name }) => name)).toEqual(['2'])
    expect((await stage.jobs.handlers['queue.read']({}, context)).held).toBeNull()
  })
})

describe('the balance after a creation', () => {
  /** Each creation costs one of 37; returns the answer of `job.balances` for the first of them. */
  async function around(count: number, isReadAfter = true) {
    const stage = await setAvatarStage()
    stage.service.script.account = () => {
      if (stage.created.length > 0 && !isReadAfter) throw slowAccount
      return { avatarCreationsLeft: 37 - stage.created.length, durationLeft: 600 }
    }
    const answers = Promise.withResolvers<undefined>()
    stage.script.create = async () => {
      await answers.promise
      return taskOf(stage.created.length)
    }
    const [id] = await confirm(stage, count)
    await stage.clock.pass(1_000)
    answers.resolve(undefined)
    await rest()
    await stage.clock.pass(5_000)
    return stage.jobs.handlers['job.balances']({ jobId: id ?? noJob }, context)
  }

  it('is the first reading after its answer', async () =>
    expect(await around(1)).toMatchObject({
      before: { avatarCreationsLeft: 37 },
      after: { avatarCreationsLeft: 36 },
      othersSent: 0,
    }))

  it('comes with the creations that were sent meanwhile', async () =>
    expect(await around(2)).toMatchObject({ after: { avatarCreationsLeft: 35 }, othersSent: 1 }))

  it('is missing while no balance was read', async () =>
    expect(await around(1, false)).toMatchObject({ before: { avatarCreationsLeft: 37 }, after: null, othersSent: 0 }))
})

describe('a portrait', () => {
  it('is sent with its actual type', async () => {
    const { stage } = await portraits(['Ada.png', png], ['Bao.jpg', jpegFile({ width: 192, height: 108 })])
    await pause(stage, false)
    while (stage.created.length < 2) await rest()
    expect(stage.created.map(({ coverImage }) => coverImage?.type).toSorted()).toEqual(['jpeg', 'png'])
    expect(stage.created.every(({ coverImage }) => (coverImage?.bytes ?? 0) > 0)).toBe(true)
  })

  it('whose file is missing is rejected, never sent, and delays nothing', async () => {
    const { stage, ids } = await portraits(['Ada.png', png])
    rmSync(path.join(stage.folder, 'images'), { recursive: true })
    await confirm(stage)
    await pause(stage, false)
    while ((await states(stage)).includes('waiting')) await rest()
    await rest()
    expect(await jobNow(stage, ids[0])).toMatchObject({
      state: 'rejected',
      failure: { kind: 'not-found', what: 'image' },
      submittedAt: null,
    })
    expect(await states(stage)).toEqual(['training', 'rejected'])
    expect(stage.created.map(({ coverImage }) => coverImage)).toEqual([null])
    expect(noted(stage)).toContain('avatar.rejected failed')
  })
})

describe('a suspended queue', () => {
  it.each([
    ['a lost answer', lostAnswer],
    ['a request that did not leave', noConnection],
  ])('reads nothing for the result of a request meanwhile: %s', async (_what, failure) => {
    const stage = await setAvatarStage()
    const answer = Promise.withResolvers<TaskId>()
    stage.script.create = () => answer.promise
    await confirm(stage)
    stage.activeProfiles.setAsleep(true)
    const reads = stage.service.askedFor('queryAccount')
    answer.reject(failure)
    await rest()
    await stage.clock.pass(3 * minute)
    expect([stage.created.length, stage.service.askedFor('queryAccount')]).toEqual([1, reads])
  })

  it('of a deleted profile sends nothing', async () => {
    const { stage } = await waiting()
    stage.profiles.delete(profileId)
    expect(await pause(stage, false)).toMatchObject({ held: null })
    await rest()
    expect(stage.created).toHaveLength(0)
  })

  it('stays suspended once Greenroom has quit, whatever wakes it', async () => {
    const { stage } = await waiting()
    await stage.quit()
    nap(stage)
    await pause(stage, false)
    await stage.clock.pass(minute)
    expect([stage.created.length, stage.clock.waiting()]).toEqual([0, 0])
  })
})
