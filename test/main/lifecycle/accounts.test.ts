/** A token that the service refuses, and a profile that gets a different account while avatars are created. */
import { describe, expect, it } from 'vitest'
import { conversationId, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { Service } from './whole-main.ts'
import {
  confirmAvatars,
  confirmCloseAll,
  rest,
  saveProfile,
  startMain,
  startService,
  useWholeMain,
  hourMs,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

/** Main with a profile whose token is valid for `lifetimeMs`. */
async function setUp(lifetimeMs: number) {
  const main = await startMain()
  const service = await startService(main, { trainingMs: 100 * hourMs })
  const token = service.practice.mintToken(lifetimeMs / 1_000)
  const profile = await saveProfile(main, main.first, service, { token })
  return { main, service, profile, token }
}

function operations({ control }: Service): ReadonlySet<string | undefined> {
  return new Set(control.requests().map(({ operation }) => operation))
}

describe('a token that the service refuses', () => {
  /** One avatar trains, and two are waiting that were confirmed just before the token expired. */
  async function setUpRefused() {
    const stage = await setUp(10 * minuteMs)
    const { main, service } = stage
    const trained = await confirmAvatars(main, main.first)
    await main.clock.pass(10 * minuteMs - 1_000)
    await main.call(main.first, 'queue.setPaused', { paused: true })
    const queued = await confirmAvatars(main, main.first, 2)
    await main.clock.pass(1_000)
    await main.call(main.first, 'queue.setPaused', { paused: false })
    await main.clock.pass(3 * minuteMs)
    service.control.clearRequests()
    return { ...stage, trained, queued }
  }

  it('stops the polling of counts, balances and trainings, and pays for no waiting avatar', async () => {
    const { main, service, queued, profile } = await setUpRefused()
    const { clock, call, first } = main
    await clock.pass(hourMs)
    expect(service.control.requests()).toEqual([])
    expect(await call(first, 'app.state', {})).toMatchObject({ refusedTokens: [profile.id] })
    const jobs = await call(first, 'job.read', { ids: queued })
    expect(jobs.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await call(first, 'queue.read', {})).toMatchObject({ held: { continuesOn: 'token', nextTryAt: null } })
  })

  it('stops polling after sleep too, and when the profile is opened again', async () => {
    const { main, service, profile } = await setUpRefused()
    const { clock, call, first } = main
    await main.sleep()
    clock.set(clock.now() + hourMs)
    await main.wake()
    await call(first, 'profile.open', { profileId: profile.id })
    await clock.pass(hourMs)
    // A person opened the profile, so its queue may read the balance once.
    expect(service.count('getconcurrentNumber') + service.count('queryAvatar')).toBe(0)
    expect(service.count('queryAccount')).toBeLessThan(2)
    expect(service.count('createAvatar')).toBe(0)
  })

  it('does not stop an operator’s own requests', async () => {
    const { main, service } = await setUpRefused()
    const { ask, call, first } = main
    const refused = { ok: false, failure: { kind: 'token-rejected' } }
    expect(await ask(first, 'account.refresh', {})).toMatchObject(refused)
    expect(await ask(first, 'session.refresh', { appId: service.steady })).toMatchObject(refused)
    const conversation = { conversationId: conversationId.parse('1712345678901234567') }
    expect(await ask(first, 'conversation.fetch', conversation)).toMatchObject(refused)
    const { ticket } = await call(first, 'session.openClose', { sessionId: sessionId.parse('call-1'), appId: null })
    await ask(first, 'session.close', { ticket, typed: '' })
    await confirmCloseAll(main, first, service.steady).catch(() => undefined)
    expect(operations(service)).toEqual(
      new Set([
        'queryAccount',
        'getconcurrentNumber',
        'getConversationById',
        'sessionStop',
        'distroyCallSessionsByAppId',
      ]),
    )
  })

  it('ends the reading of the count after a close of all calls whose answer is lost', async () => {
    const { main, service } = await setUpRefused()
    service.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'distroyCallSessionsByAppId' })
    await confirmCloseAll(main, main.first, service.steady)
    await main.clock.pass(2 * minuteMs)
    // One request for the confirmation.
    expect(service.count('getconcurrentNumber')).toBe(1)
    expect(service.count('distroyCallSessionsByAppId')).toBe(1)
  })

  it('resumes polling and waiting avatars once the service accepts it for an operator', async () => {
    const main = await startMain()
    const service = await startService(main, { trainingMs: 100 * hourMs })
    const { clock, call, first } = main
    await saveProfile(main, first, service)
    await confirmAvatars(main, first)
    await call(first, 'queue.setPaused', { paused: true })
    await confirmAvatars(main, first, 2)
    service.control.faults.arm({ kind: 'expired-token' })
    await call(first, 'queue.setPaused', { paused: false })
    await clock.pass(hourMs)
    service.control.faults.clear()
    service.control.clearRequests()
    await clock.pass(hourMs)
    expect(service.control.requests()).toEqual([])
    await call(first, 'account.refresh', {})
    await clock.pass(5_000)
    expect(service.count('createAvatar')).toBe(2)
    expect(service.count('getconcurrentNumber')).toBe(1)
    expect(service.count('queryAvatar')).toBeGreaterThan(0)
  })

  it('resumes polling and waiting avatars with a new token of the same account', async () => {
    const { main, service, profile, queued } = await setUpRefused()
    const { clock, call, first } = main
    const renewed = service.practice.mintToken(hourMs / 1_000)
    await saveProfile(main, first, service, { id: profile.id, token: renewed })
    await clock.pass(5_000)
    expect(service.tokens('createAvatar')).toEqual([renewed, renewed])
    expect(service.count('getconcurrentNumber')).toBe(1)
    expect(service.count('queryAvatar')).toBeGreaterThan(0)
    expect(service.count('queryAccount')).toBeGreaterThan(0)
    await clock.pass(10 * minuteMs)
    expect(service.count('getconcurrentNumber')).toBe(21)
    const jobs = await call(first, 'job.read', { ids: queued })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training'])
    expect(await call(first, 'app.state', {})).toMatchObject({ refusedTokens: [] })
  })
})

describe('a creation in flight when its profile gets a different account', () => {
  /** Two creations are in flight with the first token, a third waits. */
  async function setUpCreating() {
    const stage = await setUp(hourMs)
    const { main, service } = stage
    service.control.faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'createAvatar', times: 2 })
    const ids = await confirmAvatars(main, main.first, 3)
    expect(service.count('createAvatar')).toBe(2)
    return { ...stage, ids }
  }

  it('is recorded for the old account, and waiting avatars need a person at the new address', async () => {
    const { main, service, profile, token, ids } = await setUpCreating()
    const { clock, call, first } = main
    const other = await startService(main, { seed: 'tower' })
    const { accessToken } = other.practice.credentials
    await saveProfile(main, first, service, { id: profile.id, baseUrl: other.baseUrl, token: accessToken })
    await clock.pass(10 * minuteMs)
    await main.sleep()
    await main.wake()
    await clock.pass(10 * minuteMs)
    const made = service.control.tasks().map(({ taskId }) => taskId)
    const jobs = await call(first, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training', 'waiting'])
    expect(new Set(jobs.slice(0, 2).map(({ taskId }) => taskId))).toEqual(new Set(made))
    expect(service.tokens('createAvatar')).toEqual([token, token])
    expect(other.count('createAvatar')).toBe(0)
    expect(await call(first, 'queue.read', {})).toMatchObject({
      paused: true,
      pauseReason: { kind: 'other-address', baseUrl: service.baseUrl },
    })

    await call(first, 'queue.setPaused', { paused: false })
    await clock.pass(minuteMs)
    expect(other.tokens('createAvatar')).toEqual([accessToken])
    expect(service.count('createAvatar')).toBe(2)
  })

  it('is recorded, and waiting avatars are sent to the old address once the profile is back there', async () => {
    const { main, service, profile, token } = await setUpCreating()
    const { first, clock } = main
    const other = await startService(main, { seed: 'tower' })
    const { accessToken } = other.practice.credentials
    await saveProfile(main, first, service, { id: profile.id, baseUrl: other.baseUrl, token: accessToken })
    await clock.pass(minuteMs)
    other.control.clearRequests()
    await saveProfile(main, first, service, { id: profile.id, token })
    await clock.pass(minuteMs)
    expect(service.tokens('createAvatar')).toEqual([token, token, token])
    expect(other.control.requests()).toEqual([])
  })

  it('is recorded for the old account, and waiting avatars need a person for a token of a different account', async () => {
    const { main, service, profile, token, ids } = await setUpCreating()
    const { clock, call, first } = main
    const { accessToken } = service.practice.credentials
    await saveProfile(main, first, service, { id: profile.id, token: accessToken })
    await clock.pass(10 * minuteMs)
    await main.sleep()
    await main.wake()
    await clock.pass(10 * minuteMs)
    const jobs = await call(first, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training', 'waiting'])
    expect(jobs.slice(0, 2).every(({ taskId }) => taskId !== null)).toBe(true)
    expect(service.tokens('createAvatar')).toEqual([token, token])
    expect(await call(first, 'queue.read', {})).toMatchObject({ paused: true, pauseReason: { kind: 'other-account' } })

    await call(first, 'queue.setPaused', { paused: false })
    await clock.pass(minuteMs)
    expect(service.tokens('createAvatar')).toEqual([token, token, accessToken])
  })

  it('is recorded, and waiting avatars follow automatically with a new token of the same account', async () => {
    const { main, service, profile, token, ids } = await setUpCreating()
    const { clock, call, first } = main
    const renewed = service.practice.mintToken((2 * hourMs) / 1_000)
    await saveProfile(main, first, service, { id: profile.id, token: renewed })
    await rest()
    await clock.pass(minuteMs)
    expect(service.tokens('createAvatar')).toEqual([token, token, renewed])
    const jobs = await call(first, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training', 'training'])
  })
})
