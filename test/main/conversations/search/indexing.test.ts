import { describe, expect, it } from 'vitest'
import { createIndexing } from '../../../../src/main/conversations/search/indexer.ts'
import { settle } from '../../../support/manual-clock.ts'
import { listeningLog } from '../../store/scratch.ts'

interface Step {
  readonly isDone: boolean
  readonly indexed: number
}

function setUp() {
  const asked: PromiseWithResolvers<Step>[] = []
  const log = listeningLog()
  let notified = 0
  const askStep = () => {
    const next = Promise.withResolvers<Step>()
    asked.push(next)
    return next.promise
  }
  const indexing = createIndexing(askStep, log, () => (notified += 1))
  return { indexing, asked, log, notified: () => notified }
}

const done: Step = { isDone: true, indexed: 1 }

describe('indexing', () => {
  // Each turn of the loop between the last step's answer and its end was one in which a wish was lost.
  it.each([0, 1, 2, 3, 4, 5, 6])('begins anew for what is stirred %i turns after the last answer', async (turns) => {
    const { indexing, asked } = setUp()
    indexing.schedule()
    asked[0]?.resolve(done)
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    indexing.schedule()
    await settle()
    asked[1]?.resolve(done)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('goes on after a step that failed, when it is stirred again', async () => {
    const { indexing, asked, log, notified } = setUp()
    indexing.schedule()
    asked[0]?.reject(new Error('no disk'))
    await settle()
    expect(log.lines.join('\n')).toContain('snapshots could not be indexed')
    indexing.schedule()
    asked[1]?.resolve(done)
    await settle()
    expect(notified()).toBe(1)
  })
})
