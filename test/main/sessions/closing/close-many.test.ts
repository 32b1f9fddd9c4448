import { describe, expect, it } from 'vitest'
import type { SessionId } from '../../../../src/shared/ids.ts'
import { appId, profileId, sessionId } from '../../../../src/shared/schemas/ids.ts'
import type { Profile } from '../../../../src/shared/schemas/profile.ts'
import type { CloseRun } from '../../../../src/shared/schemas/session.ts'
import { settle } from '../../../support/manual-clock.ts'
import { serviceFailure } from '../../../support/scripted-service.ts'
import { profileOf } from '../../../support/subjects.ts'
import { addKnown, here, refused, setClosingStage } from '../../../support/close-stage.ts'

const lobby = appId.parse('lobby')
const ids = (count: number): SessionId[] =>
  Array.from({ length: count }, (_, index) => sessionId.parse(`s-${index + 1}`))

function setUp(changes: Partial<Profile> = {}) {
  const stage = setClosingStage(changes)
  const opened = (sessionIds: readonly SessionId[], context = here) =>
    stage.call('session.openCloseMany', { sessionIds: [...sessionIds] }, context)
  const begin = async (sessionIds: readonly SessionId[]): Promise<CloseRun> => {
    const { ticket, mustType } = await opened(sessionIds)
    return stage.call('session.closeMany', { ticket, typed: mustType ?? '' })
  }
  const run = (): CloseRun => stage.pushed('closeRun.changed').at(-1) ?? expect.fail('no run')
  const states = () => run().items.map(({ state }) => state)
  return { ...stage, opened, begin, run, states }
}

describe('closing several sessions', () => {
  it('sends each once, in order, a second after the previous one has ended, and reports each outcome', async () => {
    const stage = setUp()
    for (const id of ids(3)) addKnown(stage, id, lobby)
    const sentAt: number[] = []
    const startedAt = stage.clock.now()
    stage.service.script.stop = () => void sentAt.push(stage.clock.now() - startedAt)
    const [first, second, third] = ids(3)
    const begun = await stage.begin([third, first, third, second].map((id) => id ?? expect.fail()))
    expect(begun).toMatchObject({ state: 'running', endedBy: null, items: [{}, {}, {}] })
    await expect(stage.call('session.closeRuns', {})).resolves.toMatchObject([{ id: begun.id }])
    await stage.clock.pass(60_000)
    expect(stage.stops()).toEqual(['sessionStop s-3', 'sessionStop s-1', 'sessionStop s-2'])
    expect(sentAt).toEqual([0, 1_000, 2_000])
    expect(stage.run()).toMatchObject({ id: begun.id, state: 'done', endedBy: null })
    expect(stage.run().items).toMatchObject(
      ['s-3', 's-1', 's-2'].map((id) => ({ sessionId: id, state: 'ended', outcome: { answer: { httpStatus: 200 } } })),
    )
    expect(stage.clock.waiting()).toBe(0)
    const written = stage.entries().map(({ action, target, outcome }) => `${action} ${target} ${outcome}`)
    expect(written).toEqual([
      'session.runStarted lobby unknown',
      ...['s-3', 's-1', 's-2'].flatMap((id) => [`session.close ${id} unknown`, `session.close ${id} done`]),
      'session.runEnded lobby done',
    ])
    expect(stage.entries().at(-1)?.facts).toMatchObject({ sessions: 3, accepted: 3, leftOut: 0 })
    // The evidence of the run finds them by this id.
    expect(stage.entries().map(({ facts }) => facts.runId)).toEqual(Array.from({ length: 8 }, () => begun.id))
  })

  // Would catch a count from the second of the last close that stays as the result while the calls end.
  it('reads the count afterwards until it has fallen, without sending anything', async () => {
    const stage = setUp()
    for (const id of ids(2)) addKnown(stage, id, lobby)
    const counts = [12, 12, 12, 11, 11, 10]
    stage.service.script.count = () => counts.shift() ?? expect.fail()
    await stage.begin(ids(2))
    await stage.clock.pass(60_000)
    const seen = stage.pushed('closeRun.changed').filter(({ state }) => state === 'done')
    expect(seen.map(({ items }) => [items[1]?.outcome?.countAfter?.total, items[1]?.outcome?.counting])).toEqual([
      [12, false],
      [12, true],
      [11, true],
      [11, true],
      [10, true],
      [10, false],
    ])
    expect(stage.stops()).toHaveLength(2)
    expect(stage.clock.waiting()).toBe(0)
  })

  // Would catch a drain that is waited for twice, because the first call had left the count before the last was closed.
  it('counts a fall between two closes as a part of the drain', async () => {
    const stage = setUp()
    for (const id of ids(2)) addKnown(stage, id, lobby)
    const counts = [12, 11]
    stage.service.script.count = () => counts.shift() ?? 10
    await stage.begin(ids(2))
    await stage.clock.pass(60_000)
    expect(stage.run().items[1]?.outcome).toMatchObject({ countAfter: { total: 10 }, counting: false })
    // Before the first close and after each, and no more afterwards.
    expect(stage.service.askedFor('getconcurrentNumber')).toBe(3)
  })

  // Would catch a drain that is waited for at one application because sessions of a second one were closed with it.
  it('expects in an application only the fall of the calls that were closed there', async () => {
    const stage = setUp()
    const [first, last] = ids(2)
    addKnown(stage, first ?? expect.fail(), appId.parse('desk'))
    addKnown(stage, last ?? expect.fail(), lobby)
    const ofLobby = [12, 12, 11]
    stage.service.script.count = (id) => (id === lobby ? (ofLobby.shift() ?? expect.fail()) : 40)
    await stage.begin(ids(2))
    await stage.clock.pass(60_000)
    expect(stage.run().items[1]?.outcome).toMatchObject({ countAfter: { total: 11 }, counting: false })
    expect(stage.clock.waiting()).toBe(0)
  })

  // Would catch a script of the page that closes several calls on its own, and a question that names none of them.
  it('asks a person first, and sends nothing after a refusal', async () => {
    const { begin, person, stops, pushed } = setUp()
    person.answer = () => false
    await expect(begin(ids(3))).rejects.toMatchObject(refused('not-confirmed'))
    expect(person.asked).toMatchObject([{ kind: 'close', profileName: 'Main hall', count: 3 }])
    expect([stops(), pushed('closeRun.changed')]).toEqual([[], []])
  })

  it('continues after a service that declines one, and after lost answers that are not consecutive', async () => {
    const { begin, clock, service, run, entries } = setUp()
    const lost = serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' })
    const ends = [lost, serviceFailure({ kind: 'declined' }, { code: '2002' }), lost]
    service.script.stop = () => {
      const error = ends.shift()
      if (error !== undefined) throw error
    }
    await begin(ids(4))
    await clock.pass(60_000)
    expect(run().items.map(({ outcome }) => outcome?.failure?.kind ?? 'accepted')).toEqual([
      'connection-reset',
      'declined',
      'connection-reset',
      'accepted',
    ])
    expect(entries().at(-1)?.facts).toMatchObject({ accepted: 1, failed: 1, unknown: 2, leftOut: 0 })
  })

  // Would catch a text such as "no such session" that is counted as a close.
  it('counts text-only answers separately, and keeps those sessions among the live ones', async () => {
    const stage = setUp()
    for (const id of ids(2)) addKnown(stage, id, lobby)
    stage.service.script.stopSaid = (id) =>
      id === 's-2' ? { form: 'text', code: null, message: 'no such session' } : {}
    await stage.begin(ids(2))
    await stage.clock.pass(60_000)
    expect(stage.entries().at(-1)?.facts).toMatchObject({ accepted: 1, said: 1, failed: 0, unknown: 0 })
    const profile = stage.current()?.profile ?? expect.fail()
    expect(ids(2).map((id) => stage.known.find(profile.id, id)?.endedAt === null)).toEqual([false, true])
  })

  it.each([
    ['a lost network', serviceFailure({ kind: 'offline' }, { sent: 'no' }), 1],
    ['a rejected token', serviceFailure({ kind: 'token-rejected' }, { sent: 'yes' }), 1],
    ['a service that is too busy', serviceFailure({ kind: 'http' }, { httpStatus: 429 }), 1],
    ['two lost answers in a row', serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' }), 2],
  ])('ends at %s: the others would fail in the same way', async (_, error, sent) => {
    const { begin, clock, service, run, states, stops } = setUp()
    service.script.stop = () => {
      throw error
    }
    await begin(ids(4))
    await clock.pass(60_000)
    expect(run()).toMatchObject({ state: 'stopped', endedBy: 'trouble' })
    expect(states()).toEqual(ids(4).map((__, index) => (index < sent ? 'ended' : 'left-out')))
    expect(stops()).toHaveLength(sent)
  })

  // Would catch a run that says "The profile changed" because of a token, whose refusal ends only automatic work.
  it('ends at a refused token as at any other failure', async () => {
    const { begin, clock, service, run, states, stops, setTokenRefused } = setUp()
    service.script.stop = () => {
      setTokenRefused(true)
      throw serviceFailure({ kind: 'token-rejected' }, { sent: 'yes' })
    }
    await begin(ids(3))
    await clock.pass(60_000)
    expect(run()).toMatchObject({ state: 'stopped', endedBy: 'trouble' })
    expect([states(), stops()]).toEqual([['ended', 'left-out', 'left-out'], ['sessionStop s-1']])
  })

  // Would catch a run that ends after its first session, because the service accepts the token again.
  it('continues when the token is accepted again', async () => {
    const { begin, clock, service, states, stops, setTokenRefused } = setUp()
    setTokenRefused(true)
    service.script.stop = () => setTokenRefused(false)
    await begin(ids(3))
    await clock.pass(60_000)
    expect(states()).toEqual(['ended', 'ended', 'ended'])
    expect(stops()).toHaveLength(3)
  })

  it('starts without a network, and ends at the failure of its first session', async () => {
    const { begin, clock, service, run, stops, activeProfiles } = setUp()
    activeProfiles.setOnline(false)
    service.script.stop = () => {
      throw serviceFailure({ kind: 'offline' }, { sent: 'no' })
    }
    await begin(ids(3))
    await clock.pass(60_000)
    expect(run()).toMatchObject({ state: 'stopped', endedBy: 'trouble', items: [{ outcome: {} }, {}, {}] })
    expect(stops()).toHaveLength(1)
  })

  it('lets the close in flight finish when stopped, and leaves out the rest', async () => {
    const { begin, call, clock, service, run, states, stops } = setUp()
    const answering = Promise.withResolvers<undefined>()
    service.script.stop = () => answering.promise
    const { id } = await begin(ids(3))
    await settle()
    expect(states()).toEqual(['sending', 'waiting', 'waiting'])
    await expect(call('session.stopCloseRun', { id })).resolves.toMatchObject({ state: 'stopping' })
    answering.resolve(undefined)
    await clock.pass(60_000)
    expect(run()).toMatchObject({
      state: 'stopped',
      endedBy: 'operator',
      items: [{ outcome: { failure: null } }, {}, {}],
    })
    expect(states()).toEqual(['ended', 'left-out', 'left-out'])
    expect(stops()).toHaveLength(1)
    await expect(call('session.stopCloseRun', { id })).rejects.toMatchObject(refused('wrong-state'))
  })

  it('sends nothing more when stopped in the pause', async () => {
    const { begin, call, clock, states, stops } = setUp()
    const { id } = await begin(ids(2))
    await clock.pass(999)
    await call('session.stopCloseRun', { id })
    await clock.pass(60_000)
    expect([states(), stops()]).toEqual([['ended', 'left-out'], ['sessionStop s-1']])
  })

  // Would catch a call that is closed after Stop was pressed, because its count was still being read.
  it('does not send a close either when stopped while its previous count is read', async () => {
    const stage = setUp()
    for (const id of ids(2)) addKnown(stage, id, lobby)
    const counting = Promise.withResolvers<number>()
    stage.service.script.count = () => counting.promise
    const { id } = await stage.begin(ids(2))
    await settle()
    expect(stage.states()).toEqual(['sending', 'waiting'])
    await stage.call('session.stopCloseRun', { id })
    counting.resolve(12)
    await stage.clock.pass(60_000)
    expect([stage.states(), stage.stops()]).toEqual([['left-out', 'left-out'], []])
    expect(stage.run()).toMatchObject({ state: 'stopped', endedBy: 'operator' })
  })

  it('ends when the computer slept unnoticed while the previous count was read, and says so', async () => {
    const stage = setUp()
    for (const id of ids(2)) addKnown(stage, id, lobby)
    const counting = Promise.withResolvers<number>()
    stage.service.script.count = () => counting.promise
    await stage.begin(ids(2))
    await settle()
    stage.clock.set(stage.clock.now() + 3_600_000)
    counting.resolve(12)
    await stage.clock.pass(60_000)
    expect([stage.states(), stage.stops()]).toEqual([['left-out', 'left-out'], []])
    expect(stage.run()).toMatchObject({ state: 'stopped', endedBy: 'rest' })
  })

  // Would catch a call that is closed twice: once alone, and once more by the run when its answer has arrived.
  it('leaves out a session whose close is in flight at the opening, and is refused without others', async () => {
    const { opened, call, clock, service, stops } = setUp()
    const answering = Promise.withResolvers<undefined>()
    service.script.stop = () => answering.promise
    const [sessionId = expect.fail()] = ids(1)
    const { ticket } = await call('session.openClose', { sessionId, appId: null })
    const closed = call('session.close', { ticket, typed: '' })
    await settle()
    await expect(opened(ids(1))).rejects.toMatchObject(refused('nothing-to-close'))
    const two = await opened(ids(2))
    expect(two.sessions.map((session) => session.sessionId)).toEqual(['s-2'])
    answering.resolve(undefined)
    await closed
    await call('session.closeMany', { ticket: two.ticket, typed: '' })
    await clock.pass(60_000)
    expect(stops()).toEqual(['sessionStop s-1', 'sessionStop s-2'])
  })

  it('leaves nothing out when stopped during its last close, and does not count as stopped', async () => {
    const { begin, call, clock, service, run, states } = setUp()
    const answering = Promise.withResolvers<undefined>()
    service.script.stop = () => answering.promise
    const { id } = await begin(ids(1))
    await settle()
    await call('session.stopCloseRun', { id })
    answering.resolve(undefined)
    await clock.pass(0)
    expect(run()).toMatchObject({ state: 'done', endedBy: null })
    expect(states()).toEqual(['ended'])
  })

  // Would catch a finished run that counts as running, so that every other one is refused.
  it('is not stopped by sleep or a different profile once it is over', async () => {
    const { begin, clock, open, run, opened, activeProfiles } = setUp()
    await begin(ids(1))
    await clock.pass(60_000)
    activeProfiles.setAsleep(true)
    open(null)
    activeProfiles.update()
    expect(run()).toMatchObject({ state: 'done', endedBy: null })
    open({ profile: profileOf(), client: setUp().current()?.client ?? expect.fail() })
    await expect(opened(ids(1))).resolves.toMatchObject({ sessions: [{}] })
  })

  it('leaves out only a session that a different window closed since the confirmation', async () => {
    const { begin, opened, call, clock, states, stops } = setUp()
    const three = await opened(ids(3))
    const second = await call('session.openClose', { sessionId: sessionId.parse('s-2'), appId: null }, { windowId: 2 })
    await call('session.close', { ticket: second.ticket, typed: '' }, { windowId: 2 })
    await call('session.closeMany', { ticket: three.ticket, typed: '' })
    await clock.pass(60_000)
    expect(states()).toEqual(['ended', 'left-out', 'ended'])
    expect(stops()).toEqual(['sessionStop s-2', 'sessionStop s-1', 'sessionStop s-3'])
    await begin(ids(2))
    await clock.pass(60_000)
    expect(stops()).toHaveLength(5)
  })

  // Would catch a green "OK" in Activity for a run that may have closed nothing.
  it.each([
    ['done', [null, 'declined', null]],
    ['unknown', [null, 'lost', null]],
    ['failed', ['declined', 'declined', 'declined']],
  ] as const)('is recorded as %s with the answers %o', async (outcome, answers) => {
    const { begin, clock, service, entries } = setUp()
    const failures = {
      declined: serviceFailure({ kind: 'declined' }, { code: '2002' }),
      lost: serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' }),
    }
    const coming = [...answers]
    service.script.stop = () => {
      const answer = coming.shift() ?? null
      if (answer !== null) throw failures[answer]
    }
    await begin(ids(3))
    await clock.pass(60_000)
    expect(entries().at(-1)).toMatchObject({ action: 'session.runEnded', outcome })
  })

  it('ends at a bug of the program, with an unknown result for that session', async () => {
    const { begin, clock, service, run, states, entries } = setUp()
    service.script.stop = () => {
      throw new TypeError('a bug')
    }
    await begin(ids(2))
    await clock.pass(60_000)
    expect(run()).toMatchObject({ state: 'stopped', endedBy: 'trouble' })
    expect(states()).toEqual(['ended', 'left-out'])
    expect(run().items[0]).toMatchObject({ outcome: { answer: null, failure: { kind: 'internal' } } })
    expect(entries().at(-1)).toMatchObject({ action: 'session.runEnded', facts: { unknown: 1, leftOut: 1 } })
  })

  it.each([
    [10_000, 'done', null],
    [10_001, 'stopped', 'rest'],
  ] as const)('after an unexpected pause of %i ms is %s', async (tookMs, state, endedBy) => {
    const { begin, clock, run } = setUp()
    await begin(ids(2))
    await clock.pass(500)
    clock.set(clock.now() + tookMs - 1_000)
    await clock.pass(60_000)
    expect(run()).toMatchObject({ state, endedBy })
  })

  it('cannot start once its workspace is left', async () => {
    const { opened, call, stops, leave } = setUp()
    const { ticket } = await opened(ids(2))
    await leave()
    await expect(opened(ids(1))).rejects.toMatchObject(refused('no-profile'))
    await expect(call('session.closeMany', { ticket, typed: '' })).rejects.toMatchObject(refused('no-profile'))
    expect(stops()).toEqual([])
  })

  it('is one at a time in a profile, whichever window starts it', async () => {
    const { begin, opened, call, clock, stops } = setUp()
    const waiting = await opened(ids(2), { windowId: 2 })
    await begin(ids(2))
    await expect(opened(ids(1))).rejects.toMatchObject(refused('wrong-state'))
    const late = call('session.closeMany', { ticket: waiting.ticket, typed: '' }, { windowId: 2 })
    await expect(late).rejects.toMatchObject(refused('wrong-state'))
    await clock.pass(60_000)
    expect(stops()).toHaveLength(2)
  })

  it('continues while its profile and client stay, and cannot be stopped without a profile', async () => {
    const { begin, call, clock, current, open, states, activeProfiles } = setUp()
    const { id } = await begin(ids(2))
    activeProfiles.update()
    await clock.pass(60_000)
    expect(states()).toEqual(['ended', 'ended'])
    const before = current()
    const second = await begin(ids(2))
    open(null)
    await expect(call('session.stopCloseRun', { id: second.id })).rejects.toMatchObject(refused('no-profile'))
    open(before)
    await expect(call('session.stopCloseRun', { id })).rejects.toMatchObject(refused('wrong-state'))
    await clock.pass(60_000)
    expect(states()).toEqual(['ended', 'ended'])
  })

  it('sends nothing when its start cannot be recorded', async () => {
    const { opened, call, database, clock, stops } = setUp()
    const { ticket } = await opened(ids(2))
    database.exec('PRAGMA query_only = ON')
    const begun = call('session.closeMany', { ticket, typed: '' })
    await expect(begun).rejects.toMatchObject({ failure: { kind: 'storage' } })
    await clock.pass(60_000)
    expect(stops()).toEqual([])
  })
})

describe('a change during a run leaves the rest out', () => {
  type Stage = ReturnType<typeof setUp>
  const openAs = (changes: Partial<Profile>, isSameClient = true) => {
    return ({ open, current }: Stage) => {
      const { profile, client } = current() ?? expect.fail()
      open({ profile: { ...profile, ...changes }, client: isSameClient ? client : { ...client } })
    }
  }
  it.each<[string, (stage: Stage) => void, CloseRun['endedBy']]>([
    ['another profile', openAs({ id: profileId.parse('p2') }), 'profile'],
    ['no profile', ({ open }) => open(null), 'profile'],
    ['a read-only profile', openAs({ protection: 'read-only' }), 'profile'],
    ['a profile that asks for more now', openAs({ protection: 'confirm' }), 'profile'],
    ['a saved profile', openAs({}, false), 'profile'],
    [
      'a saved profile, with a notification',
      (stage) => {
        openAs({}, false)(stage)
        stage.activeProfiles.update()
      },
      'profile',
    ],
    ['reported sleep', ({ activeProfiles }) => activeProfiles.setAsleep(true), 'rest'],
    ['a reported loss of the network', ({ activeProfiles }) => activeProfiles.setOnline(false), 'rest'],
    [
      'sleep after the token was refused and accepted',
      ({ activeProfiles, setTokenRefused }) => {
        setTokenRefused(true)
        setTokenRefused(false)
        queueMicrotask(() => activeProfiles.setAsleep(true))
      },
      'rest',
    ],
    ['unreported sleep', ({ clock }) => clock.set(clock.now() + 3_600_000), 'rest'],
    [
      'a workspace that is left',
      ({ leave }) => {
        void leave()
      },
      'profile',
    ],
  ])('%s', async (_, change, endedBy) => {
    const stage = setUp()
    await stage.begin(ids(3))
    await stage.clock.pass(500)
    change(stage)
    await stage.clock.pass(60_000)
    expect(stage.run()).toMatchObject({ state: 'stopped', endedBy })
    expect(stage.states()).toEqual(['ended', 'left-out', 'left-out'])
    expect(stage.stops()).toHaveLength(1)
    expect(stage.entries().at(-1)).toMatchObject({ action: 'session.runEnded', facts: { leftOut: 2, endedBy } })
  })

  it('a crash: nothing is sent afterwards, and an intent without an answer stays unknown', async () => {
    const { begin, opened, restart, service, clock, stops, entries, call } = setUp()
    const { ticket } = await opened(ids(3))
    service.script.stop = () => new Promise(() => undefined)
    await begin(ids(3))
    await settle()
    restart()
    await clock.pass(5_000)
    const replayed = call('session.closeMany', { ticket, typed: '' })
    await expect(replayed).rejects.toMatchObject(refused('confirmation-expired'))
    await clock.pass(600_000)
    expect(stops()).toHaveLength(1)
    expect(entries().at(-1)).toMatchObject({ action: 'session.close', outcome: 'unknown', isIntent: true })
  })

  it('a workspace that is left while a close is in flight: no second run beside it', async () => {
    const { begin, opened, beginAnew, service, clock, stops, leave } = setUp()
    const answering = Promise.withResolvers<undefined>()
    service.script.stop = () => answering.promise
    await begin(ids(2))
    await settle()
    const over = leave()
    beginAnew()
    await expect(opened(ids(2))).rejects.toMatchObject(refused('wrong-state'))
    answering.resolve(undefined)
    await over
    await clock.pass(60_000)
    expect(stops()).toHaveLength(1)
    await expect(opened(ids(2))).resolves.toMatchObject({ sessions: [{}, {}] })
  })
})

describe('in a profile that confirms everything', () =>
  it.each([
    ['the application', [lobby, lobby], 'lobby'],
    ['the profile, for several applications', [lobby, appId.parse('desk')], 'Main hall'],
    ['the profile, for none', [null, null], 'Main hall'],
  ])('requires %s', async (_, applications, word) => {
    const stage = setUp({ protection: 'confirm' })
    const sessions = applications.map((app, index) => {
      const id = sessionId.parse(`s-${index}`)
      addKnown(stage, id, app)
      return id
    })
    const { ticket, mustType } = await stage.opened(sessions)
    expect(mustType).toBe(word)
    const wrong = stage.call('session.closeMany', { ticket, typed: `${word} ` })
    await expect(wrong).rejects.toMatchObject(refused('typed-id-differs'))
    await stage.clock.pass(60_000)
    expect(stage.stops()).toEqual([])
    await stage.begin(sessions)
    await stage.clock.pass(60_000)
    expect(stage.stops()).toHaveLength(2)
  }))

describe('runs', () =>
  it('are reported of the open profile only, also after it was left and opened again', async () => {
    const { begin, beginAnew, clock, open, current, call } = setUp()
    const { client } = current() ?? expect.fail()
    const { id } = await begin(ids(1))
    await clock.pass(60_000)
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    await expect(call('session.closeRuns', {})).resolves.toEqual([])
    open({ profile: profileOf(), client })
    beginAnew()
    await expect(call('session.closeRuns', {})).resolves.toMatchObject([{ id, state: 'done' }])
  }))
