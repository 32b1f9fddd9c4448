import { expect, test } from 'vitest'
import { createPlannedReadsRepository } from '../../../src/main/store/planned-reads-repository.ts'
import { conversationId, profileId } from '../../../src/shared/schemas/ids.ts'
import { setStage } from '../../support/subjects.ts'

const p1 = profileId.parse('p1')
const p2 = profileId.parse('p2')
const one = conversationId.parse('1')
const two = conversationId.parse('2')
const three = conversationId.parse('3')

// Would catch failures that vanish from the list because another one is tried again.
test('an id that is tried again leaves the other failures where they are; a new list begins anew', () => {
  const plan = createPlannedReadsRepository(setStage().database)
  plan.plan(p1, [one, two, three], 1)
  plan.finish(p1, one, { state: 'done', at: 2 })
  plan.finish(p1, two, { state: 'failed', failure: 'declined', at: 3 })
  plan.finish(p1, three, { state: 'failed', failure: 'timeout', at: 4 })
  plan.plan(p1, [two], 5)
  expect(plan.read(p1)).toMatchObject({ waiting: 1, done: 1, failed: [{ conversationId: '3' }] })
  plan.finish(p1, two, { state: 'done', at: 6 })
  plan.plan(p1, [one], 7)
  expect(plan.read(p1)).toMatchObject({ waiting: 1, done: 0, failed: [] })
})

// Would catch "3 of 3 read" that comes back with each start, and a failure that a restart takes away.
test('a list that was read without failures is forgotten, another stays', () => {
  const plan = createPlannedReadsRepository(setStage().database)
  plan.plan(p1, [one, two], 1)
  plan.finish(p1, one, { state: 'done', at: 2 })
  plan.forgetDone()
  expect(plan.read(p1)).toMatchObject({ waiting: 1, done: 1 })
  plan.finish(p1, two, { state: 'done', at: 3 })
  plan.plan(p2, [one, two], 4)
  plan.finish(p2, one, { state: 'done', at: 5 })
  plan.finish(p2, two, { state: 'failed', failure: 'declined', at: 6 })
  plan.forgetDone()
  expect(plan.read(p1)).toMatchObject({ waiting: 0, done: 0, failed: [] })
  expect(plan.read(p2)).toMatchObject({ done: 1, failed: [{ conversationId: '2' }] })
})
