/** A failed training over HTTP: the service returns the creation, and the job reports that it was seen. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { confirmDrafts, dropFile, openJobs, storedJobs, typeFields } from '../main/creations/real-jobs.ts'
import type { RealJobs } from '../main/creations/real-jobs.ts'
import { setScene } from '../main/creations/queue-run.ts'
import { pngFile } from '../support/hostile/png-file.ts'
import { createManualClock } from '../support/manual-clock.ts'

function refundOf({ database }: RealJobs): unknown {
  const refund = database.prepare('SELECT refund FROM jobs').get()?.['refund']
  return typeof refund === 'string' ? JSON.parse(refund) : null
}

it('one failed training returns one creation, which is seen', async () => {
  const { service, place, end } = await setScene()
  onTestFinished(end)
  const clock = createManualClock(Date.now())
  let calls = 0
  const run = openJobs(place, {
    clock,
    at: (point) => {
      if (/^after (?:query|create)/.test(point)) calls -= 1
      if (!/^before (?:query|create)/.test(point)) return
      calls += 1
      // No two answers come in the same millisecond.
      clock.set(clock.now() + 1)
    },
  })
  onTestFinished(run.close)
  /** Lets time pass only while no request is in flight: answers take as long as they take. */
  const passUntil = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) {
      if (calls === 0) await clock.pass(250)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  await run.jobs.start()
  const left = service.control.balances().creations
  const portrait = path.join(place.folder, 'portrait.png')
  writeFileSync(portrait, pngFile({ width: 90, height: 160 }))
  await typeFields(run)
  await confirmDrafts(run, await dropFile(run, portrait))
  await passUntil(() => storedJobs(run.database)[0]?.state === 'training')
  expect(service.control.balances().creations).toBe(left - 1)
  service.control.failTask(storedJobs(run.database)[0]?.taskId ?? '')
  await passUntil(() => JSON.stringify(refundOf(run)).includes('"seen"'))
  expect(refundOf(run)).toMatchObject({ state: 'seen', after: { avatarCreationsLeft: left } })
  expect(service.control.count('createAvatar')).toBe(1)
})
