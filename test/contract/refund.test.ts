/** A failed training over HTTP: the service gives the creation back, and the job says that it was seen. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import { confirmDrafts, dropFile, openJobs, storedJobs, typeFields, whenStored } from '../main/creations/real-jobs.ts'
import type { RealJobs } from '../main/creations/real-jobs.ts'
import { setScene } from '../main/creations/queue-run.ts'
import { pngFile } from '../support/hostile/png-file.ts'

function refundOf({ database }: RealJobs): unknown {
  const refund = database.prepare('SELECT refund FROM jobs').get()?.['refund']
  return typeof refund === 'string' ? JSON.parse(refund) : null
}

// A training is first looked at after three seconds.
it('one failed training gives one creation back, which is seen', { timeout: 30_000 }, async () => {
  const { service, place, end } = await setScene()
  onTestFinished(end)
  const run = openJobs(place, { clock: systemClock })
  onTestFinished(run.close)
  await run.jobs.start()
  const left = service.control.balances().creations
  const portrait = path.join(place.folder, 'portrait.png')
  writeFileSync(portrait, pngFile({ width: 90, height: 160 }))
  await typeFields(run)
  await confirmDrafts(run, await dropFile(run, portrait))
  await whenStored(run, ([job]) => job?.state === 'training')
  expect(service.control.balances().creations).toBe(left - 1)
  service.control.failTask(storedJobs(run.database)[0]?.taskId ?? '')
  await whenStored(run, () => JSON.stringify(refundOf(run)).includes('"seen"'))
  expect(refundOf(run)).toMatchObject({ state: 'seen', after: { avatarCreationsLeft: left } })
  expect(service.control.count('createAvatar')).toBe(1)
})
