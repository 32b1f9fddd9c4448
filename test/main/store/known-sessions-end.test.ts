import { expect, test } from 'vitest'
import { createKnownSessionsRepository } from '../../../src/main/store/inbox-repository.ts'
import { profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { setStage } from '../../support/subjects.ts'

const p1 = profileId.parse('p1')
const p2 = profileId.parse('p2')
const dayMs = 86_400_000

function setUp() {
  const stage = setStage()
  const known = createKnownSessionsRepository(stage.database)
  const finding = { appId: null, source: { kind: 'paste', name: null }, at: 1 } as const
  for (const of of [p1, p2]) {
    known.add(of, [sessionId.parse('a'), sessionId.parse('b')], finding)
  }
  return { ...stage, known }
}

// Would catch the old account's ids that are proposed for closing on the new one.
test('a profile that moves to a different account has no live sessions any more', () => {
  const { known, clock } = setUp()
  known.endAll(p1, clock.now())
  const counts = (of: typeof p1) => known.list({ profileId: of, appId: null, showsEnded: false })
  expect([counts(p1).known, counts(p1).ended]).toEqual([0, 2])
  expect([counts(p2).known, counts(p2).ended]).toEqual([2, 0])
})

test('undoing a move revives the sessions that it had ended', () => {
  const { known, clock } = setUp()
  known.setEnded(p1, [sessionId.parse('a')], clock.now())
  const ended = known.endAll(p1, clock.now())
  expect(ended).toEqual(['b'])
  known.setEnded(p1, ended, null)
  const { sessions } = known.list({ profileId: p1, appId: null, showsEnded: false })
  expect(sessions.map((session) => session.sessionId)).toEqual(['b'])
})

test('sessions that ended more than 90 days ago are deleted, in batches; others stay', () => {
  const { known, clock } = setUp()
  known.setEnded(p1, [sessionId.parse('a'), sessionId.parse('b')], clock.now() - 91 * dayMs)
  known.setEnded(p2, [sessionId.parse('a')], clock.now() - 89 * dayMs)
  expect([known.prune(clock.now(), 1), known.prune(clock.now(), 1), known.prune(clock.now(), 1)]).toEqual([1, 1, 0])
  expect(known.list({ profileId: p2, appId: null, showsEnded: true }).sessions).toHaveLength(2)
})
