/** Large snapshots are kept packed; nothing that reads them may tell the difference. */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compressedBody, plainBody } from '../../../src/main/store/snapshot-body.ts'
import { createSnapshotsRepository } from '../../../src/main/store/snapshots-repository.ts'
import { conversationId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { createNearReader } from '../../support/near-reader.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const of = { profileId: profileOf().id, conversationId: conversationId.parse('108') }
const large = (word: string) =>
  JSON.stringify({ success: true, data: { conversationName: 'Lobby', greeting: word, x: 'welcome '.repeat(50_000) } })

function setUp() {
  const { database } = setStage()
  const snapshots = createSnapshotsRepository(database)
  const keep = (id: string, body: Uint8Array) => {
    const snapshot = { ...of, id: snapshotId.parse(id), fetchedAt: 1, facts: { name: 'Lobby', voice: null } }
    return { profileId: of.profileId, snapshotId: snapshots.add(snapshot, compressedBody(body), []).id }
  }
  const reader = createNearReader(database.location() ?? expect.fail())
  onTestFinished(reader.dispose)
  return { database, snapshots, keep, reader }
}

function damage(database: DatabaseSync, id: string): void {
  expect(database.prepare('SELECT packed FROM snapshots WHERE id = ?').get(id)).toEqual({ packed: 1 })
  database.prepare('UPDATE snapshots SET body = substr(body, 1, 100) WHERE id = ?').run(id)
}

describe('a snapshot that is kept packed', () => {
  it('is exported byte for byte, also where it is no UTF-8, and shown without its mark', async () => {
    const { keep, reader, snapshots } = setUp()
    const body = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(large('a?b'))])
    body[body.indexOf('a?b') + 1] = 0xff
    const snapshot = keep('s1', body)
    expect(snapshots.get(snapshot.profileId, snapshot.snapshotId)).toMatchObject({
      bytes: body.byteLength,
      name: 'Lobby',
    })
    const file = await reader.ask('file', { ...snapshot, wanted: { form: 'raw' } })
    expect(Buffer.from(file).equals(body)).toBe(true)
    expect(await reader.ask('text', { ...snapshot, path: 'data.greeting' })).toBe('a\ufffdb')
  })

  it('is known again when the same bytes come, and only then', () => {
    const { snapshots, keep } = setUp()
    keep('s1', Buffer.from(large('hello')))
    const { isNewest } = snapshots
    const same = Buffer.from(large('hello'))
    expect(isNewest(of, compressedBody(same))).toBe(true)
    expect(isNewest(of, compressedBody(Buffer.from(large('hallo'))))).toBe(false)
    expect(isNewest(of, plainBody(same))).toBe(false)
  })

  it('is told to be damaged, and leaves the others to be read and found', async () => {
    const { database, keep, reader } = setUp()
    const broken = keep('s1', Buffer.from(large('hello')))
    const whole = keep('s2', Buffer.from(large('rareword')))
    damage(database, 's1')
    const corrupt = { failure: { kind: 'storage', reason: 'corrupt' } }
    await expect(reader.ask('text', { ...broken, path: 'data.greeting' })).rejects.toMatchObject(corrupt)
    await expect(reader.ask('file', { ...broken, wanted: { form: 'raw' } })).rejects.toMatchObject(corrupt)
    expect(await reader.ask('text', { ...whole, path: 'data.greeting' })).toBe('rareword')
    for (let isDone = false; !isDone;) ({ isDone } = await reader.ask('indexStep', undefined))
    const found = await reader.ask('search', { profileId: of.profileId, search: 'rareword' })
    expect(found.isIndexing).toBe(false)
    expect(JSON.stringify(found)).toContain('s2')
  })
})
