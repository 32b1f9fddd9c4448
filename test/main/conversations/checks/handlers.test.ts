import { describe, expect, it, onTestFinished } from 'vitest'
import { createCheckHandlers } from '../../../../src/main/conversations/conversations.ts'
import { createMediaOutcomes } from '../../../../src/main/media/media-store.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { FailureError } from '../../../../src/shared/failure.ts'
import { profileId, snapshotId } from '../../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../../support/conversations.ts'
import { insertSnapshot } from '../../../support/add-snapshot.ts'
import { createNearReader } from '../../../support/near-reader.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'

const context = { windowId: 1 }
const snapshot = { snapshotId: snapshotId.parse('s1') }

function setUp() {
  const stage = setStage()
  const { database, clock } = stage
  insertSnapshot(database, JSON.stringify({ success: true, data: sampleConversation }))
  const reader = createNearReader(database.location() ?? expect.fail())
  onTestFinished(reader.dispose)
  const outcomes = createMediaOutcomes(clock)
  const handlers = createCheckHandlers(stage, {
    reader,
    outcomes,
    tryAllMedia: () => {
      outcomes.set(profileOf().id, 'https://media.example/model/sample.png', 'http')
      return Promise.resolve({ tried: 1, unreachable: 1, untried: 0 })
    },
  })
  return { ...stage, handlers, outcomes }
}

describe('the checks of a snapshot', () => {
  it('are read from what was kept, by the rules of the open profile', async () => {
    const { handlers } = setUp()
    const report = await handlers['check.read'](snapshot, context)
    expect(contract['check.read'].output.parse(report)).toEqual(report)
    expect(report.findings.map(({ rule }) => rule)).toContain('canvas-proportion')
    expect(report.findings.filter(({ rule }) => rule === 'media-relative')).toHaveLength(2)
    expect(report).toMatchObject({ more: {}, muted: [] })
  })

  it('tell of dead media once they were tried, with the time, and only in their profile', async () => {
    const { handlers, open, current, clock } = setUp()
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ mediaBaseUrl: 'https://media.example' }), client })
    const dead = async () =>
      (await handlers['check.read'](snapshot, context)).findings.filter(({ rule }) => rule === 'media-unreachable')
    expect(await dead()).toEqual([])
    expect(await handlers['check.tryMedia'](snapshot, context)).toEqual({ tried: 1, unreachable: 1, untried: 0 })
    expect(await dead()).toMatchObject([
      { path: 'data.detailDto.samplePictureUrl', facts: { problem: 'http', at: clock.now() } },
    ])
  })

  it('of an address that this computer could not try, or that answered later, say nothing', () => {
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
  it('holds in its profile, and keeps the findings', async () => {
    const { handlers, open, current } = setUp()
    const mute = (rule: 'volume-zero' | 'canvas-proportion', muted: boolean) =>
      handlers['check.mute']({ rule, muted }, context)
    expect(await mute('volume-zero', true)).toEqual(['volume-zero'])
    expect(await mute('canvas-proportion', true)).toEqual(['canvas-proportion', 'volume-zero'])
    expect(await mute('canvas-proportion', true)).toEqual(['canvas-proportion', 'volume-zero'])
    expect(await mute('volume-zero', false)).toEqual(['canvas-proportion'])
    const { findings, muted } = await handlers['check.read'](snapshot, context)
    expect(muted).toEqual(['canvas-proportion'])
    expect(findings.some(({ rule }) => rule === 'canvas-proportion')).toBe(true)
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    expect(await mute('volume-zero', false)).toEqual([])
  })

  it('a rule that is no more is passed over, and a disk that refuses is a failure', () => {
    const { handlers, database } = setUp()
    database.prepare('INSERT INTO muted_checks (profile_id, rule) VALUES (?, ?)').run('p1', 'of-yesterday')
    expect(handlers['check.mute']({ rule: 'no-models', muted: false }, context)).toEqual([])
    database.exec('PRAGMA query_only = ON')
    expect(() => handlers['check.mute']({ rule: 'no-models', muted: true }, context)).toThrow(FailureError)
  })

  it('is refused without an open profile', async () => {
    const { handlers, open } = setUp()
    open(null)
    expect(() => handlers['check.mute']({ rule: 'no-models', muted: true }, context)).toThrow('refused')
    await expect(handlers['check.read'](snapshot, context)).rejects.toThrow('refused')
  })
})
