/**
 * The balance that pays for waiting avatars when a different secret is entered: the one it was confirmed for, or none
 * without a question.
 */
import { UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { isPaidAgain, queueOfSave } from '../../../src/main/creations/queue-payer.ts'
import { accountOfToken } from '../../../src/main/service/token-account.ts'
import { payerChange } from '../../../src/main/vault/payer.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import type { Payer, Profile } from '../../../src/shared/schemas/profile.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { confirm, context, jobNow, lostAnswer, nap, noJob, rest, setAvatarStage, states, taskOf } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const { id } = profileOf()
const jwt = (claims: Readonly<Record<string, unknown>>): string => `${new UnsecuredJWT(claims).encode()}signature`
const a = jwt({ appId: '1909592296232782318', exp: 1 })
const b = jwt({ appId: '1909592296232782319', exp: 1 })
const rejected = serviceFailure({ kind: 'token-rejected' }, { operation: 'queryAccount', httpStatus: 401 })

interface Saved {
  readonly typed: string | null
  /** null when it cannot be read any more. */
  readonly stored: string | null
  readonly before?: Partial<Profile>
  readonly after?: Partial<Profile>
}

const secretOf = (text: string | null): Secret | null => (text === null ? null : new Secret(text))

/** Like the step before a profile is saved; returns its undo. */
function save({ jobs }: AvatarStage, { typed, stored, before = {}, after = before }: Saved): () => void {
  const fields = { before: profileOf(before), after: profileOf(after) }
  const secrets = { typed: secretOf(typed), stored: secretOf(stored) }
  return jobs.beforePayerChange(
    id,
    payerChange(fields, secrets, (token) => accountOfToken(token.open())),
  )
}

/** Two jobs that waited because the token was refused, which it no longer is. */
async function held() {
  const stage = await setAvatarStage()
  stage.service.script.account = () => {
    throw rejected
  }
  await confirm(stage, 2)
  stage.service.script.account = () => ({ avatarCreationsLeft: 37, durationLeft: 600 })
  expect(stage.created).toHaveLength(0)
  return stage
}

async function passMinute(stage: AvatarStage): Promise<void> {
  nap(stage)
  await stage.clock.pass(60_000)
  await rest()
}

const read = ({ jobs }: AvatarStage) => jobs.handlers['queue.read']({}, context)
const keys = (appId: string): Partial<Profile> => ({
  authentication: { kind: 'api-keys', appId, tokenLifetimeSeconds: 1_800 },
})

describe('the queue of a profile that is saved', () => {
  const payerOf = (appId: string): Payer => ({
    baseUrl: profileOf().baseUrl,
    kind: 'access-token',
    account: { appId, subject: null, issuer: null },
  })
  const [first, second, third] = [payerOf('1'), payerOf('2'), payerOf('3')]

  it.each([
    { pausedFor: null, before: first, after: first, waits: true, then: { pausedForPayer: null, isPaidAgain: false } },
    { pausedFor: null, before: first, after: second, waits: true, then: { pausedForPayer: first, isPaidAgain: false } },
    {
      pausedFor: first,
      before: second,
      after: third,
      waits: true,
      then: { pausedForPayer: first, isPaidAgain: false },
    },
    {
      pausedFor: first,
      before: second,
      after: second,
      waits: true,
      then: { pausedForPayer: first, isPaidAgain: false },
    },
    { pausedFor: first, before: second, after: first, waits: true, then: { pausedForPayer: first, isPaidAgain: true } },
    { pausedFor: null, before: first, after: second, waits: false, then: { pausedForPayer: null, isPaidAgain: false } },
    {
      pausedFor: first,
      before: second,
      after: third,
      waits: false,
      then: { pausedForPayer: null, isPaidAgain: false },
    },
  ])(
    'paused for $pausedFor.account.appId, saved from $before.account.appId to $after.account.appId, jobs wait: $waits',
    ({ pausedFor, before, after, waits, then }) => {
      const stored = { isPaused: false, pausedForPayer: pausedFor, payer: before }
      const next = queueOfSave(stored, { before, after, isSame: before === after }, waits)
      expect(next).toEqual({ isPaused: false, pausedForPayer: then.pausedForPayer, payer: after })
      expect(isPaidAgain(next)).toBe(then.isPaidAgain)
    },
  )
})

describe('a different secret while avatars wait', () => {
  it.each<[string, Saved]>([
    ['a token of the same App ID', { typed: jwt({ appId: '1909592296232782318', exp: 2 }), stored: a }],
    ['a token of the same subject', { typed: jwt({ sub: 'ops', exp: 2 }), stored: jwt({ sub: 'ops' }) }],
    ['the same token again', { typed: 'of-no-form', stored: 'of-no-form' }],
    ['a key of the same App ID', { typed: 'key-2', stored: null, before: keys('1') }],
    ['no secret, and another name', { typed: null, stored: null, after: { name: 'Main hall, night' } }],
  ])('lets them continue: %s', async (_, saved) => {
    const stage = await held()
    save(stage, saved)
    await passMinute(stage)
    expect(await read(stage)).toMatchObject({ paused: false })
    expect(stage.created).toHaveLength(2)
  })

  it.each<[string, Saved, unknown]>([
    ['another App ID', { typed: b, stored: a }, '1909592296232782318'],
    ['another subject', { typed: jwt({ sub: 'b' }), stored: jwt({ sub: 'a' }) }, 'a'],
    ['a subject of another issuer', { typed: jwt({ sub: 'a', iss: '2' }), stored: jwt({ sub: 'a', iss: '1' }) }, 'a'],
    ['one App ID that the other does not name', { typed: jwt({ sub: 'a' }), stored: a }, '1909592296232782318'],
    [
      'another App ID of the same person',
      { typed: jwt({ appId: '2', sub: 'a' }), stored: jwt({ appId: '1', sub: 'a' }) },
      '1',
    ],
    ['tokens that say nothing', { typed: 'of-b', stored: 'of-a' }, null],
    [
      'claims that are empty',
      { typed: jwt({ appId: '', sub: ' ' }), stored: jwt({ appId: '', sub: ' ', exp: 1 }) },
      null,
    ],
    // As numbers, both would be read as 1909592296232782300.
    [
      'numbers that are too long to be read',
      {
        typed: jwt({}).replace(
          /^(\w+\.)[^.]*/,
          `$1${Buffer.from('{"appId":1909592296232782318}').toString('base64url')}`,
        ),
        stored: jwt({}).replace(
          /^(\w+\.)[^.]*/,
          `$1${Buffer.from('{"appId":1909592296232782319}').toString('base64url')}`,
        ),
      },
      null,
    ],
    ['a stored token that cannot be read any more', { typed: a, stored: null }, null],
    ['a key of another App ID', { typed: 'key-2', stored: null, before: keys('1'), after: keys('2') }, '1'],
    ['another App ID with the same key', { typed: null, stored: null, before: keys('1'), after: keys('2') }, '1'],
    ['a token in place of a key', { typed: a, stored: null, before: keys('1'), after: {} }, '1'],
  ])('keeps them until the operator resumes the queue: %s', async (_, saved, account) => {
    const stage = await held()
    save(stage, saved)
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
    const paused = { paused: true, pauseReason: { kind: 'other-account', account } }
    expect(await read(stage)).toMatchObject(paused)
    expect(stage.pushed('queue.changed').at(-1)).toMatchObject(paused)
    // Neither Continue now nor the next run changes this.
    await stage.jobs.handlers['queue.resume']({}, context)
    await stage.restart()
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
    expect(await read(stage)).toMatchObject(paused)
    const after = await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    expect(after).toMatchObject({ paused: false })
    expect(after).not.toHaveProperty('pauseReason')
    await rest()
    expect(stage.created).toHaveLength(2)
  })

  it('names the previous address when the address changed', async () => {
    const stage = await held()
    const moved = { baseUrl: 'https://elsewhere.example/v2' }
    save(stage, { typed: a, stored: a, after: moved })
    stage.profiles.set(id, profileOf(moved))
    expect(await read(stage)).toMatchObject({
      pauseReason: { kind: 'other-address', baseUrl: profileOf().baseUrl },
    })
  })

  it('remembers the account of a secret that has become unreadable, in the next run too', async () => {
    const stage = await setAvatarStage()
    save(stage, { typed: a, stored: null })
    stage.service.script.account = () => {
      throw rejected
    }
    await confirm(stage, 2)
    stage.service.script.account = () => ({ avatarCreationsLeft: 37, durationLeft: 600 })
    stage.unserved.set(id, rejected)
    await stage.restart()
    save(stage, { typed: jwt({ appId: '1909592296232782318', exp: 3 }), stored: null })
    stage.unserved.clear()
    await passMinute(stage)
    expect(stage.created).toHaveLength(2)
  })

  it('remembers no account for an opaque token, so that the previous one does not apply to it', async () => {
    const stage = await held()
    save(stage, { typed: a, stored: null })
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    stage.service.script.account = () => {
      throw rejected
    }
    save(stage, { typed: 'of-b', stored: a })
    await confirm(stage)
    save(stage, { typed: a, stored: null })
    expect(await read(stage)).toMatchObject({ paused: true })
  })

  it('resumes when the account that they were confirmed for is back, and not with a third', async () => {
    const stage = await held()
    save(stage, { typed: b, stored: a })
    save(stage, { typed: 'of-c', stored: b })
    expect(await read(stage)).toMatchObject({ pauseReason: { account: '1909592296232782318' } })
    save(stage, { typed: a, stored: 'of-c' })
    stage.jobs.afterPayerChange(id)
    await passMinute(stage)
    expect(stage.created).toHaveLength(2)
  })

  // Would catch avatars that are sent with the token of C while the token of A is still being written.
  it('does not resume before the profile is saved, nor after saving failed', async () => {
    const stage = await held()
    save(stage, { typed: b, stored: a })
    const takeBack = save(stage, { typed: a, stored: b })
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
    takeBack()
    stage.jobs.afterPayerChange(id)
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
  })

  // Would catch avatars that were confirmed with the balance of B, and are paid by A when A's token is back.
  it('does not resume automatically once more avatars were confirmed for the other account', async () => {
    const stage = await held()
    save(stage, { typed: b, stored: a })
    await confirm(stage)
    expect(await read(stage)).toMatchObject({ paused: true, pauseReason: { account: null } })
    save(stage, { typed: a, stored: b })
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(stage.created).toHaveLength(3)
  })

  // Would catch avatars that are confirmed with the balance of B while the token of A is being written, and paid by A.
  it('keeps the queue paused when more were confirmed while the profile was being saved', async () => {
    const stage = await held()
    save(stage, { typed: b, stored: a })
    save(stage, { typed: a, stored: b })
    await confirm(stage)
    stage.jobs.afterPayerChange(id)
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
    expect(await read(stage)).toMatchObject({ paused: true, pauseReason: { account: null } })
  })

  it('no longer pauses the queue after the last waiting avatar was removed', async () => {
    const stage = await held()
    save(stage, { typed: b, stored: a })
    const { rows } = await stage.jobs.handlers['job.list'](
      { search: '', states: [], sort: 'newest', archived: false, limit: 300 },
      context,
    )
    for (const { id: jobId } of rows) {
      expect(await read(stage)).toMatchObject({ paused: true })
      await stage.jobs.handlers['job.remove']({ jobIds: [jobId] }, context)
    }
    expect(await read(stage)).toMatchObject({ paused: false })
    await confirm(stage)
    expect(stage.created).toHaveLength(1)
  })

  it('is undone when the profile could not be saved', async () => {
    const stage = await held()
    save(stage, { typed: b, stored: a })()
    await passMinute(stage)
    expect(stage.created).toHaveLength(2)
  })

  it('leaves a queue paused that the operator paused', async () => {
    const stage = await held()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    save(stage, { typed: b, stored: a })
    save(stage, { typed: a, stored: b })
    stage.jobs.afterPayerChange(id)
    const now = await read(stage)
    expect(now).toMatchObject({ paused: true })
    expect(now).not.toHaveProperty('pauseReason')
  })

  it('pauses for an avatar that is being sent, but not an empty queue', async () => {
    const stage = await setAvatarStage()
    save(stage, { typed: b, stored: a })
    expect(await read(stage)).toMatchObject({ paused: false })
    const answer = Promise.withResolvers<ReturnType<typeof taskOf>>()
    stage.script.create = () => answer.promise
    await confirm(stage)
    save(stage, { typed: a, stored: b })
    expect(await read(stage)).toMatchObject({ paused: true })
    answer.resolve(taskOf(1))
    await rest()
    expect(await states(stage)).toEqual(['training'])
    expect(await read(stage)).toMatchObject({ paused: false })
  })
})

describe('balances before and after a different secret', () => {
  /** A creation whose answer is lost, with the balance that is read only after a different secret was entered. */
  async function unknown(saved: Saved, row: 'kept' | 'taken away and put back' = 'kept') {
    const stage = await setAvatarStage()
    stage.script.create = () => {
      stage.service.script.account = () => {
        throw rejected
      }
      throw lostAnswer
    }
    const [jobId = noJob] = await confirm(stage)
    await rest()
    if (row !== 'kept') await stage.jobs.handlers['job.remove']({ jobIds: [jobId] }, context)
    save(stage, saved)
    stage.service.script.account = () => ({ avatarCreationsLeft: 37, durationLeft: 600 })
    if (row !== 'kept') await stage.jobs.handlers['job.restore']({ jobIds: [jobId] }, context)
    await passMinute(stage)
    return jobNow(stage, jobId)
  }

  // Would catch "fell by 0, probably not created" from A's balance before and B's after: the portrait would be paid
  // again.
  it('are no evidence for an unknown outcome when the account differs', async () => {
    const { state, evidence } = await unknown({ typed: b, stored: a })
    expect(state).toBe('unknown')
    expect(evidence).toMatchObject({ balanceBefore: null, balanceAfter: { avatarCreationsLeft: 37 } })
  })

  it('are no evidence either when its row was removed meanwhile and restored', async () => {
    const { evidence } = await unknown({ typed: b, stored: a }, 'taken away and put back')
    expect(evidence).toMatchObject({ balanceBefore: null, balanceAfter: { avatarCreationsLeft: 37 } })
  })

  it('of one account are evidence, whatever its token', async () => {
    const { evidence } = await unknown({ typed: jwt({ appId: '1909592296232782318', exp: 2 }), stored: a })
    expect(evidence).toMatchObject({ balanceBefore: { avatarCreationsLeft: 37 } })
  })
})

describe('a profile that was moved between two runs', () => {
  /** Two jobs that were confirmed while there was no network. */
  async function waiting(profile: Partial<Profile>) {
    const stage = await setAvatarStage(profile)
    stage.activeProfiles.setOnline(false)
    await confirm(stage, 2)
    return stage
  }

  // Would catch a policy, or a settings file that was edited or restored, that makes a different account pay for
  // waiting avatars.
  it.each<[string, Partial<Profile>, Partial<Profile>, unknown]>([
    [
      'address',
      {},
      { baseUrl: 'https://elsewhere.example/v2' },
      { kind: 'other-address', baseUrl: profileOf().baseUrl },
    ],
    ['App ID', keys('1'), keys('2'), { kind: 'other-account', account: '1' }],
    ['way of signing in', keys('1'), {}, { kind: 'other-account', account: '1' }],
  ])(
    'to a different %s keeps waiting jobs, and after Resume does not ask again',
    async (_, before, after, pauseReason) => {
      const stage = await waiting(before)
      stage.profiles.set(id, profileOf(after))
      await stage.restart()
      await passMinute(stage)
      expect(stage.created).toHaveLength(0)
      expect(await read(stage)).toMatchObject({ paused: true, pauseReason })
      stage.activeProfiles.setOnline(false)
      await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
      await stage.restart()
      await passMinute(stage)
      expect(stage.created).toHaveLength(2)
    },
  )

  it.each<[string, Partial<Profile>, Partial<Profile>]>([
    ['nothing but its name is different', keys('1'), { ...keys('1'), name: 'Main hall, night' }],
    [
      'it is on the practice service, which has another address in each run',
      { kind: 'practice' },
      { kind: 'practice', baseUrl: 'http://127.0.0.1:4002/v2' },
    ],
  ])('sends waiting jobs when %s', async (_, before, after) => {
    const stage = await waiting(before)
    stage.profiles.set(id, profileOf(after))
    await stage.restart()
    await passMinute(stage)
    expect(stage.created).toHaveLength(2)
  })

  it('remembers the account of the first secret of a new profile', async () => {
    const stage = await setAvatarStage()
    const fields = { before: null, after: profileOf() }
    const typed = payerChange(fields, { typed: new Secret(a), stored: null }, (token) => accountOfToken(token.open()))
    stage.jobs.beforePayerChange(id, typed)
    stage.activeProfiles.setOnline(false)
    await confirm(stage, 2)
    await stage.restart()
    save(stage, { typed: jwt({ appId: '1909592296232782318', exp: 3 }), stored: null })
    await passMinute(stage)
    expect(stage.created).toHaveLength(2)
  })
})

describe('a profile that is being deleted', () => {
  // Would catch avatars that a different window has paid for between the question and the end, and that are then
  // erased.
  it('sends no waiting or newly confirmed jobs, whatever the operator does', async () => {
    const stage = await held()
    await stage.jobs.end(id)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await stage.jobs.handlers['queue.resume']({}, context)
    await confirm(stage)
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
  })

  it('but stays has its queue unchanged', async () => {
    const stage = await held()
    const resumeQueue = await stage.jobs.end(id)
    const resumeOther = await stage.jobs.end(id)
    expect(await read(stage)).toMatchObject({ paused: false })
    resumeOther()
    await passMinute(stage)
    expect(stage.created).toHaveLength(0)
    resumeQueue()
    await passMinute(stage)
    expect(stage.created).toHaveLength(2)
  })
})

describe('the balances of a profile', () => {
  // Would catch the balance of a different account that is charted as use or as a top-up.
  it('start again with a secret of a different account, and continue with the same account', async () => {
    const stage = await setAvatarStage()
    const since = (): number => stage.repositories.accountSamples.accountSince(id, stage.clock.now())
    save(stage, { typed: jwt({ appId: '1909592296232782318', exp: 2 }), stored: a })
    expect(since()).toBe(0)
    save(stage, { typed: b, stored: a })
    expect(since()).toBe(stage.clock.now())
  })
})
