import { describe, expect, it } from 'vitest'
import { createAccount, createAccountHandlers } from '../../../src/main/account/account.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Account } from '../../../src/shared/schemas/account.ts'
import { exchangeId, profileId } from '../../../src/shared/schemas/ids.ts'
import { activating } from '../../support/active.ts'
import { profileOf, setStage } from '../../support/subjects.ts'
import { savedText } from '../../support/saved-text.ts'
import { createScriptedService, serviceFailure } from '../../support/scripted-service.ts'

const minute = 60_000
const context = { windowId: 1 }

function setUp() {
  const stage = setStage()
  const received: Account[] = []
  const account = createAccount(stage, (read) => void received.push(read))
  return {
    ...stage,
    ...activating(stage.current, account),
    account,
    received,
    handlers: createAccountHandlers(account),
  }
}

describe('the account', () => {
  it('is read when a profile is opened and every five minutes, without a journal entry', async () => {
    const { begin, account, service, clock, entries, pushed, received } = setUp()
    begin()
    await clock.pass(0)
    expect(service.askedFor('queryAccount')).toBe(1)
    await clock.pass(5 * minute - 1)
    expect(service.askedFor('queryAccount')).toBe(1)
    await clock.pass(1)
    expect(service.askedFor('queryAccount')).toBe(2)
    expect(account.figures()).toMatchObject({
      latest: { at: clock.now(), avatarCreationsLeft: 37, durationLeft: 600 },
      failure: null,
    })
    expect(pushed('account.changed')).toHaveLength(2)
    expect(received).toEqual(pushed('account.changed'))
    expect(entries()).toEqual([])
  })

  it('keeps the last balances beside a failure, retries after a minute and then clears the failure', async () => {
    const { begin, account, service, clock } = setUp()
    begin()
    await clock.pass(0)
    const failed = serviceFailure({ kind: 'offline' }, { operation: 'queryAccount', sent: 'no' })
    service.script.account = () => {
      throw failed
    }
    await clock.pass(5 * minute)
    expect(account.figures()).toMatchObject({
      latest: { avatarCreationsLeft: 37 },
      failure: { failure: failed.failure, at: clock.now() },
      nextAt: clock.now() + minute,
    })
    service.script.account = () => ({ avatarCreationsLeft: null, durationLeft: 0 })
    await clock.pass(minute)
    expect(account.figures()).toMatchObject({ latest: { avatarCreationsLeft: null, durationLeft: 0 }, failure: null })
    expect(account.figures().nextAt).toBeUndefined()
  })

  // Would catch balances that look current through the seconds of their retries.
  it('shows a failed attempt immediately, but alerts receive only the end of the read', async () => {
    const { begin, service, open, clock, pushed, received } = setUp()
    const failed = serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 503 })
    const queryAccount: typeof service.client.queryAccount = (options) => {
      options?.onFailedAttempt?.(failed)
      return service.client.queryAccount(options)
    }
    open({ profile: profileOf(), client: { ...service.client, queryAccount } })
    begin()
    await clock.pass(0)
    expect(pushed('account.changed')).toMatchObject([
      { failure: { failure: failed.failure, at: clock.now() } },
      { failure: null, latest: { avatarCreationsLeft: 37 } },
    ])
    expect(received).toHaveLength(1)
  })

  // Would catch a pace of the wrong balance, a top-up that is counted as use, and a pace that alerts never receive.
  it('returns the pace of each balance since its last top-up, and the use of today', async () => {
    const { begin, account, service, clock, received } = setUp()
    let reads = 0
    service.script.account = () => {
      reads += 1
      return { avatarCreationsLeft: 100 - 2 * reads, durationLeft: reads < 8 ? 600 - reads : 10_600 - reads }
    }
    begin()
    clock.set(new Date(2026, 10, 27, 12).getTime())
    await clock.pass(75 * minute)
    expect(account.figures()).toMatchObject({
      latest: { avatarCreationsLeft: 68 },
      creationsUsage: {
        pace: { from: clock.now() - 75 * minute, isSinceTopUp: false, perHour: 24 },
        today: { from: clock.now() - 75 * minute, used: 30, added: 0, refunded: 0 },
      },
      durationUsage: {
        pace: { from: clock.now() - 40 * minute, isSinceTopUp: true, perHour: 12 },
        // The use during the five minutes around the top-up is indistinguishable from the top-up.
        today: { used: 14, added: 9_999 },
      },
    })
    expect(received.at(-1)).toEqual(account.figures())
  })

  // Would catch a chart without the events of its time, or with a different range than requested.
  it('returns the balances over a range of time, with the batches beside them', async () => {
    const { begin, handlers, clock, journal } = setUp()
    begin()
    await clock.pass(2 * minute)
    const entry = { profile: { id: profileId.parse('p1'), name: 'Main hall' }, target: 'Main hall' }
    journal.noteAfter({ ...entry, action: 'avatar.confirmed', outcome: 'done', facts: { avatars: 12 } })
    await clock.pass(5 * minute)
    const series = await handlers['account.series']({ range: 'day' }, context)
    expect(series).toMatchObject({
      range: 'day',
      from: clock.now() - 24 * 60 * minute,
      at: [clock.now() - 7 * minute, clock.now() - 2 * minute],
      creations: [37, 37],
      // The jobs of this batch are unknown here.
      changes: [
        {
          annotation: { kind: 'batch', at: clock.now() - 2 * minute, count: 12, accepted: null },
          change: { creations: null },
          left: { creations: 37 },
        },
      ],
    })
  })

  // Would catch a file of readings outside the range, or only of those that fit into the chart.
  it('writes every reading of a range as CSV', async () => {
    const saved: [name: string, text: string][] = []
    const { accountSamples, clock, ...stage } = setStage()
    const { exportSeries } = createAccount(
      {
        ...stage,
        clock,
        saveFile: (name, contents) => {
          saved.push([name, savedText(contents)])
          return Promise.resolve(name)
        },
      },
      () => undefined,
    )
    clock.set(Date.UTC(2026, 10, 21, 12))
    const of = profileId.parse('p1')
    accountSamples.add(of, { at: clock.now() - 61 * minute, avatarCreationsLeft: 99, durationLeft: 1 })
    accountSamples.add(of, { at: clock.now() - 2 * minute, avatarCreationsLeft: 38, durationLeft: 600.5 })
    accountSamples.add(of, { at: clock.now() - minute, avatarCreationsLeft: null, durationLeft: 600 })
    await expect(exportSeries('hour')).resolves.toBe('balances-hour-2026-11-21.csv')
    expect(saved[0]?.[1].split('\r\n')).toEqual([
      '\ufeffreadAt,avatarCreationsLeft,durationLeft',
      '2026-11-21T11:58:00.000Z,38,600.5',
      '2026-11-21T11:59:00.000Z,,600',
      '',
    ])
  })

  it('is read immediately on request, with a journal entry for either end', async () => {
    const { handlers, service, entries } = setUp()
    service.script.exchange = exchangeId.parse('x1')
    await expect(handlers['account.refresh']({}, context)).resolves.toMatchObject({ latest: { durationLeft: 600 } })
    expect(entries()[0]?.facts).toMatchObject({ exchangeId: 'x1' })
    service.script.account = () => {
      throw serviceFailure({ kind: 'declined' }, { operation: 'queryAccount', code: '1006' })
    }
    await expect(handlers['account.refresh']({}, context)).rejects.toMatchObject({ failure: { code: '1006' } })
    expect(entries().map(({ action, outcome }) => [action, outcome])).toEqual([
      ['account.read', 'done'],
      ['account.read', 'failed'],
    ])
  })

  it('stores readings of other parts, and shows them only to their own profile', () => {
    const { begin, account, clock, pushed } = setUp()
    begin()
    account.record(profileId.parse('other'), { at: clock.now(), avatarCreationsLeft: 1, durationLeft: 1 })
    expect(account.figures().latest).toBeNull()
    expect(pushed('account.changed')).toEqual([])
    account.record(profileId.parse('p1'), { at: clock.now(), avatarCreationsLeft: 5, durationLeft: null })
    expect(account.figures().latest).toMatchObject({ avatarCreationsLeft: 5 })
  })

  it('stops being read for an ended or sleeping profile, and is read immediately when it starts again', async () => {
    const { begin, end, service, clock, open, account } = setUp()
    begin()
    await clock.pass(0)
    const other = createScriptedService(clock)
    open({ profile: profileOf({ name: 'Main hall, night' }), client: other.client })
    begin()
    await clock.pass(5 * minute)
    expect(service.askedFor('queryAccount')).toBe(1)
    expect(other.askedFor('queryAccount')).toBe(2)
    end('asleep')
    expect(clock.waiting()).toBe(0)
    await clock.pass(60 * minute)
    expect(other.askedFor('queryAccount')).toBe(2)
    begin()
    await clock.pass(0)
    expect(other.askedFor('queryAccount')).toBe(3)
    expect(account.figures().failure).toBeNull()
    end()
    expect(clock.waiting()).toBe(0)
  })

  it('is not read while the token is refused, and states no time of a next try', async () => {
    const { account, service, clock, open, begin, end } = setUp()
    const rejected = serviceFailure({ kind: 'token-rejected' }, { operation: 'queryAccount', httpStatus: 401 })
    service.script.account = () => {
      // The client notifies main before its caller.
      end()
      throw rejected
    }
    begin()
    await clock.pass(0)
    begin({ poll: false })
    await clock.pass(60 * minute)
    expect(service.askedFor('queryAccount')).toBe(1)
    expect(account.figures()).toMatchObject({ failure: { failure: rejected.failure } })
    expect(account.figures()).not.toHaveProperty('nextAt')
    // The failure of a different token does not apply to the next one.
    open({ profile: profileOf(), client: createScriptedService(clock).client })
    begin()
    expect(account.figures().failure).toBeNull()
  })

  it('refuses without a profile', () => {
    const { account, open } = setUp()
    open(null)
    expect(() => account.figures()).toThrow(FailureError)
  })

  it('shows balances that cannot be stored as a failure of the disk, and continues', async () => {
    const { begin, account, database, clock, service } = setUp()
    database.exec('PRAGMA query_only = ON')
    begin()
    await clock.pass(0)
    expect(account.figures().failure?.failure).toMatchObject({ kind: 'storage', reason: 'read-only' })
    await clock.pass(minute)
    expect(service.askedFor('queryAccount')).toBe(2)
  })
})
