import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createBatchesRepository } from '../../../src/main/store/job-counts-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import type { JobState } from '../../../src/shared/schemas/avatar.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog, tickingClock } from './scratch.ts'

const lobby = profileId.parse('lobby')
const kiosk = profileId.parse('kiosk')

function open(file: string): DatabaseSync {
  const { database } = openScratchDatabase({ file, migrations, clock: tickingClock(), log: listeningLog() })
  return database
}

/** Writes rows of a batch, with the minimum that the table allows. */
function fill(database: DatabaseSync, [profile, batch]: readonly [string, string], states: readonly JobState[]): void {
  const insert = database.prepare(`
    INSERT INTO jobs (id, profile_id, created_at, file_name, fields, state, state_since, batch_id)
    VALUES (?, ?, 0, '', '{}', ?, 0, ?)`)
  for (const [place, state] of states.entries())
    insert.run(`${profile}-${batch}-${String(place)}`, profile, state, batch)
}

describe('the batches of a database', () => {
  it('are counted by state, separately for each profile', () => {
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

  it('are counted over all of them: running ones, and those that ended since', () => {
    const database = open(join(scratchFolder(), 'greenroom.db'))
    fill(database, ['lobby', 'a'], ['ready', 'ready', 'failed', 'unknown', 'removed', 'waiting'])
    fill(database, ['kiosk', 'a'], ['training', 'submitting', 'rejected'])
    database.exec("UPDATE jobs SET state_since = 50 WHERE id <> 'lobby-a-0'")
    // Confirmed again: its successor counts.
    database.exec("UPDATE jobs SET created_again = '{}' WHERE id = 'lobby-a-2'")
    const batches = createBatchesRepository(database)
    expect(batches.changedSince(50)).toEqual({ ready: 1, unknown: 1, rejected: 1 })
    expect(batches.changedSince(51)).toEqual({})
    expect(batches.unfinished([lobby, kiosk])).toEqual({ waiting: 1, unknown: 1, training: 1, submitting: 1 })
    expect(batches.unfinished([kiosk])).toEqual({ training: 1, submitting: 1 })
  })

  it('are open while one of their jobs is unfinished, and until their end was announced', () => {
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
