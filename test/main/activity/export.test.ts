import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { Secret } from '../../../src/main/vault/secret.ts'
import { describe, expect, it } from 'vitest'
import { activityText } from '../../../src/main/activity/activity-export.ts'
import { createActivityRepository } from '../../../src/main/store/activity-repository.ts'
import { writeAtomic } from '../../../src/main/store/data-files.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import { jobId } from '../../../src/shared/schemas/ids.ts'
import { entry, everything, setJournal } from './stage.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

interface CopiedEntry {
  readonly id: number
  readonly at: number
  readonly profileId: string | null
  readonly profileName: string | null
  readonly operator: string
  readonly act: string | null
  readonly isIntent: boolean
  readonly action: string
  readonly target: string
  readonly outcome: string
  readonly facts: unknown
  readonly failure: unknown
  readonly previousHash: string
  readonly hash: string
}

interface Copy {
  readonly format: string
  readonly count: number
  readonly entries: readonly CopiedEntry[]
}

/** Checks a copy as docs/activity.md describes, without any code of the program. */
function wrongIn({ entries }: Copy): readonly number[] {
  const ordered = [...entries].sort((one, other) => one.id - other.id)
  return ordered
    .filter((one, index) => {
      const { failure } = one
      const columns = [
        ...[one.id, one.at, one.profileId, one.profileName, one.operator, one.act, one.isIntent ? 1 : 0],
        ...[one.action, one.target, one.outcome],
        JSON.stringify(one.facts),
        failure === null ? null : JSON.stringify(failure),
        one.previousHash,
      ]
      const hash = createHash('sha256').update(JSON.stringify(columns)).digest('hex')
      const before = ordered[index - 1]
      return hash !== one.hash || (before?.id === one.id - 1 && before.hash !== one.previousHash)
    })
    .map(({ id }) => id)
}

const rowsOf = (csv: string): readonly Readonly<Record<string, string>>[] =>
  parse(csv, { bom: true, columns: true, record_delimiter: '\r\n' })

describe('the journal as CSV', () => {
  it('has a line for each matching entry, with the observed effect in words', async () => {
    const { journal, exported, clock } = setJournal()
    const facts = { appId: '1377', jobId: jobId.parse('j1'), runId: '2d9f51c4-0b7e-4a55-9c1d-7f6f0f7f1e11' }
    const act = journal.begin({ ...entry, facts, act: 'close lobby 5' })
    act.end({ outcome: 'done', facts: { countBefore: 12, countAfter: 0, message: null } })
    journal.noteAfter({
      ...entry,
      action: 'session.close',
      target: '1983775419508027393',
      outcome: 'failed',
      failure: { kind: 'refused', reason: 'read-only', detail: null },
    })
    const rows = rowsOf(await exported('csv', { search: '1377' }))
    const at = new Date(clock.now()).toISOString()
    expect(rows).toEqual([
      {
        entry: '2',
        requestedAt: at,
        profile: 'Main hall',
        operator: 'ada',
        action: 'session.closeAll',
        target: 'lobby',
        outcome: 'done',
        observedEffect: 'count before: 12; count after: 0; app id: 1377',
        failure: '',
      },
      expect.objectContaining({ entry: '1', outcome: 'intent', observedEffect: 'app id: 1377' }),
    ])
    expect(rowsOf(await exported('csv', { actions: ['session.close'] }))).toMatchObject([
      { target: "'1983775419508027393", failure: 'refused-read-only' },
    ])
  })

  // Would catch a target that a spreadsheet executes as a formula.
  it.each(['=1+1', '@SUM(A1)', '+1', '-1', '\tx'])('keeps %j text', async (target) => {
    const { journal, exported } = setJournal()
    journal.noteAfter({ ...entry, target })
    expect(rowsOf(await exported('csv'))[0]?.['target']).toBe(`'${target}`)
  })
})

describe('the journal as JSON', () => {
  it('can be checked without the program', async () => {
    const { journal, exported } = setJournal()
    for (const target of ['a', 'é "quoted"', '大厅']) {
      journal.noteAfter({
        ...entry,
        target,
        act: 'close 1',
        facts: { name: 'é', countBefore: 1.5, avatars: 2, countAfter: null },
      })
    }
    journal.noteAfter({ ...entry, outcome: 'failed', failure: { kind: 'no-token' } })
    const copy = JSON.parse(await exported('json')) as Copy
    expect(copy).toMatchObject({ format: 'greenroom-activity/1', count: 4 })
    expect(copy.entries.map(({ id }) => id)).toEqual([4, 3, 2, 1])
    expect(wrongIn(copy)).toEqual([])
    const altered = copy.entries.map((one) => (one.id === 2 ? { ...one, operator: 'eve' } : one))
    expect(wrongIn({ ...copy, entries: altered })).toEqual([2])
  })

  it('contains a corrupt row unchanged', async () => {
    const { journal, exported, tamper } = setJournal()
    journal.noteAfter(entry)
    tamper("UPDATE activity SET facts = '{'")
    const copy = JSON.parse(await exported('json')) as Copy
    expect(copy.entries).toMatchObject([{ id: 1, facts: '{' }])
    expect(wrongIn(copy)).toEqual([1])
  })

  it('of an empty journal is an empty list', async () => {
    expect(JSON.parse(await setJournal().exported('json'))).toMatchObject({ count: 0, entries: [] })
  })
})

// Would catch a token that came into an entry, and leaves the computer in a copy.
it.each(['csv', 'json'] as const)('never exports a token as %s', async (form) => {
  const { journal, exported, tamper } = setJournal()
  const appKey = new Secret('9f8e7d6c-opaque-app-key')
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhYmMiLCJleHAiOjF9.c2lnbmF0dXJl'
  journal.noteAfter({ ...entry, target: 'clean' })
  tamper(`UPDATE activity SET target = 'Token: ${jwt}', facts = '{"message":"${jwt} ${appKey.open()}"}'`)
  const text = await exported(form)
  expect(text).not.toContain('eyJ')
  expect(text).not.toContain('opaque')
  expect(text).toContain('[redacted]')
})

// Would catch a token whose absence an operator proves with a copy that contains it.
it('never exports a token that was searched for', async () => {
  const { exported } = setJournal()
  const search = 'a1b2c3d4-searched-app-key'
  new Secret(search)
  const text = await exported('json', { search: `lobby ${search}`, wordNames: { [search]: ['avatar.ready'] } })
  expect(text).not.toContain(search)
  expect(JSON.parse(text)).toMatchObject({ filter: { search: 'lobby [redacted]' }, entries: [] })
})

describe('an export', () => {
  it('is an entry of the journal, whether it succeeded or failed, and none when it was cancelled', async () => {
    const { journal, entries, handlersWith, clock } = setJournal()
    const input = { form: 'csv' as const, filter: everything }
    const context = { windowId: 1 }
    const saved = handlersWith((name) => Promise.resolve(name))
    const name = `activity-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`
    journal.noteAfter(entry)
    expect(await saved['activity.export'](input, context)).toEqual({ fileName: name })
    const cancelled = handlersWith(() => Promise.resolve(null))
    expect(await cancelled['activity.export'](input, context)).toEqual({ fileName: null })
    const failing = handlersWith(() => Promise.reject(refusal('file-not-written', 'EACCES')))
    await expect(failing['activity.export'](input, context)).rejects.toThrow(FailureError)
    expect(entries().slice(1)).toMatchObject([
      { action: 'activity.exported', target: name, outcome: 'done', facts: { copy: 'csv', entries: 1 } },
      { action: 'activity.exported', target: name, outcome: 'failed', failure: { reason: 'file-not-written' } },
    ])
  })

  // Would catch half a file under the name of a complete one.
  it('that the database interrupts leaves the previous file', async () => {
    const { journal, database } = setJournal()
    for (let made = 0; made < 450; made += 1) journal.noteAfter(entry)
    const folder = scratchFolder()
    const file = path.join(folder, 'activity.json')
    const repository = createActivityRepository(database)
    const ids = Array.from({ length: 450 }, (_, index) => 450 - index)
    const copy = { form: 'json' as const, ids, filter: everything, at: 0 }
    writeFileSync(file, 'before')
    let reads = 0
    const breaking = {
      readRows: (some: readonly number[]) => {
        reads += 1
        if (reads === 2) throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: 'malformed' })
        return repository.readRows(some)
      },
    }
    await expect(writeAtomic(file, activityText(breaking, copy))).rejects.toThrow(FailureError)
    expect(readdirSync(folder)).toEqual(['activity.json'])
    expect(readFileSync(file, 'utf8')).toBe('before')
    await writeAtomic(file, activityText(repository, copy))
    expect((JSON.parse(readFileSync(file, 'utf8')) as Copy).entries).toHaveLength(450)
  })
})
