// A removed draft disappears immediately, can be restored for ten minutes, and is then purged with its image.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contentsOf } from '../../../src/main/store/erase-profile.ts'
import { applySubmissions } from '../../../src/main/store/apply-submissions.ts'
import { noisePng } from '../../support/noise-png.ts'
import { profileOf } from '../../support/subjects.ts'
import { draftOf } from './drop.ts'
import { confirm, context, failureOf, fields, jobsNow, otherProfile, rest, setAvatarStage } from './stage.ts'
import type { AvatarStage } from './stage.ts'
import type { DraftId } from '../../../src/shared/ids.ts'

const minute = 60_000
const gone = { kind: 'not-found', what: 'draft' }

const remove = (stage: AvatarStage, ...draftIds: DraftId[]) =>
  stage.jobs.handlers['draft.remove']({ draftIds }, context)
const restore = (stage: AvatarStage, ...draftIds: DraftId[]) =>
  stage.jobs.handlers['draft.restore']({ draftIds }, context)
const draftsNow = async ({ jobs }: AvatarStage) => (await jobs.handlers['creator.read']({}, context)).drafts

function imagesIn({ folder }: AvatarStage): readonly string[] {
  const images = path.join(folder, 'images')
  if (!existsSync(images)) return []
  const entries = readdirSync(images, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Three drafts; the last has the same picture as the first. */
async function threeDrafts(stage: AvatarStage) {
  const same = noisePng(16, 9)
  const first = await draftOf(stage, 'a.png', same)
  const second = await draftOf(stage, 'b.png', noisePng(16, 9))
  const third = await draftOf(stage, 'c.png', same)
  await stage.jobs.handlers['draft.setOverrides']({ draftId: first.id, overrides: { voice: 'Echo' } }, context)
  return { first, second, third }
}

// Would catch an Undo that loses a field or a position, and findings that name a removed draft.
test('restored drafts are unchanged, at their positions, with their findings', async () => {
  const stage = await setAvatarStage()
  const { first, second, third } = await threeDrafts(stage)
  const before = await draftsNow(stage)
  const findingsOf = async (id: DraftId) =>
    (await draftsNow(stage)).find((draft) => draft.id === id)?.findings.map((finding) => finding.id)
  expect(await findingsOf(third.id)).toContain('same-as-draft')
  await remove(stage, first.id, second.id)
  expect((await draftsNow(stage)).map(({ id }) => id)).toEqual([third.id])
  expect(await findingsOf(third.id)).not.toContain('same-as-draft')
  expect(contentsOf(stage.database, profileOf().id)).toMatchObject({ drafts: 1 })
  await restore(stage, first.id, second.id)
  expect(await draftsNow(stage)).toEqual(before)
  expect(await failureOf(() => restore(stage, first.id))).toEqual(gone)
})

// Would catch a draft that comes back because the program was quit within the ten seconds of Undo.
test('a removed draft stays removed after a restart, and its image is purged later', async () => {
  const stage = await setAvatarStage()
  const { first, second, third } = await threeDrafts(stage)
  await remove(stage, second.id)
  await stage.restart()
  expect((await draftsNow(stage)).map(({ id }) => id)).toEqual([first.id, third.id])
  expect(imagesIn(stage)).toHaveLength(2)
  await stage.clock.pass(9 * minute)
  stage.jobs.purge()
  await rest()
  expect(imagesIn(stage)).toHaveLength(2)
  await stage.clock.pass(minute)
  stage.jobs.purge()
  await expect.poll(() => imagesIn(stage)).toHaveLength(1)
  expect(await failureOf(() => restore(stage, second.id))).toEqual(gone)
})

// Would catch a portrait that a different profile can restore or see.
test('only its own profile removes and restores a draft', async () => {
  const stage = await setAvatarStage()
  const draft = await draftOf(stage, 'a.png', noisePng(16, 9))
  const other = otherProfile
  stage.open({ profile: other, client: stage.client })
  await remove(stage, draft.id)
  stage.open({ profile: profileOf(), client: stage.client })
  expect(await draftsNow(stage)).toHaveLength(1)
  await remove(stage, draft.id)
  stage.open({ profile: other, client: stage.client })
  expect(await failureOf(() => restore(stage, draft.id))).toEqual(gone)
})

// Would catch a portrait that is paid for although it was removed while its confirmation was open.
test('confirming a draft that was removed meanwhile is refused', async () => {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['creator.setShared'](fields, context)
  const { id } = await handlers['draft.addWithoutImage']({}, context)
  const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [id] }, context)
  await remove(stage, id)
  expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toEqual(gone)
  await rest()
  expect(stage.created).toEqual([])
})

// Would catch a draft that is restored, in a database from a copy, beside the job that it became.
test('a removed draft that became a job is not restored', async () => {
  const stage = await setAvatarStage()
  const [job] = await confirm(stage)
  stage.database
    .prepare("INSERT INTO removed_rows (kind, profile_id, id, removed_at, row) VALUES ('draft', ?, ?, 0, '{}')")
    .run(profileOf().id, job ?? '')
  applySubmissions(stage.database, [], stage.log)
  expect(stage.database.prepare('SELECT count(*) AS rows FROM removed_rows').get()).toEqual({ rows: 0 })
  expect(await jobsNow(stage)).toHaveLength(1)
})

// Would catch half of a selection that is gone while the page says that nothing was removed.
test('a disk that refuses keeps all of them', async () => {
  const stage = await setAvatarStage()
  const { first, second } = await threeDrafts(stage)
  stage.database.exec('PRAGMA query_only = ON')
  expect(await failureOf(() => remove(stage, first.id, second.id))).toMatchObject({ kind: 'storage' })
  stage.database.exec('PRAGMA query_only = OFF')
  expect(await draftsNow(stage)).toHaveLength(3)
})
