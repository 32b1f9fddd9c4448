import { expect, test } from 'vitest'
import { createCloseRegistry } from '../../../../src/main/sessions/closing/close-registry.ts'
import type { CloseAllResult } from '../../../../src/shared/schemas/session.ts'
import { appId } from '../../../../src/shared/schemas/ids.ts'
import { here, refused, setClosingStage } from '../../../support/close-stage.ts'
import { profileOf } from '../../../support/subjects.ts'

const lobby = profileOf()

// Would catch profiles that are kept for as long as the program runs, one for each close-all.
test('a close-all that later ones replaced leaves nothing behind', () => {
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

// Would catch "12 live calls" confirmed in one window, although a second window closed them while that number was in
// flight.
test('a count from before a second window’s close-all closes nothing', async () => {
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
