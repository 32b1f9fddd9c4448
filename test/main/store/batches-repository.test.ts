import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBatchesRepository } from '../../../src/main/store/job-counts-repository.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import type { JobState } from '../../../src/shared/schemas/avatar.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { listeningLog, scratchFolder, tickingClock } from './scratch.ts'

const lobby = profileId.parse('lobby')
const kiosk = profileId.parse('kiosk')

function open(file: string): DatabaseSync {
  const { database } = openDatabase({ file, migrations, clock: tickingClock(), log: listeningLog() })
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

/** Writes rows of a batch, as bare as the table allows. */
function fill(database: DatabaseSync, [profile, batch]: readonly [string, string], states: readonly JobState[]): void {
  const insert = database.prepare(`
    INSERT INTO jobs (id, profile_id, created_at, file_name, fields, state, state_since, batch_id)
    VALUES (?, ?, 0, '', '{}', ?, 0, ?)`)
  for (const [place, state] of states.entries())
    insert.run(`${profile}-${batch}-${String(place)}`, profile, state, batch)
}

describe('the batches of a database', () => {
  it('are counted by state, each profile for itself', () => {
    const database = open(join(scratchFolder(), 'greenroom.db'))
    fill(database, ['lobby', 'a'], ['ready', 'ready', 'training'])
    fill(database, ['kiosk', 'a'], ['failed'])
    fill(database, ['lobby', 'b'], ['waiting'])
    const batches = createBatchesRepository(database)
    expect(batches.count([{ profileId: lobby, batchId: 'a' }])).toEqual([
      { profileId: lobby, batchId: 'a', counts: { ready: 2, training: 1 }, newest: 3 },
    ])
    expect(
      batches.count([
        { profileId: kiosk, batchId: 'a' },
        { profileId: kiosk, batchId: 'gone' },
      ]),
    ).toEqual([{ profileId: kiosk, batchId: 'a', counts: { failed: 1 }, newest: 4 }])
    expect(batches.last(lobby)).toEqual({ profileId: lobby, batchId: 'b' })
    expect(batches.last(profileId.parse('nobody'))).toBeNull()
  })

  it('are open while something of them goes on, and until their end was announced', () => {
    const database = open(join(scratchFolder(), 'greenroom.db'))
    fill(database, ['lobby', 'a'], ['ready'])
    fill(database, ['lobby', 'b'], ['training'])
    fill(database, ['lobby', 'c'], ['unknown'])
    const batches = createBatchesRepository(database)
    const ids = (): readonly string[] => batches.open().map(({ batchId }) => batchId)
    expect(ids()).toEqual(['a', 'b', 'c'])
    for (const batchId of ['a', 'b', 'b']) batches.setNotified({ profileId: lobby, batchId }, 1)
    expect(ids()).toEqual(['b', 'c'])
    expect([
      batches.isNotified({ profileId: lobby, batchId: 'a' }),
      batches.isNotified({ profileId: kiosk, batchId: 'a' }),
    ]).toEqual([true, false])
  })
})
