import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { CallError } from '../../../src/main/service/retry.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { JobId, TaskId } from '../../../src/shared/ids.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import type { Payer } from '../../../src/shared/schemas/profile.ts'
import { createSubmission } from '../../../src/main/creations/submit.ts'
import type { SubmissionParts } from '../../../src/main/creations/submit.ts'
import { appContextOf } from '../../support/app-context.ts'
import { serviceFailure, untilCancelled } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import {
  acceptOnFullDisk,
  confirm,
  context,
  jobNow,
  lostAnswer,
  noConnection,
  noted,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const minute = 60_000
const declined = serviceFailure({ kind: 'declined' }, { operation: 'createAvatar', code: '1009', message: 'quota' })
const tokenRejected = serviceFailure({ kind: 'token-rejected' }, { operation: 'createAvatar', httpStatus: 401 })
const badGateway = serviceFailure({ kind: 'http' }, { operation: 'createAvatar', httpStatus: 502 })
const notJson = serviceFailure({ kind: 'not-json', contentType: 'text/html' }, { operation: 'createAvatar' })
const noToken = new FailureError({ kind: 'no-token' })
const unreadable = new FailureError({ kind: 'storage', reason: 'other', detail: 'gone' })

const payer = (account: string): Payer => ({
  baseUrl: profileOf().baseUrl,
  kind: 'access-token',
  account: { appId: account, subject: null, issuer: null },
})

/** The step before each profile is saved with a different account's secret. */
function moveAll({ profiles, jobs }: AvatarStage): void {
  const change = { before: payer('1'), after: payer('2'), keepsSecret: false, isSame: false }
  for (const id of profiles.keys()) jobs.beforePayerChange(id, change)
}

describe('submitting', () => {
  it('sends the confirmed fields, blank ones left out, and keeps the 19 digits of the task', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    expect(stage.created).toEqual([
      {
        voice: 'Echo',
        conversationId: '1712345678901234567',
        coverImage: null,
        language: 'English',
        name: '1',
        greeting: '',
        profileText: '',
      },
    ])
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId: '1712345678900000001' })
    expect(noted(stage)).toEqual(['avatar.confirmed done', 'avatar.submitted unknown', 'avatar.accepted done'])
  })

  it('stores the job as submitting, with its evidence, before the request is sent', async () => {
    const stage = await setAvatarStage()
    const onDisk: unknown[] = []
    stage.script.create = (_input, place) => {
      const reader = new DatabaseSync(String(stage.database.location()), { readOnly: true })
      onDisk.push({ ...reader.prepare('SELECT state, evidence FROM jobs').get() })
      reader.close()
      return Promise.resolve(taskOf(place))
    }
    await confirm(stage)
    const at = stage.clock.now()
    const evidence = { balanceBefore: { avatarCreationsLeft: 37, at }, balanceAfter: null, sentAt: at, endedAt: null }
    expect(onDisk).toEqual([{ state: 'submitting', evidence: JSON.stringify(evidence) }])
  })

  it('reports how much of the image was sent, in steps, during the upload', async () => {
    const stage = await setAvatarStage()
    stage.script.create = (_input, place, onUpload) => {
      for (const share of [0.01, 0.02, 0.4, 0.41, 1]) onUpload?.(share)
      return Promise.resolve(taskOf(place))
    }
    const [id] = await confirm(stage)
    const uploads = stage.pushed('queue.changed').flatMap((state) => state.uploads ?? [])
    expect(uploads).toEqual([
      { jobId: id, share: 0.4 },
      { jobId: id, share: 1 },
    ])
    expect(stage.pushed('queue.changed').at(-1)?.uploads).toBeUndefined()
  })

  it.each([
    { kind: 'timeout', timeoutMs: 60_000, phase: 'upload' },
    { kind: 'connection-reset', phase: 'upload' },
  ] as const)('that ends in the middle of its image by $kind certainly created nothing', async (problem) => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(serviceFailure(problem, { operation: 'createAvatar', sent: 'maybe' }))
    const [id] = await confirm(stage)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'rejected', failure: { phase: 'upload' } })
    expect(stage.created).toHaveLength(1)
  })

  it('has at most two in flight, in the order of their confirmation', async () => {
    const stage = await setAvatarStage()
    const inFlight: ((task: TaskId) => void)[] = []
    stage.script.create = () => new Promise((resolve) => inFlight.push(resolve))
    await confirm(stage, 5)
    expect(await states(stage)).toEqual(['waiting', 'waiting', 'waiting', 'submitting', 'submitting'])
    inFlight[0]?.(taskOf(1))
    await rest()
    expect(await states(stage)).toEqual(['waiting', 'waiting', 'submitting', 'submitting', 'training'])
    expect(stage.created.map(({ name }) => name)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['refused by the service', declined, 'rejected'],
    ['a rejected token', tokenRejected, 'rejected'],
    ['an image that cannot be read', unreadable, 'rejected'],
    ['a lost answer', lostAnswer, 'unknown'],
    ['a gateway that may have passed it on', badGateway, 'unknown'],
    ['an answer that is no JSON', notJson, 'unknown'],
    ['no connection', noConnection, 'waiting'],
    ['no token', noToken, 'waiting'],
    ['no keychain', new FailureError({ kind: 'keychain-missing' }), 'waiting'],
    ['a locked keychain', new FailureError({ kind: 'keychain-locked' }), 'waiting'],
  ] as const)('%s: the job gets the right state, and no uncertain request is repeated', async (_name, error, state) => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(error)
    const [id] = await confirm(stage)
    expect(await jobNow(stage, id)).toMatchObject({ state, failure: state === 'waiting' ? null : error.failure })
    const { held } = await stage.jobs.handlers['queue.read']({}, context)
    expect(held?.failure ?? null).toEqual(state === 'waiting' ? error.failure : null)
    const entries = noted(stage).length
    // Hours later no uncertain request was repeated; waiting jobs are tried each minute, without a new entry.
    await stage.clock.pass((state === 'waiting' ? 5 : 120) * minute)
    if (state !== 'waiting') expect(stage.created).toHaveLength(1)
    expect(noted(stage)).toHaveLength(entries)
  })

  it('a bug of the program counts as unknown: it does not show whether the request was sent', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(new TypeError('bug'))
    const [id] = await confirm(stage)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'unknown', failure: { kind: 'internal', logId: 'log-1' } })
  })

  it('an unknown outcome gets the balances before and after, and the rest of the queue continues', async () => {
    const stage = await setAvatarStage()
    stage.script.create = (_input, place) => {
      if (place > 1) return Promise.resolve(taskOf(place))
      stage.service.script.account = () => ({ avatarCreationsLeft: 36, durationLeft: 600 })
      return Promise.reject(lostAnswer)
    }
    const [id] = await confirm(stage, 3)
    await stage.clock.pass(0)
    expect(await jobNow(stage, id)).toMatchObject({
      state: 'unknown',
      evidence: { balanceBefore: { avatarCreationsLeft: 37 }, balanceAfter: { avatarCreationsLeft: 36 } },
    })
    expect(await states(stage)).toEqual(['training', 'training', 'unknown'])
  })

  it('reads the balance after it repeatedly until the service answers', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => {
      stage.service.script.account = () => {
        throw serviceFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }, { operation: 'queryAccount' })
      }
      return Promise.reject(lostAnswer)
    }
    const [id] = await confirm(stage)
    await stage.clock.pass(5 * minute)
    expect((await jobNow(stage, id)).evidence?.balanceAfter).toBeNull()
    stage.service.script.account = () => ({ avatarCreationsLeft: 37, durationLeft: null })
    await stage.clock.pass(70_000)
    expect((await jobNow(stage, id)).evidence?.balanceAfter).toMatchObject({ avatarCreationsLeft: 37 })
    expect(stage.created).toHaveLength(1)
  })
})

describe('a profile that is saved while its job is being prepared', () => {
  // Would catch the previous client that creates the avatar at the old address, with the old token.
  it('sends only with the new client, once', async () => {
    const stage = await setAvatarStage()
    const { id: profileId } = profileOf()
    const elsewhere: unknown[] = []
    const renew = (): void => {
      stage.renewed.set(profileId, {
        ...stage.client,
        createAvatar: (input) => {
          elsewhere.push(input)
          return stage.client.createAvatar(input)
        },
      })
    }
    let reads = 0
    stage.service.script.account = () => {
      reads += 1
      // The first read belongs to the confirmation.
      if (reads !== 2) return { avatarCreationsLeft: 37, durationLeft: 600 }
      renew()
      throw serviceFailure({ kind: 'cancelled' }, { operation: 'queryAccount', sent: 'maybe' })
    }
    await confirm(stage)
    await rest()
    expect(await states(stage)).toEqual(['training'])
    expect([stage.created.length, elsewhere.length]).toEqual([1, 1])
  })
})

describe('a held queue', () => {
  it('sends nothing when the balance already shows that requests fail', async () => {
    const stage = await setAvatarStage()
    stage.service.script.account = () => {
      throw tokenRejected
    }
    await confirm(stage, 3)
    expect(stage.created).toHaveLength(0)
    expect(await states(stage)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: { kind: 'token-rejected' } } })
  })

  it('resumes automatically when the service answers again, and sends each job once', async () => {
    const stage = await setAvatarStage()
    const answer = stage.service.script.account
    stage.script.create = () => Promise.reject(noConnection)
    const ids = await confirm(stage, 2)
    stage.service.script.account = () => {
      throw noConnection
    }
    await stage.clock.pass(3 * minute)
    const before = stage.created.length
    stage.service.script.account = answer
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(70_000)
    await rest()
    expect(await states(stage)).toEqual(['training', 'training'])
    expect(stage.created).toHaveLength(before + ids.length)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: null, paused: false })
  })

  it('is held, and tries again, while its secret is unavailable', async () => {
    const stage = await setAvatarStage()
    const locked = new FailureError({ kind: 'keychain-locked' })
    let isLocked = true
    stage.renewed.set(profileOf().id, {
      ...stage.client,
      queryAccount: (options) => (isLocked ? Promise.reject(locked) : stage.client.queryAccount(options)),
    })
    await confirm(stage, 2)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: { kind: 'keychain-locked' } } })
    isLocked = false
    await stage.clock.pass(minute)
    await rest()
    expect(await states(stage)).toEqual(['training', 'training'])
  })

  it('is held by a bug of the program, so that the bug does not affect every waiting job', async () => {
    const stage = await setAvatarStage()
    stage.service.script.account = () => {
      if (stage.service.askedFor('queryAccount') > 1) throw new TypeError('not a function')
      return { avatarCreationsLeft: 37, durationLeft: 600 }
    }
    await confirm(stage, 5)
    expect(stage.created).toHaveLength(0)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: { kind: 'internal' } } })
    expect(stage.logged.filter((line) => line.includes('submission of job'))).toHaveLength(2)
  })

  it.each(['a connection that is not there', 'answers that are lost'])(
    'reads nothing asleep: held by %s',
    async (why) => {
      const stage = await setAvatarStage()
      const isLost = why === 'answers that are lost'
      stage.script.create = () => Promise.reject(isLost ? lostAnswer : noConnection)
      await confirm(stage, isLost ? 2 : 1)
      await stage.clock.pass(0)
      const reads = stage.service.askedFor('queryAccount')
      stage.activeProfiles.setAsleep(true)
      await stage.clock.pass(10 * minute)
      expect(stage.service.askedFor('queryAccount')).toBe(reads)
    },
  )

  it('resumes after a new hold as usual, however long the previous one would have lasted', async () => {
    const stage = await setAvatarStage()
    const { failure } = serviceFailure({ kind: 'http' }, { operation: 'createAvatar', httpStatus: 429 })
    stage.script.create = () => Promise.reject(new CallError(failure, { 'retry-after': '300' }))
    await confirm(stage)
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(20_000)
    await rest()
    expect(await states(stage)).toContain('training')
  })

  it('waits at most five seconds for the balance before a creation', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    const hanging = {
      ...stage.client,
      queryAccount: (options?: { readonly signal?: AbortSignal }) => untilCancelled(options?.signal),
    }
    stage.renewed.set(profileOf().id, hanging)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await stage.clock.pass(4_999)
    expect(stage.created).toHaveLength(0)
    await stage.clock.pass(1)
    await rest()
    expect(stage.created).toHaveLength(1)
  })

  it('still reads the account after one failed read of the database', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    stage.database.exec('ALTER TABLE jobs RENAME TO elsewhere')
    await stage.clock.pass(minute)
    stage.database.exec('ALTER TABLE elsewhere RENAME TO jobs')
    await stage.clock.pass(2 * minute)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('waits after a 429 with the jobs behind it; refused ones are never sent again', async () => {
    const stage = await setAvatarStage()
    const busy = serviceFailure({ kind: 'http' }, { operation: 'createAvatar', httpStatus: 429 })
    stage.script.create = () => Promise.reject(busy)
    await confirm(stage, 4)
    await stage.clock.pass(10_000)
    expect(await states(stage)).toEqual(['waiting', 'waiting', 'rejected', 'rejected'])
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: { httpStatus: 429 } } })
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(minute)
    await rest()
    expect(await states(stage)).toEqual(['training', 'training', 'rejected', 'rejected'])
    expect(stage.created).toHaveLength(4)
  })

  // Would catch forty portraits on a service that accepts them but whose answers are lost: forty unknown outcomes
  // within a minute.
  it('stops when one answer after the other is lost, with the evidence read immediately, until a person continues', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(lostAnswer)
    const ids = await confirm(stage, 20)
    await stage.clock.pass(0)
    expect(stage.created).toHaveLength(2)
    expect((await jobNow(stage, ids[1])).evidence?.balanceAfter).not.toBeNull()
    await stage.clock.pass(60 * minute)
    expect(stage.created).toHaveLength(4)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.jobs.handlers['queue.resume']({}, context)
    await rest()
    expect(stage.created).toHaveLength(20)
    expect((await states(stage)).filter((state) => state === 'training')).toHaveLength(16)
  })

  it('sends newly confirmed jobs, since the operator decides in view of the hold', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(lostAnswer)
    await confirm(stage, 2)
    await stage.clock.pass(0)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: lostAnswer.failure } })
    await confirm(stage)
    await rest()
    expect(stage.created).toHaveLength(3)
  })

  it('tries again immediately on the operator’s request', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    expect(await stage.jobs.handlers['queue.resume']({}, context)).toMatchObject({ held: null, paused: false })
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('sends nothing while paused, across a restart, until it is resumed', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage, 2)
    await stage.restart()
    await stage.clock.pass(minute)
    expect(stage.created).toHaveLength(0)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(await states(stage)).toEqual(['training', 'training'])
  })

  it('keeps waiting jobs when their profile moves to a different account, until the operator resumes', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(noConnection)
    await confirm(stage)
    await rest()
    moveAll(stage)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(5 * minute)
    expect(await states(stage)).toEqual(['waiting'])
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ paused: true })
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('also keeps a job that was being sent when its profile moved, but was not sent after all', async () => {
    const stage = await setAvatarStage()
    const refusing = Promise.withResolvers<TaskId>()
    stage.script.create = () => refusing.promise
    await confirm(stage)
    moveAll(stage)
    refusing.reject(noConnection)
    await rest()
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.clock.pass(5 * minute)
    expect(await states(stage)).toEqual(['waiting'])
    expect(stage.created).toHaveLength(1)
  })

  it('an empty queue is not paused when its profile moves', async () => {
    const stage = await setAvatarStage()
    moveAll(stage)
    expect(await stage.jobs.handlers['queue.read']({}, context)).toMatchObject({ paused: false })
  })

  it('sends nothing that was confirmed before its profile became read-only', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    for (const [id, profile] of stage.profiles) stage.profiles.set(id, { ...profile, protection: 'read-only' })
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(stage.created).toHaveLength(0)
  })
})

describe('a waiting job whose row cannot be read', () => {
  const damage = (stage: AvatarStage, id: JobId | undefined): void => {
    stage.database.prepare("UPDATE jobs SET fields = '{' WHERE id = ?").run(id ?? '')
  }

  async function paused() {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const ids = await confirm(stage, 4)
    return { stage, ids }
  }

  it('does not stop the jobs behind it, and is logged once', async () => {
    const { stage, ids } = await paused()
    damage(stage, ids[0])
    damage(stage, ids[1])
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(stage.created.map(({ name }) => name)).toEqual(['3', '4'])
    expect(stage.logged.filter((line) => line.includes(`job ${ids[0] ?? ''} cannot be read`))).toHaveLength(1)
  })

  it('does not prevent pausing the queue of a profile that moves', async () => {
    const { stage, ids } = await paused()
    for (const id of ids) damage(stage, id)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    moveAll(stage)
    expect(await stage.jobs.handlers['queue.read']({}, context)).toMatchObject({ paused: true })
  })
})

describe('a disk that refuses', () => {
  it('before the request: nothing is sent, and the reason is shown', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    stage.database.exec('PRAGMA query_only = ON')
    await rest()
    expect(stage.created).toHaveLength(0)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject({ held: { failure: { kind: 'storage' } } })
    stage.database.exec('PRAGMA query_only = OFF')
    await stage.clock.pass(minute)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('when waiting jobs cannot be read: the queue is held until they can', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    stage.database.exec('ALTER TABLE jobs RENAME TO elsewhere')
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    expect(stage.pushed('queue.changed').at(-1)?.held).not.toBeNull()
    stage.database.exec('ALTER TABLE elsewhere RENAME TO jobs')
    await stage.clock.pass(minute)
    await rest()
    expect(await states(stage)).toEqual(['training'])
  })

  it('while an image is prepared: the queue is held, and its job is not rejected', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    const failure = { kind: 'storage', reason: 'full', detail: '' } as const
    const recorded: unknown[] = []
    const parts = {
      jobStore: { record: (...event: unknown[]) => (recorded.push(event), null) },
      images: { toSend: () => Promise.reject(new FailureError(failure)) },
    }
    const own = { isCurrent: () => true, maySend: () => true, onUpload: () => undefined }
    const submission = createSubmission(appContextOf(stage), parts as unknown as SubmissionParts, own)
    const job = { ...(await jobNow(stage, id)), image: { imageId: 'a'.repeat(64) } } as Job
    await expect(submission(job, stage.client)).rejects.toMatchObject({ failure })
    expect(recorded).toEqual([])
  })

  it('after the request: the task id is shown, logged, and written as soon as the disk allows', async () => {
    const stage = await setAvatarStage()
    acceptOnFullDisk(stage)
    const [id] = await confirm(stage)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId: taskOf(1) })
    expect(stage.logged.join('\n')).toContain(taskOf(1))
    stage.database.exec('PRAGMA query_only = OFF')
    await stage.clock.pass(10_000)
    await stage.restart()
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId: taskOf(1) })
    expect(stage.created).toHaveLength(1)
  })
})
