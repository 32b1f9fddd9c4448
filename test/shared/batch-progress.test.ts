import { describe, expect, it } from 'vitest'
import { batchProgress, isRunning } from '../../src/shared/model/batch-progress.ts'
import { jobState } from '../../src/shared/schemas/avatar.ts'

describe('the progress of batches', () => {
  it('is empty without batches, and for batches without jobs', () => {
    expect(batchProgress([])).toBeNull()
    expect(batchProgress([{ ready: 0 }])).toBeNull()
  })

  it('sums up several batches; removed jobs count as ended, unknown ones do not', () => {
    const first = { ready: 15, failed: 2, rejected: 1, removed: 1, unknown: 3, waiting: 20, submitting: 2, training: 6 }
    expect(batchProgress([first, { training: 4, ready: 1 }])).toEqual({
      total: 55,
      finished: 20,
      ready: 16,
      failed: 2,
      rejected: 1,
      unknown: 3,
      waiting: 20,
      submitting: 2,
      training: 10,
    })
  })

  it('counts a job of every state in the total', () => {
    for (const state of jobState.options) expect([state, batchProgress([{ [state]: 1 }])?.total]).toEqual([state, 1])
  })

  it('a batch has ended when no job waits, is being sent or trains', () => {
    const going = jobState.options.filter((state) => isRunning({ ready: 1, [state]: 1 }))
    expect(going).toEqual(['waiting', 'submitting', 'training'])
  })
})
