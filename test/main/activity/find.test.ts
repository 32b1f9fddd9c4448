import { describe, expect, it } from 'vitest'
import type { NewActivity } from '../../../src/main/context/journal.ts'
import { inTransaction } from '../../../src/main/store/storage-failure.ts'
import { activityAction } from '../../../src/shared/schemas/activity.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { entry, setJournal } from './stage.ts'

function journalWith(...changes: readonly Partial<NewActivity>[]) {
  const stage = setJournal()
  for (const change of changes) stage.journal.noteAfter({ ...entry, ...change })
  const found = async (filter: Parameters<typeof stage.find>[0]) =>
    (await stage.find(filter)).rows.map(({ target }) => target)
  return { ...stage, found }
}

describe('finding', () => {
  it.each([
    ['a target, upper and lower case alike', 'ANNA', ['anna.jpg']],
    ['part of a number', '508027393', ['anna.jpg']],
    ['a profile', 'kiosk', ['desk']],
    ['an action', 'avatar.ready', ['anna.jpg']],
    ['a failure', 'no-token', ['desk']],
    ['words in several places, all of which must be there', 'kiosk no-token desk', ['desk']],
    ['words that never occur together', 'anna no-token', []],
    ['letters beyond ASCII, alike too', 'ÉLISE', ['Zoé Élise']],
    ['letters without their marks', 'zoe elise', ['Zoé Élise']],
    ['letters with marks that are written without', 'ánna', ['anna.jpg']],
    ['Chinese', '大厅', ['会议 大厅 3']],
    ['what a statement would take for any character', '100%', ['100% done_x']],
    ['an underline', 'e_x', ['100% done_x']],
    ['a backslash', String.raw`\dir`, [String.raw`C:\dir`]],
    ['an apostrophe', "o'neil", ["O'Neil"]],
    ['quotes and backslashes of what a row shows', String.raw`"the \ desk" "Élan\"`, ['renamed']],
  ])('%s', async (_what, search, expected) => {
    const { found } = journalWith(
      { target: 'anna.jpg', action: 'avatar.ready', facts: { taskId: '1983775419508027393' } },
      { target: 'desk', profile: { ...entry.profile, name: 'Kiosks' }, failure: { kind: 'no-token' } },
      { target: 'Zoé Élise' },
      { target: '会议 大厅 3' },
      { target: '100% done_x' },
      { target: String.raw`C:\dir` },
      { target: "O'Neil" },
      { target: 'renamed', facts: { name: String.raw`"The \ desk" "élan\"` } },
    )
    expect(await found({ search })).toEqual(expected)
  })

  // Would catch a search for failures that finds every finished batch.
  it('not by the names of facts that are zero or not known', async () => {
    const ended = { action: 'avatar.batchEnded', outcome: 'seen' } as const
    const { found } = journalWith(
      { ...ended, target: 'all', facts: { ready: 3, failed: 0, rejected: 0, unknown: 0, message: null } },
      { ...ended, target: 'some', facts: { ready: 2, failed: 1, rejected: 0, unknown: 0, note: 'said "unknown":0,' } },
    )
    expect(await found({ search: 'failed' })).toEqual(['some'])
    expect(await found({ search: 'unknown' })).toEqual(['some'])
    for (const search of ['rejected', 'message']) expect(await found({ search })).toEqual([])
    expect(await found({ search: '0' })).toEqual(['some', 'all'])
  })

  // Would catch a word that is on the screen but finds nothing.
  it('by the names of actions, outcomes and failures on the screen', async () => {
    const { found } = journalWith(
      { target: 'anna', action: 'avatar.failed' },
      { target: 'bao', outcome: 'unknown' },
      { target: 'chen', failure: { kind: 'refused', reason: 'file-gone', detail: '' } },
    )
    const wordNames = { training: ['avatar.failed'], 未知: ['unknown'], gone: ['file-gone'], greenroom: ['refused'] }
    expect(await found({ search: 'Training', wordNames })).toEqual(['anna'])
    expect(await found({ search: '未知', wordNames })).toEqual(['bao'])
    for (const search of ['gone', 'Greenroom']) expect(await found({ search, wordNames })).toEqual(['chen'])
    expect(await found({ search: 'training bao', wordNames })).toEqual([])
    expect(await found({ search: 'training' })).toEqual([])
    expect(await found({ search: 'constructor __proto__', wordNames })).toEqual([])
  })

  it('by action, outcome, profile and time, which must all match', async () => {
    const { found, journal, clock } = journalWith({ target: 'a' }, { target: 'b', outcome: 'failed' })
    await clock.pass(60_000)
    const later = clock.now()
    journal.noteAfter({ ...entry, target: 'c', action: 'session.close' })
    journal.noteAfter({ ...entry, target: 'd', profile: { id: profileId.parse('p2'), name: 'Kiosks' } })
    journal.noteAfter({ ...entry, target: 'e', profile: { id: null, name: null } })
    expect(await found({})).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await found({ scope: 'profile' })).toEqual(['c', 'b', 'a'])
    expect(await found({ actions: ['session.close', 'avatar.ready'] })).toEqual(['c'])
    expect(await found({ outcomes: ['failed', 'unknown'] })).toEqual(['b'])
    expect(await found({ from: later })).toEqual(['e', 'd', 'c'])
    expect(await found({ to: later })).toEqual(['b', 'a'])
    expect(await found({ scope: 'profile', to: later, outcomes: ['done'], search: 'a' })).toEqual(['a'])
  })

  it('returns at most the requested number, with the total of matches, across several batches', async () => {
    const { journal, find, database } = setJournal()
    inTransaction(database, () => {
      for (let made = 1; made <= 5_200; made += 1) {
        journal.noteAfter({ ...entry, target: made % 2 === 0 ? 'even' : 'odd' })
      }
    })
    const first = await find({ search: 'even' }, 3)
    expect(first.rows.map(({ id }) => id)).toEqual([5_200, 5_198, 5_196])
    expect(first.total).toBe(2_600)
    const more = await find({ search: 'even' }, 6)
    expect(more.rows.map(({ id }) => id)).toEqual([5_200, 5_198, 5_196, 5_194, 5_192, 5_190])
    expect((await find({ search: 'even' }, 5_200)).rows).toHaveLength(2_600)
  })

  it('includes entries added since, once, even with simultaneous requests', async () => {
    const { journal, find, found } = journalWith({ target: 'a' }, { target: 'b' })
    expect(await found({ search: 'lobby' })).toEqual([])
    expect(await found({})).toEqual(['b', 'a'])
    journal.noteAfter({ ...entry, target: 'c' })
    const pages = await Promise.all([find({}), find({}), find({})])
    for (const { rows, total } of pages) {
      expect(rows.map(({ target }) => target)).toEqual(['c', 'b', 'a'])
      expect(total).toBe(3)
    }
  })

  it('accepts all actions together', async () => {
    const { found } = journalWith({ target: 'a' })
    expect(await found({ actions: activityAction.options })).toEqual(['a'])
  })

  // Would catch a page that is unreadable because of one row.
  it('omits a row that was corrupted by tampering', async () => {
    const { found, tamper } = journalWith({ target: 'a' }, { target: 'b' }, { target: 'c' })
    tamper("UPDATE activity SET facts = '{' WHERE id = 2; UPDATE activity SET at = 1 << 60 WHERE id = 1")
    expect(await found({})).toEqual(['c'])
  })

  it('an error is reported, and the next search starts from the beginning', async () => {
    const { database, find } = journalWith({ target: 'a' })
    database.exec('ALTER TABLE activity RENAME COLUMN target TO aim')
    await expect(find({ search: 'a' })).rejects.toThrow('target')
    database.exec('ALTER TABLE activity RENAME COLUMN aim TO target')
    expect((await find({ search: 'a' })).total).toBe(1)
  })
})
