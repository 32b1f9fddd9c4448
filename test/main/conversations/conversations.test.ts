import { describe, expect, it } from 'vitest'
import { createViewerHandlers } from '../../../src/main/conversations/conversations.ts'
import { createSnapshots } from '../../../src/main/conversations/snapshots.ts'
import { createProposalsRepository } from '../../../src/main/store/job-counts-repository.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { SnapshotSummary } from '../../../src/shared/schemas/conversation.ts'
import { conversationId, exchangeId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { failureOf } from '../../support/failure-of.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { savedText } from '../../support/saved-text.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const context = { windowId: 1 }
const first = { conversationId: conversationId.parse('1983775419508027393') }
const nobody = snapshotId.parse('nobody')

function setUp() {
  const stage = setStage()
  const saved: SnapshotSummary[] = []
  const written: { readonly name: string; readonly text: string }[] = []
  const dialog: { end: (name: string) => Promise<string | null> } = { end: (name) => Promise.resolve(name) }
  const saveFile: typeof stage.saveFile = (name, contents) => {
    written.push({
      name,
      text: contents instanceof Uint8Array ? Buffer.from(contents).toString() : savedText(contents),
    })
    return dialog.end(name)
  }
  const snapshots = createSnapshots(stage)
  const handlers = createViewerHandlers({ ...stage, saveFile }, snapshots, (snapshot) => void saved.push(snapshot))
  const fetchSnapshot = async () => handlers['conversation.fetch'](first, context)
  const read = async (id: SnapshotSummary['id']) => handlers['conversation.read']({ snapshotId: id }, context)
  const download = async () => handlers['conversation.download'](first, context)
  const rows = (table: string): number =>
    Number(stage.database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  return { ...stage, snapshots, handlers, saved, written, dialog, fetchSnapshot, read, download, rows }
}

describe('a fetch', () => {
  it('returns the stored snapshot, byte for byte, also when it is read again later', async () => {
    const { service, clock, entries, fetchSnapshot, read, saved } = setUp()
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
    const opened = await read(summary.id)
    expect(contract['conversation.read'].output.parse(opened)).toEqual(opened)
    expect(opened).toEqual({ summary, text: rawText, media: {} })
    expect(entries()).toMatchObject([
      {
        action: 'conversation.opened',
        target: '1983775419508027393',
        outcome: 'done',
        facts: { name: '大厅 é', exchangeId: 'x1' },
      },
    ])
  })

  it('records the conversation’s voice', async () => {
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

  it('that fails leaves the earlier snapshots readable and reports why', async () => {
    const { service, entries, fetchSnapshot, read } = setUp()
    const snapshot = await fetchSnapshot()
    const failure = serviceFailure({ kind: 'declined' }, { operation: 'getConversationById', code: '1007' })
    service.script.conversation = () => {
      throw failure
    }
    await expect(fetchSnapshot()).rejects.toBe(failure)
    expect(await read(snapshot.id)).toMatchObject({ summary: snapshot })
    expect(entries()).toMatchObject([{ outcome: 'done' }, { outcome: 'failed', failure: { code: '1007' } }])
  })

  it('that cannot be stored is a failure of the disk, not a page that is lost on restart', async () => {
    const { database, logged, fetchSnapshot } = setUp()
    database.exec('PRAGMA query_only = ON')
    await expect(fetchSnapshot()).rejects.toMatchObject({ failure: { kind: 'storage', reason: 'read-only' } })
    // The journal is on the same disk.
    expect(logged.join()).toContain('could not be written')
  })

  it('that was received but could not be stored is in the journal as failed', async () => {
    const { database, entries, fetchSnapshot, saved } = setUp()
    database.exec("CREATE TEMP TRIGGER broken BEFORE INSERT ON main.snapshots BEGIN SELECT raise(FAIL, 'broken'); END")
    await expect(fetchSnapshot()).rejects.toMatchObject({ failure: { kind: 'internal', logId: 'log-1' } })
    expect(saved).toEqual([])
    expect(entries()).toMatchObject([
      { action: 'conversation.opened', outcome: 'failed', failure: { kind: 'internal' } },
    ])
  })

  // Would catch "could not be read" for a conversation that was read and stored.
  it('that was stored is answered even when the journal cannot be written', async () => {
    const { database, logged, fetchSnapshot, read } = setUp()
    database.exec('DROP TABLE activity')
    const { id } = await fetchSnapshot()
    expect((await read(id)).text).toContain('"success"')
    expect(logged.join()).toContain('could not be written')
  })

  // Would catch a snapshot that no list contains, and an entry whose snapshot cannot be opened.
  it.each(['snapshots', 'snapshot_texts', 'voices_seen', 'library'])(
    'leaves nothing behind when %s cannot be written, and the next fetch is stored completely',
    async (table) => {
      const { database, service, rows, fetchSnapshot, read, saved } = setUp()
      service.script.conversation = () => '{"success":true,"data":{"detailDto":{"ttsName":"guina"}}}'
      database.exec(`CREATE TEMP TRIGGER broken BEFORE INSERT ON main.${table} BEGIN SELECT raise(ABORT, 'no'); END`)
      expect(await failureOf(fetchSnapshot())).toMatchObject({ kind: 'internal' })
      const written = () => ['snapshots', 'snapshot_texts', 'snapshot_search', 'voices_seen', 'library'].map(rows)
      expect(written()).toEqual([0, 0, 0, 0, 0])
      expect(saved).toEqual([])
      database.exec('DROP TRIGGER broken')
      const { id } = await fetchSnapshot()
      expect(written()).toEqual([1, 1, 1, 1, 1])
      expect(await read(id)).toMatchObject({ summary: { id } })
    },
  )

  it('becomes the newest of its entry in the library', async () => {
    const { fetchSnapshot, repositories, clock } = setUp()
    await fetchSnapshot()
    await clock.pass(1_000)
    const { id, fetchedAt } = await fetchSnapshot()
    const entry = repositories.library.entry({ profileId: profileOf().id, ...first })
    expect(entry).toMatchObject({ snapshotId: id, readAt: fetchedAt, source: 'look-up' })
  })

  // Would catch "Couldn't read" for a conversation that was read and stored, when the operator returns to its profile.
  it('of a profile in the background is stored for it, and not shown to a different one', async () => {
    const { service, open, current, fetchSnapshot, read, saved } = setUp()
    const { profile, client } = current() ?? expect.fail()
    service.script.conversation = () => {
      open({ profile: profileOf({ id: profileId.parse('p2') }), client })
      return '{"success":true,"data":{}}'
    }
    expect(await fetchSnapshot()).toMatchObject({ id: saved[0]?.id, profileId: profile.id })
    const id = saved[0]?.id ?? nobody
    await expect(read(id)).rejects.toThrow('not-found')
    open({ profile, client })
    expect(await read(id)).toMatchObject({ summary: { profileId: 'p1' } })
  })
})

describe('a download', () => {
  it('writes the answer as received into a file, and stores no snapshot', async () => {
    const { service, entries, download, written, rows } = setUp()
    const text = '{ "success":true,\n"data":{"prompt":"not read"}} and more'
    service.script.conversation = () => text
    service.script.exchange = exchangeId.parse('x1')
    const answer = await download()
    expect(contract['conversation.download'].output.parse(answer)).toEqual({
      fileName: 'conversation 1983775419508027393.json',
    })
    expect(written).toEqual([{ name: 'conversation 1983775419508027393.json', text }])
    expect([rows('snapshots'), rows('library')]).toEqual([0, 0])
    expect(entries()).toMatchObject([
      { action: 'conversation.saved', target: first.conversationId, outcome: 'done', facts: { exchangeId: 'x1' } },
    ])
  })

  // Would catch a record of a file that does not exist.
  it('is not recorded when cancelled, and is recorded as failed when the file could not be written', async () => {
    const { entries, download, dialog } = setUp()
    dialog.end = () => Promise.resolve(null)
    expect(await download()).toEqual({ fileName: null })
    expect(entries()).toEqual([])
    dialog.end = () => Promise.reject(refusal('file-not-written'))
    await expect(download()).rejects.toMatchObject({ failure: { reason: 'file-not-written' } })
    expect(entries()).toMatchObject([
      { action: 'conversation.saved', outcome: 'failed', failure: { reason: 'file-not-written' } },
    ])
  })

  it('that fails writes no file, and is in the journal', async () => {
    const { service, entries, download, written } = setUp()
    service.script.conversation = () => {
      throw serviceFailure({ kind: 'declined' }, { operation: 'getConversationById', code: '1007' })
    }
    expect(await failureOf(download())).toMatchObject({ kind: 'declined' })
    expect(written).toEqual([])
    expect(entries()).toMatchObject([{ outcome: 'failed', failure: { code: '1007' } }])
  })
})

describe('a snapshot', () => {
  it('has the profile’s permission for each media address', async () => {
    const { service, fetchSnapshot, read, open, current } = setUp()
    service.script.conversation = () => JSON.stringify({ success: true, data: sampleConversation })
    const { id } = await fetchSnapshot()
    const picture = async () => (await read(id)).media['data.detailDto.samplePictureUrl']
    expect(await picture()).toEqual({ kind: 'no-base' })
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ mediaBaseUrl: 'https://media.example/' }), client })
    expect(await picture()).toEqual({ kind: 'fetchable', url: 'https://media.example/model/sample.png' })
  })

  it('that is no longer JSON is a failure of the disk', async () => {
    const { database, fetchSnapshot, read } = setUp()
    const { id } = await fetchSnapshot()
    database.exec("UPDATE snapshots SET body = x'7b22'")
    expect(await failureOf(read(id))).toMatchObject({ kind: 'storage', reason: 'corrupt' })
  })

  // Would catch a document that a different profile read before and that is still in memory.
  it('of a different profile does not exist, nor any without a profile', async () => {
    const { snapshots, open, current, fetchSnapshot, read } = setUp()
    const { id } = await fetchSnapshot()
    await read(id)
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    const { summary, body, document } = snapshots
    for (const of of [summary, body, document]) expect(() => of(id)).toThrow('not-found')
    await expect(read(id)).rejects.toThrow('not-found')
    open(null)
    for (const of of [summary, body, document]) expect(() => of(id)).toThrow('refused')
    await expect(read(id)).rejects.toThrow('refused')
  })
})
