// Erased data are in no byte of any file beside the database, and nothing of a different profile is touched.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { eraseOnWorker } from '../../../src/main/store/backup/run-on-worker.ts'
import { contentsOf, emptyLog, eraseInCopies, eraseRows } from '../../../src/main/store/erase-profile.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog, tickingClock } from './scratch.ts'

const lobby = profileId.parse('lobby')
const tower = profileId.parse('tower')
const needle = (profile: string): string => `needle-of-the-${profile}`

// Characters that no other text has: the full-text index has groups of three, which are partly stored byte by byte.
const indexed = (profile: string): string => (profile === 'lobby' ? '龘靐齉' : '鱻麤龖')

// Values that the CHECKs of the schema require, where a plain text or number is not allowed.
const allowed: Readonly<Record<string, SQLInputValue>> = {
  'removed_rows.kind': 'preset',
  'jobs.state': 'ready',
  'library.source': 'import',
  'queues.paused': 1,
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

function valueFor({ table, column, type }: Column, profile: string): SQLInputValue {
  const given = allowed[`${table}.${column}`]
  if (given !== undefined) return given
  if (column === 'profile_id') return profile
  if (column === 'image_id' || column === 'original_id' || column === 'prepared_id') return null
  // A different value in each profile, because it can be unique over all of them.
  if (type === 'INTEGER' || type === 'REAL') return profile === 'lobby' ? 7 : 8
  // JSON, as several columns require; long enough to fill separate pages.
  const text = JSON.stringify(`${needle(profile)}-${column}-`.padEnd(400, 'x'))
  return type === 'BLOB' ? Buffer.from(text) : text
}

const tablesOfProfiles = `
  SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'activity'
    AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'profile_id')`

/** A row in every table that has profiles, parent tables first. */
function fill(database: DatabaseSync, profile: string): readonly string[] {
  const tables = database
    .prepare(tablesOfProfiles)
    .all()
    .map(({ name }) => String(name))
  for (const table of tables.toSorted((one, other) => one.length - other.length)) {
    const columns = database.prepare('SELECT name, type, "notnull" AS must FROM pragma_table_info(?)').all(table)
    const names = columns.map(({ name }) => String(name))
    const values = columns.map(({ name, type }) =>
      valueFor({ table, column: String(name), type: String(type) }, profile),
    )
    const marks = names.map(() => '?').join(', ')
    database.prepare(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${marks})`).run(...values)
  }
  database
    .prepare('INSERT INTO snapshot_texts (id, text) SELECT seq, ? FROM snapshots WHERE profile_id = ?')
    .run(`${needle(profile).repeat(200)}${indexed(profile)}`, profile)
  database
    .prepare(
      `INSERT INTO activity (at, profile_id, operator, is_intent, action, target, outcome, facts, previous_hash, hash)
        VALUES (1, ?, 'op', 0, 'avatar.ready', 'Ada', 'seen', '{}', '', '')`,
    )
    .run(profile)
  return tables
}

function rowsOf(database: DatabaseSync, tables: readonly string[], profile: string): Readonly<Record<string, number>> {
  const count = (table: string): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM "${table}" WHERE profile_id = ?`).get(profile)?.['n'])
  return Object.fromEntries(tables.map((table) => [table, count(table)]))
}

/** Number of blocks in the full-text index that contain text of this profile alone. */
function indexBlocksWith(database: DatabaseSync, profile: string): number {
  const count = database.prepare('SELECT count(*) AS n FROM snapshot_search_data WHERE instr(block, ?) > 0')
  return Number(count.get(Buffer.from(indexed(profile).slice(1)))?.['n'])
}

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}

function filled() {
  const folder = scratchFolder()
  const file = join(folder, 'greenroom.db')
  const options = { file, clock: tickingClock(), log: listeningLog() }
  const { database } = openScratchDatabase({ ...options, migrations })
  const tables = fill(database, 'lobby')
  fill(database, 'tower')
  return { folder, file, options, database, tables }
}

test('every table that names the profile is cleared of it, and no byte of it stays', () => {
  const { folder, database, tables } = filled()
  expect(tables.length).toBeGreaterThan(20)
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  expect(filesWith(folder, needle('lobby'))).not.toEqual([])
  expect(indexBlocksWith(database, 'lobby')).toBe(1)
  const others = rowsOf(database, tables, 'tower')

  eraseRows(database, lobby)
  emptyLog(database)

  expect(Object.values(rowsOf(database, tables, 'lobby')).filter((count) => count > 0)).toEqual([])
  expect(rowsOf(database, tables, 'tower')).toEqual(others)
  expect(rowsOf(database, ['activity'], 'lobby')).toEqual({ activity: 1 })
  expect(filesWith(folder, needle('lobby'))).toEqual([])
  expect(filesWith(folder, needle('tower'))).not.toEqual([])
  expect(indexBlocksWith(database, 'lobby')).toBe(0)
  expect(indexBlocksWith(database, 'tower')).toBe(1)
  expect(filesWith(folder, indexed('lobby').slice(1))).toEqual([])
  database.close()
})

test('a log that is still being read is reported, and empty afterwards', () => {
  const { file, database } = filled()
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('BEGIN; SELECT count(*) FROM drafts')
  eraseRows(database, lobby)
  expect(() => emptyLog(database)).toThrow('storage')
  reader.close()
  emptyLog(database)
  expect(statSync(`${file}-wal`).size).toBe(0)
  database.close()
})

test('copies from before updates lose it and stay; those of damaged files are deleted', () => {
  const { folder, file, database } = filled()
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const copy = `${file}.backup-2026-01-01T00-00-00-000Z-v011-1.2.0-beta.1`
  writeFileSync(copy, readFileSync(file))
  mkdirSync(join(folder, 'backups'))
  const daily = join(folder, 'backups', 'greenroom-2026-01-05T00-00-00-000Z.db')
  writeFileSync(daily, readFileSync(file))
  writeFileSync(`${daily}.part`, needle('lobby'))
  writeFileSync(`${file}.backup-2026-01-02T00-00-00-000Z-v010`, `no database, ${needle('lobby')}`)
  writeFileSync(`${file}.corrupt-2026-01-03T00-00-00-000Z`, needle('lobby'))
  writeFileSync(`${file}.corrupt-2026-01-03T00-00-00-000Z-wal`, needle('lobby'))
  writeFileSync(join(folder, 'settings.json.corrupt-2026-01-04T00-00-00-000Z'), needle('lobby'))
  writeFileSync(join(folder, 'notes.txt'), needle('lobby'))

  eraseRows(database, lobby)
  emptyLog(database)
  eraseInCopies(file, lobby, () => undefined)

  expect(filesWith(folder, needle('lobby'))).toEqual(['notes.txt'])
  for (const one of [copy, daily]) {
    const stored = new DatabaseSync(one, { readOnly: true })
    expect(stored.prepare("SELECT count(*) AS n FROM drafts WHERE profile_id = 'tower'").get()).toEqual({ n: 1 })
    stored.close()
  }
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([])
  database.close()
})

test('the data to be erased are counted by kind, for the profile alone', () => {
  const { database } = filled()
  const one = { drafts: 1, portraits: 0, jobs: 1, snapshots: 1, sessions: 1, samples: 2, rules: 1, watchedFiles: 1 }
  expect(contentsOf(database, tower)).toEqual(one)
  eraseRows(database, tower)
  expect(Object.values(contentsOf(database, tower)).every((count) => count === 0)).toBe(true)
  expect(contentsOf(database, lobby)).toEqual(one)
  database.close()
})

/** Conversations of about a megabyte in total for each 25. */
function addLibrary(database: DatabaseSync, profile: string, count: number): void {
  const insert = database.prepare(
    'INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, ?, ?, NULL, 1, ?)',
  )
  const addText = database.prepare('INSERT INTO snapshot_texts (id, text) VALUES (?, ?)')
  database.exec('BEGIN')
  for (let at = 0; at < count; at += 1) {
    const id = `${profile}-${String(at)}`
    const text = `${indexed(profile)} ${needle(profile)} ${id} `.repeat(1_500).slice(0, 40_000)
    const { lastInsertRowid } = insert.run(id, profile, id, Buffer.from(text))
    addText.run(lastInsertRowid, text.slice(0, 4_000))
  }
  database.exec('COMMIT')
}

describe('in a separate thread', () => {
  // Would catch counts, closes and answers that wait for the erasing because main's thread, or its writes, are blocked.
  test('main continues meanwhile, and writes at every step', async () => {
    const { folder, file, database, options } = filled()
    addLibrary(database, 'lobby', 200)
    addLibrary(database, 'tower', 50)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const { size } = statSync(file)
    mkdirSync(join(folder, 'backups'))
    const daily = join(folder, 'backups', 'greenroom-2026-01-05T00-00-00-000Z.db')
    writeFileSync(daily, readFileSync(file))

    const state = { isDone: false }
    const erased = eraseOnWorker({ file, profileId: lobby }, options.log).then(() => (state.isDone = true))
    const write = database.prepare("INSERT INTO presets (profile_id, name, fields) VALUES ('tower', ?, '{}')")
    const pages = database.prepare('PRAGMA freelist_count')
    // The visible progress of the erasing, and a write whenever it has changed.
    const seen = new Set<unknown>()
    let turns = 0
    let writes = 0
    while (!state.isDone) {
      turns += 1
      seen.add(pages.get()?.['freelist_count'])
      if (seen.size > writes) {
        writes += 1
        write.run(`preset ${String(writes)}`)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    await erased

    // If everything were erased in one step, only two states would be seen, and no write between them.
    expect(writes).toBeGreaterThan(4)
    expect(turns).toBeGreaterThan(writes)
    const count = (where: string): unknown => database.prepare(`SELECT count(*) AS n FROM ${where}`).get()?.['n']
    expect(count("presets WHERE profile_id = 'tower' AND name LIKE 'preset %'")).toBe(writes)
    expect(count("snapshots WHERE profile_id = 'tower'")).toBe(51)
    expect(count('snapshot_texts')).toBe(51)
    expect(count('snapshot_search WHERE snapshot_search MATCH \'"needle-of-the-tower"\'')).toBe(51)
    database.exec("INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('integrity-check', 1)")
    expect(filesWith(folder, needle('lobby'))).toEqual([])
    expect(filesWith(folder, indexed('lobby').slice(1))).toEqual([])
    expect(statSync(file).size).toBeLessThan(size / 2)
    expect(database.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' })
    database.close()
  })

  test('a failed step leaves the rest for the next time', async () => {
    const { folder, file, database, options } = filled()
    addLibrary(database, 'lobby', 50)
    // Fails in the middle, as a full disk would.
    database.exec(`CREATE TRIGGER fails BEFORE DELETE ON presets BEGIN SELECT RAISE(ABORT, 'no'); END`)
    await expect(eraseOnWorker({ file, profileId: lobby }, options.log)).rejects.toThrow('storage')
    database.exec('DROP TRIGGER fails')
    await eraseOnWorker({ file, profileId: lobby }, options.log)
    expect(filesWith(folder, needle('lobby'))).toEqual([])
    database.close()
  })

  test('a copy that cannot be read completely is removed, and the log says so', async () => {
    const { file, database, options } = filled()
    writeFileSync(`${file}.backup-2026-01-02T00-00-00-000Z-v010`, 'no database')
    await eraseOnWorker({ file, profileId: lobby }, options.log)
    expect(options.log.lines.join('\n')).toContain('backup-2026-01-02')
    database.close()
  })
})
