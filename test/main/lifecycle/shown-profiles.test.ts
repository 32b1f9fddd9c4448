/** Main polls the profiles that windows show; avatars of other profiles are still created and trained. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Service } from './whole-main.ts'
import {
  beginClose,
  confirmAvatars,
  rest,
  saveProfile,
  startMain,
  startService,
  useWholeMain,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

/** Main with a profile in its only window. */
async function setUp() {
  const main = await startMain()
  const service = await startService(main, { trainingMs: 2 * minuteMs })
  const profile = await saveProfile(main, main.first, service)
  return { main, service, profile }
}

/** Number of all requests since `control.clearRequests()`. */
const asked = ({ control }: Service): number => control.requests().length

describe('two windows on different profiles', () => {
  // Would catch an end that an operator attributes to the profile that is in front.
  it('have the end of a batch notified with the name of its profile, and a single window without', async () => {
    const { main } = await setUp()
    await confirmAvatars(main, main.first)
    await main.clock.pass(5 * minuteMs)
    const tower = await startService(main)
    const second = main.openWindow()
    await saveProfile(main, second, tower, { name: 'Tower' })
    main.focus(second)
    await confirmAvatars(main, main.first)
    await main.clock.pass(5 * minuteMs)
    expect(main.notifications().map(({ body }) => body)).toEqual(['1 ready in 2 min', 'Lobby: 1 ready in 2 min'])
  })
})

// Would catch a window that continues with the rules and presets from before an import in a different window.
it('an import reaches the windows of each profile of the file, whatever the importing window shows', async () => {
  const { main } = await setUp()
  const tower = await startService(main)
  const second = main.openWindow()
  await saveProfile(main, second, tower, { name: 'Tower' })
  await main.call(second, 'alert.set', { kind: 'creations-below', appId: null, value: 3, minutes: 0, isOn: true })
  await main.call(main.first, 'settings.export', {})
  writeFileSync(main.chosenFile, readFileSync(main.chosenFile, 'utf8').replace('"value": 3', '"value": 40'))
  const preview = await main.call(main.first, 'settings.chooseImport', {})
  await main.call(main.first, 'settings.import', { importId: preview?.importId ?? '' })
  await rest()
  expect(await main.call(second, 'alert.read', {})).toMatchObject({ rules: [{ value: 40 }] })
  expect(main.received(second, 'elsewhere.done')).toContainEqual({ operation: 'settings.import' })
  expect(main.received(main.first, 'elsewhere.done')).toEqual([])
})

describe('two windows on the same profile', () => {
  /** Opens a second window on the same profile. From here on the counts are read at whole half minutes. */
  async function setUpTwo() {
    const stage = await setUp()
    const { main, profile } = stage
    const second = main.openWindow()
    await main.call(second, 'profile.open', { profileId: profile.id })
    await main.clock.pass(minuteMs)
    stage.service.control.clearRequests()
    return { ...stage, second }
  }

  it('cause no more requests than a single window, and polling continues when the first is closed', async () => {
    const { main, service, second } = await setUpTwo()
    await main.clock.pass(10 * minuteMs)
    const byTwo = asked(service)
    expect(service.count('getconcurrentNumber')).toBe(20)
    main.closeWindow(main.first)
    service.control.clearRequests()
    const before = main.received(second, 'concurrency.changed').length
    await main.clock.pass(10 * minuteMs)
    expect(asked(service)).toBe(byTwo)
    expect(main.received(second, 'concurrency.changed')).toHaveLength(before + 20)
  })

  it('cause no request once both are closed, although a read is due', async () => {
    const { main, service, second } = await setUpTwo()
    await main.clock.pass(29_999)
    expect(asked(service)).toBe(0)
    main.closeWindow(second)
    main.closeWindow(main.first)
    await main.clock.pass(30 * minuteMs)
    expect(asked(service)).toBe(0)
  })

  it('cause no repeat of a failed read once both are closed', async () => {
    const { main, service, second } = await setUpTwo()
    service.control.faults.arm({ kind: 'status', status: 503 }, { on: 'getconcurrentNumber' })
    await main.clock.pass(30_000)
    expect(asked(service)).toBe(1)
    main.closeWindow(second)
    main.closeWindow(main.first)
    await main.clock.pass(30 * minuteMs)
    expect(asked(service)).toBe(1)
  })

  it('cause no request to its service once both show a different profile', async () => {
    const { main, service, second } = await setUpTwo()
    const tower = await startService(main)
    const { id } = await saveProfile(main, main.first, tower, { name: 'Tower' })
    await main.clock.pass(minuteMs)
    expect(service.count('getconcurrentNumber')).toBe(2)
    service.control.clearRequests()
    await main.call(second, 'profile.open', { profileId: id })
    await main.clock.pass(30 * minuteMs)
    expect(asked(service)).toBe(0)
    expect(asked(tower)).toBeGreaterThan(0)
  })
})

describe('a profile that no window shows', () => {
  /** Three avatars are confirmed, of which two are being sent; then the window shows a different profile. */
  async function setUpJobs() {
    const stage = await setUp()
    const { main, service } = stage
    service.control.faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'createAvatar' })
    const ids = await confirmAvatars(main, main.first, 3)
    expect(service.count('createAvatar')).toBe(2)
    const tower = await startService(main)
    await saveProfile(main, main.first, tower, { name: 'Tower' })
    return { ...stage, tower, ids }
  }

  it('has its waiting avatars sent with its own token and its trainings polled, and nothing else', async () => {
    const { main, service, tower, profile, ids } = await setUpJobs()
    const { clock, call, first } = main
    const before = main.received(first, 'jobs.changed').length
    await clock.pass(6 * minuteMs)
    const { accessToken } = service.practice.credentials
    expect(service.tokens('createAvatar')).toEqual([accessToken, accessToken, accessToken])
    expect(service.count('queryAvatar')).toBeGreaterThan(3)
    expect([tower.count('createAvatar'), tower.count('queryAvatar')]).toEqual([0, 0])
    expect(main.received(first, 'jobs.changed')).toHaveLength(before)
    service.control.clearRequests()
    await clock.pass(6 * minuteMs)
    expect(asked(service)).toBe(0)

    await call(first, 'profile.open', { profileId: profile.id })
    const jobs = await call(first, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
    expect(await call(first, 'job.counts', {})).toMatchObject({ counts: { ready: 3 }, total: 3 })
  })

  it('has its waiting avatars sent and its trainings polled after the last window is closed', async () => {
    const { main, service, profile } = await setUp()
    service.control.faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'createAvatar' })
    const ids = await confirmAvatars(main, main.first, 3)
    main.closeWindow(main.first)
    await main.clock.pass(6 * minuteMs)
    expect(service.count('createAvatar')).toBe(3)
    const next = main.openWindow()
    await main.call(next, 'profile.open', { profileId: profile.id })
    const jobs = await main.call(next, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
  })

  it('shows its avatars to a window that opens it meanwhile, and notifies the window when they are ready', async () => {
    const { main, profile, ids } = await setUpJobs()
    const { clock, call, first } = main
    await clock.pass(minuteMs)
    const second = main.openWindow()
    await call(second, 'profile.open', { profileId: profile.id })
    await rest()
    const jobs = await call(second, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training', 'training'])
    await clock.pass(5 * minuteMs)
    const readyIn = (windowId: number) =>
      main
        .received(windowId, 'jobs.changed')
        .flatMap(({ changed }) => changed)
        .flatMap(({ id, state }) => (state === 'ready' ? [id] : []))
    expect(new Set(readyIn(second))).toEqual(new Set(ids))
    expect(readyIn(first)).toEqual([])
  })

  // Would catch an end that nobody learns of: the page in the focused window shows only its own profile.
  it('has the end of its batch notified while the window shows a different profile, but not while it is shown', async () => {
    const { main, profile } = await setUp()
    const tower = await saveProfile(main, main.first, await startService(main), { name: 'Tower' })
    await main.call(main.first, 'profile.open', { profileId: profile.id })
    main.focus(main.first)
    await confirmAvatars(main, main.first, 2)
    await main.clock.pass(5 * minuteMs)
    expect(main.notifications()).toEqual([])
    await confirmAvatars(main, main.first, 2)
    await main.call(main.first, 'profile.open', { profileId: tower.id })
    await main.clock.pass(5 * minuteMs)
    expect(main.notifications()).toMatchObject([{ title: 'Avatars: 2 of 2 done' }])
  })

  it('records the answer to a close in flight', async () => {
    const { main, service, profile } = await setUp()
    service.control.faults.arm({ kind: 'slow', delayMs: 10_000 }, { on: 'sessionStop' })
    const { id, closing } = await beginClose(main, main.first, service)
    await saveProfile(main, main.first, await startService(main), { name: 'Tower' })
    await main.clock.pass(minuteMs)
    expect(await closing).toMatchObject({ answer: { httpStatus: 200 } })
    expect(service.count('sessionStop')).toBe(1)
    const closes = (await main.journal(main.first)).filter(({ action }) => action === 'session.close')
    expect(closes).toMatchObject([{ outcome: 'done', target: id, profileId: profile.id }])
  })

  it('records the answers to creations in flight when a window opens it before they come', async () => {
    const { main, service, profile, ids } = await setUpJobs()
    const { clock, call, first } = main
    await call(first, 'profile.open', { profileId: profile.id })
    await clock.pass(minuteMs)
    const jobs = await call(first, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training', 'training'])
    expect(service.count('createAvatar')).toBe(3)
  })
})
