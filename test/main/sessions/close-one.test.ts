import { describe, expect, it } from 'vitest'
import { createCloseOne } from '../../../src/main/sessions/close-one.ts'
import { createMonitor } from '../../../src/main/sessions/monitor.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { appId, profileId, sessionId, ticketId } from '../../../src/shared/schemas/ids.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { serviceFailure, untilCancelled } from '../../support/scripted-service.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const here = { windowId: 1 }
const target = { sessionId: sessionId.parse('s-1'), appId: appId.parse('lobby') }

function setUp(changes: Partial<Profile> = {}) {
  const stage = setStage(changes)
  const monitor = createMonitor({ ...stage, randomFraction: () => 1 })
  monitor.follow()
  const closeOne = createCloseOne({ ...stage, monitor })
  const entries = () => stage.journal.list({ limit: 10, before: null }).toReversed()
  return { ...stage, monitor, closeOne, entries }
}

describe('closing one session', () => {
  it('is sent once, with the counts around it and both ends in the journal', async () => {
    const { closeOne, service, clock, entries } = setUp()
    let live = 12
    service.script.count = () => live
    service.script.stop = () => void (live = 11)
    const { ticket, expiresAt } = closeOne.open(target, here)
    expect(expiresAt).toBe(clock.now() + 30_000)
    const outcome = await closeOne.close(ticket, here)
    expect(outcome).toMatchObject({
      sessionId: 's-1',
      answer: { form: 'envelope', httpStatus: 200 },
      countBefore: { total: 12 },
      countAfter: { total: 11 },
    })
    expect(service.asked).toEqual(['getconcurrentNumber lobby', 'sessionStop s-1', 'getconcurrentNumber lobby'])
    expect(entries()).toMatchObject([
      { action: 'session.close', target: 's-1', outcome: 'unknown', facts: { step: 'intent' } },
      { action: 'session.close', target: 's-1', outcome: 'done', facts: { countBefore: 12, countAfter: 11 } },
    ])
  })

  it('takes a count of the last five seconds for the one before', async () => {
    const { closeOne, service, clock } = setUp()
    await clock.pass(0)
    await clock.pass(4_999)
    const asked = service.asked.length
    await closeOne.close(closeOne.open(target, here).ticket, here)
    expect(service.asked.slice(asked)).toEqual(['sessionStop s-1', 'getconcurrentNumber lobby'])
  })

  it('asks for no count when the application is not known', async () => {
    const { closeOne, service } = setUp()
    const outcome = await closeOne.close(closeOne.open({ ...target, appId: null }, here).ticket, here)
    expect(outcome).toMatchObject({ countBefore: null, countAfter: null })
    expect(service.asked).toEqual(['sessionStop s-1'])
  })

  it('waits two seconds at most for each count and closes without it', async () => {
    const { closeOne, service, clock } = setUp()
    service.script.count = (_, signal) => untilCancelled(signal)
    const closed = closeOne.close(closeOne.open(target, here).ticket, here)
    await clock.pass(1_999)
    expect(service.askedFor('sessionStop')).toBe(0)
    await clock.pass(1)
    expect(service.askedFor('sessionStop')).toBe(1)
    await clock.pass(2_000)
    await expect(closed).resolves.toMatchObject({ countBefore: null, countAfter: null })
  })

  it('hands a failure over as it is: unknown where the request may have arrived, and never sends again', async () => {
    const { closeOne, service, entries } = setUp()
    const timeout = serviceFailure({ kind: 'timeout', timeoutMs: 15_000, phase: 'answer' }, { sent: 'maybe' })
    service.script.stop = () => {
      throw timeout
    }
    const { ticket } = closeOne.open(target, here)
    await expect(closeOne.close(ticket, here)).rejects.toBe(timeout)
    await expect(closeOne.close(ticket, here)).rejects.toThrow(refusal('confirmation-used'))
    service.script.stop = () => {
      throw serviceFailure({ kind: 'declined' }, { code: '2002' })
    }
    await expect(closeOne.close(closeOne.open(target, here).ticket, here)).rejects.toMatchObject({
      failure: { kind: 'declined', code: '2002' },
    })
    expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown', 'failed'])
    expect(service.askedFor('sessionStop')).toBe(2)
  })

  it('does not call a gateway’s error a failure: the call may have been cut behind it', async () => {
    const { closeOne, service, entries } = setUp()
    service.script.stop = () => {
      throw serviceFailure({ kind: 'http' }, { operation: 'sessionStop', sent: 'yes', httpStatus: 502 })
    }
    await expect(closeOne.close(closeOne.open(target, here).ticket, here)).rejects.toMatchObject({
      failure: { kind: 'http' },
    })
    expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
  })

  it('at the end of the program is waited for, so that its answer is written down', async () => {
    const { closeOne, service, database, entries } = setUp()
    const answering = Promise.withResolvers<undefined>()
    const sent = new Promise<void>((resolve) => {
      service.script.stop = () => {
        resolve()
        return answering.promise
      }
    })
    const closed = closeOne.close(closeOne.open({ ...target, appId: null }, here).ticket, here)
    await sent
    const over = closeOne.dispose().then(() => {
      expect(entries().map(({ outcome }) => outcome)).toEqual(['unknown', 'done'])
      database.close()
    })
    answering.resolve(undefined)
    await over
    await expect(closed).resolves.toMatchObject({ sessionId: 's-1' })
  })

  it('sends nothing when the intent cannot be written down', async () => {
    const { closeOne, service, database } = setUp()
    const { ticket } = closeOne.open(target, here)
    database.exec('PRAGMA query_only = ON')
    await expect(closeOne.close(ticket, here)).rejects.toMatchObject({ failure: { kind: 'storage' } })
    expect(service.askedFor('sessionStop')).toBe(0)
  })

  it('reports a close whose end cannot be written down', async () => {
    const { closeOne, service, database, logged } = setUp()
    service.script.stop = () => {
      database.exec('PRAGMA query_only = ON')
    }
    await expect(closeOne.close(closeOne.open(target, here).ticket, here)).resolves.toMatchObject({ sessionId: 's-1' })
    expect(logged).toEqual([expect.stringContaining('session.close for s-1 (done)')])
  })
})

describe('what is refused in main, with nothing sent', () => {
  it('a second use: a double click closes once', async () => {
    const { closeOne, service } = setUp()
    const { ticket } = closeOne.open(target, here)
    const both = await Promise.allSettled([closeOne.close(ticket, here), closeOne.close(ticket, here)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(service.askedFor('sessionStop')).toBe(1)
  })

  it.each([
    ['another window', { windowId: 2 }, 0],
    ['a confirmation of half a minute ago', here, 30_000],
  ])('%s', async (_, context, waitMs) => {
    const { closeOne, service, clock } = setUp()
    const { ticket } = closeOne.open(target, here)
    await clock.pass(waitMs)
    await expect(closeOne.close(ticket, context)).rejects.toThrow(refusal('confirmation-expired'))
    expect(service.askedFor('sessionStop')).toBe(0)
  })

  it('a ticket that main never issued, or issued for another profile', async () => {
    const { closeOne, service, open, current } = setUp()
    await expect(closeOne.close(ticketId.parse('made-up'), here)).rejects.toThrow(refusal('confirmation-expired'))
    const { ticket } = closeOne.open(target, here)
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    await expect(closeOne.close(ticket, here)).rejects.toThrow(refusal('confirmation-expired'))
    expect(service.askedFor('sessionStop')).toBe(0)
  })

  it('a read-only profile, also one that became so after the confirmation was opened', async () => {
    const { closeOne, service, open, current } = setUp()
    const { ticket } = closeOne.open(target, here)
    const { profile, client } = current() ?? expect.fail()
    open({ profile: { ...profile, protection: 'read-only' }, client })
    expect(() => closeOne.open(target, here)).toThrow(refusal('read-only'))
    await expect(closeOne.close(ticket, here)).rejects.toThrow(refusal('read-only'))
    expect(service.askedFor('sessionStop')).toBe(0)
  })
})
