import { describe, expect, it } from 'vitest'
import { verifyChain } from '../../../src/main/activity/verify-chain.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import { createActivityRepository, hashOfRow } from '../../../src/main/store/activity-repository.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { entry, setJournal } from '../activity/stage.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhYmMiLCJleHAiOjF9.c2lnbmF0dXJl'

describe('the journal', () => {
  it('stores entries with time and operator, and reports each', async () => {
    const { journal, entries, clock, pushed } = setJournal()
    journal.noteAfter(entry)
    await clock.pass(1_000)
    journal.noteAfter({ ...entry, outcome: 'failed', failure: { kind: 'no-token' } })
    journal.noteAfter({ ...entry, profile: { id: null, name: null }, action: 'account.read', outcome: 'seen' })
    expect(entries().map(({ id }) => id)).toEqual([1, 2, 3])
    const { profile, ...rest } = entry
    expect(entries()[1]).toEqual({
      ...rest,
      profileId: profile.id,
      profileName: profile.name,
      id: 2,
      at: clock.now(),
      operator: 'ada',
      act: null,
      isIntent: false,
      outcome: 'failed',
      failure: { kind: 'no-token' },
    })
    expect(pushed('activity.added')).toHaveLength(3)
  })

  it('contains no secret of this run, whatever it looks like', () => {
    const appKey = '0c1d2e3f-4a5b/opaque key'
    const { journal, entries, database } = setJournal()
    expect(String(new Secret(` ${appKey}\n`))).toBe('[secret]')
    journal.noteAfter({
      ...entry,
      target: `file of ${appKey}`,
      facts: { message: `key=${encodeURIComponent(appKey)}` },
      failure: { kind: 'storage', reason: 'other', detail: appKey },
    })
    expect(entries()[0]).toMatchObject({ target: 'file of [redacted]', facts: { message: 'key=[redacted]' } })
    expect(JSON.stringify(database.prepare('SELECT * FROM activity').all())).not.toContain('opaque')
  })

  // Would catch an entry that counts as altered because the database returns its text differently.
  it('is sound with half a character or a NUL in a name', async () => {
    const { journal, entries, database, clock } = setJournal()
    journal.noteAfter({ ...entry, target: 'Ada \ud83d', profile: { ...entry.profile, name: 'Hall \ud83d' } })
    journal.noteAfter({ ...entry, target: 'Ada \0 \u202eB' })
    expect(entries().map(({ target }) => target)).toEqual(['Ada \uFFFD', 'Ada \uFFFD \u202eB'])
    expect((await verifyChain(createActivityRepository(database), clock)).problem).toBeNull()
  })

  it('removes nothing from texts that happen to contain a short secret', () => {
    const { journal, entries } = setJournal()
    expect(String(new Secret('lobby'))).toBe('[secret]')
    journal.noteAfter({ ...entry, target: 'the lobby' })
    expect(entries()[0]?.target).toBe('the lobby')
  })

  it('cannot be changed or truncated, not even by a statement from outside the program', () => {
    const { journal, entries, database } = setJournal()
    journal.noteAfter(entry)
    expect(() => database.exec("UPDATE activity SET outcome = 'failed'")).toThrow('append-only')
    expect(() => database.exec('DELETE FROM activity')).toThrow('append-only')
    expect(entries()).toHaveLength(1)
  })

  it('chains each entry to the previous one, and stores its own hash with it', () => {
    const { journal, database } = setJournal()
    for (const target of ['a', 'b', 'c']) journal.noteAfter({ ...entry, target })
    const rows = database.prepare('SELECT * FROM activity ORDER BY id').all()
    expect(rows[0]?.['previous_hash']).toBe('0'.repeat(64))
    expect(rows.slice(1).map((row) => row['previous_hash'])).toEqual(rows.slice(0, 2).map(hashOfRow))
    expect(rows.map((row) => row['hash'])).toEqual(rows.map(hashOfRow))
    expect(hashOfRow({ ...rows[1], target: 'x' })).not.toBe(rows[2]?.['previous_hash'])
  })

  it('reports a failed write before a command is sent, and only logs it afterwards', () => {
    const { journal, database, logged } = setJournal()
    database.exec('PRAGMA query_only = ON')
    expect(() => journal.begin({ ...entry, act: 'close lobby 5' })).toThrow(FailureError)
    journal.noteAfter(entry)
    expect(logged).toEqual([expect.stringContaining('session.closeAll (done)')])
  })

  // Would catch a token that a service echoes, and that could then never be removed.
  it('removes text that looks like a token, in every field', () => {
    const { journal, entries, database, pushed } = setJournal()
    journal.noteAfter({
      ...entry,
      target: `?token=${jwt}`,
      facts: { message: `bad token ${jwt}`, countBefore: 3 },
      failure: { kind: 'storage', reason: 'other', detail: `header Token: ${jwt}` },
    })
    const [written] = entries()
    // The event is pushed to the windows of every profile.
    expect(pushed('activity.added')).toEqual([{}])
    expect(written).toMatchObject({
      target: '?token=[redacted]',
      facts: { message: 'bad token [redacted]', countBefore: 3 },
      failure: { detail: 'header Token: [redacted]' },
    })
    expect(JSON.stringify(database.prepare('SELECT * FROM activity').all())).not.toContain('eyJ')
  })
})
