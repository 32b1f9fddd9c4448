/** The alert for stale data counts only time in which main could read the profile. */
import { describe, expect, it } from 'vitest'
import { startProxy } from '../../support/proxy.ts'
import type { WholeMain } from './whole-main.ts'
import {
  remoteUrl,
  rest,
  saveProfile,
  startMain,
  startService,
  useProxy,
  useWholeMain,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

const minutes = 2

/** A profile that was read once, with an alert after two minutes without data; from now on its service fails. */
async function setUp({ isRemote = false } = {}) {
  const main = await startMain()
  const service = await startService(main)
  if (isRemote) useProxy((await startProxy({ targetPort: service.port })).port)
  const profile = await saveProfile(main, main.first, service, isRemote ? { baseUrl: remoteUrl } : {})
  await main.call(main.first, 'alert.set', { kind: 'stale', appId: null, minutes, severity: 'critical', isOn: true })
  service.control.faults.arm({ kind: 'status', status: 500 })
  return { main, service, profile }
}

async function triggered({ call, first }: WholeMain): Promise<number> {
  return (await call(first, 'alert.read', {})).active.length
}

/** Nothing is triggered shortly before two minutes are over, and the alert is triggered half a minute later. */
async function expectFullTime(main: WholeMain): Promise<void> {
  expect(await triggered(main)).toBe(0)
  await main.clock.pass(minutes * minuteMs - 15_000)
  expect(await triggered(main)).toBe(0)
  await main.clock.pass(45_000)
  expect(await triggered(main)).toBe(1)
}

describe('the alert for stale data', () => {
  it('triggers after its minutes without an answer, and not before', async () => {
    const { main } = await setUp()
    await expectFullTime(main)
  })

  it.each([
    ['a minute', minuteMs],
    ['a night', 8 * 60 * minuteMs],
    ['three days', 3 * 24 * 60 * minuteMs],
  ])('counts its minutes from the end of a sleep of %s', async (_, sleptMs) => {
    const { main } = await setUp()
    const { clock, sleep, wake } = main
    await clock.pass(1.5 * minuteMs)
    await sleep()
    clock.set(clock.now() + sleptMs)
    await wake()
    await expectFullTime(main)
  })

  it('counts its minutes from the moment the network is back', async () => {
    const { main } = await setUp({ isRemote: true })
    await main.clock.pass(1.5 * minuteMs)
    await main.setOnline(false)
    await main.clock.pass(10 * minuteMs)
    await main.setOnline(true)
    await expectFullTime(main)
  })

  it('counts its minutes from the moment the profile is opened again', async () => {
    const { main, profile } = await setUp()
    const { clock, call, first } = main
    await clock.pass(1.5 * minuteMs)
    await saveProfile(main, first, await startService(main), { name: 'Tower' })
    await clock.pass(10 * minuteMs)
    await call(first, 'profile.open', { profileId: profile.id })
    await rest()
    await expectFullTime(main)
  })
})
