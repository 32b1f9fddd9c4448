/**
 * A damaged database without a copy: a fresh one replaces it, with everything that was sent, and nothing is sent twice.
 */
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { noisePng } from '../../support/noise-png.ts'
import { copyScene, setScene } from './queue-run.ts'
import type { Scene } from './queue-run.ts'
import { confirmDrafts, context, dropFile, openJobs, storedJobs, typeFields, whenStored } from './real-jobs.ts'
import type { RealJobs } from './real-jobs.ts'

const trained = 20
const waiting = 40
const pageBytes = 4_096

async function confirmMany(run: RealJobs, count: number): Promise<void> {
  const ids = []
  for (let n = 0; n < count; n += 1) ids.push((await run.jobs.handlers['draft.addWithoutImage']({}, context)).id)
  await confirmDrafts(run, ids)
}

/** Leaves training jobs and waiting jobs, one of them with an image, and a draft. */
async function fillFolder(scene: Scene): Promise<void> {
  const run = openJobs(scene.place)
  await run.jobs.start()
  await typeFields(run)
  scene.service.control.setBalances({ creations: 1_000 })
  await confirmMany(run, trained)
  await whenStored(run, (jobs) => jobs.every(({ state }) => state === 'training'))
  await run.jobs.handlers['queue.setPaused']({ paused: true }, context)
  await confirmMany(run, waiting - 1)
  const image = path.join(scene.place.folder, 'portrait.png')
  writeFileSync(image, noisePng(64, 36))
  await confirmDrafts(run, await dropFile(run, image))
  await run.jobs.handlers['draft.addWithoutImage']({}, context)
  run.database.exec('UPDATE queues SET paused = 0')
  await run.close()
}

/** Numbers of the pages that contain rows of a table, in the order of the rows. */
function pagesOf(file: string, table: string): readonly number[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const pages = database.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
  const found = pages.all(table).map(({ pageno }) => Number(pageno))
  database.close()
  return found
}

function damagePage(file: string, page: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0x5a, (page - 1) * pageBytes, page * pageBytes)
  writeFileSync(file, bytes)
}

/** Fills one folder for the tests of a group, and gives each a copy in which a page of a table is damaged. */
function damagedScenes(): (table: string) => Scene & { readonly file: string } {
  let original: Scene
  beforeAll(async () => {
    original = await setScene()
    await fillFolder(original)
  })
  afterAll(() => original.end())
  return (table) => {
    const scene = copyScene(original)
    onTestFinished(scene.end)
    const file = path.join(scene.place.folder, 'greenroom.db')
    const pages = pagesOf(file, table)
    damagePage(file, pages[Math.floor(pages.length / 2)] ?? 0)
    return { ...scene, file }
  }
}

async function reopened(scene: Scene): Promise<RealJobs> {
  const run = openJobs(scene.place)
  onTestFinished(run.close)
  await run.jobs.start()
  return run
}

describe('a damaged page', () => {
  const damagedScene = damagedScenes()

  it.each(['jobs', 'images'])(
    'among the %s: the database is quarantined once, and a fresh one watches everything that was sent',
    async (table) => {
      const scene = damagedScene(table)
      const { control } = scene.service
      const sent = control.count('createAvatar')
      expect(sent).toBe(trained)
      const damaged = readFileSync(scene.file)
      const run = openJobs(scene.place)
      await run.jobs.start()
      expect(run.quarantined).toMatch(/^greenroom\.db\.corrupt-/)
      expect(readFileSync(path.join(scene.place.folder, run.quarantined ?? ''))).toEqual(damaged)
      const taken = storedJobs(run.database)
      expect(taken).toHaveLength(trained)
      const training = control.tasks().filter(({ status }) => status === 0)
      for (const { taskId } of training) control.finishTask(taskId)
      await whenStored(run, (now) => now.every(({ state }) => state === 'ready'))
      await run.close()

      const again = await reopened(scene)
      expect(again.quarantined).toBeNull()
      expect(storedJobs(again.database).map(({ id }) => id)).toEqual(taken.map(({ id }) => id))
      expect(readdirSync(scene.place.folder).filter((name) => name.includes('.corrupt-'))).toHaveLength(1)
      expect(control.count('createAvatar')).toBe(sent)
    },
  )
})

describe('an unreadable database', () => {
  const damagedScene = damagedScenes()

  it.each([0, 4_096])(
    'truncated to %i bytes: keeps the file, restores what was sent, and sends nothing',
    async (length) => {
      const scene = damagedScene('jobs')
      truncateSync(scene.file, length)
      const sent = scene.service.control.count('createAvatar')
      const run = await reopened(scene)
      expect(run.restoredFrom).toBeNull()
      // Unsent work is lost with the file; paid jobs are also in the log of submissions.
      const jobs = storedJobs(run.database)
      expect(jobs.map(({ state }) => state)).toEqual(Array.from({ length: trained }, () => 'training'))
      expect(new Set(jobs.map(({ taskId }) => taskId)).size).toBe(trained)
      expect(existsSync(path.join(scene.place.folder, run.quarantined ?? ''))).toBe(true)
      expect(scene.service.control.count('createAvatar')).toBe(sent)
    },
  )
})
