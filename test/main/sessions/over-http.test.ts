import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createClosing } from '../../../src/main/sessions/closing/closing.ts'
import { createCloseRegistry } from '../../../src/main/sessions/closing/close-registry.ts'
import { createMonitor } from '../../../src/main/sessions/concurrency/monitor.ts'
import { createPracticeService } from '../../../src/practice/service.ts'
import type { CloseRun, CloseAllResult } from '../../../src/shared/schemas/session.ts'
import { appId, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { Emit } from '../../../src/main/ipc/handlers.ts'
import { activeOf } from '../../support/active.ts'
import { createTestClient } from '../../support/client.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const here = { windowId: 1 }

/** The handlers on the real client and the practice service, with the machine's own clock. */
async function setUp() {
  const practice = createPracticeService({ closeLagMs: 200 })
  const { baseUrl } = await practice.start()
  onTestFinished(() => practice.stop())
  // The last application's calls come and go only when a test says so.
  const lobby = appId.parse(practice.control.applications().at(-1)?.appId)
  const { client } = createTestClient({
    baseUrl,
    secret: practice.credentials.accessToken,
    limits: { answerMs: 2_000 },
  })
  const stage = setStage()
  const open = { profile: profileOf({ applications: [{ appId: lobby, label: 'Lobby' }] }), client }
  stage.open(open)
  const { active, end } = activeOf(open)
  let hear: (closing: CloseAllResult) => void = () => undefined
  let hearRun: (run: CloseRun) => void = () => undefined
  const emit: Emit = (name, payload) => {
    stage.emit(name, payload)
    if (name === 'closeAll.changed') hear(payload as CloseAllResult)
    if (name === 'closeRun.changed') hearRun(payload as CloseRun)
  }
  const deps = { ...stage, emit, clock: systemClock, random: Math.random }
  const monitor = createMonitor(deps, stage.observed)
  const closing = createClosing(deps, {
    monitor,
    active: () => active,
    registry: createCloseRegistry(),
    onInboxChanged: () => undefined,
  })
  onTestFinished(() => {
    end()
    return closing.ended()
  })
  const { handlers } = closing
  const watched = new Promise<CloseAllResult>((resolve) => {
    hear = (closing) => {
      if (closing.outcome !== 'watching') resolve(closing)
    }
  })
  const ran = new Promise<CloseRun>((resolve) => {
    hearRun = (run) => {
      if (run.state === 'done' || run.state === 'stopped') resolve(run)
    }
  })
  return { practice, handlers, lobby, watched, ran }
}

describe('over HTTP', () => {
  it('a double click on close-all is one request, and its drain is seen', async () => {
    const { practice, handlers, lobby, watched } = await setUp()
    practice.control.addCalls(lobby, 3)
    const { ticket, count } = await handlers['session.openCloseAll']({ appId: lobby }, here)
    const live = practice.control.applications().at(-1)?.calls.length
    expect(count?.total).toBe(live)
    const click = async () => handlers['session.closeAll']({ ticket, typedAppId: lobby }, here)
    const both = await Promise.allSettled([click(), click()])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    practice.control.removeCalls(lobby)
    await expect(watched).resolves.toMatchObject({ countBefore: live, outcome: 'fell', seen: [{ total: 0 }] })
    expect(practice.control.count('distroyCallSessionsByAppId')).toBe(1)
  })

  it('a close-all whose connection breaks after it was done is sent once, watched, and not reported as failed', async () => {
    const { practice, handlers, lobby, watched } = await setUp()
    practice.control.addCalls(lobby, 2)
    const { ticket } = await handlers['session.openCloseAll']({ appId: lobby }, here)
    practice.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'distroyCallSessionsByAppId' })
    const closing = await handlers['session.closeAll']({ ticket, typedAppId: lobby }, here)
    expect(closing).toMatchObject({ answer: null, failure: { sent: 'maybe' }, outcome: 'watching' })
    practice.control.removeCalls(lobby)
    await expect(watched).resolves.toMatchObject({ outcome: 'fell', failure: { sent: 'maybe' } })
    expect(practice.control.count('distroyCallSessionsByAppId')).toBe(1)
  })

  it('one call is closed with one request that carries its id unchanged', async () => {
    const { practice, handlers, lobby } = await setUp()
    const [id] = practice.control.addCalls(lobby, 1)
    const { ticket } = await handlers['session.openClose']({ sessionId: sessionId.parse(id), appId: lobby }, here)
    await expect(handlers['session.close']({ ticket, typed: '' }, here)).resolves.toMatchObject({
      answer: { httpStatus: 200 },
    })
    expect(practice.control.requests('sessionStop').map(({ query }) => query)).toEqual([{ uuid: id }])
  })

  it('several calls are closed with one request each, including one with a broken connection', async () => {
    const { practice, handlers, lobby, ran } = await setUp()
    const ids = practice.control.addCalls(lobby, 3).map((id) => sessionId.parse(id))
    const { ticket } = await handlers['session.openCloseMany']({ sessionIds: ids }, here)
    practice.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'sessionStop', times: 1 })
    const begin = async () => handlers['session.closeMany']({ ticket, typed: '' }, here)
    const both = await Promise.allSettled([begin(), begin()])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    const { state, items } = await ran
    expect(state).toBe('done')
    expect(items.map(({ outcome }) => outcome?.failure?.kind ?? 'accepted')).toEqual([
      'connection-reset',
      'accepted',
      'accepted',
    ])
    expect(practice.control.requests('sessionStop').map(({ query }) => query)).toEqual(ids.map((uuid) => ({ uuid })))
  })
})
