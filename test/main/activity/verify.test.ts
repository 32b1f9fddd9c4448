import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActivityRepository, hashOfRow, plainRow } from '../../../src/main/store/activity-repository.ts'
import { verifyChain } from '../../../src/main/activity/verify-chain.ts'
import { entry, setJournal } from './stage.ts'

function journalOf(count: number) {
  const stage = setJournal()
  for (let made = 1; made <= count; made += 1) stage.journal.noteAfter({ ...entry, target: `call-${String(made)}` })
  return stage
}

describe('verifying', () => {
  it('accepts an empty journal', async () => {
    expect(await journalOf(0).verify()).toMatchObject({ entries: 0, problem: null, lastHash: '0'.repeat(64) })
  })

  it('accepts an unaltered journal', async () => {
    const { verify, database, clock } = journalOf(7)
    const newest = database.prepare('SELECT * FROM activity WHERE id = 7').get() ?? {}
    expect(await verify()).toEqual({ entries: 7, problem: null, lastHash: hashOfRow(newest), at: clock.now() })
  })

  it('is itself an entry, which contains the fingerprint, and the chain continues over it', async () => {
    const { verify, entries } = journalOf(4)
    const { lastHash } = await verify()
    expect(entries().at(-1)).toMatchObject({
      action: 'activity.verified',
      outcome: 'done',
      target: lastHash,
      profileName: 'Main hall',
    })
    expect(await verify()).toMatchObject({ entries: 5, problem: null })
  })

  it.each<[string, string, { readonly kind: string; readonly entryId: number }]>([
    ['an altered target', "UPDATE activity SET target = 'x' WHERE id = 3", { kind: 'altered', entryId: 3 }],
    ['an altered first entry', 'UPDATE activity SET at = at + 1 WHERE id = 1', { kind: 'altered', entryId: 1 }],
    ['an altered newest entry', "UPDATE activity SET outcome = 'failed' WHERE id = 6", { kind: 'altered', entryId: 6 }],
    ['an altered own hash', "UPDATE activity SET hash = 'x' WHERE id = 4", { kind: 'altered', entryId: 4 }],
    ['a time beyond all numbers', 'UPDATE activity SET at = 1 << 60 WHERE id = 4', { kind: 'altered', entryId: 4 }],
    ['an altered act', "UPDATE activity SET act = 'x' WHERE id = 4", { kind: 'altered', entryId: 4 }],
    ['an outcome made an intent', 'UPDATE activity SET is_intent = 1 WHERE id = 4', { kind: 'altered', entryId: 4 }],
    ['facts that are no JSON', "UPDATE activity SET facts = '{' WHERE id = 2", { kind: 'altered', entryId: 2 }],
    ['one taken out', 'DELETE FROM activity WHERE id = 3', { kind: 'missing', entryId: 4 }],
    ['the first taken out', 'DELETE FROM activity WHERE id <= 2', { kind: 'missing', entryId: 3 }],
    ['the newest taken out', 'DELETE FROM activity WHERE id >= 5', { kind: 'end-missing', entryId: 5 }],
    ['all taken out', 'DELETE FROM activity', { kind: 'end-missing', entryId: 1 }],
    [
      'one put before the first',
      `INSERT INTO activity SELECT -2, at, profile_id, profile_name, operator, act, is_intent, action, 'x', outcome, facts,
         failure, previous_hash, hash FROM activity WHERE id = 3`,
      { kind: 'altered', entryId: -2 },
    ],
    [
      'the first of two problems',
      "DELETE FROM activity WHERE id = 5; UPDATE activity SET target = 'x' WHERE id = 2",
      { kind: 'altered', entryId: 2 },
    ],
  ])('finds %s', async (_what, sql, problem) => {
    const { tamper, verify } = journalOf(6)
    tamper(sql)
    expect((await verify()).problem).toEqual(problem)
  })

  // Would catch an entry that confirms an altered one because it was written after the alteration.
  it('finds an alteration of the newest entry even when later entries exist', async () => {
    const { tamper, verify, journal } = journalOf(3)
    tamper("UPDATE activity SET target = 'x' WHERE id = 3")
    journal.noteAfter(entry)
    journal.noteAfter(entry)
    expect((await verify()).problem).toEqual({ kind: 'altered', entryId: 3 })
  })

  it('finds entries whose links were adjusted after one was removed', async () => {
    const { tamper, verify, database } = journalOf(6)
    tamper('DELETE FROM activity WHERE id = 4')
    const third = plainRow(database.prepare('SELECT * FROM activity WHERE id = 3').get() ?? {})
    const fifth = plainRow(database.prepare('SELECT * FROM activity WHERE id = 5').get() ?? {})
    const made = { ...fifth, previous_hash: hashOfRow(third) }
    tamper(`UPDATE activity SET previous_hash = '${made.previous_hash}', hash = '${hashOfRow(made)}' WHERE id = 5`)
    expect((await verify()).problem).toEqual({ kind: 'missing', entryId: 5 })
  })

  it('finds the right entry whichever column of whichever entry was changed', async () => {
    const columns = [
      'at',
      'profile_name',
      'operator',
      'act',
      'action',
      'target',
      'outcome',
      'facts',
      'failure',
      'previous_hash',
    ]
    const changes = fc.record({
      count: fc.integer({ min: 2, max: 12 }),
      place: fc.nat(),
      column: fc.constantFrom(...columns),
      value: fc.string({ minLength: 1, unit: 'grapheme' }),
    })
    await fc.assert(
      fc.asyncProperty(changes, async ({ count, place, column, value }) => {
        const { database, tamper, clock } = journalOf(count)
        const id = 1 + (place % count)
        tamper('SELECT 1')
        const altered = column === 'at' ? 7 : `${value}#`
        database.prepare(`UPDATE activity SET ${column} = ? WHERE id = ?`).run(altered, id)
        const { problem, entries } = await verifyChain(createActivityRepository(database), clock)
        expect(entries).toBe(count)
        expect(problem).toEqual({ kind: 'altered', entryId: id })
      }),
      { numRuns: 24 },
    )
  })

  it('finds any removed range', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(), fc.nat(), async (count, one, other) => {
        const [from = 1, to = 1] = [1 + (one % count), 1 + (other % count)].sort((a, b) => a - b)
        const { tamper, verify } = journalOf(count)
        tamper(`DELETE FROM activity WHERE id BETWEEN ${String(from)} AND ${String(to)}`)
        expect((await verify()).problem).toEqual(
          to === count ? { kind: 'end-missing', entryId: from } : { kind: 'missing', entryId: to + 1 },
        )
      }),
      { numRuns: 16 },
    )
  })

  it('records its findings in the journal', async () => {
    const { tamper, verify, entries } = journalOf(3)
    tamper("UPDATE activity SET operator = 'eve' WHERE id = 2")
    await verify()
    expect(entries().at(-1)).toMatchObject({
      action: 'activity.verified',
      outcome: 'failed',
      facts: { entries: 3, problem: 'altered', entryId: 2 },
    })
  })
})
