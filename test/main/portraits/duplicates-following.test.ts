// The finder follows drafts and looks as they change: it must tell what one would that has just read them all.
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createDuplicateFinder } from '../../../src/main/portraits/duplicate-portraits.ts'
import { createDraftsRepository } from '../../../src/main/store/drafts-repository.ts'
import type { DraftRecord } from '../../../src/main/store/drafts-repository.ts'
import { eraseRows } from '../../../src/main/store/erase-profile.ts'
import { createImagesRepository, createPicturesRepository } from '../../../src/main/store/images-repository.ts'
import { migrate } from '../../../src/main/store/migrate.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { inTransaction } from '../../../src/main/store/storage-failure.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import type { ImageInfo, ImageAnalysis } from '../../../src/shared/schemas/avatar.ts'
import { draftId, imageId, profileId } from '../../../src/shared/schemas/ids.ts'
import { plainFacts } from '../../support/image-bytes.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import type { Repositories } from '../../../src/main/store/repositories.ts'

const profiles = ['p1', 'p2'].map((id) => profileId.parse(id))
const images: readonly ImageInfo[] = Array.from({ length: 8 }, (_, place) => ({
  imageId: imageId.parse(String(place).repeat(64)),
  type: 'jpeg',
  width: 10,
  height: 20,
  bytes: 30,
}))
// The second and third are alike, and so are the third and fourth.
const hashes = ['ffffffff00000000', '000000000000000f', '000000000000003f', '00000000000001ff']

interface Scene {
  readonly database: DatabaseSync
  readonly drafts: Repositories['drafts']
  readonly pictures: Repositories['pictures']
  readonly newId: () => string
}

function setScene(): Scene {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  migrate({ database, file: ':memory:', clock: createManualClock(), log: console }, migrations)
  const stored = createImagesRepository(database)
  for (const image of images) stored.add(image, plainFacts)
  let ids = 0
  return {
    database,
    drafts: createDraftsRepository(database, stored.find),
    pictures: createPicturesRepository(database),
    newId: () => `id-${String((ids += 1))}`,
  }
}

const imageAt = (at: number | null): ImageInfo | null => (at === null ? null : (images[at] ?? null))

function add({ drafts, newId }: Scene, profile: ProfileId, { image, sent }: Pick<Step, 'image' | 'sent'>): DraftRecord {
  const id = draftId.parse(newId())
  const plain = { profileId: profile, edit: null, analysis: null, overrides: {}, createdAt: 0 }
  return drafts.add({ ...plain, id, fileName: `${id}.jpg`, original: imageAt(image), prepared: imageAt(sent) })
}

function analysisOf(hash: string | undefined): ImageAnalysis {
  if (hash === undefined) return { decoded: false, reason: 'broken' }
  return { decoded: true, width: 10, height: 20, transparent: false, hash, faces: null }
}

interface Step {
  readonly kind: 'add' | 'look' | 'edit' | 'override' | 'remove' | 'confirm' | 'erase' | 'rewrite' | 'forget'
  /** Which of the profiles. */
  readonly owner: number
  /** Which of the profile's drafts. */
  readonly pick: number
  readonly image: number | null
  readonly sent: number | null
  readonly hash: number
  /** In a transaction that fails. */
  readonly isTakenBack: boolean
  /** Whether the finder is asked afterwards, or has more to follow at once. */
  readonly isAsked: boolean
}

const place = fc.option(fc.nat(images.length - 1), { freq: 8 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('add' as const, 'look' as const) },
      { weight: 10, arbitrary: fc.constantFrom('edit' as const, 'remove' as const, 'confirm' as const) },
      { weight: 5, arbitrary: fc.constantFrom('override' as const, 'rewrite' as const, 'forget' as const) },
      { weight: 1, arbitrary: fc.constant('erase' as const) },
    ),
    owner: fc.nat(9).map((n) => (n === 0 ? 1 : 0)),
    pick: fc.nat(9),
    image: place,
    sent: place,
    hash: fc.nat(hashes.length),
    isTakenBack: fc.nat(9).map((n) => n === 0),
    isAsked: fc.boolean(),
  }),
  { minLength: 10, maxLength: 60, size: 'max' },
)

function confirm(
  { database, drafts, newId }: Scene,
  { id, profileId: profile, original, prepared }: DraftRecord,
): void {
  const job = database.prepare(`
    INSERT INTO jobs (id, profile_id, created_at, file_name, image_id, original_id, fields, state, state_since)
    VALUES (?, ?, 0, 'x.jpg', ?, ?, '{}', 'ready', 0)`)
  job.run(newId(), profile, prepared?.imageId ?? null, original?.imageId ?? null)
  drafts.delete(id)
}

function change(scene: Scene, record: DraftRecord, { kind, sent, hash }: Step): void {
  const { drafts } = scene
  if (kind === 'look') drafts.setAnalysis(record, analysisOf(hashes[hash]))
  else if (kind === 'edit') drafts.update({ ...record, prepared: imageAt(sent) })
  else if (kind === 'override') drafts.update({ ...record, overrides: { name: 'Ada' } })
  else if (kind === 'remove') drafts.delete(record.id)
  else if (kind === 'confirm') confirm(scene, record)
}

// No repository writes so; one that will must be heard too.
function writeAnalyses({ database }: Scene, { kind, image, hash }: Step): void {
  const id = imageAt(image)?.imageId ?? null
  if (kind === 'forget') database.prepare('DELETE FROM image_analyses WHERE image_id = ?').run(id)
  else database.prepare('UPDATE image_analyses SET hash = ? WHERE image_id = ?').run(hashes[hash] ?? null, id)
}

function take(scene: Scene, step: Step): void {
  const profile = profiles[step.owner]
  if (profile === undefined) return
  if (step.kind === 'rewrite' || step.kind === 'forget') {
    writeAnalyses(scene, step)
    return
  }
  if (step.kind === 'add') {
    add(scene, profile, step)
    return
  }
  const all = [...scene.drafts.list(profile)]
  const record = all[step.pick % Math.max(1, all.length)]
  if (record !== undefined) change(scene, record, step)
}

function undo(scene: Scene, step: Step): void {
  const work = (): never => {
    take(scene, step)
    throw new Error('taken back')
  }
  expect(() => inTransaction(scene.database, work)).toThrow('taken back')
}

/** Everything that the finder tells of all drafts. */
function shown({ drafts }: Scene, finder: ReturnType<typeof createDuplicateFinder>): unknown {
  return profiles.map((profile) => {
    const duplicatesOf = finder.among(profile)
    return Array.from(drafts.list(profile), (draft) => [
      draft.fileName,
      duplicatesOf(draft),
      finder.changesOthers(draft),
    ])
  })
}

test(
  'whatever became of drafts, the finder tells what one would that has just read them',
  () =>
    fc.assert(
      fc.property(steps, (list) => {
        const scene = setScene()
        const finder = createDuplicateFinder(scene.pictures)
        for (const step of list) {
          if (step.kind === 'erase') eraseRows(scene.database, profiles[step.owner] ?? profileId.parse('none'))
          else if (step.isTakenBack) undo(scene, step)
          else take(scene, step)
          if (!step.isAsked) continue
          const anew = createDuplicateFinder(createPicturesRepository(scene.database))
          expect(shown(scene, finder)).toEqual(shown(scene, anew))
        }
      }),
      { numRuns: 60 },
    ),
  30_000,
)

/** The pictures, and how many rows were read of them. */
function counting(pictures: Repositories['pictures']): {
  readonly pictures: Repositories['pictures']
  readonly rows: () => number
} {
  let rows = 0
  const counted = <Rows extends readonly unknown[]>(read: Rows): Rows => {
    rows += read.length
    return read
  }
  return {
    rows: () => rows,
    pictures: {
      ...pictures,
      ofDraftsAfter: (...asked) => counted(pictures.ofDraftsAfter(...asked)),
      ofJobsAfter: (...asked) => counted(pictures.ofJobsAfter(...asked)),
      changesAfter: (n) => counted(pictures.changesAfter(n)),
      draftAt: (...asked) => {
        rows += 1
        return pictures.draftAt(...asked)
      },
    },
  }
}

// Would catch a finder that reads all drafts anew at each of them.
test('each change of a draft costs the reading of that draft, whatever their number', () => {
  const scene = setScene()
  const { pictures, rows } = counting(scene.pictures)
  const finder = createDuplicateFinder(pictures)
  const ask = (draft: DraftRecord): void => {
    finder.changesOthers(draft)
    finder.among(draft.profileId)(draft)
  }
  const [profile = profileId.parse('p1')] = profiles
  const all = Array.from({ length: 100 }, (_, n) => {
    const draft = add(scene, profile, { image: n % images.length, sent: null })
    ask(draft)
    return draft
  })
  expect(rows()).toBe(100)
  for (const draft of all) ask(scene.drafts.setAnalysis(draft, analysisOf(hashes[1])))
  // The note of each look.
  expect(rows()).toBe(200)
  for (const draft of all) ask(scene.drafts.update({ ...draft, overrides: { name: 'Ada' } }))
  expect(rows()).toBe(200)
  for (const draft of all) ask(scene.drafts.update({ ...draft, prepared: draft.original }))
  // The note of each edit, and the draft.
  expect(rows()).toBe(400)
  for (const { id } of all) scene.drafts.delete(id)
  finder.among(profile)
  // The note of each removal, and that there is no such draft.
  expect(rows()).toBe(600)
})

test('nothing is followed within a transaction, which may be taken back', () => {
  const scene = setScene()
  const finder = createDuplicateFinder(scene.pictures)
  expect(() => inTransaction(scene.database, () => finder.among(profileId.parse('p1')))).toThrow('within a transaction')
})
