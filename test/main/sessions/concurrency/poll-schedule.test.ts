import { expect, it } from 'vitest'
import { createSchedule } from '../../../../src/main/sessions/concurrency/poll-schedule.ts'
import { appId } from '../../../../src/shared/schemas/ids.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

// Would catch an application that is never read again, and ones whose turn never comes as the failed reads keep theirs.
it('goes on after reads that reject, and passes on why', async () => {
  const clock = createManualClock()
  const appIds = ['a', 'b', 'c', 'd'].map((id) => appId.parse(id))
  const reads: string[] = []
  const errors: string[] = []
  const schedule = createSchedule({
    appIds,
    clock,
    isPaused: false,
    read: (id) => {
      reads.push(id)
      return Promise.reject(new Error('not thought of'))
    },
    onError: (id, error) => {
      errors.push(`${id}: ${String(error)}`)
    },
    delayMs: () => 5_000,
    heldOffMs: () => 0,
    isUrgent: () => false,
  })
  await clock.pass(10_000)
  schedule.stop()
  expect(reads.sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c', 'd', 'd'])
  expect(errors).toHaveLength(reads.length)
  expect(errors[0]).toBe('a: Error: not thought of')
})
