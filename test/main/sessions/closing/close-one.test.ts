import { describe, expect, it } from 'vitest'
import type { InputOf } from '../../../../src/shared/contract.ts'
import { appId, exchangeId, profileId, sessionId, ticketId } from '../../../../src/shared/schemas/ids.ts'
import type { Profile } from '../../../../src/shared/schemas/profile.ts'
import type { CloseTicket } from '../../../../src/shared/schemas/session.ts'
import { serviceFailure, untilCancelled } from '../../../support/scripted-service.ts'
import { profileOf } from '../../../support/subjects.ts'
import { addKnown, here, refused, setClosingStage } from '../../../support/close-stage.ts'

const target = { sessionId: sessionId.parse('s-1'), appId: appId.parse('lobby') }

const notRead = (): Promise<number> => Promise.reject(serviceFailure({ kind: 'http' }, { httpStatus: 503 }))

function setUp(changes: Partial<Profile> = {}) {
  const stage = setClosingStage(changes)
  const close = async ({ ticket, mustType }: CloseTicket, context = here) =>
    stage.call('session.close', { ticket, typed: mustType ?? '' }, context)
  const opened = async (of: Partial<InputOf<'session.openClose'>> = {}, context = here) =>
    stage.call('session.openClose', { ...target, ...of }, context)
  return { ...stage, close, opened, confirm: async () => close(await opened()) }
}

describe('closing one session', () => {
  it('is sent once, with the counts around it and both ends in the journal', async () => {
    const { opened, close, service, clock, entries } = setUp()
    let live = 12
    service.script.count = () => live
    service.script.stop = () => void (live = 11)
    service.script.exchange = exchangeId.parse('x1')
    const ticket = await opened()
    expect(ticket).toMatchObject({ expiresAt: clock.now() + 30_000, mustType: null, label: '' })
    // Would catch the application on screen that is reported as an unknown session's.
    expect(ticket).toMatchObject({ appId: null, appLabel: '', firstSeenAt: null })
    const requestedAt = clock.now()
    const outcome = await close(ticket)
    expect(outcome).toMatchObject({
      sessionId: 's-1',
      answer: { form: 'envelope', httpStatus: 200 },
      failure: null,
      countBefore: { total: 12 },
      countAfter: { total: 11 },
    })
    expect(service.asked).toEqual(['getconcurrentNumber lobby', 'sessionStop s-1', 'getconcurrentNumber lobby'])
    const written = { action: 'session.close', target: 's-1' }
    const act = `close p1 s-1 ${requestedAt}`
    expect(entries()).toMatchObject([
      { ...written, outcome: 'unknown', isIntent: true, act, facts: { countBefore: 12 } },
      { ...written, outcome: 'done', act, facts: { countBefore: 12, countAfter: 11, exchangeId: 'x1' } },
    ])
  })

  // Would catch a text of undocumented meaning that is recorded as done, and a call that cannot be closed again.
  it('that is answered only with a text is unknown, with that text, and the session stays', async () => {
    const { confirm, service, entries, known, current, ...stage } = setUp()
    addKnown({ known, current, ...stage }, 's-1', target.appId)
    service.script.stopSaid = () => ({ form: 'text', code: null, message: 'no such session' })
    await confirm()
    const said = { form: 'text', message: 'no such session' }
    expect(entries().at(-1)).toMatchObject({ action: 'session.close', outcome: 'unknown', failure: null, facts: said })
    const profile = current()?.profile ?? expect.fail()
    expect(known.find(profile.id, target.sessionId)).toMatchObject({ endedAt: null, lastAction: { answer: said } })
  })

  // Would catch "12 → 12": a count of the same second that stays as the result while the calls end.
  it('reads the count until it falls, and corrects the report', async () => {
    const { confirm, service, clock, entries, pushed } = setUp()
    const counts = [12, 12, 12, 11, 11]
    service.script.count = () => counts.shift() ?? expect.fail()
    const outcome = await confirm()
    expect(outcome).toMatchObject({ countBefore: { total: 12 }, countAfter: { total: 12 }, counting: true })
    await clock.pass(60_000)
    expect(pushed('close.changed').map(({ countAfter, counting }) => [countAfter?.total, counting])).toEqual([
      [12, true],
      [11, true],
      [11, false],
    ])
    const { at, ...written } = pushed('close.changed').at(-1) ?? expect.fail()
    expect([at, written.sessionId, written.answer]).toEqual([outcome.at, 's-1', outcome.answer])
    const act = `close p1 s-1 ${String(at)}`
    expect(entries().map((entry) => [entry.outcome, entry.act, entry.facts.countAfter])).toEqual([
      ['unknown', act, undefined],
      ['done', act, 12],
      ['done', act, 11],
    ])
    expect(clock.waiting()).toBe(0)
  })

  // Would catch "12 → 11" for a count that could not be read, before the close or after it.
  it.each<[string, readonly (() => number | Promise<number>)[], number | null, number | null]>([
    ['before', [notRead, () => 11], null, 11],
    ['after', [() => 12, notRead], 12, null],
  ])('omits a count that cannot be read %s it', async (_when, counts, before, after) => {
    const { confirm, service, clock, entries, person } = setUp()
    const rest = [...counts]
    service.script.count = () => (rest.shift() ?? notRead)()
    const outcome = await confirm()
    expect([outcome.countBefore?.total ?? null, outcome.countAfter?.total ?? null]).toEqual([before, after])
    await clock.pass(60_000)
    expect(entries().at(-1)).toMatchObject({ outcome: 'done', facts: { countBefore: before, countAfter: after } })
    expect(person.asked).toEqual([{ kind: 'close', profileName: 'Main hall', count: 1 }])
  })

  it('reports after half a minute that the count has not fallen, and stops reading it', async () => {
    const { confirm, service, clock, pushed } = setUp()
    await confirm()
    await clock.pass(30_000)
    expect(pushed('close.changed').at(-1)).toMatchObject({ countAfter: { total: 12 }, counting: false })
    const asked = service.asked.length
    await clock.pass(60_000)
    expect(service.asked).toHaveLength(asked)
  })

  // Would catch "12, counting again" beside a figure of 11.
  it('is corrected by a count that was read for a different purpose', async () => {
    const { confirm, clock, service, pushed, monitor, current, entries, poll } = setUp()
    poll()
    await clock.pass(1_000)
    expect(await confirm()).toMatchObject({ countAfter: { total: 12 }, counting: true })
    service.script.count = () => 11
    await monitor.readCount({ open: current() ?? expect.fail(), appId: target.appId })
    await clock.pass(0)
    expect(pushed('close.changed').at(-1)).toMatchObject({ countAfter: { total: 11 }, counting: false })
    expect(entries().at(-1)).toMatchObject({ action: 'session.close', facts: { countAfter: 11 } })
  })

  // Would catch a closed call that is reported as not closed because of a count.
  it('is reported with its answer even when a bug of the program prevents reading the count', async () => {
    const { confirm, service, logged, entries } = setUp()
    service.script.count = () => {
      throw new TypeError('a bug')
    }
    expect(await confirm()).toMatchObject({ answer: { form: 'envelope' }, countBefore: null, countAfter: null })
    expect(entries().at(-1)).toMatchObject({ action: 'session.close', outcome: 'done' })
    expect(logged).toHaveLength(2)
  })

  // Would catch an act that is in progress for ever after a bug of the program.
  it('has an end in the journal in any case', async () => {
    const { confirm, opened, service, entries, journal } = setUp()
    service.script.stop = () => {
      throw new TypeError('a bug')
    }
    await expect(confirm()).rejects.toThrow()
    expect(entries().at(-1)).toMatchObject({ action: 'session.close', outcome: 'unknown' })
    expect(entries().some(({ id }) => journal.isInProgress(id))).toBe(false)
    await expect(opened()).resolves.toMatchObject({ sessionId: 's-1' })
  })

  it('uses a count of the last five seconds as the previous count', async () => {
    const { confirm, service, clock, poll } = setUp()
    poll()
    await clock.pass(4_999)
    const asked = service.asked.length
    await confirm()
    expect(service.asked.slice(asked)).toEqual(['sessionStop s-1', 'getconcurrentNumber lobby'])
  })

  it('does not use an hour-old count as the previous count, although a clock that was set back makes it look new', async () => {
    const { opened, close, service, clock, poll } = setUp()
    poll()
    await clock.pass(1_000)
    clock.set(clock.now() - 3_600_000)
    const ticket = await opened()
    const asked = service.asked.length
    await close(ticket)
    expect(service.asked.slice(asked, asked + 2)).toEqual(['getconcurrentNumber lobby', 'sessionStop s-1'])
  })

  // Would catch a fall that is reported for the application on screen, while the call belonged to a different one.
  it('reads the count of the session’s application in the inbox, whatever the window says', async () => {
    const stage = setUp()
    addKnown(stage, 's-1', appId.parse('desk'))
    await stage.close(await stage.opened())
    expect(stage.service.asked).toEqual(['getconcurrentNumber desk', 'sessionStop s-1', 'getconcurrentNumber desk'])
  })

  it('reads no count for an unknown application', async () => {
    const { opened, close, service } = setUp()
    const outcome = await close(await opened({ appId: null }))
    expect(outcome).toMatchObject({ countBefore: null, countAfter: null })
    expect(service.asked).toEqual(['sessionStop s-1'])
  })

  it('waits two seconds at most for each count and closes without it', async () => {
    const { opened, close, service, clock, stops } = setUp()
    service.script.count = (_, signal) => untilCancelled(signal)
    const closed = close(await opened())
    await clock.pass(1_999)
    expect(stops()).toHaveLength(0)
    await clock.pass(1)
    expect(stops()).toHaveLength(1)
    await clock.pass(2_000)
    await expect(closed).resolves.toMatchObject({ countBefore: null, countAfter: null })
  })

  it('shows the inbox’s data, records the close there, and the session’s end when it was accepted', async () => {
    const stage = setUp()
    addKnown(stage, 's-1', appId.parse('desk'))
    stage.known.edit(profileId.parse('p1'), target.sessionId, { label: 'Table 4' })
    const ticket = await stage.opened({ appId: null })
    expect(ticket).toMatchObject({ appId: 'desk', label: 'Table 4', firstSeenAt: stage.clock.now() })
    const find = () => stage.known.find(profileId.parse('p1'), target.sessionId)
    stage.service.script.stop = () => {
      // The row at this moment is what a crash would leave behind.
      expect(find()).toMatchObject({ endedAt: null, lastAction: { answer: null, failure: null } })
    }
    await stage.close(ticket)
    expect(find()).toMatchObject({ endedAt: stage.clock.now(), lastAction: { answer: { httpStatus: 200 } } })
    expect(stage.inboxChanges()).toBe(2)
  })

  it.each([
    ['a lost answer', serviceFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }, { sent: 'maybe' }), 'unknown'],
    ['a gateway’s error', serviceFailure({ kind: 'http' }, { httpStatus: 502 }), 'unknown'],
    ['a service that declines', serviceFailure({ kind: 'declined' }, { code: '2002', message: 'gone' }), 'failed'],
  ])('reports %s correctly, and sends nothing again', async (_, error, outcome) => {
    const stage = setUp()
    addKnown(stage, 's-1', target.appId)
    stage.service.script.stop = () => {
      throw error
    }
    const ticket = await stage.opened()
    // Would catch a count that is read further, and reported as the fall of a close which certainly had no effect.
    const counting = outcome === 'unknown'
    await expect(stage.close(ticket)).resolves.toMatchObject({ answer: null, failure: error.failure, counting })
    await expect(stage.close(ticket)).rejects.toMatchObject(refused('confirmation-used'))
    expect(stage.entries().map((entry) => entry.outcome)).toEqual(['unknown', outcome])
    expect(stage.known.find(profileId.parse('p1'), target.sessionId)).toMatchObject({
      endedAt: null,
      lastAction: { answer: null, failure: error.failure },
    })
    expect(stage.stops()).toHaveLength(1)
  })

  it('reports a failure with which nothing left this computer', async () => {
    const { confirm, service, entries } = setUp()
    const offline = serviceFailure({ kind: 'offline' }, { sent: 'no' })
    service.script.stop = () => {
      throw offline
    }
    await expect(confirm()).rejects.toMatchObject({ failure: offline.failure })
    expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'failed'])
  })

  it('is awaited at the end of the program, so that its answer is recorded', async () => {
    const { close, opened, service, database, entries, leave } = setUp()
    const answering = Promise.withResolvers<undefined>()
    const sent = new Promise<void>((resolve) => {
      service.script.stop = () => {
        resolve()
        return answering.promise
      }
    })
    const closed = close(await opened({ appId: null }))
    await sent
    const over = leave().then(() => {
      expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'done'])
      database.close()
    })
    answering.resolve(undefined)
    await over
    await expect(closed).resolves.toMatchObject({ sessionId: 's-1' })
  })

  it('sends nothing when the intent cannot be recorded', async () => {
    const { opened, close, stops, database } = setUp()
    const ticket = await opened()
    database.exec('PRAGMA query_only = ON')
    await expect(close(ticket)).rejects.toMatchObject({ failure: { kind: 'storage' } })
    expect(stops()).toEqual([])
    // Would catch a session that counts as being closed until the program is restarted.
    database.exec('PRAGMA query_only = OFF')
    await close(await opened())
    expect(stops()).toHaveLength(1)
  })

  it('reports a close whose end cannot be recorded', async () => {
    const { confirm, service, database, logged } = setUp()
    service.script.stop = () => database.exec('PRAGMA query_only = ON')
    await expect(confirm()).resolves.toMatchObject({ sessionId: 's-1' })
    expect(logged).toContainEqual(expect.stringContaining('session.close (done)'))
  })

  it('is not sent after a sleep of more than ten seconds between the confirmation and the sending', async () => {
    const { opened, close, service, clock, stops } = setUp()
    const closeAfter = async (sleptMs: number) => {
      const ticket = await opened()
      service.script.count = () => {
        clock.set(clock.now() + sleptMs)
        return 12
      }
      return close(ticket)
    }
    await expect(closeAfter(10_001)).rejects.toMatchObject(refused('confirmation-expired'))
    expect(stops()).toEqual([])
    await closeAfter(10_000)
    expect(stops()).toHaveLength(1)
  })

  it('stops reading the count with sleep, a lost network, a refused token, a different account, or the end of the program', async () => {
    const ends: ((stage: ReturnType<typeof setUp>) => unknown)[] = [
      ({ activeProfiles }) => activeProfiles.setAsleep(true),
      ({ activeProfiles }) => activeProfiles.setOnline(false),
      ({ setTokenRefused }) => setTokenRefused(true),
      ({ activeProfiles, open }) => {
        open(null)
        activeProfiles.update()
      },
      ({ leave }) => leave(),
    ]
    for (const end of ends) {
      const stage = setUp()
      await stage.confirm()
      const asked = stage.service.asked.length
      await end(stage)
      await stage.clock.pass(60_000)
      expect(stage.service.asked).toHaveLength(asked)
      expect(stage.pushed('close.changed')).toMatchObject([{ counting: false }])
    }
  })
})

describe('in a profile that confirms everything', () =>
  it('requires exactly the last four characters of the id', async () => {
    const { opened, call, stops } = setUp({ protection: 'confirm' })
    const long = sessionId.parse('0f8fad5b-d9cb-469f-a165-70867728950e')
    for (const typed of ['', '950E', ' 950e', '950e ', '50e', '8950e', '９50e']) {
      const { ticket, mustType } = await opened({ sessionId: long })
      expect(mustType).toBe('950e')
      await expect(call('session.close', { ticket, typed })).rejects.toMatchObject(refused('typed-id-differs'))
      await expect(call('session.close', { ticket, typed: '950e' })).rejects.toMatchObject(refused('confirmation-used'))
    }
    expect(stops()).toEqual([])
    const { ticket } = await opened({ sessionId: long })
    await call('session.close', { ticket, typed: '950e' })
    expect(stops()).toHaveLength(1)
  }))

describe('main sends nothing and refuses', () => {
  it('the second of two confirmations of one session in two windows', async () => {
    const { opened, close, stops } = setUp()
    const [first, second] = [await opened(), await opened({}, { windowId: 2 })]
    await close(first)
    await expect(close(second, { windowId: 2 })).rejects.toMatchObject(refused('wrong-state'))
    expect(stops()).toHaveLength(1)
    await close(await opened())
    expect(stops()).toHaveLength(2)
  })

  it('a session whose close is in flight', async () => {
    const { opened, close, service, stops } = setUp()
    const answering = Promise.withResolvers<undefined>()
    const closed = close(await opened({ appId: null }))
    await new Promise<void>((resolve) => {
      service.script.stop = () => {
        resolve()
        return answering.promise
      }
    })
    await expect(opened()).rejects.toMatchObject(refused('wrong-state'))
    answering.resolve(undefined)
    await closed
    expect(stops()).toHaveLength(1)
  })

  it.each([
    ['another window', { windowId: 2 }, 0],
    ['a confirmation of half a minute ago', here, 30_000],
  ])('%s', async (_, context, waitMs) => {
    const { opened, close, stops, clock } = setUp()
    const ticket = await opened()
    await clock.pass(waitMs)
    await expect(close(ticket, context)).rejects.toMatchObject(refused('confirmation-expired'))
    expect(stops()).toEqual([])
  })

  it('a clock that was set back after the confirmation was opened', async () => {
    const { opened, close, stops, clock } = setUp()
    const ticket = await opened()
    clock.set(clock.now() - 1)
    await expect(close(ticket)).rejects.toMatchObject(refused('confirmation-expired'))
    expect(stops()).toEqual([])
  })

  it('a ticket that main never issued, or issued for a different profile', async () => {
    const { call, opened, close, stops, open, current } = setUp()
    const forged = { ticket: ticketId.parse('made-up'), typed: '' }
    await expect(call('session.close', forged)).rejects.toMatchObject(refused('confirmation-expired'))
    const ticket = await opened()
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    await expect(close(ticket)).rejects.toMatchObject(refused('confirmation-expired'))
    expect(stops()).toEqual([])
  })

  it('a profile that was saved since: it might be a different service by now', async () => {
    const { opened, close, stops, open, current } = setUp()
    const ticket = await opened()
    const { profile, client } = current() ?? expect.fail()
    open({ profile: { ...profile, baseUrl: 'https://other.example/v2' }, client: { ...client } })
    await expect(close(ticket)).rejects.toMatchObject(refused('profile-changed'))
    expect(stops()).toEqual([])
  })

  it('a read-only profile, also one that became so after the confirmation, or while the count was read', async () => {
    const { opened, close, stops, open, current, service } = setUp()
    const { profile, client } = current() ?? expect.fail()
    const [before, during] = [await opened(), await opened()]
    const seal = () => open({ profile: { ...profile, protection: 'read-only' }, client })
    service.script.count = () => {
      seal()
      return 12
    }
    await expect(close(during)).rejects.toMatchObject(refused('read-only'))
    await expect(opened()).rejects.toMatchObject(refused('read-only'))
    await expect(close(before)).rejects.toMatchObject(refused('read-only'))
    expect(stops()).toEqual([])
  })

  it('an application that is neither the profile’s nor the inbox’s', async () => {
    const stage = setUp()
    const elsewhere = appId.parse('elsewhere')
    await expect(stage.opened({ appId: elsewhere })).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
    addKnown(stage, 's-1', elsewhere)
    await expect(stage.opened({ appId: elsewhere })).resolves.toMatchObject({ appId: elsewhere, appLabel: '' })
  })
})
