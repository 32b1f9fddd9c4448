/** Sleep of the computer: commands in flight are answered, nothing is sent twice, and polling continues unchanged. */
import { describe, expect, it } from 'vitest'
import type { Service, WholeMain } from './whole-main.ts'
import {
  beginClose,
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

async function setUp() {
  const main = await startMain()
  const service = await startService(main, { trainingMs: 100 * hourMs })
  await saveProfile(main, main.first, service)
  return { main, service }
}

/** Number of requests to the service in forty minutes. */
async function rates({ clock }: WholeMain, { control, count }: Service) {
  control.clearRequests()
  await clock.pass(40 * minuteMs)
  return { counts: count('getconcurrentNumber'), accounts: count('queryAccount'), trainings: count('queryAvatar') }
}

/** One sleep of an hour. */
async function sleepAnHour({ clock, sleep, wake }: WholeMain): Promise<void> {
  await sleep()
  clock.set(clock.now() + hourMs)
  await wake()
}

describe('ten sleeps in a row', () => {
  it('do not change how often counts, balances and trainings are read', async () => {
    const { main, service } = await setUp()
    await confirmAvatars(main, main.first)
    // Long enough for the longest interval of a training.
    await main.clock.pass(20 * minuteMs)
    const before = await rates(main, service)
    for (let n = 0; n < 10; n += 1) await sleepAnHour(main)
    await main.clock.pass(minuteMs)
    expect(await rates(main, service)).toEqual(before)
    expect(before).toEqual({ counts: 80, accounts: 8, trainings: 20 })
  })

  it('send no creation and no close twice', async () => {
    const { main, service } = await setUp()
    const { clock, call, first } = main
    const { faults } = service.control
    faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'createAvatar' })
    faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'sessionStop' })
    const jobIds = await confirmAvatars(main, first, 3)
    const { closing } = await beginClose(main, first, service)
    expect([service.count('createAvatar'), service.count('sessionStop')]).toEqual([2, 1])
    for (let n = 0; n < 10; n += 1) {
      await sleepAnHour(main)
      await clock.pass(1_000)
    }
    expect([service.count('createAvatar'), service.count('sessionStop')]).toEqual([2, 1])
    await clock.pass(5 * minuteMs)
    await closing
    expect([service.count('createAvatar'), service.count('sessionStop')]).toEqual([3, 1])
    const jobs = await call(first, 'job.read', { ids: jobIds })
    expect(jobs.map(({ state }) => state)).toEqual(['training', 'training', 'training'])
    expect(new Set(jobs.map(({ taskId }) => taskId)).size).toBe(3)
  })
})

describe('a computer that sleeps', () => {
  // Timers continue here: many computers wake for moments without notifying a program.
  it('reads and sends nothing, and after waking reads everything once and sends waiting jobs', async () => {
    const { main, service } = await setUp()
    const { clock, call, first, sleep, wake } = main
    await confirmAvatars(main, first)
    await clock.pass(20 * minuteMs)
    await call(first, 'queue.setPaused', { paused: true })
    await confirmAvatars(main, first)
    await sleep()
    await call(first, 'queue.setPaused', { paused: false })
    service.control.clearRequests()
    await clock.pass(10 * minuteMs)
    expect(service.control.requests()).toEqual([])

    await wake()
    await clock.pass(1_000)
    const asked = ['getconcurrentNumber', 'queryAvatar', 'createAvatar'] as const
    expect(asked.map((operation) => service.count(operation))).toEqual([1, 1, 1])
    expect(service.count('queryAccount')).toBeGreaterThan(0)
  })
})

describe('a read that the service wants to be repeated later', () => {
  it('is not repeated by a held queue while the computer sleeps', async () => {
    const { main, service } = await setUp()
    const { faults } = service.control
    faults.arm({ kind: 'hang' }, { on: 'createAvatar' })
    await confirmAvatars(main, main.first)
    await main.clock.pass(50_000)
    faults.arm({ kind: 'too-many-requests', retryAfterSeconds: 20 }, { on: 'queryAccount' })
    service.control.clearRequests()
    await main.clock.pass(12_000)
    // The outcome of the creation is unknown by now.
    expect(service.count('queryAccount')).toBe(1)
    await main.sleep()
    await main.clock.pass(5 * minuteMs)
    expect(service.count('queryAccount')).toBe(1)
  })
})

describe('a command in flight when the computer falls asleep', () => {
  it('creates the avatar, and its task is recorded', async () => {
    const { main, service } = await setUp()
    const { clock, call, first, sleep, wake } = main
    service.control.faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'createAvatar' })
    const ids = await confirmAvatars(main, first)
    await sleep()
    await clock.pass(20_000)
    const [task] = service.control.tasks()
    expect(await call(first, 'job.read', { ids })).toMatchObject([{ state: 'training', taskId: task?.taskId }])
    await wake()
    await clock.pass(minuteMs)
    expect(service.count('createAvatar')).toBe(1)
  })

  it('closes the call, and the answer is in the journal', async () => {
    const { main, service } = await setUp()
    const { clock, first, sleep, wake } = main
    service.control.faults.arm({ kind: 'slow', delayMs: 10_000 }, { on: 'sessionStop' })
    const { closing } = await beginClose(main, first, service)
    await sleep()
    await clock.pass(10_000)
    await wake()
    await clock.pass(minuteMs)
    expect(await closing).toMatchObject({ answer: { httpStatus: 200 }, failure: null })
    expect(service.count('sessionStop')).toBe(1)
    const closes = (await main.journal(first)).filter(({ action }) => action === 'session.close')
    expect(closes).toMatchObject([{ outcome: 'done' }])
  })

  it('closes all calls, and the answer is in the journal', async () => {
    const { main, service } = await setUp()
    const { clock, first, sleep, wake } = main
    service.control.faults.arm({ kind: 'slow', delayMs: 10_000 }, { on: 'distroyCallSessionsByAppId' })
    const closing = confirmCloseAll(main, first, service.steady)
    await rest()
    await sleep()
    await clock.pass(10_000)
    await wake()
    await clock.pass(2 * minuteMs)
    expect(await closing).toMatchObject({ answer: { httpStatus: 200 }, failure: null })
    expect(service.count('distroyCallSessionsByAppId')).toBe(1)
    const closes = (await main.journal(first)).filter(({ action }) => action === 'session.closeAll')
    expect(closes).toMatchObject([{ outcome: 'done' }])
  })
})
