import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/main/lib/clock.ts'
import type { OpenedDatabase } from '../../../src/main/store/database.ts'
import type { Migration } from '../../../src/main/store/migrate.ts'
import { migrations as steps } from '../../../src/main/store/migrations.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { mounts, runOnSmallDisk } from '../../support/small-disk.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { ended, line, listeningLog, startScript, tickingClock } from './scratch.ts'

const notes: Migration = {
  name: 'notes',
  sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)',
}
const marks: Migration = {
  name: 'marks',
  sql: "ALTER TABLE note ADD COLUMN mark TEXT NOT NULL DEFAULT 'none'",
}
const rows: Migration = { name: 'rows', sql: 'CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY)' }

function open(file: string, migrations: readonly Migration[] = [notes]): OpenedDatabase {
  return openScratchDatabase({ file, migrations, clock: tickingClock(), log: listeningLog() })
}

function written(file: string, text: string): void {
  const { database } = open(file)
  database.prepare('INSERT INTO note (text) VALUES (?)').run(text)
  database.close()
}

function texts({ database }: OpenedDatabase): unknown[] {
  return database
    .prepare('SELECT text FROM note ORDER BY id')
    .all()
    .map((row) => row['text'])
}

function failureOf(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('nothing failed')
}

describe('opening', () => {
  test('sets write-ahead log, full sync and foreign keys', () => {
    const { database, quarantinedAs } = open(join(scratchFolder(), 'deep', 'greenroom.db'))
    expect(quarantinedAs).toBeNull()
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  })

  test('finds written data again', () => {
    const file = join(scratchFolder(), 'greenroom.db')
    written(file, 'kept')
    expect(texts(open(file))).toEqual(['kept'])
  })
})

describe('a file that cannot be used is quarantined', () => {
  test.each([
    [
      'no database at all',
      (file: string) => writeFileSync(file, 'these are not the rows you are looking for'.repeat(50)),
    ],
    ['an empty file', (file: string) => truncateSync(file, 0)],
    ['a truncated file', (file: string) => truncateSync(file, 4_096)],
    [
      'a damaged page',
      (file: string) => {
        const bytes = readFileSync(file)
        bytes.fill(0x5a, 4_096, 8_192)
        writeFileSync(file, bytes)
      },
    ],
    [
      'an empty file beside a log',
      (file: string) => {
        writeFileSync(`${file}-wal`, readFileSync(file))
        truncateSync(file, 0)
      },
    ],
  ])('%s', (_, damage) => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    written(file, 'kept')
    damage(file)
    const damaged = readFileSync(file)

    const opened = open(file)

    expect(opened.quarantinedAs).toMatch(/^greenroom\.db\.corrupt-2026-03-01T12-\d\d-\d\d-000Z$/)
    expect(readFileSync(join(folder, opened.quarantinedAs ?? ''))).toEqual(damaged)
    expect(texts(opened)).toEqual([])
    opened.database.close()
    expect(open(file).quarantinedAs).toBeNull()
  })

  // Would catch the data folder of an unreleased checkout that is mistaken for the database of a newer version.
  test.each([0, 19])('a database at version %d without the mark of a release', (version) => {
    const file = join(scratchFolder(), 'greenroom.db')
    const other = new DatabaseSync(file)
    other.exec(
      `CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL); PRAGMA user_version = ${String(version)}`,
    )
    other.close()
    const opened = open(file)
    expect(opened.quarantinedAs).toMatch(/^greenroom\.db\.corrupt-/)
    expect(opened.restoredFrom).toBeNull()
    expect(texts(opened)).toEqual([])
  })

  test('a folder at its path', () => {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'greenroom.db'))
    const opened = open(join(folder, 'greenroom.db'))
    expect(readdirSync(folder)).toContain(opened.quarantinedAs)
  })
})

describe('migrations', () => {
  test('upgrade an older file and keep its rows and a backup', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    written(file, 'old')
    const { database } = open(file, [notes, marks])
    expect(database.prepare('SELECT text, mark FROM note').all()).toEqual([{ text: 'old', mark: 'none' }])

    const backup = readdirSync(folder).find((name) => name.startsWith('greenroom.db.backup-'))
    expect(backup).toMatch(/-v001$/)
    const before = new DatabaseSync(join(folder, backup ?? ''), { readOnly: true })
    expect(before.prepare('SELECT * FROM note').all()).toEqual([{ id: 1, text: 'old' }])
    before.close()
  })

  const tables = (count: number): readonly Migration[] =>
    Array.from({ length: count }, (_, place) => {
      const name = `t${String(place + 2)}`
      return { name, sql: `CREATE TABLE ${name} (a)` }
    })
  const storedVersions = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.includes('.backup-'))
      .map((name) => name.slice(-4))
      .sort()

  test('keep one copy of an update, from before its first step', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    written(file, 'old')
    open(file, [notes, ...tables(8)]).database.close()
    expect(storedVersions(folder)).toEqual(['v001'])
  })

  test('keep the copies of the last three updates', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    written(file, 'old')
    for (const steps of [2, 3, 5, 8]) open(file, [notes, ...tables(steps)]).database.close()
    expect(storedVersions(folder)).toEqual(['v003', 'v004', 'v006'])
  })

  test('that are tried repeatedly displace no other copy', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    written(file, 'old')
    open(file, [notes, ...tables(1)]).database.close()
    const wrong: Migration = { name: 'wrong', sql: 'INSERT INTO nowhere VALUES (1)' }
    for (let tries = 0; tries < 4; tries += 1) {
      expect(failureOf(() => open(file, [notes, ...tables(2), wrong]))).toMatchObject({ kind: 'storage' })
    }
    expect(storedVersions(folder)).toEqual(['v001', 'v002'])
    // The sound step of the update was undone with the other one.
    expect(texts(open(file, [notes, ...tables(1)]))).toEqual(['old'])
  })

  test('that fail half way leave the file at the previous version', () => {
    const file = join(scratchFolder(), 'greenroom.db')
    written(file, 'old')
    const wrong: Migration = { name: 'wrong', sql: 'CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)' }
    expect(failureOf(() => open(file, [notes, wrong]))).toMatchObject({ kind: 'storage', reason: 'other' })
    const opened = open(file)
    expect(opened.quarantinedAs).toBeNull()
    expect(texts(opened)).toEqual(['old'])
    expect(opened.database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'").get()).toEqual({
      n: 0,
    })
  })

  test('that would break a reference are undone', () => {
    const file = join(scratchFolder(), 'greenroom.db')
    const linked: Migration = {
      name: 'linked',
      sql: 'CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a); INSERT INTO a VALUES (1); INSERT INTO b VALUES (1)',
    }
    open(file, [linked]).database.close()
    const breaking: Migration = { name: 'breaking', sql: 'DELETE FROM a' }
    expect(failureOf(() => open(file, [linked, breaking]))).toMatchObject({
      detail: expect.stringContaining('breaking') as string,
    })
    expect(open(file, [linked]).database.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 1 })
  })

  test('a file of a newer program is refused and not touched', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    open(file, [notes, marks]).database.close()
    const before = readFileSync(file)
    expect(failureOf(() => open(file, [notes]))).toMatchObject({
      kind: 'newer-data',
      version: null,
    })
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(folder)).toEqual(['greenroom.db'])
  })

  test('a newer version that is still in the log of a crash is refused, including the log', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    const { database } = open(file, [notes])
    database.exec('PRAGMA user_version = 9')
    const copy = join(scratchFolder(), 'greenroom.db')
    for (const ending of ['', '-wal']) writeFileSync(copy + ending, readFileSync(file + ending))
    const before = readFileSync(`${copy}-wal`)
    const folderBefore = readdirSync(dirname(copy))
    expect(failureOf(() => open(copy, [notes]))).toEqual({ kind: 'newer-data', version: null })
    expect(readFileSync(`${copy}-wal`)).toEqual(before)
    expect(readdirSync(dirname(copy))).toEqual(folderBefore)
  })
})

describe('versions of the program', () => {
  const start = (file: string, version: string, migrations: readonly Migration[] = steps) => {
    const opened = openScratchDatabase({ file, migrations, version, clock: tickingClock(), log: listeningLog() })
    opened.database.close()
  }
  const copies = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('.backup-'))
  const last = String(steps.length).padStart(3, '0')

  // Would catch a copy that is made only at steps of the schema, or at every start.
  test('a copy is kept from before a different version writes, and of three updates', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    start(file, '1.0.0')
    start(file, '1.0.0')
    expect(copies(folder)).toEqual([])
    for (const version of ['1.1.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0-beta.2']) start(file, version)
    expect(copies(folder).map((name) => name.slice(name.indexOf('Z-v') + 1))).toEqual([
      `-v${last}-1.1.0`,
      `-v${last}-1.2.0`,
      `-v${last}-1.3.0`,
    ])
  })

  test('the copy is for this account alone', { tags: 'posix' }, () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    for (const version of ['1.0.0', '1.1.0']) start(file, version)
    expect(copies(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  })

  // Would catch an update whose copy is deleted immediately, because those of a clock that was ahead look newer.
  test('the copy of this update stays, whatever the times of the others', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    start(file, '1.0.0')
    const ahead = ['1', '2', '3'].map((day) => `greenroom.db.backup-2999-01-0${day}T00-00-00-000Z-v0${day}0`)
    for (const name of ahead) writeFileSync(join(folder, name), '')
    start(file, '1.1.0')
    expect(copies(folder).slice(1)).toEqual(ahead.slice(1))
    expect(copies(folder)[0]).toMatch(/-1\.0\.0$/)
  })

  // Would catch an update without steps that no longer starts because a copy has no room.
  test('a copy that cannot be made is made at the next start', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    start(file, '1.0.0')
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('BEGIN; SELECT count(*) FROM jobs')
    const opened = openScratchDatabase({
      file,
      migrations: steps,
      version: '1.1.0',
      clock: tickingClock(),
      log: listeningLog(),
    })
    opened.database.exec("INSERT INTO presets (profile_id, name, fields) VALUES ('p', 'n', '{}')")
    opened.database.close()
    const isTried = copies(folder).length
    reader.close()
    start(file, '1.1.0')
    expect(copies(folder).length).toBe(Math.max(1, isTried))
  })

  // Would catch a message that cannot name the version to install.
  test('the required one is named when the data are newer', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    const next: Migration = { name: 'next', sql: 'CREATE TABLE next (a)' }
    start(file, '2.7.1', [...steps, next])
    const before = readFileSync(file)
    expect(failureOf(() => open(file, steps))).toEqual({ kind: 'newer-data', version: '2.7.1' })
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(folder)).toEqual(['greenroom.db'])
  })
})

describe('a process that ends abruptly', () =>
  test('loses no committed row and keeps no half of a transaction', async () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    for (const wanted of [20, 60, 130]) {
      const child = startScript('writer-process.ts', [folder])
      const said: string[] = []
      child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
      await line(child, new RegExp(`^committed ${String(wanted)}$`))
      const gone = ended(child)
      child.kill('SIGKILL')
      expect(await gone).toBe('SIGKILL')
      expect(existsSync(`${file}-wal`)).toBe(true)

      const committed =
        said
          .join('')
          .split('\n')
          .filter((text) => text.startsWith('committed ')).length * 2
      const opened = open(file, [rows])
      expect(opened.quarantinedAs).toBeNull()
      const count = opened.database.prepare("SELECT count(*) AS n, sum(half = 'first') AS firsts FROM row").get()
      expect(count?.['n']).toBeGreaterThanOrEqual(committed)
      expect(Number(count?.['n'])).toBe(Number(count?.['firsts']) * 2)
      opened.database.exec('DELETE FROM row')
      opened.database.close()
    }
  }))

describe.runIf(mounts)('a full disk', { tags: 'linux' }, () => {
  test('is a failure that says so, and committed data stay', () => {
    const folder = scratchFolder()
    const script = join(import.meta.dirname, 'writer-process.ts')
    const said = runOnSmallDisk({ folder, size: '1m', script, after: 'cp "$1"/disk/* "$1/"' })
    expect(said).toMatch(/storage full\n$/)
    const committed = said.split('\n').filter((text) => text.startsWith('committed ')).length * 2
    const opened = openScratchDatabase({
      file: join(folder, 'greenroom.db'),
      migrations: [rows],
      clock: systemClock,
      log: listeningLog(),
    })
    expect(opened.quarantinedAs).toBeNull()
    expect(opened.database.prepare('SELECT count(*) AS n FROM row').get()).toEqual({ n: committed })
    opened.database.close()
  })
})
