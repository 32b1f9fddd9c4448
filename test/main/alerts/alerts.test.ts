import { describe, expect, it } from 'vitest'
import { storeCapacities } from '../../../src/main/alerts/alerts.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { failureOf } from '../../support/failure-of.ts'
import { profileOf } from '../../support/subjects.ts'
import { lobby, setAlertStage } from './stage.ts'

const minute = 60_000
const window = { windowId: 1 }
const calls = (value: number, minutes = 0) => ({ kind: 'at-or-above', value, minutes }) as const

describe('at or above', () => {
  it('notifies once, whatever the count does above the limit and just below it', async () => {
    const { set, see, seeFor, notices, active, clock } = setAlertStage()
    await set(calls(20))
    see(19)
    for (const total of [20, 19, 20, 19, 25, 19, 20]) {
      await clock.pass(15_000)
      see(total)
    }
    expect(notices.map(({ event }) => event.value)).toEqual([20])
    await seeFor(19, 5 * minute)
    expect(await active()).toEqual(['at-or-above'])
    await seeFor(18, minute)
    expect(await active()).toEqual([])
    await clock.pass(15_000)
    see(20)
    expect(notices).toHaveLength(2)
  })

  it('also clears when the count stays just below the limit for ten minutes', async () => {
    const { set, see, seeFor, active, clock } = setAlertStage()
    await set(calls(20))
    see(20)
    await seeFor(19, 10 * minute - 15_000)
    expect(await active()).toEqual(['at-or-above'])
    await clock.pass(15_000)
    see(19)
    expect(await active()).toEqual([])
  })

  it('triggers only when the count stays at the limit for the whole time without a break', async () => {
    const { set, seeFor, see, notices, clock } = setAlertStage()
    await set(calls(10, 5))
    await seeFor(10, 4 * minute)
    await clock.pass(15_000)
    see(9)
    await clock.pass(15_000)
    await seeFor(12, 5 * minute - 15_000)
    expect(notices).toEqual([])
    await clock.pass(15_000)
    see(10)
    expect(notices.map(({ event, appLabel, profileName }) => [event.value, appLabel, profileName])).toEqual([
      [10, 'Lobby', 'Main hall'],
    ])
  })

  it('does not count a stretch without readings, neither towards triggering nor towards clearing', async () => {
    const { set, seeFor, see, notices, active, clock } = setAlertStage()
    await set(calls(10, 5))
    await seeFor(10, 4 * minute)
    await clock.pass(60 * minute)
    await seeFor(10, 4 * minute)
    expect(notices).toEqual([])
    await seeFor(10, minute)
    expect(notices).toHaveLength(1)
    see(0)
    await clock.pass(60 * minute)
    see(0)
    expect(await active()).toEqual(['at-or-above'])
    await seeFor(0, minute)
    expect(await active()).toEqual([])
  })

  it('continues counting over a single failed read', async () => {
    const { set, see, notices, clock, alerts } = setAlertStage()
    await set(calls(10, 5))
    for (let read = 0; read <= 5; read += 1) {
      see(10)
      alerts().observe({ appId: lobby, sample: null })
      await clock.pass(minute)
    }
    expect(notices).toHaveLength(1)
  })

  // Would catch a second quick change, or one from a different window, that reverts the previous change.
  it('keeps settings that a change does not mention', async () => {
    const { alerts } = setAlertStage()
    const set = alerts().handlers['alert.setSettings']
    await set({ quietHours: { from: '22:00', until: '06:30' } }, window)
    await set({ capacities: { lobby: 30 } }, window)
    await set({ capacities: { desk: 8 } }, window)
    await set({ quietHours: { from: '21:00' } }, window)
    expect((await set({ quietHours: { until: '05:00' } }, window)).settings).toEqual({
      quietHours: { from: '21:00', until: '05:00' },
      weekendHours: null,
      capacities: { lobby: 30, desk: 8 },
    })
    await set({ quietHours: null }, window)
    const { settings } = await set({ quietHours: { from: '20:00' }, capacities: { desk: null } }, window)
    expect(settings).toEqual({ quietHours: null, weekendHours: null, capacities: { lobby: 30 } })
  })

  // Would catch a switch that writes back a rule as it was drawn, over a different window's change.
  it('is switched off and keeps its numbers', async () => {
    const { set, see, notices } = setAlertStage()
    await set({ ...calls(10), severity: 'critical' })
    const { rules } = await set({ kind: 'at-or-above', isOn: false })
    expect(rules).toMatchObject([{ ...calls(10), appId: 'lobby', severity: 'critical', isOn: false }])
    see(10)
    expect(notices).toEqual([])
  })

  // Would catch a capacity that is lost because its profile was not open when it was typed into the form.
  it('stores the capacities that are saved with a profile, open or not', () => {
    const { alerts, repositories, pushed } = setAlertStage()
    const [open, other] = [profileId.parse('p1'), profileId.parse('p2')]
    alerts().setCapacities({ lobby: 30, desk: 8 })
    alerts().setCapacities({ desk: null })
    storeCapacities(repositories.alerts, other, { lobby: 12, desk: 4 })
    storeCapacities(repositories.alerts, other, { lobby: null })
    expect(repositories.alerts.settings(open).capacities).toEqual({ lobby: 30 })
    expect(repositories.alerts.settings(other).capacities).toEqual({ desk: 4 })
    expect(pushed('alerts.changed').at(-1)?.settings.capacities).toEqual({ lobby: 30 })
  })

  // Would catch a suggestion above which calls are already refused, and a rule that notifies at 10 calls where the page
  // shows 24.
  it('starts at four fifths of the capacity of its application', async () => {
    const { set, see, notices, alerts, clock } = setAlertStage()
    await alerts().handlers['alert.setSettings']({ capacities: { lobby: 30 } }, window)
    await set({ kind: 'at-or-above' })
    see(23)
    expect(notices).toEqual([])
    await clock.pass(15_000)
    see(24)
    expect(notices.map(({ event }) => event.condition)).toEqual([calls(24)])
  })

  it('watches each application separately when the rule covers all applications', async () => {
    const { set, see, notices } = setAlertStage()
    await set({ ...calls(10), appId: null })
    see(10)
    see(11, 'desk')
    see(12, 'elsewhere')
    expect(notices.map(({ event }) => event.appId)).toEqual(['lobby', 'desk'])
  })
})

describe('drop to zero', () => {
  it('triggers on a zero after calls, and not while an application is empty all the time', async () => {
    const { set, see, seeFor, notices, active, clock } = setAlertStage()
    await set({ kind: 'drop-to-zero' })
    await seeFor(0, minute)
    expect(notices).toEqual([])
    await seeFor(3, minute)
    await clock.pass(5 * minute)
    see(0)
    expect(notices).toHaveLength(1)
    await seeFor(1, minute - 15_000)
    await seeFor(0, minute)
    expect([notices.length, await active()]).toEqual([1, ['drop-to-zero']])
    await seeFor(1, minute)
    expect(await active()).toEqual([])
  })

  it('does not trigger on calls that ended long ago during an outage', async () => {
    const { set, see, notices, clock } = setAlertStage()
    await set({ kind: 'drop-to-zero' })
    see(12)
    await clock.pass(8 * 60 * minute)
    see(0)
    expect(notices).toEqual([])
  })

  // Would catch calls that all end while the program restarts, or while its only window shows a different profile.
  it('triggers after a restart on a zero after stored calls, unless they are from long ago', async () => {
    const { set, see, notices, clock, restart, samples } = setAlertStage()
    await set({ kind: 'drop-to-zero' })
    const seeStored = (total: number): void => {
      const sample = { appId: lobby, at: clock.now(), corporateId: null, total, yours: null }
      samples.addConcurrency(profileId.parse('p1'), sample, 45_000)
      see(total)
    }
    seeStored(12)
    restart()
    await clock.pass(16 * minute)
    seeStored(0)
    expect(notices).toEqual([])
    await clock.pass(15_000)
    seeStored(12)
    restart()
    await clock.pass(2 * minute)
    seeStored(0)
    expect(notices.map(({ event }) => event.condition.kind)).toEqual(['drop-to-zero'])
  })
})

describe('no change', () => {
  it('triggers on the same count above zero for the whole time, and stays while the count is the same', async () => {
    const { set, see, seeFor, notices, active } = setAlertStage()
    await set({ kind: 'no-change', minutes: 10 })
    await seeFor(0, 20 * minute)
    await seeFor(4, 9 * minute)
    await seeFor(5, 9 * minute)
    expect(notices).toEqual([])
    await seeFor(5, minute)
    expect(notices.map(({ event }) => event.value)).toEqual([5])
    see(5)
    expect(await active()).toEqual(['no-change'])
  })

  it('clears with the first different count', async () => {
    const { set, see, seeFor, active, clock } = setAlertStage()
    await set({ kind: 'no-change', minutes: 1 })
    await seeFor(5, minute)
    await clock.pass(15_000)
    see(6)
    expect(await active()).toEqual([])
  })
})

describe('stale data', () => {
  it('triggers after the time without a count, and clears after a minute of counts', async () => {
    const { set, seeFor, notices, active, clock } = setAlertStage()
    await set({ kind: 'stale', minutes: 5 })
    await seeFor(3, minute)
    await clock.pass(5 * minute - 15_000)
    expect(notices).toHaveLength(0)
    await clock.pass(15_000)
    expect(notices.map(({ event }) => [event.condition.kind, event.value])).toEqual([['stale', null]])
    await seeFor(3, minute - 15_000)
    expect(await active()).toEqual(['stale'])
    await seeFor(3, 30_000)
    expect(await active()).toEqual([])
  })

  it('stays triggered while each count is stale before the next', async () => {
    const { set, see, notices, active, clock } = setAlertStage()
    await set({ kind: 'stale', minutes: 1 })
    for (let read = 0; read < 10; read += 1) {
      see(3)
      await clock.pass(80_000)
    }
    expect([notices.length, await active()]).toEqual([1, ['stale']])
  })

  // Would catch an alert that never comes because an operator opens a window or saves the profile now and then.
  it('continues counting through changes of the profile', async () => {
    const { set, see, notices, clock, begin } = setAlertStage()
    await set({ kind: 'stale', minutes: 5 })
    see(3)
    await clock.pass(4 * minute)
    begin()
    await clock.pass(45_000)
    expect(notices).toEqual([])
    await clock.pass(30_000)
    expect(notices).toHaveLength(1)
  })

  it('does not count sleep, nor hours that a set clock skipped', async () => {
    const { set, see, notices, clock, end, begin } = setAlertStage()
    await set({ kind: 'stale', minutes: 5 })
    see(3)
    await clock.pass(4 * minute)
    end('asleep')
    await clock.pass(9 * 60 * minute)
    begin()
    await clock.pass(4 * minute)
    clock.set(clock.now() + 60 * minute)
    await clock.pass(15_000)
    expect(notices).toEqual([])
    await clock.pass(minute)
    expect(notices).toHaveLength(1)
  })
})

describe('the account', () => {
  it('notifies once of few creations, and again only after the balance was clearly higher', async () => {
    const { set, seeAccount, notices, active, clock } = setAlertStage()
    await set({ kind: 'creations-below', value: 5 })
    for (const left of [6, 5, 4, 5, 4]) {
      seeAccount(left)
      await clock.pass(5 * minute)
    }
    expect(notices.map(({ event }) => [event.value, event.appId])).toEqual([[4, null]])
    seeAccount(7)
    await clock.pass(5 * minute)
    seeAccount(7)
    expect(await active()).toEqual([])
    seeAccount(null)
    await clock.pass(5 * minute)
    seeAccount(0)
    expect(notices).toHaveLength(2)
  })

  // Would catch an alert that is set on a balance already below it, and is silent until the next read.
  it('notifies immediately when a rule is saved with a limit above the balance', async () => {
    const { set, seeAccount, notices } = setAlertStage()
    seeAccount(4)
    await set({ kind: 'creations-below', value: 5 })
    expect(notices.map(({ event }) => event.value)).toEqual([4])
  })

  it('notifies when the balance will soon be empty at its pace', async () => {
    const { set, seeAccount, notices, active, clock } = setAlertStage()
    await set({ kind: 'time-to-empty', minutes: 120 })
    seeAccount(20)
    await clock.pass(5 * minute)
    seeAccount(20, 10)
    await clock.pass(5 * minute)
    expect(notices).toEqual([])
    seeAccount(19, 10)
    expect(notices.map(({ event }) => event.value)).toEqual([114])
    for (let read = 0; read < 3; read += 1) {
      await clock.pass(5 * minute)
      seeAccount(19)
    }
    expect(await active()).toEqual([])
  })
})

describe('rules', () => {
  it('are not notified again after a restart', async () => {
    const { set, see, seeFor, notices, active, restart } = setAlertStage()
    await set(calls(10))
    await set({ kind: 'stale', minutes: 1 })
    await set({ kind: 'no-change', minutes: 1 })
    await seeFor(10, minute)
    expect(notices).toHaveLength(2)
    restart()
    expect(await active()).toEqual(['no-change', 'at-or-above'])
    await seeFor(10, 5 * minute)
    expect(notices).toHaveLength(2)
    restart()
    see(3)
    expect(await active()).toEqual(['at-or-above'])
    await seeFor(4, minute - 15_000)
    await seeFor(3, 15_000)
    expect(await active()).toEqual([])
  })

  it('clear what they triggered when their number changes or they are switched off', async () => {
    const { set, see, notices, active, clock } = setAlertStage()
    await set(calls(10))
    see(10)
    await set(calls(9))
    expect(await active()).toEqual([])
    await clock.pass(15_000)
    see(9)
    expect(notices).toHaveLength(2)
    await set({ kind: 'at-or-above', isOn: false })
    expect(await active()).toEqual([])
    await clock.pass(15_000)
    see(30)
    // With a different number the rule stays off.
    await set({ ...calls(8), isOn: false })
    await clock.pass(15_000)
    see(30)
    expect([notices.length, await active()]).toEqual([2, []])
    await set({ kind: 'at-or-above' })
    await clock.pass(15_000)
    see(30)
    expect(await active()).toEqual(['at-or-above'])
  })

  // Would catch an operator who shortens the time during an incident and must wait for all of it again.
  it('keep the elapsed time when their minutes change, but not when their number changes', async () => {
    const { set, seeFor, notices, active } = setAlertStage()
    await set(calls(10, 10))
    await seeFor(10, 4 * minute)
    await set(calls(10, 5))
    await seeFor(10, minute - 15_000)
    expect(notices).toHaveLength(1)
    await set(calls(10, 6))
    expect(await active()).toEqual([])
    await seeFor(10, minute - 15_000)
    expect(notices).toHaveLength(2)
    await set(calls(9, 6))
    await seeFor(10, 5 * minute)
    expect(notices).toHaveLength(2)
  })

  it('keep the elapsed time without data when their minutes change', async () => {
    const { set, see, notices, clock } = setAlertStage()
    await set({ kind: 'stale', minutes: 10 })
    see(3)
    await clock.pass(4 * minute)
    await set({ kind: 'stale', minutes: 5 })
    await clock.pass(minute - 15_000)
    expect(notices).toEqual([])
    await clock.pass(15_000)
    expect(notices).toHaveLength(1)
  })

  it('keep what they triggered when they become critical', async () => {
    const { set, see, active, entries } = setAlertStage()
    await set(calls(10))
    see(10)
    await set({ kind: 'at-or-above', severity: 'critical' })
    expect(await active()).toEqual(['at-or-above'])
    expect(entries().at(-1)).toMatchObject({ action: 'alert.saved', facts: { severity: 'critical', isOn: true } })
  })

  // Would catch Enter and the loss of focus that make two entries of one change, and an alert that the second one ends.
  it('that are set to their current values stay untouched', async () => {
    const { set, see, active, entries } = setAlertStage()
    await set(calls(10))
    see(10)
    await set(calls(10))
    expect(await active()).toEqual(['at-or-above'])
    expect(entries().filter(({ action }) => action === 'alert.saved')).toHaveLength(1)
  })

  it('are one for each kind and application, and survive a restart', async () => {
    const { set, alerts, restart } = setAlertStage()
    await set(calls(10))
    await set({ ...calls(20), appId: null })
    await set({ kind: 'drop-to-zero' })
    await set(calls(11))
    restart()
    const { rules } = await alerts().handlers['alert.read']({}, window)
    expect(rules.map(({ kind, appId, value }) => [kind, appId, value])).toEqual([
      ['at-or-above', null, 20],
      ['at-or-above', 'lobby', 11],
      ['drop-to-zero', 'lobby', 0],
    ])
  })

  it('of the application and of all applications trigger and clear independently', async () => {
    const { set, see, active } = setAlertStage()
    await set(calls(10))
    await set({ ...calls(10), appId: null })
    see(10)
    expect(await active()).toHaveLength(2)
    const { active: left } = await set({ kind: 'at-or-above', appId: null, isOn: false })
    expect(left.map(({ ruleAppId }) => ruleAppId)).toEqual(['lobby'])
  })

  it('that do not exist are not snoozed', async () => {
    const { alerts } = setAlertStage()
    const snooze = async () =>
      await alerts().handlers['alert.snooze']({ kind: 'at-or-above', appId: lobby, minutes: 15 }, window)
    expect(await failureOf(snooze())).toEqual({ kind: 'not-found', what: 'rule' })
  })

  it('clear when their application is removed from the profile', async () => {
    const { set, see, current, open, begin, active } = setAlertStage()
    await set({ ...calls(10), appId: null })
    see(10)
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ applications: [] }), client })
    begin()
    expect(await active()).toEqual([])
  })

  it('are evaluated for their own profile only', async () => {
    const { set, see, current, open, begin, active, notices } = setAlertStage()
    await set(calls(10))
    see(10)
    const first = current() ?? expect.fail()
    open({ ...first, profile: { ...first.profile, id: profileId.parse('p2') } })
    begin()
    see(10)
    expect([await active(), notices.length]).toEqual([[], 1])
    open(first)
    begin()
    see(10)
    expect([await active(), notices.length]).toEqual([['at-or-above'], 1])
  })

  it('continue when the clock is set back', async () => {
    const { set, seeFor, notices, active, clock } = setAlertStage()
    await set(calls(10, 5))
    await seeFor(10, 4 * minute)
    clock.set(clock.now() - 24 * 60 * minute)
    await seeFor(10, 4 * minute)
    expect(notices).toEqual([])
    await seeFor(10, minute)
    expect(notices).toHaveLength(1)
    clock.set(clock.now() - 24 * 60 * minute)
    await seeFor(3, minute)
    expect(await active()).toEqual([])
  })
})

describe('a notification', () => {
  const night = { quietHours: { from: '22:00', until: '06:30' }, capacities: {} } as const

  it.each([
    ['21:59', 'notified'],
    ['22:00', 'quiet-hours'],
    ['03:00', 'quiet-hours'],
    ['06:29', 'quiet-hours'],
    ['06:30', 'notified'],
  ])('at %s is %s between 22:00 and 06:30', async (time, outcome) => {
    const { set, see, notices, clock, alerts } = setAlertStage()
    await alerts().handlers['alert.setSettings'](night, window)
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    clock.set(new Date(2027, 2, 3, hours, minutes).getTime())
    await set(calls(10))
    see(10)
    const { rows } = await alerts().handlers['alert.history']({ limit: 10 }, window)
    expect([rows[0]?.told, notices.length]).toEqual([outcome, outcome === 'notified' ? 1 : 0])
  })

  // 6 March 2027 is a Saturday.
  it.each([
    ['00:00 00:00', '2027-03-05T23:59', 'notified'],
    ['00:00 00:00', '2027-03-06T00:00', 'quiet-hours'],
    ['00:00 00:00', '2027-03-07T23:59', 'quiet-hours'],
    ['00:00 00:00', '2027-03-08T00:00', 'notified'],
    ['20:00 08:00', '2027-03-06T07:59', 'notified'],
    ['20:00 08:00', '2027-03-06T20:00', 'quiet-hours'],
    ['20:00 08:00', '2027-03-08T07:59', 'quiet-hours'],
    ['20:00 08:00', '2027-03-08T20:00', 'notified'],
  ])('with weekends quiet from and until %s it is at %s %s', async (hours, time, outcome) => {
    const [from = '', until = ''] = hours.split(' ')
    const { set, see, clock, alerts } = setAlertStage()
    await alerts().handlers['alert.setSettings']({ weekendHours: { from, until } }, window)
    clock.set(new Date(time).getTime())
    await set(calls(10))
    see(10)
    const { rows } = await alerts().handlers['alert.history']({ limit: 10 }, window)
    expect(rows[0]?.told).toBe(outcome)
  })

  it('of a critical alert is shown in quiet hours', async () => {
    const { set, see, notices, clock, alerts } = setAlertStage()
    await alerts().handlers['alert.setSettings'](night, window)
    clock.set(new Date(2027, 2, 3, 3).getTime())
    await set({ ...calls(10), severity: 'critical' })
    see(10)
    expect(notices).toHaveLength(1)
  })

  it('of a snoozed rule waits for the end of the snooze, but the alert is triggered', async () => {
    const { set, see, seeFor, notices, active, alerts, clock } = setAlertStage()
    await set({ ...calls(10), severity: 'critical' })
    await alerts().handlers['alert.snooze']({ kind: 'at-or-above', appId: lobby, minutes: 30 }, window)
    see(10)
    expect([notices.length, await active()]).toEqual([0, ['at-or-above']])
    await seeFor(0, minute)
    await clock.pass(30 * minute)
    see(10)
    expect(notices).toHaveLength(1)
  })

  // Would catch an operator who ended a snooze, and who in Activity had snoozed the alert.
  it('of a rule whose snooze ends by hand is back, which the journal does not call a snooze', async () => {
    const { set, alerts, entries } = setAlertStage()
    await set(calls(10))
    for (const minutes of [30, 0]) {
      await alerts().handlers['alert.snooze']({ kind: 'at-or-above', appId: lobby, minutes }, window)
    }
    expect(entries().map(({ action }) => action)).toEqual(['alert.saved', 'alert.snoozed', 'alert.snoozeEnded'])
  })

  // Would catch an alert that is silent for a year because the clock was a year ahead when it was snoozed.
  it('is not delayed beyond the longest snooze by a clock that was ahead', async () => {
    const { set, see, notices, alerts, clock } = setAlertStage()
    await set(calls(10))
    const right = clock.now()
    clock.set(right + 365 * 24 * 60 * minute)
    await alerts().handlers['alert.snooze']({ kind: 'at-or-above', appId: lobby, minutes: 30 }, window)
    clock.set(right)
    see(10)
    expect(notices).toHaveLength(1)
  })

  it('is written into the journal and pushed to the page, and so is the clearing', async () => {
    const { set, see, seeFor, pushed, entries } = setAlertStage()
    await set(calls(10))
    see(10)
    await seeFor(0, minute)
    const actions = entries().map(({ action, target, facts }) => [action, target, facts.condition?.kind])
    expect(actions).toEqual([
      ['alert.saved', 'lobby', 'at-or-above'],
      ['alert.raised', 'lobby', 'at-or-above'],
      ['alert.ended', 'lobby', 'at-or-above'],
    ])
    expect(pushed('alerts.changed').map(({ active }) => active.length)).toEqual([0, 1, 0])
  })

  it('is shown although the disk is full', async () => {
    const { set, see, seeFor, notices, active, database, logged } = setAlertStage()
    await set(calls(10))
    database.exec('PRAGMA query_only = ON')
    see(10)
    expect([notices.length, await active()]).toEqual([1, ['at-or-above']])
    await seeFor(10, minute)
    await seeFor(0, minute)
    expect([notices.length, await active()]).toEqual([1, []])
    expect(logged[0]).toMatch(/^a triggered alert could not be written/)
  })
})
