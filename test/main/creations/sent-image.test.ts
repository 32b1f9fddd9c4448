/** The image of a job is read once more before it is sent: only its picture leaves the computer. */
import { describe, expect, it } from 'vitest'
import { jobId } from '../../../src/shared/schemas/ids.ts'
import { exif, jpegFile } from '../../support/hostile/jpeg-file.ts'
import { draftOf } from './drop.ts'
import { confirm, context, failureOf, fields, jobNow, refused, setAvatarStage } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const located = exif({ orientation: 1, hasLocation: true })
const portrait = (salt = 0) => jpegFile({ width: 1_080, height: 1_920, segments: [[0xff, 0xfe, 0, 3, salt], located] })
const turned = jpegFile({ width: 640, height: 1_136, orientation: 6, segments: [exif({ orientation: 6 })] })

/** A job whose image is a file that was never analysed. */
async function jobWithFile(bytes: Uint8Array): Promise<{ readonly stage: AvatarStage; readonly id: string }> {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  const draft = await draftOf(stage, 'Ada.jpg', bytes)
  await handlers['queue.setPaused']({ paused: true }, context)
  const [id = ''] = await confirm(stage)
  stage.database.exec(`UPDATE jobs SET image_id = '${draft.original?.imageId ?? ''}', file_name = 'Ada.jpg'`)
  await stage.restart()
  return { stage, id }
}

describe('the image of a job', () => {
  it.each([
    ['a GPS position', portrait()],
    ['a rotation', turned],
    ['a second file after it', jpegFile({ width: 640, height: 1_136, trailing: located })],
  ])('is not sent, and its job rejected, when it has %s', async (_name, bytes) => {
    const { stage, id } = await jobWithFile(bytes)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await expect
      .poll(() => jobNow(stage, jobId.parse(id)))
      .toMatchObject({ state: 'rejected', failure: refused('keeps-metadata'), submittedAt: null })
    expect(stage.created).toHaveLength(0)
  })
})

describe('a job or draft that lost its image in a damaged database', () => {
  const noImage = { kind: 'not-found', what: 'image' }

  it('does not become an avatar without one: a draft', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['creator.setShared'](fields, context)
    const { id } = await draftOf(stage, 'Ada.jpg', portrait())
    stage.database.exec('UPDATE drafts SET original_id = NULL, prepared_id = NULL')
    const source = { kind: 'drafts' as const, draftIds: [id] }
    expect(await failureOf(() => stage.jobs.handlers['creation.open'](source, context))).toEqual(noImage)
  })

  it('does not become an avatar without one: a job that is tried again', async () => {
    const stage = await setAvatarStage()
    const [id = ''] = await confirm(stage)
    stage.database.exec("UPDATE jobs SET state = 'rejected', file_name = 'Ada.jpg'")
    const source = { kind: 'jobs' as const, jobIds: [jobId.parse(id)] }
    expect(await failureOf(() => stage.jobs.handlers['creation.open'](source, context))).toEqual(noImage)
  })
})
