import { expect, test } from 'vitest'
import { createCloseRegistry } from '../../../../src/main/sessions/closing/close-registry.ts'
import type { CloseAllResult, CloseRun } from '../../../../src/shared/schemas/session.ts'
import { appId, sessionId } from '../../../../src/shared/schemas/ids.ts'
import { here, refused, setClosingStage } from '../../../support/close-stage.ts'
import { profileOf } from '../../../support/subjects.ts'

const lobby = profileOf()
const session = { kind: 'session', id: sessionId.parse('1377000000000001968') } as const
const run = (state: CloseRun['state']): CloseRun => ({ id: 'run-1', startedAt: 0, state, endedBy: null, items: [] })

// Would catch an update that restarts the program between two closes of a run, or while one waits for its answer.
test('a close is going on while it is sent, and for the whole of a run', () => {
  const registry = createCloseRegistry()
  expect(registry.isClosing()).toBe(false)
  const ended = registry.sending(lobby.id, session)
  expect(registry.isClosing()).toBe(true)
  ended()
  expect(registry.isClosing()).toBe(false)
  for (const state of ['running', 'stopping'] as const) {
    registry.runs.set(lobby, run(state))
    expect(registry.isClosing()).toBe(true)
  }
  for (const state of ['stopped', 'done'] as const) {
    registry.runs.set(lobby, run(state))
    expect(registry.isClosing()).toBe(false)
  }
})

// Would catch profiles that are kept for as long as the program runs, one for each close-all.
test('a close-all that gave way to later ones leaves nothing behind', () => {
  const { closeAlls } = createCloseRegistry()
  const sent = (id: number): CloseAllResult => ({
    id: String(id),
    profileId: lobby.id,
    appId: appId.parse('lobby'),
    countBefore: 1,
    sentAt: 0,
    seen: [],
    answer: null,
    failure: null,
    outcome: 'watching',
  })
  for (let id = 0; id <= 200; id += 1) closeAlls.set(lobby, sent(id))
  expect(closeAlls.of(lobby.id)).toHaveLength(200)
  expect([closeAlls.sentUnder('0'), closeAlls.sentUnder('200')]).toEqual([undefined, lobby])
})

// Would catch "12 live calls" confirmed in one window, though another cut them while that number was on its way.
test('a count that another window’s close-all has overtaken closes nothing', async () => {
  const { call, clock, service } = setClosingStage()
  const lobbyApp = appId.parse('lobby')
  const elsewhere = { windowId: 2 }
  const first = await call('session.openCloseAll', { appId: lobbyApp }, here)
  const counting = Promise.withResolvers<number>()
  service.script.count = () => counting.promise
  const opening = call('session.openCloseAll', { appId: lobbyApp }, elsewhere)
  await clock.pass(0)
  await call('session.closeAll', { ticket: first.ticket, typedAppId: lobbyApp }, here)
  counting.resolve(12)
  const { ticket } = await opening
  const late = call('session.closeAll', { ticket, typedAppId: lobbyApp }, elsewhere)
  await expect(late).rejects.toMatchObject(refused('count-too-old'))
  expect(service.askedFor('distroyCallSessionsByAppId')).toBe(1)
})
