import { describe, expect, it } from 'vitest'
import { createCheckHandlers } from '../../../../src/main/conversations/conversations.ts'
import { createMediaOutcomes } from '../../../../src/main/media/media-store.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { FailureError } from '../../../../src/shared/failure.ts'
import { profileId, snapshotId } from '../../../../src/shared/schemas/ids.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'

const context = { windowId: 1 }
const snapshot = { snapshotId: snapshotId.parse('s1') }

function setUp() {
  const stage = setStage()
  const outcomes = createMediaOutcomes(stage.clock)
  const handlers = createCheckHandlers(stage, outcomes, () => {
    outcomes.set(profileOf().id, 'https://media.example/model/sample.png', 'http')
    return Promise.resolve({ tried: 1, unreachable: 1, untried: 0 })
  })
  return { ...stage, handlers, outcomes }
}

describe('media results for the checks', () => {
  it('name dead media after a try, with the time, and only in their profile', async () => {
    const { handlers, open, current, clock } = setUp()
    const state = await handlers['check.read']({}, context)
    expect(contract['check.read'].output.parse(state)).toEqual({ muted: [], dead: [] })
    expect(await handlers['check.tryMedia'](snapshot, context)).toEqual({ tried: 1, unreachable: 1, untried: 0 })
    expect(await handlers['check.read']({}, context)).toEqual({
      muted: [],
      dead: [{ url: 'https://media.example/model/sample.png', problem: 'http', at: clock.now() }],
    })
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    expect(await handlers['check.read']({}, context)).toEqual({ muted: [], dead: [] })
  })

  it('omit addresses that this computer could not try, or that answered later', () => {
    const { outcomes } = setUp()
    const { id } = profileOf()
    outcomes.set(id, 'https://a.example/', 'offline')
    outcomes.set(id, 'https://b.example/', 'timeout')
    outcomes.set(id, 'https://b.example/', null)
    outcomes.set(profileId.parse('p2'), 'https://c.example/', 'timeout')
    expect(outcomes.dead(id)).toEqual([])
  })
})

describe('muting a rule', () => {
  it('applies to its profile', async () => {
    const { handlers, open, current } = setUp()
    const mute = (rule: 'volume-zero' | 'canvas-proportion', muted: boolean) =>
      handlers['check.mute']({ rule, muted }, context)
    expect(await mute('volume-zero', true)).toEqual(['volume-zero'])
    expect(await mute('canvas-proportion', true)).toEqual(['canvas-proportion', 'volume-zero'])
    expect(await mute('canvas-proportion', true)).toEqual(['canvas-proportion', 'volume-zero'])
    expect(await mute('volume-zero', false)).toEqual(['canvas-proportion'])
    expect(await handlers['check.read']({}, context)).toMatchObject({ muted: ['canvas-proportion'] })
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    expect(await mute('volume-zero', false)).toEqual([])
  })

  it('skips a rule that no longer exists; a disk that refuses is a failure', () => {
    const { handlers, database } = setUp()
    database.prepare('INSERT INTO muted_checks (profile_id, rule) VALUES (?, ?)').run('p1', 'of-yesterday')
    expect(handlers['check.mute']({ rule: 'no-models', muted: false }, context)).toEqual([])
    database.exec('PRAGMA query_only = ON')
    expect(() => handlers['check.mute']({ rule: 'no-models', muted: true }, context)).toThrow(FailureError)
  })

  it('is refused without an open profile', () => {
    const { handlers, open } = setUp()
    open(null)
    expect(() => handlers['check.mute']({ rule: 'no-models', muted: true }, context)).toThrow('refused')
    expect(() => handlers['check.read']({}, context)).toThrow('refused')
  })
})
