import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database.ts'
import { createLibraryRepository } from '../../../src/main/store/library-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { conversationId, profileId } from '../../../src/shared/schemas/ids.ts'
import { listeningLog, scratchFolder, tickingClock } from './scratch.ts'

const p1 = profileId.parse('p1')

function result(conversation: unknown, name = 'Ada'): string {
  return JSON.stringify({ name, modelSceneId: null, conversationId: conversation, coverImage: null })
}

function addJob(
  database: DatabaseSync,
  id: string,
  { state = 'ready', status = 2, of = null }: { state?: string; status?: number; of?: string | null },
): void {
  database
    .prepare(
      `INSERT INTO jobs (id, profile_id, created_at, file_name, fields, state, state_since, status, result)
        VALUES (?, 'p1', 1, 'a.png', '{}', ?, 500, ?, ?)`,
    )
    .run(id, state, status, of)
}

function openOlder(file: string, fill: (database: DatabaseSync) => void): DatabaseSync {
  const options = { file, clock: tickingClock(), log: listeningLog() }
  const older = openDatabase({ ...options, migrations: migrations.slice(0, 7) })
  fill(older.database)
  older.database.close()
  return openDatabase({ ...options, migrations }).database
}

function snapshot(
  database: DatabaseSync,
  values: readonly [id: string, conversation: string, name: string | null, at: number],
) {
  const [id, conversation, name, at] = values
  database
    .prepare(
      "INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, 'p1', ?, ?, ?, ?)",
    )
    .run(id, conversation, name, at, Buffer.from('{}'))
}

it('an older database brings its snapshots and its finished avatars into the library', () => {
  const database = openOlder(join(scratchFolder(), 'data.db'), (older) => {
    snapshot(older, ['s1', '10', 'First', 100])
    snapshot(older, ['s2', '10', 'Second', 200])
    snapshot(older, ['s3', '11', null, 50])
    addJob(older, 'j1', { of: result('12') })
    addJob(older, 'j2', { of: result('10') })
    addJob(older, 'j3', { of: result(''), state: 'removed' })
    addJob(older, 'j4', { of: result('13'), state: 'removed' })
    addJob(older, 'j5', { of: result('14'), state: 'training', status: 0 })
    addJob(older, 'j6', { of: 'no json' })
    addJob(older, 'j7', { of: result('with space') })
    addJob(older, 'j8', { of: result(15) })
    addJob(older, 'j9', { of: null })
  })
  const { entries, total } = createLibraryRepository(database).list(p1, { show: 'all', tag: null })
  expect(total).toBe(4)
  expect(entries.map((entry) => [entry.conversationId, entry.source, entry.name, entry.addedAt, entry.readAt])).toEqual(
    [
      ['12', 'avatar', 'Ada', 500, null],
      ['13', 'avatar', 'Ada', 500, null],
      ['10', 'look-up', 'Second', 100, 200],
      ['11', 'look-up', null, 50, 50],
    ],
  )
  expect(entries[2]).toMatchObject({ newestSnapshotId: 's2', seenSnapshotId: 's2', isChanged: false })
  database.close()
})

it('an avatar that finishes is in the library in the same write, whatever profile is open', () => {
  const database = openOlder(join(scratchFolder(), 'data.db'), (older) => {
    addJob(older, 'j1', { state: 'training', status: 0, of: null })
    addJob(older, 'j2', { state: 'training', status: 0, of: null })
  })
  const library = createLibraryRepository(database)
  const of = { profileId: p1, conversationId: conversationId.parse('20') }
  library.addIds(p1, [of.conversationId], 1)
  const finish = database.prepare('UPDATE jobs SET state = ?, state_since = 900, result = ? WHERE id = ?')
  finish.run('training', result('20'), 'j1')
  expect(library.entry(of)?.name).toBeNull()
  finish.run('ready', result('20', 'Grace'), 'j1')
  finish.run('ready', result('21', 'Lin'), 'j2')
  expect(library.entry(of)).toMatchObject({ name: 'Grace', source: 'import' })
  expect(library.entry({ ...of, conversationId: conversationId.parse('21') })).toMatchObject({
    name: 'Lin',
    source: 'avatar',
    addedAt: 900,
    readAt: null,
  })
  database.close()
})
