import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createViewerHandlers } from '../../../src/main/conversations/conversations.ts'
import { createSaveSnapshot } from '../../../src/main/conversations/core.ts'
import type { Reader } from '../../../src/main/conversations/reader/reader.ts'
import { createProposalsRepository } from '../../../src/main/store/job-counts-repository.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { SnapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { conversationId, exchangeId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { createNearReader } from '../../support/near-reader.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const context = { windowId: 1 }
const first = { conversationId: conversationId.parse('1983775419508027393') }
const nobody = snapshotId.parse('nobody')

function setUp(change: (reader: Reader) => Reader = (reader) => reader, onSaved = (): void => undefined) {
  const stage = setStage()
  const { database } = stage
  const reader = change(createNearReader(database.location() ?? expect.fail()))
  onTestFinished(reader.dispose)
  const saved: SnapshotSummary[] = []
  const handlers = createViewerHandlers(stage, {
    reader,
    saveSnapshot: createSaveSnapshot(stage, reader),
    onSaved: (snapshot) => {
      saved.push(snapshot)
      onSaved()
    },
  })
  const fetchSnapshot = () => handlers['conversation.fetch'](first, context)
  const rawOf = async (id: SnapshotSummary['id']) =>
    (await handlers['conversation.rawText']({ snapshotId: id, form: 'received' }, context)).text
  return { ...stage, handlers, saved, fetchSnapshot, rawOf }
}

describe('a fetch', () => {
  it('answers the snapshot it keeps, byte for byte, also read again later', async () => {
    const { handlers, service, clock, entries, fetchSnapshot, rawOf, saved } = setUp()
    const rawText = '{ "success":true,\n"data":{"conversationName":"大厅 é","maxConversation":1983775419508027393}}'
    service.script.conversation = () => rawText
    service.script.exchange = exchangeId.parse('x1')
    const summary = await fetchSnapshot()
    expect(contract['conversation.fetch'].output.parse(summary)).toEqual(summary)
    expect(summary).toMatchObject({
      conversationId: '1983775419508027393',
      profileId: 'p1',
      name: '大厅 é',
      fetchedAt: clock.now(),
      bytes: Buffer.byteLength(rawText),
    })
    expect(saved).toEqual([summary])
    await clock.pass(1_000)
    const opened = await handlers['conversation.read']({ snapshotId: summary.id }, context)
    expect(contract['conversation.read'].output.parse(opened)).toEqual(opened)
    expect(opened).toMatchObject({ summary, view: { title: '大厅 é' } })
    expect(await rawOf(summary.id)).toBe(rawText)
    expect(entries()).toMatchObject([
      {
        action: 'conversation.opened',
        target: '1983775419508027393',
        outcome: 'done',
        facts: { name: '大厅 é', exchangeId: 'x1' },
      },
    ])
  })

  it('notes the voice that the conversation speaks with', async () => {
    const { service, database, fetchSnapshot } = setUp()
    service.script.conversation = () =>
      JSON.stringify({
        success: true,
        data: { detailDto: { ttsName: ' guina ', ttsUrl: ' https://media.example/a.mp3 ' } },
      })
    const { id } = await fetchSnapshot()
    expect(createProposalsRepository(database).seenVoices(profileOf().id)).toEqual([
      { voice: 'guina', conversations: 1, sample: { snapshotId: id, url: 'https://media.example/a.mp3' } },
    ])
  })

  it('that fails leaves the earlier snapshots readable and says why', async () => {
    const { handlers, service, entries, fetchSnapshot } = setUp()
    const snapshot = await fetchSnapshot()
    const failure = serviceFailure({ kind: 'declined' }, { operation: 'getConversationById', code: '1007' })
    service.script.conversation = () => {
      throw failure
    }
    await expect(fetchSnapshot()).rejects.toBe(failure)
    expect(await handlers['conversation.read']({ snapshotId: snapshot.id }, context)).toMatchObject({
      summary: snapshot,
    })
    expect(entries()).toMatchObject([{ outcome: 'done' }, { outcome: 'failed', failure: { code: '1007' } }])
  })

  it('that cannot be kept is a failure of the disk, not a page that is lost on restart', async () => {
    const { database, logged, fetchSnapshot } = setUp()
    database.exec('PRAGMA query_only = ON')
    await expect(fetchSnapshot()).rejects.toMatchObject({ failure: { kind: 'storage', reason: 'read-only' } })
    // The journal stands on the same disk.
    expect(logged.join()).toContain('could not be written')
  })

  it('that came and could not be kept stands in the journal as one that failed', async () => {
    const { database, entries, fetchSnapshot, saved } = setUp()
    database.exec("CREATE TEMP TRIGGER broken BEFORE INSERT ON main.snapshots BEGIN SELECT raise(FAIL, 'broken'); END")
    await expect(fetchSnapshot()).rejects.toMatchObject({ failure: { kind: 'internal', logId: 'log-1' } })
    expect(saved).toEqual([])
    expect(entries()).toMatchObject([
      { action: 'conversation.opened', outcome: 'failed', failure: { kind: 'internal' } },
    ])
  })

  // Would catch "could not be read" over a conversation that was read and is kept.
  it('that is kept is answered and noted, also when its entry or the journal cannot be written', async () => {
    const { database, entries, logged, fetchSnapshot, rawOf } = setUp(undefined, () => {
      throw refusal('no-profile')
    })
    const { id } = await fetchSnapshot()
    expect(await rawOf(id)).toContain('"success"')
    expect(entries()).toMatchObject([{ action: 'conversation.opened', outcome: 'done' }])
    expect(logged).toMatchObject([expect.stringContaining(`snapshot ${id} was kept`)])
    database.exec('DROP TABLE activity')
    expect(await fetchSnapshot()).toMatchObject({ conversationId: first.conversationId })
  })

  it('of a body that the reader cannot write is kept all the same', async () => {
    const { service, fetchSnapshot, rawOf } = setUp((reader) => ({
      ...reader,
      ask: (name, input) => (name === 'save' ? Promise.reject(refusal('no-profile')) : reader.ask(name, input)),
    }))
    const rawText = JSON.stringify({ success: true, data: { id: randomBytes(300_000).toString('base64') } })
    service.script.conversation = () => rawText
    const { id } = await fetchSnapshot()
    expect(await rawOf(id)).toBe(rawText)
  })

  // Would catch "Couldn't read", for whoever comes back, over a conversation that was read and is kept.
  it('of a profile that was switched away from is kept for it, and not shown to the other', async () => {
    const { handlers, service, open, current, fetchSnapshot, saved } = setUp()
    const { profile, client } = current() ?? expect.fail()
    service.script.conversation = () => {
      open({ profile: profileOf({ id: profileId.parse('p2') }), client })
      return '{"success":true,"data":{}}'
    }
    expect(await fetchSnapshot()).toMatchObject({ id: saved[0]?.id, profileId: profile.id })
    const input = { snapshotId: saved[0]?.id ?? nobody }
    await expect(handlers['conversation.read'](input, context)).rejects.toThrow('not-found')
    open({ profile, client })
    expect(await handlers['conversation.read'](input, context)).toMatchObject({ summary: { profileId: 'p1' } })
  })
})

describe('a snapshot', () => {
  it('gives items, whole texts, rows of its JSON and where a text stands in it', async () => {
    const { handlers, service, fetchSnapshot } = setUp()
    const prompt = 'p'.repeat(200_000)
    service.script.conversation = () =>
      JSON.stringify({ success: true, data: { ...sampleConversation, modelDtoList: [{ prompt }] } })
    const of = { snapshotId: (await fetchSnapshot()).id }
    const items = await handlers['conversation.items'](
      { ...of, list: 'scriptDtoList', search: 'welcome', from: 0, count: 10 },
      context,
    )
    expect(items).toMatchObject({ total: 1, matched: 1, items: [{ path: 'data.scriptDtoList[0]' }] })
    const path = 'data.modelDtoList[0].prompt'
    expect(await handlers['conversation.text']({ ...of, path }, context)).toEqual({ text: prompt })
    const found = await handlers['conversation.findRaw']({ ...of, form: 'pretty', search: 'GUINA' }, context)
    const [row = 0] = found.rows
    const { rows } = await handlers['conversation.rawRows']({ ...of, form: 'pretty', from: row, count: 1 }, context)
    expect(rows).toMatchObject([{ text: '      "ttsName": "guina",', hint: { field: 'detailDto.ttsName' } }])
  })

  it('says where there is no value', async () => {
    const { handlers, fetchSnapshot } = setUp()
    const of = { snapshotId: (await fetchSnapshot()).id }
    for (const path of ['data.nothing', 'data.scriptDtoList[99]', 'data["', '..', 'data.id.length']) {
      await expect(handlers['conversation.text']({ ...of, path }, context)).rejects.toThrow('not-found')
    }
  })

  it('gives whole values as they are: texts, digits, indented JSON, the answer itself', async () => {
    const { handlers, service, fetchSnapshot } = setUp()
    service.script.conversation = () =>
      '{"success":true,"data":{"a b":"x\\ny","n":1983775419508027393,"o":{"q\\"]":[true,null]}}}'
    const of = { snapshotId: (await fetchSnapshot()).id }
    const textAt = async (path: string) => (await handlers['conversation.text']({ ...of, path }, context)).text
    expect(await textAt('data["a b"]')).toBe('x\ny')
    expect(await textAt('data.n')).toBe('1983775419508027393')
    expect(await textAt('data.o')).toBe('{\n  "q\\"]": [\n    true,\n    null\n  ]\n}')
    expect(await textAt('data.o["q\\"]"][0]')).toBe('true')
    expect(await textAt('$')).toContain('"n": 1983775419508027393')
  })

  it('says where the text of a hit stands, whatever surrounds it', async () => {
    const { handlers, service, fetchSnapshot } = setUp()
    service.script.conversation = () =>
      '{"success":true,"data":{"a b":{"o":["x", "one\\n  two \ud83d\ude00 three"]},"n":1983775419508027393}}'
    const { id: snapshotId } = await fetchSnapshot()
    const pathOf = async (excerpt: string) =>
      (await handlers['conversation.pathOfExcerpt']({ snapshotId, excerpt }, context)).path
    expect(await pathOf('one two')).toBe('data["a b"].o[1]')
    expect(await pathOf('8377541950802')).toBe('data.n')
    expect(await pathOf('four')).toBeNull()
  })

  it('of another profile is not there, and none without a profile', async () => {
    const { handlers, open, current, fetchSnapshot } = setUp()
    const { id } = await fetchSnapshot()
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    const reads = [
      () => handlers['conversation.read']({ snapshotId: id }, context),
      () => handlers['conversation.text']({ snapshotId: id, path: 'data' }, context),
      () => handlers['conversation.rawText']({ snapshotId: id, form: 'received' }, context),
    ]
    for (const read of reads) await expect(read()).rejects.toThrow('not-found')
    open(null)
    for (const read of reads) await expect(read()).rejects.toThrow(FailureError)
  })
})
