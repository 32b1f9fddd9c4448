/** What an earlier version left: its database is taken over, and nothing of its images' metadata leaves. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database.ts'
import { createDraftsRepository } from '../../../src/main/store/drafts-repository.ts'
import { createImagesRepository } from '../../../src/main/store/images-repository.ts'
import { createJobsRepository } from '../../../src/main/store/jobs-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import type { CreateAvatarInput } from '../../../src/main/service/creation-body.ts'
import { draftId, jobId } from '../../../src/shared/schemas/ids.ts'
import { exif, jpegFile } from '../../support/hostile/jpeg-file.ts'
import { listeningLog, scratchFolder, tickingClock } from '../store/scratch.ts'
import { draftOf } from './drop.ts'
import { confirm, context, failureOf, fields, jobNow, refused, setAvatarStage, taskOf } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const located = exif({ orientation: 1, hasLocation: true })
const portrait = (salt = 0) => jpegFile({ width: 1_080, height: 1_920, segments: [[0xff, 0xfe, 0, 3, salt], located] })
const turned = jpegFile({ width: 640, height: 1_136, orientation: 6, segments: [exif({ orientation: 6 })] })

it('the database of the first version is taken over with its drafts, crops and jobs', () => {
  const file = path.join(scratchFolder(), 'greenroom.db')
  const log = listeningLog()
  const opened = (steps: number) =>
    openDatabase({ file, migrations: migrations.slice(0, steps), clock: tickingClock(), log })
  const [original, cut] = ['a'.repeat(64), 'b'.repeat(64)]
  const typed = JSON.stringify(fields)
  const { database: former } = opened(3)
  former.exec(`
    INSERT INTO images VALUES ('${original}', 'jpeg', 1080, 1920, 1000), ('${cut}', 'png', 90, 160, 100);
    INSERT INTO drafts (id, profile_id, created_at, file_name, original_id, prepared_id, crop, overrides) VALUES
      ('d1', 'p1', 5, 'Ada.jpg', '${original}', '${cut}', '{"x":1,"y":2,"width":90,"height":160}', '{"name":"Ada"}'),
      ('d2', 'p1', 6, '', NULL, NULL, NULL, '{}');
    INSERT INTO jobs (id, profile_id, created_at, file_name, image_id, fields, state, state_since, task_id) VALUES
      ('j1', 'p1', 8, 'Bao.jpg', '${cut}', '${typed}', 'waiting', 8, NULL),
      ('j2', 'p1', 9, 'Cleo.jpg', '${original}', '${typed}', 'training', 9, '12')`)
  former.close()

  const { database, quarantinedAs: quarantined } = opened(migrations.length)
  expect(quarantined).toBeNull()
  const images = createImagesRepository(database)
  const drafts = createDraftsRepository(database, images.find)
  expect(drafts.find(draftId.parse('d1'))).toMatchObject({
    original: { imageId: original },
    prepared: { imageId: cut },
    edit: { area: { x: 1, y: 2, width: 90, height: 160 }, longestSide: null, type: 'png' },
    overrides: { name: 'Ada' },
  })
  expect(drafts.find(draftId.parse('d2'))).toMatchObject({ original: null, prepared: null, edit: null })
  const jobs = createJobsRepository(database, images.find, log)
  const found = jobs.read([jobId.parse('j1'), jobId.parse('j2')])
  expect(found).toMatchObject([
    { state: 'waiting', image: { imageId: cut }, batchId: 'confirmed-8' },
    { state: 'training', image: { imageId: original }, taskId: '12', batchId: 'confirmed-9' },
  ])
  const dangling = `UPDATE drafts SET original_id = '${'c'.repeat(64)}'`
  expect(() => database.exec(dangling)).toThrow('FOREIGN KEY')
  database.close()
})

/** A job as an earlier version confirmed it: its image is the dropped file itself, which nobody looked into. */
async function formerJob(bytes: Uint8Array): Promise<{ readonly stage: AvatarStage; readonly id: string }> {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  const draft = await draftOf(stage, 'Ada.jpg', bytes)
  await handlers['queue.setPaused']({ paused: true }, context)
  const [id = ''] = await confirm(stage)
  stage.database.exec(`
    UPDATE jobs SET image_id = '${draft.original?.imageId ?? ''}', file_name = 'Ada.jpg';
    UPDATE images SET facts = NULL`)
  await stage.restart()
  return { stage, id }
}

describe('a job that an earlier version confirmed', () => {
  it('is sent as it is when there is nothing but its picture', async () => {
    const bytes = jpegFile({ width: 640, height: 1_136 })
    const { stage } = await formerJob(bytes)
    const sent = Promise.withResolvers<CreateAvatarInput>()
    stage.script.create = (input) => {
      sent.resolve(input)
      return Promise.resolve(taskOf(1))
    }
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    expect(readFileSync((await sent.promise).coverImage?.path ?? '')).toEqual(Buffer.from(bytes))
  })

  it.each([
    ['a place', portrait()],
    ['a turn', turned],
    ['another file behind it', jpegFile({ width: 640, height: 1_136, trailing: located })],
  ])('is rejected, and not sent, when its image has %s', async (_name, bytes) => {
    const { stage, id } = await formerJob(bytes)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await expect
      .poll(() => jobNow(stage, jobId.parse(id)))
      .toMatchObject({ state: 'rejected', failure: refused('keeps-metadata'), submittedAt: null })
    expect(stage.created).toHaveLength(0)
  })
})

describe('what lost its image with a damaged database', () => {
  const noImage = { kind: 'not-found', what: 'image' }

  it('is no avatar without one: a draft', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['creator.setShared'](fields, context)
    const { id } = await draftOf(stage, 'Ada.jpg', portrait())
    stage.database.exec('UPDATE drafts SET original_id = NULL, prepared_id = NULL')
    const source = { kind: 'drafts' as const, draftIds: [id] }
    expect(await failureOf(() => stage.jobs.handlers['creation.open'](source, context))).toEqual(noImage)
  })

  it('is no avatar without one: a job that is tried again', async () => {
    const stage = await setAvatarStage()
    const [id = ''] = await confirm(stage)
    stage.database.exec("UPDATE jobs SET state = 'rejected', file_name = 'Ada.jpg'")
    const source = { kind: 'job' as const, jobId: jobId.parse(id) }
    expect(await failureOf(() => stage.jobs.handlers['creation.open'](source, context))).toEqual(noImage)
  })
})
