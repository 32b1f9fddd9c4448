import { describe, expect, it } from 'vitest'
import { createActivityHandlers } from '../../../src/main/activity/handlers.ts'
import type { NewActivity } from '../../../src/main/activity/journal.ts'
import { hashOfRow } from '../../../src/main/store/activity-repository.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { setStage } from '../../support/subjects.ts'

const entry: NewActivity = {
  profileId: profileId.parse('p1'),
  profileName: 'Main hall',
  action: 'session.closeAll',
  target: 'lobby',
  outcome: 'done',
  facts: { countBefore: 12, message: null },
}

describe('the journal', () => {
  it('gives entries newest first, page by page, with time and operator', async () => {
    const { journal, clock, pushed } = setStage()
    journal.note(entry)
    await clock.pass(1_000)
    journal.note({ ...entry, outcome: 'failed', failure: { kind: 'no-token' } })
    journal.note({ ...entry, profileId: null, profileName: null, action: 'session.fallSeen', outcome: 'seen' })
    const list = createActivityHandlers(journal)['activity.list']
    const newest = await list({ limit: 2, before: null }, { windowId: 1 })
    expect(newest.map(({ id }) => id)).toEqual([3, 2])
    expect(newest[1]).toEqual({
      ...entry,
      id: 2,
      at: clock.now(),
      operator: 'ada',
      outcome: 'failed',
      failure: { kind: 'no-token' },
    })
    expect(await list({ limit: 10, before: 2 }, { windowId: 1 })).toHaveLength(1)
    expect(pushed('activity.added').map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('cannot be changed or shortened, not even by a statement that is not in the program', () => {
    const { journal, database } = setStage()
    journal.note(entry)
    expect(() => {
      database.exec("UPDATE activity SET outcome = 'failed'")
    }).toThrow('append-only')
    expect(() => {
      database.exec('DELETE FROM activity')
    }).toThrow('append-only')
    expect(journal.list({ limit: 10, before: null })).toHaveLength(1)
  })

  it('chains each entry to the one before, so that an altered copy is found out', () => {
    const { journal, database } = setStage()
    for (const target of ['a', 'b', 'c']) journal.note({ ...entry, target })
    const rows = database.prepare('SELECT * FROM activity ORDER BY id').all()
    expect(rows[0]?.['previous_hash']).toBe('0'.repeat(64))
    expect(rows.slice(1).map((row) => row['previous_hash'])).toEqual(rows.slice(0, 2).map(hashOfRow))
    expect(hashOfRow({ ...rows[1], target: 'x' })).not.toBe(rows[2]?.['previous_hash'])
  })

  it('says so before a command is sent when it cannot write, and only logs it afterwards', () => {
    const { journal, database, logged } = setStage()
    database.exec('PRAGMA query_only = ON')
    expect(() => {
      journal.note(entry)
    }).toThrow(FailureError)
    journal.noteAfter(entry)
    expect(logged).toEqual([expect.stringContaining('session.closeAll for lobby (done)')])
  })
})
