/** The daily copies, of a real database and through the real thread. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { createDailyBackups } from '../../../../src/main/store/backup/daily-backups.ts'
import { copyDatabase } from '../../../../src/main/store/backup/daily-copies.ts'
import type { CopyJob } from '../../../../src/main/store/backup/daily-copies.ts'
import { copyOnWorker } from '../../../../src/main/store/backup/run-on-worker.ts'
import { migrations } from '../../../../src/main/store/migrations.ts'
import { FailureError } from '../../../../src/shared/failure.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { mounts, runOnSmallDisk } from '../../../support/small-disk.ts'
import { openScratchDatabase, scratchFolder } from '../../../support/scratch-folder.ts'
import { listeningLog } from '../scratch.ts'

const hourMs = 60 * 60_000

function stage(copy: (job: CopyJob) => Promise<void> = copyDatabase) {
  const folder = scratchFolder()
  const file = join(folder, 'greenroom.db')
  const clock = createManualClock()
  const log = listeningLog()
  const { database } = openScratchDatabase({ file, migrations, clock, log })
  const work: Promise<void>[] = []
  const backups = createDailyBackups({ file, clock, log }, (job) => {
    const made = copy(job)
    work.push(made.catch(() => undefined))
    return made
  })
  const pass = async (ms: number): Promise<void> => {
    await clock.pass(ms)
    await Promise.all(work)
    await backups.without(() => Promise.resolve())
  }
  const addPreset = (name: string): void => {
    database.prepare("INSERT INTO presets (profile_id, name, fields) VALUES ('p', ?, '{}')").run(name)
  }
  return { folder, file, clock, log, database, backups, pass, addPreset, copies: join(folder, 'backups'), work }
}

function presetsIn(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('SELECT name FROM presets ORDER BY name')
      .all()
      .map(({ name }) => name)
  } finally {
    database.close()
  }
}

describe('daily copies', () => {
  // Would catch a copy without the content of the log, and a copy at every start.
  test('one is made a day, with all written data', async () => {
    const { backups, pass, addPreset, copies, clock } = stage()
    addPreset('a')
    backups.start()
    await pass(30_000)
    expect(existsSync(copies)).toBe(false)
    await pass(hourMs)
    addPreset('b')
    await pass(20 * hourMs)
    const [first] = backups.state().copies
    expect(backups.state().copies).toHaveLength(1)
    expect(presetsIn(first?.file ?? '')).toEqual(['a'])
    await pass(5 * hourMs)
    const [newest] = backups.state().copies
    expect(presetsIn(newest?.file ?? '')).toEqual(['a', 'b'])
    expect(clock.now() - (newest?.at ?? 0)).toBeLessThan(6 * hourMs)
    await backups.dispose()
    expect(clock.waiting()).toBe(0)
  })

  // Would catch a copy that other accounts can read.
  test('one is for this account alone', { tags: 'posix' }, async () => {
    const { backups, pass, copies } = stage()
    backups.start()
    await pass(hourMs)
    const [copy] = backups.state().copies
    expect(statSync(copies).mode & 0o777).toBe(0o700)
    expect(statSync(copy?.file ?? '').mode & 0o777).toBe(0o600)
  })

  test('the newest three of many days are kept, and nothing beside them', async () => {
    const { backups, pass, copies } = stage()
    backups.start()
    for (let day = 0; day < 6; day += 1) await pass(25 * hourMs)
    const stored = backups.state().copies.map(({ file }) => basename(file))
    expect(stored).toHaveLength(3)
    expect(readdirSync(copies).toSorted().toReversed()).toEqual(stored)
  })

  // Would catch a copy from a clock that was ahead, which would prevent all copies for years.
  test('a copy from the future does not count', async () => {
    const { backups, pass, copies } = stage()
    backups.start()
    await pass(hourMs)
    writeFileSync(join(copies, 'greenroom-2999-01-01T00-00-00-000Z.db'), '')
    await pass(26 * hourMs)
    expect(backups.state().copies).toHaveLength(3)
  })

  // Would catch the copies of a clock that was ahead for days, which would displace each new one as soon as it is made,
  // and replace a damaged database although they are older.
  test('copies from the future are replaced by those that are made since', async () => {
    const { backups, pass, clock, addPreset, database, file, log, work } = stage()
    const right = clock.now()
    backups.start()
    clock.set(right + 365 * 24 * hourMs)
    for (let day = 0; day < 3; day += 1) await pass(25 * hourMs)
    clock.set(right + 4 * 24 * hourMs)
    addPreset('since')
    const before = work.length
    await pass(3 * hourMs)
    expect(work.length - before).toBe(1)
    const { copies } = backups.state()
    expect(copies.map(({ at }) => at <= clock.now())).toEqual([true, false, false])
    database.close()
    writeFileSync(file, 'no database')
    const restored = openScratchDatabase({ file, migrations, clock, log })
    expect(restored.restoredFrom).toBe(copies[0]?.at)
    restored.database.close()
    expect(presetsIn(file)).toEqual(['since'])
  })

  // Would catch a damaged database whose copies displace the sound ones.
  test('an unsound database is not copied, and its previous copies stay', async () => {
    const { backups, pass, database, file, copies, log } = stage()
    database.exec(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO presets SELECT 'p', 'name ' || i, '{}' FROM n",
    )
    backups.start()
    await pass(hourMs)
    const before = readdirSync(copies)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(file)
    bytes.fill(0x5a, bytes.length - 3 * 4_096)
    writeFileSync(file, bytes)
    await pass(30 * hourMs)
    expect(readdirSync(copies)).toEqual(before)
    // SQLite finds such pages corrupt, or cannot read them at all.
    expect(backups.state().failure).toMatchObject({ kind: 'storage' })
    expect(log.lines.join('\n')).toContain('no daily copy')
    database.close()
  })

  test('the remains of an interrupted copy are removed', async () => {
    const { backups, pass, copies } = stage()
    backups.start()
    await pass(hourMs)
    const part = join(copies, 'greenroom-2026-01-01T00-00-00-000Z.db.part')
    writeFileSync(part, 'half')
    writeFileSync(`${part}-journal`, 'half')
    await pass(26 * hourMs)
    expect(readdirSync(copies).filter((name) => name.includes('part'))).toEqual([])
  })

  test('a folder that cannot be written is reported, and tried again', async () => {
    let isFull = true
    const { backups, pass } = stage(async (job) => {
      if (isFull) throw new FailureError({ kind: 'storage', reason: 'full', detail: 'ENOSPC' })
      await copyDatabase(job)
    })
    backups.start()
    await pass(hourMs)
    expect(backups.state()).toMatchObject({ copies: [], failure: { reason: 'full' } })
    isFull = false
    await pass(hourMs)
    expect(backups.state()).toMatchObject({ copies: [{}], failure: null })
  })

  // Would catch an erasure that starts while a copy reads the data to be erased.
  test('nothing is copied while the database is needed exclusively', async () => {
    const { backups, pass, clock } = stage()
    backups.start()
    await backups.without(async () => {
      await clock.pass(3 * hourMs)
      expect(backups.state().copies).toEqual([])
    })
    await pass(hourMs)
    expect(backups.state().copies).toHaveLength(1)
  })
})

describe('in a separate thread', () => {
  test('the copy is complete, whatever is written meanwhile', async () => {
    const { database, backups, addPreset, work, clock, copies } = stage(copyOnWorker)
    for (let place = 0; place < 50; place += 1) addPreset(`before ${String(place)}`)
    backups.start()
    await clock.pass(60_000)
    const progress = { isCopied: false }
    const copied = Promise.all(work).then(() => (progress.isCopied = true))
    for (let place = 0; !progress.isCopied; place += 1) {
      addPreset(`meanwhile ${String(place)}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await copied
    const [copy] = backups.state().copies
    const found = presetsIn(copy?.file ?? '')
    expect(found.filter((name) => String(name).startsWith('before'))).toHaveLength(50)
    expect(readdirSync(copies)).toHaveLength(1)
    database.close()
  })

  test('a file that is not a database is a failure that says so', async () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    writeFileSync(file, 'no rows here'.repeat(500))
    await expect(copyOnWorker({ file, target: join(folder, 'copy.db') })).rejects.toMatchObject({
      failure: { kind: 'storage', reason: 'corrupt' },
    })
    expect(readdirSync(folder)).toEqual(['greenroom.db'])
  })
})

describe.runIf(mounts)('a full disk', { tags: 'linux' }, () =>
  test('affects only the copy, and leaves no partial file', () => {
    const folder = scratchFolder()
    const file = join(folder, 'greenroom.db')
    const { database } = openScratchDatabase({ file, migrations, clock: createManualClock(), log: listeningLog() })
    database.exec(`INSERT INTO presets VALUES ('p', 'large', '"${'x'.repeat(600_000)}"')`)
    database.close()
    const script = join(import.meta.dirname, 'copy-process.ts')
    const before = 'cp "$1/greenroom.db" "$1/disk/"'
    const after = 'ls "$1/disk" | grep -v -e -wal -e -shm'
    expect(runOnSmallDisk({ folder, size: '1m', script, before, after })).toBe('storage full\ngreenroom.db\n')
  }),
)
