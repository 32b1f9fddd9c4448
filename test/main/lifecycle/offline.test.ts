/** A computer without a network: only requests to services on it are sent, until the network is back. */
import { describe, expect, it } from 'vitest'
import { conversationId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { startProxy } from '../../support/proxy.ts'
import type { WholeMain } from './whole-main.ts'
import {
  confirmAvatars,
  confirmCloseAll,
  remoteUrl,
  saveProfile,
  startMain,
  startService,
  useProxy,
  useWholeMain,
  hourMs,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

/** A profile on a service of a remote computer, which is reached through a proxy. */
async function setUp() {
  const main = await startMain()
  const service = await startService(main, { trainingMs: 100 * hourMs })
  useProxy((await startProxy({ targetPort: service.port })).port)
  const profile = await saveProfile(main, main.first, service, { baseUrl: remoteUrl })
  await main.clock.pass(1_000)
  expect(service.count('getconcurrentNumber')).toBe(1)
  return { main, service, profile }
}

/** Confirms the close of a call; returns its result. */
async function closeOne({ call, ask, first }: WholeMain) {
  const { ticket } = await call(first, 'session.openClose', { sessionId: sessionId.parse('call-1'), appId: null })
  return ask(first, 'session.close', { ticket, typed: '' })
}

describe('without a network', () => {
  it('polling and commands reach a service on this computer', async () => {
    const main = await startMain()
    const service = await startService(main)
    await saveProfile(main, main.first, service)
    await main.setOnline(false)
    service.control.clearRequests()
    await main.call(main.first, 'account.refresh', {})
    await confirmCloseAll(main, main.first, service.steady)
    await confirmAvatars(main, main.first)
    await main.clock.pass(minuteMs)
    expect(service.count('distroyCallSessionsByAppId')).toBe(1)
    expect(service.count('createAvatar')).toBe(1)
    expect(service.count('getconcurrentNumber')).toBeGreaterThan(1)
    expect(service.count('queryAvatar')).toBeGreaterThan(1)
  })

  it('a request to a remote computer fails immediately, and nothing is sent', async () => {
    const { main, service } = await setUp()
    const { ask, first } = main
    await main.setOnline(false)
    service.control.clearRequests()
    const offline = { ok: false, failure: { kind: 'offline' } }
    // No time passes here, so a failure that waited for a retry or a timeout would never come.
    expect(await ask(first, 'account.refresh', {})).toMatchObject(offline)
    expect(await ask(first, 'session.refresh', { appId: service.steady })).toMatchObject(offline)
    const conversation = { conversationId: conversationId.parse('1712345678901234567') }
    expect(await ask(first, 'conversation.fetch', conversation)).toMatchObject(offline)
    expect(await closeOne(main)).toMatchObject(offline)
    expect(service.control.requests()).toEqual([])
  })

  // Would catch a program that stays offline for ever: no page reports the network any more.
  it('the network comes back without a window too', async () => {
    const { main, service } = await setUp()
    await confirmAvatars(main, main.first)
    await main.setOnline(false)
    await main.clock.pass(minuteMs)
    service.control.clearRequests()
    await main.askToClose(main.first)
    expect(main.isInBackground()).toBe(true)
    await main.clock.pass(5 * minuteMs)
    expect(service.count('getconcurrentNumber')).toBeGreaterThan(5)
    expect(service.count('queryAvatar')).toBeGreaterThan(0)
  })

  it('an operator’s earlier read is not repeated', async () => {
    const { main, service } = await setUp()
    service.control.faults.arm({ kind: 'too-many-requests', retryAfterSeconds: 20 }, { on: 'queryAccount' })
    const read = main.ask(main.first, 'account.refresh', {})
    await main.clock.pass(1_000)
    await main.setOnline(false)
    service.control.clearRequests()
    await main.clock.pass(minuteMs)
    expect(await read).toMatchObject({ ok: false, failure: { kind: 'offline' } })
    expect(service.control.requests()).toEqual([])
  })

  it('a remote computer is not polled, and waiting avatars stay until the network is back', async () => {
    const { main, service } = await setUp()
    const { clock, call, first } = main
    const sent = await confirmAvatars(main, first)
    await call(first, 'queue.setPaused', { paused: true })
    const waiting = await confirmAvatars(main, first)
    await clock.pass(minuteMs)
    await main.setOnline(false)
    await call(first, 'queue.setPaused', { paused: false })
    service.control.clearRequests()
    const before = main.received(first, 'concurrency.changed').length
    await clock.pass(20 * minuteMs)
    expect(service.control.requests()).toEqual([])
    // Would catch reads that are started and fail locally.
    expect(main.received(first, 'concurrency.changed')).toHaveLength(before)

    await main.setOnline(true)
    await clock.pass(1_000)
    expect(service.count('createAvatar')).toBe(1)
    const jobs = await call(first, 'job.read', { ids: [...sent, ...waiting] })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training'])
  })
})

describe('a network that is back', () => {
  it('causes one immediate read of counts, balances and trainings', async () => {
    const { main, service } = await setUp()
    const { clock, first } = main
    await confirmAvatars(main, first)
    // Longer than any interval, so that a read within a second is due to the network alone.
    await clock.pass(20 * minuteMs)
    await main.setOnline(false)
    await clock.pass(20 * minuteMs)
    service.control.clearRequests()
    await main.setOnline(true)
    await clock.pass(500)
    // As a different window reports it.
    await main.setOnline(true)
    await clock.pass(500)
    const asked = ['getconcurrentNumber', 'queryAccount', 'queryAvatar'] as const
    expect(asked.map((operation) => service.count(operation))).toEqual([1, 1, 1])
    await clock.pass(28_000)
    expect(asked.map((operation) => service.count(operation))).toEqual([1, 1, 1])
  })
})
