import { existsSync, renameSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReader, maxSilenceMs } from '../../../src/main/conversations/reader/reader.ts'
import type { OfSnapshot } from '../../../src/shared/conversation/document.ts'
import { compressedBody } from '../../../src/main/store/snapshot-body.ts'
import { createSnapshotsRepository } from '../../../src/main/store/snapshots-repository.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { conversationId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { received } from '../../support/received.ts'
import { profileOf, setStage } from '../../support/subjects.ts'

const of = { profileId: profileOf().id, snapshotId: snapshotId.parse('s1') }

function setUp() {
  const stage = setStage()
  const databaseFile = stage.database.location() ?? expect.fail()
  const snapshots = createSnapshotsRepository(stage.database)
  const add = (id: string, rawText: string): void => {
    const conversation = conversationId.parse('108')
    const facts = { name: null, voice: null }
    const snapshot = { id: snapshotId.parse(id), profileId: of.profileId, conversationId: conversation, fetchedAt: 1 }
    snapshots.add({ ...snapshot, facts }, compressedBody(Buffer.from(rawText)), [])
  }
  add('s1', '{"success":true,"data":{"conversationName":"Hall"}}')
  const threadClock = createManualClock()
  const reader = createReader(stage, databaseFile, threadClock)
  onTestFinished(reader.dispose)
  const nameOf = (snapshot: OfSnapshot) => reader.ask('text', { ...snapshot, path: 'data.conversationName' })
  return { ...stage, databaseFile, reader, threadClock, add, nameOf }
}

// Each starts the thread, from its sources.
describe('the reader', () => {
  it('reads what main has just written', async () => {
    const { add, nameOf } = setUp()
    expect(await nameOf(of)).toBe('Hall')
    add('s2', '{"success":true,"data":{"conversationName":"大厅"}}')
    expect(await nameOf({ ...of, snapshotId: snapshotId.parse('s2') })).toBe('大厅')
  })

  it('writes large bodies itself, and again under the same id when nobody heard of the first time', async () => {
    const { reader, database } = setUp()
    const conversation = conversationId.parse('108')
    const id = snapshotId.parse('large')
    const snapshot = { id, profileId: of.profileId, conversationId: conversation, fetchedAt: 2 }
    const rawText = JSON.stringify({ data: { conversationName: '大'.repeat(300_000) } })
    const { facts, body } = received(rawText)
    const summary = { ...snapshot, name: facts.name, bytes: Buffer.byteLength(rawText) }
    expect(await reader.ask('save', { snapshot: { ...snapshot, facts }, body })).toEqual(summary)
    expect(await reader.ask('save', { snapshot: { ...snapshot, facts }, body })).toEqual(summary)
    expect(createSnapshotsRepository(database).get(of.profileId, snapshot.id)).toEqual(summary)
    expect(await reader.ask('rawText', { ...of, snapshotId: snapshot.id, form: 'received' })).toBe(rawText)
  })

  it('says what is not there, what belongs to another profile, and what is damaged', async () => {
    const { add, nameOf } = setUp()
    add('broken', '{"success":')
    const failureOf = (request: Promise<unknown>) => expect(request).rejects
    await failureOf(nameOf({ ...of, snapshotId: snapshotId.parse('s9') })).toThrow('not-found')
    await failureOf(nameOf({ ...of, profileId: profileId.parse('p2') })).toThrow('not-found')
    await failureOf(nameOf({ ...of, snapshotId: snapshotId.parse('broken') })).toMatchObject({
      failure: { kind: 'storage', reason: 'corrupt' },
    })
  })

  it('that ends fails what was asked of it, once in the log, and is started anew by the next request', async () => {
    const { reader, database, databaseFile, logged, nameOf } = setUp()
    // The thread cannot start without its file.
    renameSync(databaseFile, `${databaseFile}.away`)
    const asked = await Promise.allSettled([nameOf(of), reader.ask('rawText', { ...of, form: 'pretty' })])
    for (const outcome of asked) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: { kind: 'internal', logId: 'log-1' } } })
    }
    expect(logged).toHaveLength(1)
    renameSync(`${databaseFile}.away`, databaseFile)
    expect(database.isOpen).toBe(true)
    expect(await nameOf(of)).toBe('Hall')
  })

  it('that is held by one request fails it with all others, and is started anew by the next one', async () => {
    const { reader, threadClock, add, logged, clock, nameOf } = setUp()
    const id = snapshotId.parse('million')
    add(id, `{"data":{"scriptDtoList":[${'{},'.repeat(1_000_000)}{}]}}`)
    const setting = { requestedId: '108', rules: { baseUrl: '', mediaBaseUrl: '' }, dead: [] }
    const asked = Promise.allSettled([reader.ask('checks', { ...of, snapshotId: id, ...setting }), nameOf(of)])
    await threadClock.pass(maxSilenceMs)
    for (const outcome of await asked) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: { kind: 'internal', logId: 'log-1' } } })
    }
    expect([logged.length, clock.waiting(), threadClock.waiting()]).toEqual([1, 0, 0])
    expect(await nameOf(of)).toBe('Hall')
    expect(threadClock.waiting()).toBe(0)
  })

  it('that cannot be asked something fails that alone, at once, and is not ended for keeping silent', async () => {
    const { reader, threadClock, nameOf } = setUp()
    expect(await nameOf(of)).toBe('Hall')
    const unsendable = { ...of, path: (() => 'data.conversationName') as unknown as string }
    await expect(reader.ask('text', unsendable)).rejects.toMatchObject({ failure: { kind: 'internal' } })
    expect(threadClock.waiting()).toBe(0)
    expect(await nameOf(of)).toBe('Hall')
  })

  it('is let go when nobody asks for a while, and comes back', async () => {
    const { clock, nameOf } = setUp()
    await nameOf(of)
    expect(clock.waiting()).toBe(1)
    await clock.pass(120_000)
    expect(clock.waiting()).toBe(0)
    expect(await nameOf(of)).toBe('Hall')
  })

  it('that is disposed of refuses what is still asked, and leaves the database to be closed whole', async () => {
    const { reader, database, databaseFile, logged, clock, nameOf } = setUp()
    await nameOf(of)
    const late = expect(reader.ask('view', { ...of, rules: { baseUrl: '', mediaBaseUrl: '' } })).rejects.toThrow(
      refusal('no-profile'),
    )
    await reader.dispose()
    await late
    await expect(nameOf(of)).rejects.toThrow(refusal('no-profile'))
    await reader.dispose()
    expect([logged, clock.waiting()]).toEqual([[], 0])
    database.close()
    // What SQLite leaves behind when another connection is still open; the next start would take it for a crash.
    expect(existsSync(`${databaseFile}-wal`)).toBe(false)
  })
})
