import { describe, expect, it } from 'vitest'
import { createConversations } from '../../../src/main/conversations/conversations.ts'
import { createConversationHandlers } from '../../../src/main/conversations/handlers.ts'
import { createSnapshotsRepository } from '../../../src/main/store/snapshots-repository.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { contract } from '../../../src/shared/contract.ts'
import { conversationId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const context = { windowId: 1 }
const first = { conversationId: conversationId.parse('1983775419508027393') }

function setUp() {
  const stage = setStage()
  const snapshots = createSnapshotsRepository(stage.database)
  const handlers = createConversationHandlers(createConversations({ ...stage, snapshots }))
  const entries = () => stage.journal.list({ limit: 10, before: null }).toReversed()
  return { ...stage, handlers, entries }
}

describe('a look-up', () => {
  it('answers the snapshot it keeps, byte for byte, also read again later', async () => {
    const { handlers, service, clock, entries } = setUp()
    const rawText =
      '\ufeff{ "success":true,\n"data":{"conversationName":"大厅 é","maxConversation":1983775419508027393}}'
    service.script.conversation = () => rawText.slice(1)
    const snapshot = await handlers['conversation.lookUp'](first, context)
    expect(contract['conversation.lookUp'].output.parse(snapshot)).toEqual(snapshot)
    expect(snapshot).toMatchObject({
      conversationId: '1983775419508027393',
      profileId: 'p1',
      name: '大厅 é',
      fetchedAt: clock.now(),
      bytes: Buffer.byteLength(rawText.slice(1)),
      rawText: rawText.slice(1),
      view: { title: '大厅 é' },
    })
    expect(snapshot.prettyText).toContain('"maxConversation": 1983775419508027393\n')
    await clock.pass(1_000)
    expect(await handlers['conversation.read']({ snapshotId: snapshot.id }, context)).toEqual(snapshot)
    expect(entries()).toMatchObject([
      { action: 'conversation.opened', target: '1983775419508027393', outcome: 'done', facts: { name: '大厅 é' } },
    ])
  })

  it('that fails leaves the earlier snapshots readable and says why', async () => {
    const { handlers, service, entries } = setUp()
    const kept = await handlers['conversation.lookUp'](first, context)
    const failure = serviceFailure({ kind: 'declined' }, { operation: 'getConversationById', code: '1007' })
    service.script.conversation = () => {
      throw failure
    }
    await expect(handlers['conversation.lookUp'](first, context)).rejects.toBe(failure)
    expect(await handlers['conversation.read']({ snapshotId: kept.id }, context)).toEqual(kept)
    expect(await handlers['conversation.recents']({}, context)).toHaveLength(1)
    expect(entries()).toMatchObject([{ outcome: 'done' }, { outcome: 'failed', failure: { code: '1007' } }])
  })

  it('that cannot be kept is a failure of the disk, not a page that is lost on restart', async () => {
    const { handlers, database } = setUp()
    database.exec('PRAGMA query_only = ON')
    await expect(handlers['conversation.lookUp'](first, context)).rejects.toMatchObject({
      failure: { kind: 'storage', reason: 'read-only' },
    })
  })

  it('of a profile that was switched away from is kept for it, and not shown to the other', async () => {
    const { handlers, service, open, current } = setUp()
    const { profile, client } = current() ?? expect.fail()
    service.script.conversation = () => {
      open({ profile: profileOf({ id: profileId.parse('p2') }), client })
      return '{"success":true,"data":{}}'
    }
    await expect(handlers['conversation.lookUp'](first, context)).rejects.toThrow(refusal('no-profile'))
    expect(await handlers['conversation.recents']({}, context)).toEqual([])
    open({ profile, client })
    expect(await handlers['conversation.recents']({}, context)).toHaveLength(1)
  })
})

describe('recents', () => {
  it('are the newest snapshot of each conversation, newest first', async () => {
    const { handlers, service, clock } = setUp()
    service.script.conversation = (id) => `{"success":true,"data":{"conversationName":"${id} ${String(clock.now())}"}}`
    const second = { conversationId: conversationId.parse('108') }
    for (const input of [first, second, first]) {
      await handlers['conversation.lookUp'](input, context)
      await clock.pass(1_000)
    }
    const recents = await handlers['conversation.recents']({}, context)
    expect(recents.map((recent) => recent.conversationId)).toEqual(['1983775419508027393', '108'])
    expect(recents[0]?.fetchedAt).toBe(clock.now() - 1_000)
    expect(contract['conversation.recents'].output.parse(recents)).toEqual(recents)
  })

  it('and snapshots of another profile are not there', async () => {
    const { handlers, open, current } = setUp()
    const { id } = await handlers['conversation.lookUp'](first, context)
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    expect(await handlers['conversation.recents']({}, context)).toEqual([])
    expect(() => handlers['conversation.read']({ snapshotId: id }, context)).toThrow('not-found')
    open(null)
    expect(() => handlers['conversation.read']({ snapshotId: snapshotId.parse('x') }, context)).toThrow('refused')
  })
})
