import { expect, it } from 'vitest'
import type { ServiceClient } from '../../../../src/main/service/operations.ts'
import { appId } from '../../../../src/shared/schemas/ids.ts'
import { here, setClosingStage } from '../../../support/close-stage.ts'
import { serviceFailure } from '../../../support/scripted-service.ts'

const lobby = appId.parse('lobby')
const other = appId.parse('desk')

/** The counts seen of a close-all whose watch reads 9 while a later read completes. */
async function seenWhile(later: () => number | Promise<number>, readOf = lobby) {
  const { call, closing, service, clock, monitor, current, poll } = setClosingStage()
  poll()
  await clock.pass(1_000)
  const { ticket } = await call('session.openCloseAll', { appId: lobby }, here)
  await call('session.closeAll', { ticket, typedAppId: lobby }, here)
  const slow = Promise.withResolvers<number>()
  service.script.count = () => slow.promise
  await clock.pass(1_000)
  service.script.count = later
  await Promise.allSettled([monitor.readCount({ open: current() ?? expect.fail(), appId: readOf })])
  slow.resolve(9)
  await clock.pass(0)
  const [result] = closing().handlers['session.closeAllResults']({ appId: lobby })
  return result?.seen.map(({ total }) => total)
}

// Would catch a bar that shows 12, 3, 9: the watch's own read started first, and its answer came last.
it('ignores its own count when a later read has overtaken it', async () => {
  expect(await seenWhile(() => 3)).toEqual([3])
})

// Would catch a good count that is dropped because a read that started after it failed.
it('keeps its own count when only a failed read has overtaken it', async () => {
  expect(await seenWhile(() => Promise.reject(serviceFailure({ kind: 'offline' })))).toEqual([9])
})

// Would catch calls of one application that seem to fall because few are live in a different one.
it('ignores a count of a different application', async () => {
  expect(await seenWhile(() => 3, other)).toEqual([9])
})

// Would catch a fall that stays unseen because a profile was renamed: the reads of its previous client are aborted.
it('reports the fall from the profile’s reads when it was saved meanwhile', async () => {
  const { call, closing, service, clock, current, open, activeProfiles, poll } = setClosingStage()
  const { ticket } = await call('session.openCloseAll', { appId: lobby }, here)
  await call('session.closeAll', { ticket, typedAppId: lobby }, here)
  const { profile, client } = current() ?? expect.fail()
  poll()
  const anew: ServiceClient = { ...client }
  // A disposed client reads nothing more.
  Object.assign(client, { concurrentNumber: () => Promise.reject(serviceFailure({ kind: 'cancelled' })) })
  service.script.count = () => 0
  open({ profile: { ...profile, name: 'Renamed' }, client: anew })
  activeProfiles.update()
  await clock.pass(1_000)
  expect(closing().handlers['session.closeAllResults']({ appId: lobby })).toMatchObject([{ outcome: 'fell' }])
})

// Would catch an account that is locked, because each read repeats a token that the service refuses.
it('reads nothing with a token that the service refuses', async () => {
  const { call, closing, service, clock, setTokenRefused } = setClosingStage()
  setTokenRefused(true)
  service.script.closeAll = () => Promise.reject(serviceFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }))
  const { ticket } = await call('session.openCloseAll', { appId: lobby }, here)
  const before = service.asked.length
  await call('session.closeAll', { ticket, typedAppId: lobby }, here)
  await clock.pass(2 * 60_000)
  expect(service.asked.slice(before)).toEqual(['distroyCallSessionsByAppId lobby'])
  expect(closing().handlers['session.closeAllResults']({ appId: lobby })).toMatchObject([{ outcome: 'not-seen' }])
})
