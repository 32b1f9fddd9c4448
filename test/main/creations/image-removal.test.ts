// A portrait is deleted with the last row that needs it, immediately or at the next start, and never before.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createRemoval } from '../../../src/main/portraits/image-store.ts'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import type { JobId } from '../../../src/shared/ids.ts'
import { exif, jpegFile } from '../../support/hostile/jpeg-file.ts'
import { noisePng } from '../../support/noise-png.ts'
import { draftOf } from './drop.ts'
import { confirm, context, fields, rest, setAvatarStage } from './stage.ts'
import type { AvatarStage } from './stage.ts'

function imagesIn({ folder }: AvatarStage): readonly string[] {
  const images = path.join(folder, 'images')
  if (!existsSync(images)) return []
  const entries = readdirSync(images, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function confirmed(stage: AvatarStage, drafts: readonly Draft[]): Promise<readonly JobId[]> {
  const { handlers } = stage.jobs
  await handlers['queue.setPaused']({ paused: true }, context)
  await handlers['creator.setShared'](fields, context)
  const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: drafts.map(({ id }) => id) }, context)
  return (await handlers['creation.confirm']({ ticket }, context)).jobIds
}

async function remove(stage: AvatarStage, id: JobId | undefined): Promise<void> {
  if (id === undefined) throw new Error('no job')
  await stage.jobs.handlers['job.remove']({ jobIds: [id] }, context)
}

test('the image of a removed job is deleted immediately, that of a different job stays', async () => {
  const stage = await setAvatarStage()
  const drafts = [await draftOf(stage, 'a.png', noisePng(16, 9)), await draftOf(stage, 'b.png', noisePng(16, 9))]
  const [first] = await confirmed(stage, drafts)
  expect(imagesIn(stage)).toHaveLength(2)
  await remove(stage, first)
  await expect.poll(() => imagesIn(stage)).toHaveLength(1)
  expect(imagesIn(stage)[0]).toContain(drafts[1]?.original?.imageId)
})

test('the program’s end waits until the images of removed jobs are deleted', async () => {
  const stage = await setAvatarStage()
  const [job] = await confirmed(stage, [await draftOf(stage, 'a.png', noisePng(16, 9))])
  await remove(stage, job)
  await stage.quit()
  expect(imagesIn(stage)).toEqual([])
})

test('images that cannot be deleted are reported in the log, and the next start continues', async () => {
  const stage = await setAvatarStage()
  const [job] = await confirmed(stage, [await draftOf(stage, 'a.png', noisePng(16, 9))])
  const [image = ''] = imagesIn(stage)
  const file = path.join(stage.folder, 'images', image.slice(0, 2), image)
  rmSync(file)
  mkdirSync(file)
  await remove(stage, job)
  await expect
    .poll(() => stage.logged)
    .toEqual([expect.stringContaining('the images of removed rows could not be deleted')])
  await stage.restart()
  expect(stage.logged.at(-1)).toContain('unused images could not be removed')
  await confirm(stage)
  expect(stage.created).toHaveLength(0)
  await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
  await rest()
  expect(stage.created).toHaveLength(1)
})

test('the dropped original of an edited image is deleted with its job too', async () => {
  const stage = await setAvatarStage()
  const bytes = jpegFile({ width: 640, height: 1_136, segments: [exif({ orientation: 1, hasLocation: true })] })
  const { id } = await draftOf(stage, 'a.jpg', bytes)
  const image = jpegFile({ width: 640, height: 1_136 })
  const encoded = { draftId: id, edit: null, image, thumbnail: null }
  const [job] = await confirmed(stage, [await stage.jobs.handlers['draft.setEdit'](encoded, context)])
  expect(imagesIn(stage)).toHaveLength(2)
  await remove(stage, job)
  await expect.poll(() => imagesIn(stage)).toEqual([])
})

test('an image that a draft or a second job shares stays until the last of them is removed', async () => {
  const stage = await setAvatarStage()
  const bytes = noisePng(16, 9)
  const [first, second] = await confirmed(stage, [
    await draftOf(stage, 'a.png', bytes),
    await draftOf(stage, 'again.png', bytes),
  ])
  await remove(stage, first)
  await rest()
  expect(imagesIn(stage)).toHaveLength(1)
  await remove(stage, second)
  await expect.poll(() => imagesIn(stage)).toEqual([])
})

test('leftovers of a kill are removed at the next start: files without a row, and images without a use', async () => {
  const stage = await setAvatarStage()
  const { original } = await draftOf(stage, 'kept.png', noisePng(16, 9))
  const orphan = path.join(stage.folder, 'images', 'ab', `${'ab'.repeat(32)}.jpg`)
  mkdirSync(path.dirname(orphan), { recursive: true })
  writeFileSync(orphan, 'a portrait')
  const { id } = await draftOf(stage, 'unneeded.png', noisePng(16, 9))
  stage.database.prepare('DELETE FROM drafts WHERE id = ?').run(id)
  await stage.restart()
  expect(imagesIn(stage)).toEqual([expect.stringContaining(original?.imageId ?? 'none')])
})

test('nothing is removed while an image is being stored', async () => {
  const { hold, alone } = createRemoval()
  const order: string[] = []
  const step = Promise.withResolvers<undefined>()
  const stored = hold(async () => {
    order.push('keeping')
    await step.promise
    order.push('kept')
  })
  const removed = alone(() => Promise.resolve(void order.push('removed')))
  const later = hold(() => Promise.resolve(void order.push('kept later')))
  step.resolve(undefined)
  await Promise.all([stored, removed, later])
  expect(order).toEqual(['keeping', 'kept', 'removed', 'kept later'])
})

test('ending a profile waits for requests in flight, sends no waiting jobs, and stops polling', async () => {
  const stage = await setAvatarStage()
  const sent = Promise.withResolvers<never>()
  stage.script.create = () => sent.promise
  await stage.jobs.handlers['creator.setShared'](fields, context)
  const ids: Draft['id'][] = []
  for (const n of [1, 2, 3]) ids.push((await draftOf(stage, `${String(n)}.png`, noisePng(16, 9))).id)
  const { ticket } = await stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)
  await stage.jobs.handlers['creation.confirm']({ ticket }, context)
  await expect.poll(() => stage.created).toHaveLength(2)
  let hasEnded = false
  const profile = stage.current()?.profile.id
  if (profile === undefined) throw new Error('no profile')
  const ending = stage.jobs.end(profile).then(() => (hasEnded = true))
  await rest()
  expect(hasEnded).toBe(false)
  sent.reject(new Error('the connection is gone'))
  await ending
  await rest()
  expect(stage.created).toHaveLength(2)
})
