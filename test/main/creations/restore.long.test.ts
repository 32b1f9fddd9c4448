/**
 * A database that is damaged after its daily copy: the copy replaces it, and the log of submissions names the payments
 * since. Nothing is sent twice, whatever was lost.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { copyDatabase } from '../../../src/main/store/backup/daily-copies.ts'
import { copyFile, copiesFolder } from '../../../src/main/store/backup/daily-copies.ts'
import type { DraftId } from '../../../src/shared/ids.ts'
import { copyScene, setScene } from './queue-run.ts'
import type { Scene } from './queue-run.ts'
import { confirmDrafts, context, countRows, openJobs, storedJobs, typeFields, whenStored } from './real-jobs.ts'
import type { RealJobs } from './real-jobs.ts'

const copiedAt = Date.UTC(2026, 2, 1, 12)
const beforeCopy = 12
const afterCopy = 15
const pageBytes = 4_096

async function addDrafts(run: RealJobs, count: number): Promise<readonly DraftId[]> {
  const ids = []
  for (let n = 0; n < count; n += 1) ids.push((await run.jobs.handlers['draft.addWithoutImage']({}, context)).id)
  return ids
}

const sent = beforeCopy + afterCopy

interface Damaged extends Scene {
  readonly file: string
  /** Creations that reached the service since this test started. */
  readonly sentSince: () => number
}

/** Jobs, a copy, and later work that the copy lacks: all its drafts but one, and its waiting jobs, were sent since. */
async function fill(scene: Scene): Promise<void> {
  const file = path.join(scene.place.folder, 'greenroom.db')
  const run = openJobs(scene.place)
  await run.jobs.start()
  await typeFields(run)
  scene.service.control.setBalances({ creations: 1_000 })
  await confirmDrafts(run, await addDrafts(run, beforeCopy))
  await whenStored(run, (jobs) => jobs.every(({ state }) => state === 'training'))
  await run.jobs.handlers['queue.setPaused']({ paused: true }, context)
  const drafts = await addDrafts(run, afterCopy + 1)
  await confirmDrafts(run, drafts.slice(0, 5))
  mkdirSync(copiesFolder(file))
  await copyDatabase({ file, target: copyFile(file, copiedAt) })

  await confirmDrafts(run, drafts.slice(5, afterCopy))
  await run.jobs.handlers['queue.setPaused']({ paused: false }, context)
  await whenStored(run, (jobs) => jobs.every(({ state }) => state === 'training'))
  await run.close()
}

let original: Scene
beforeAll(async () => {
  original = await setScene()
  await fill(original)
})
afterAll(() => original.end())

/** Filled once: each test has a copy. */
function filled(): Damaged {
  const scene = copyScene(original)
  onTestFinished(scene.end)
  const { control } = scene.service
  const before = control.count('createAvatar')
  return {
    ...scene,
    file: path.join(scene.place.folder, 'greenroom.db'),
    sentSince: () => control.count('createAvatar') - before,
  }
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0x5a, from, Math.min(to, bytes.length))
  writeFileSync(file, bytes)
}

function damageTables(file: string, names: readonly string[]): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const pages = database.prepare('SELECT pageno FROM dbstat WHERE name = ?')
  const numbers = names.flatMap((name) => pages.all(name).map(({ pageno }) => Number(pageno)))
  database.close()
  for (const page of numbers) overwrite(file, (page - 1) * pageBytes, page * pageBytes)
}

/**
 * Opens the remaining data, resumes every queue like an operator who sees nothing wrong, and waits until every job was
 * sent.
 */
async function createEverything(scene: Damaged): Promise<RealJobs> {
  const run = openJobs(scene.place)
  onTestFinished(run.close)
  await run.jobs.start()
  await run.jobs.handlers['queue.setPaused']({ paused: false }, context)
  await whenStored(run, (jobs) => jobs.every(({ state }) => state !== 'waiting' && state !== 'submitting'))
  return run
}

describe('a database that is damaged after its daily copy', () => {
  // Would catch yesterday's copy that is restored unchanged: its drafts and waiting jobs were paid since, and would be
  // paid again.
  it.each([
    ['its header', ({ file }: Damaged) => overwrite(file, 0, 100)],
    ['its first pages', ({ file }: Damaged) => overwrite(file, 0, 8 * pageBytes)],
    ['all of it', ({ file }: Damaged) => overwrite(file, 0, 1e9)],
    ['its end', ({ file }: Damaged) => truncateSync(file, 6 * pageBytes)],
    ['jobs and drafts', ({ file }: Damaged) => damageTables(file, ['jobs', 'drafts'])],
    ['drafts alone', ({ file }: Damaged) => damageTables(file, ['drafts'])],
    ['the file itself, which is missing', ({ file }: Damaged) => rmSync(file)],
    [
      'everything since the copy, which took its place',
      ({ file }: Damaged) => copyFileSync(copyFile(file, copiedAt), file),
    ],
  ])('%s: every paid task exists once, and nothing is sent again', async (_, damage) => {
    const scene = filled()
    damage(scene)
    const run = await createEverything(scene)
    const jobs = storedJobs(run.database)
    expect(scene.sentSince()).toBe(0)
    expect(jobs.map(({ state }) => state)).toEqual(Array.from({ length: sent }, () => 'training'))
    expect(new Set(jobs.map(({ taskId }) => taskId)).size).toBe(sent)
    expect(countRows(run.database, 'drafts')).toBeLessThanOrEqual(1)
  })

  // Would catch a job that counts as waiting because its answer was lost with the log.
  it('without its log after a crash: jobs sent meanwhile no longer wait', async () => {
    const scene = filled()
    const aside = path.join(scene.place.folder, 'aside.db')
    const run = openJobs(scene.place)
    await run.jobs.start()
    run.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const [last] = (await run.jobs.handlers['creator.read']({}, context)).drafts
    if (last === undefined) throw new Error('no draft is left')
    copyFileSync(scene.file, aside)
    await confirmDrafts(run, [last.id])
    await whenStored(run, (jobs) => jobs.length === sent + 1 && jobs.every(({ state }) => state === 'training'))
    await run.close()
    copyFileSync(aside, scene.file)

    const again = await createEverything(scene)
    expect(scene.sentSince()).toBe(1)
    expect(storedJobs(again.database)).toHaveLength(sent + 1)
    expect(countRows(again.database, 'drafts')).toBe(0)
  })

  it('states its date, pauses waiting jobs, and keeps the damaged file', async () => {
    const scene = filled()
    overwrite(scene.file, 0, 8 * pageBytes)
    const damaged = readFileSync(scene.file)
    const copy = readFileSync(copyFile(scene.file, copiedAt))
    const run = openJobs(scene.place)
    onTestFinished(run.close)
    expect(run.restoredFrom).toBe(copiedAt)
    expect(readFileSync(path.join(scene.place.folder, run.quarantined ?? ''))).toEqual(damaged)
    expect(readFileSync(copyFile(scene.file, copiedAt))).toEqual(copy)
    expect(existsSync(`${scene.file}.restoring`)).toBe(false)
    expect((await run.jobs.handlers['queue.read']({}, context)).paused).toBe(true)
  })

  // Would catch a start that makes a fresh database because the last one ended between the two renames of a restore.
  it('uses the prepared copy when the program ended before the copy was in place', async () => {
    const scene = filled()
    renameSync(scene.file, `${scene.file}.corrupt-1`)
    const ready = `${scene.file}.restoring`
    copyFileSync(copyFile(scene.file, copiedAt), ready)
    utimesSync(ready, new Date(copiedAt), new Date(copiedAt))
    writeFileSync(`${scene.file}-wal`, 'of the damaged one')
    const run = await createEverything(scene)
    expect(run.restoredFrom).toBe(copiedAt)
    expect(existsSync(ready)).toBe(false)
    expect(scene.sentSince()).toBe(0)
    expect(storedJobs(run.database)).toHaveLength(sent)
  })

  it('skips an unsound copy', async () => {
    const scene = filled()
    const newer = copyFile(scene.file, copiedAt + 1)
    copyFileSync(copyFile(scene.file, copiedAt), newer)
    overwrite(newer, 3 * pageBytes, 9 * pageBytes)
    overwrite(scene.file, 0, 1e9)
    const run = await createEverything(scene)
    expect(run.restoredFrom).toBe(copiedAt)
    expect(existsSync(newer)).toBe(true)
  })

  it.each([
    ['truncated', (file: string) => truncateSync(file, 5_000)],
    ['no database', (file: string) => writeFileSync(file, 'no rows here')],
    ['empty', (file: string) => truncateSync(file, 0)],
    [
      'of a newer program',
      (file: string) => {
        const later = new DatabaseSync(file)
        later.exec('PRAGMA user_version = 9999')
        later.close()
      },
    ],
    [
      'a folder',
      (file: string) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
  ])('starts with a fresh database when the only copy is %s, and restores what was sent', async (_, spoil) => {
    const scene = filled()
    spoil(copyFile(scene.file, copiedAt))
    overwrite(scene.file, 0, 1e9)
    const run = await createEverything(scene)
    expect([run.restoredFrom, run.quarantined]).toEqual([null, expect.stringMatching(/^greenroom\.db\.corrupt-/)])
    expect(storedJobs(run.database)).toHaveLength(sent)
    expect(scene.sentSince()).toBe(0)
  })
})
