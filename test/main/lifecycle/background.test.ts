/** Main continues when its last window is closed, and the window comes back later. */
import { describe, expect, it, vi } from 'vitest'
import { ruleOf } from '../../../src/shared/model/alert-kinds.ts'
import { FakeNotification } from './fake-electron.ts'
import type { Service, WholeMain } from './whole-main.ts'
import {
  confirmAvatars,
  rest,
  saveProfile,
  startMain,
  startService,
  useWholeMain,
  hourMs,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

const view = {
  section: 'account',
  appId: null,
  snapshotId: null,
  comparison: null,
  typedId: '42',
  librarySearch: '',
} as const

/** Main with a profile in its only window, which shows Account. */
async function setUp() {
  const main = await startMain()
  const service = await startService(main, { trainingMs: 2 * minuteMs })
  const profile = await saveProfile(main, main.first, service)
  await main.call(main.first, 'app.setVisibleView', { ...view, isVisible: true })
  return { main, service, profile }
}

/** `setUp` without a window: the second of three avatars is being sent. */
async function setUpInBackground() {
  const stage = await setUp()
  const { main, service } = stage
  service.control.faults.arm({ kind: 'slow', delayMs: 20_000 }, { on: 'createAvatar' })
  const ids = await confirmAvatars(main, main.first, 3)
  await main.askToClose(main.first)
  expect([main.windows(), main.isInBackground()]).toEqual([[], true])
  return { ...stage, ids }
}

/** The window that a second start opens. */
function comeBack(main: WholeMain): number {
  main.startAgain()
  const [windowId, ...more] = main.windows()
  if (windowId === undefined) throw new Error('no window came back')
  expect(more).toEqual([])
  return windowId
}

async function turnAlertOn({ call, first }: WholeMain, { steady }: Service): Promise<void> {
  const rule = { kind: 'at-or-above', appId: steady, isOn: true, value: 1, minutes: 0 } as const
  await call(first, 'alert.set', rule)
}

describe('closing the last window while avatars wait and train', () => {
  it('keeps sending and polling, and reads counts as for a hidden window', async () => {
    const { main, service } = await setUpInBackground()
    await main.clock.pass(minuteMs)
    expect(service.count('createAvatar')).toBe(3)
    service.control.clearRequests()
    await main.clock.pass(10 * minuteMs)
    expect(service.count('queryAvatar')).toBeGreaterThan(0)
    expect(service.count('getconcurrentNumber')).toBe(20)
    expect(main.windows()).toEqual([])
  })

  it('restores the window’s profile and place, and shows what happened meanwhile', async () => {
    const { main, profile, ids } = await setUpInBackground()
    await main.clock.pass(10 * minuteMs)
    const back = comeBack(main)
    expect(main.isInBackground()).toBe(false)
    const state = await main.call(back, 'app.state', {})
    const happened = { ready: 3, failed: 0, rejected: 0, unknown: 0, alerts: 0 }
    expect(state).toMatchObject({ openProfileId: profile.id, shown: view })
    expect(state.notices).toEqual([{ id: 'background', kind: 'background', ...happened }])
    const jobs = await main.call(back, 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
  })

  it('counts only events that happened without a window', async () => {
    const { main } = await setUpInBackground()
    await main.clock.pass(10 * minuteMs)
    const back = comeBack(main)
    await confirmAvatars(main, back)
    await main.askToClose(back)
    const again = comeBack(main)
    expect(again).not.toBe(back)
    expect((await main.call(again, 'app.state', {})).notices).toEqual([])
  })

  // Would catch a window whose profile nothing polls, or that polls beside the background.
  it('leaves one active profile, which ends with the restored window', async () => {
    const { main, service } = await setUpInBackground()
    await main.clock.pass(10 * minuteMs)
    const back = comeBack(main)
    await main.call(back, 'app.setVisibleView', { ...view, isVisible: true })
    service.control.clearRequests()
    await main.clock.pass(10 * minuteMs)
    expect(service.count('getconcurrentNumber')).toBeLessThanOrEqual(41)
    main.closeWindow(back)
    await rest()
    service.control.clearRequests()
    await main.clock.pass(30 * minuteMs)
    expect(service.control.requests()).toEqual([])
  })

  it('ends confirmations that were open in the window', async () => {
    const { main, service } = await setUp()
    await confirmAvatars(main, main.first)
    const { ticket } = await main.call(main.first, 'session.openCloseAll', { appId: service.steady })
    await main.askToClose(main.first)
    const back = comeBack(main)
    const closed = await main.ask(back, 'session.closeAll', { ticket, typedAppId: service.steady })
    expect(closed).toMatchObject({ ok: false, failure: { reason: 'confirmation-expired' } })
    expect(service.count('distroyCallSessionsByAppId')).toBe(0)
  })

  it('shows a session from a link in the restored window', async () => {
    const { main, service, profile } = await setUpInBackground()
    main.startAgain({ requests: [{ sessionId: 'call-9', appId: service.steady, source: 'link' }] })
    await rest()
    const [back = 0, ...more] = main.windows()
    expect(more).toEqual([])
    expect(await main.call(back, 'app.state', {})).toMatchObject({
      openProfileId: profile.id,
      shown: { section: 'sessions', appId: service.steady },
    })
    expect((await main.call(back, 'inbox.consumeLinked', {})).sessions).toMatchObject([{ sessionId: 'call-9' }])
  })
})

describe('closing all windows at once while avatars wait and train', () => {
  // Would catch a close that goes on because the other window is still there, although that is closing too.
  it('keeps the program running, and continues in one window', async () => {
    const { main, profile } = await setUp()
    const ids = await confirmAvatars(main, main.first, 3)
    await main.call(main.openWindow(), 'profile.open', { profileId: profile.id })
    await main.closeAllAtOnce()
    expect([main.windows(), main.isInBackground(), main.quits()]).toEqual([[], true, 0])
    await main.clock.pass(10 * minuteMs)
    const jobs = await main.call(comeBack(main), 'job.read', { ids })
    expect(jobs.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
  })
})

describe('closing the last window while an alert is on', () => {
  it('keeps monitoring, and counts the triggered alerts', async () => {
    const { main, service } = await setUp()
    await main.clock.pass(minuteMs)
    service.control.removeCalls(service.steady)
    await main.clock.pass(minuteMs)
    await turnAlertOn(main, service)
    await main.askToClose(main.first)
    expect(main.isInBackground()).toBe(true)
    service.control.addCalls(service.steady, 3)
    await main.clock.pass(hourMs)
    const back = comeBack(main)
    const { notices } = await main.call(back, 'app.state', {})
    expect(notices).toMatchObject([{ kind: 'background', ready: 0, alerts: 1 }])
    const { active } = await main.call(back, 'alert.read', {})
    expect(active.map(ruleOf)).toMatchObject([{ kind: 'at-or-above' }])
  })

  // Would catch a night whose alerts nobody learns of: no notification in quiet hours, and cleared by the morning.
  it.each([
    { silent: 'quiet hours', alerts: 1 },
    { silent: 'a snoozed rule', alerts: 0 },
  ])('counts alerts without a notification: $alerts for $silent', async ({ silent, alerts }) => {
    const { main, service } = await setUp()
    await main.clock.pass(minuteMs)
    service.control.removeCalls(service.steady)
    await main.clock.pass(minuteMs)
    await turnAlertOn(main, service)
    if (silent === 'quiet hours') {
      const allDay = { from: '00:00', until: '00:00' }
      await main.call(main.first, 'alert.setSettings', { quietHours: allDay })
    } else {
      const rule = { kind: 'at-or-above', appId: service.steady } as const
      await main.call(main.first, 'alert.snooze', { ...rule, minutes: 60 })
    }
    await main.askToClose(main.first)
    service.control.addCalls(service.steady, 3)
    await main.clock.pass(10 * minuteMs)
    service.control.removeCalls(service.steady)
    await main.clock.pass(10 * minuteMs)
    const back = comeBack(main)
    expect((await main.call(back, 'alert.read', {})).active).toEqual([])
    expect((await main.call(back, 'alert.history', { limit: 10 })).total).toBe(1)
    const { notices } = await main.call(back, 'app.state', {})
    expect(notices).toMatchObject(alerts === 0 ? [] : [{ kind: 'background', ready: 0, alerts }])
  })
})

describe('closing the last window where the system shows no notifications', () => {
  // Would catch an alert whose line the end of a batch replaced before anybody read it.
  it('brings back a line for each of them, and one line for an alert that was triggered twice', async () => {
    vi.spyOn(FakeNotification, 'isSupported').mockReturnValue(false)
    const { main, service } = await setUp()
    await main.clock.pass(minuteMs)
    await turnAlertOn(main, service)
    await confirmAvatars(main, main.first)
    await main.askToClose(main.first)
    for (let triggered = 0; triggered < 2; triggered += 1) {
      service.control.addCalls(service.steady, 3)
      await main.clock.pass(10 * minuteMs)
      service.control.removeCalls(service.steady)
      await main.clock.pass(10 * minuteMs)
    }
    const { notices } = await main.call(comeBack(main), 'app.state', {})
    const lines = notices.flatMap((notice) => (notice.kind === 'not-notified' ? [notice.title] : []))
    const alert = 'Lobby: At or above 1 call'
    expect(lines.toSorted()).toEqual(['Avatars: 1 of 1 done', 'Greenroom is still running', alert])
  })
})

describe('closing the last window', () => {
  it('ends the program when nothing runs', async () => {
    const { main } = await setUp()
    await main.askToClose(main.first)
    expect([main.isInBackground(), main.quits()]).toEqual([false, 1])
  })

  it('ends the program after a question when the operator does not want it to continue', async () => {
    const { main } = await setUp()
    await main.call(main.first, 'preferences.set', { runsInBackground: false })
    await confirmAvatars(main, main.first)
    await main.askToClose(main.first)
    expect([main.isInBackground(), main.quits()]).toEqual([false, 1])
  })
})
