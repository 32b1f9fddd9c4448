import { expect, it } from 'vitest'
import { appId } from '../../../../src/shared/schemas/ids.ts'
import { here, setClosingStage } from '../../../support/close-stage.ts'

const lobby = appId.parse('lobby')

// Would catch a bar that goes 12, 3, 9: the watch's own read began first, and its answer came last.
it('passes over a count of its own that a later read has overtaken', async () => {
  const { call, closing, service, clock, monitor, current } = setClosingStage()
  monitor.follow()
  await clock.pass(1_000)
  const { ticket } = await call('session.openCloseAll', { appId: lobby }, here)
  await call('session.closeAll', { ticket, typedAppId: lobby }, here)
  const slow = Promise.withResolvers<number>()
  service.script.count = () => slow.promise
  await clock.pass(1_000)
  service.script.count = () => 3
  await monitor.readCount({ open: current() ?? expect.fail(), appId: lobby })
  slow.resolve(9)
  await clock.pass(0)
  const [result] = closing().handlers['session.closeAllResults']({ appId: lobby })
  expect(result?.seen.map(({ total }) => total)).toEqual([3])
})
