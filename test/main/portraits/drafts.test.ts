import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImageEdit } from '../../../src/shared/schemas/avatar.ts'
import { fileHandle } from '../../../src/shared/schemas/ids.ts'
import { jpegFile } from '../../support/hostile/jpeg-file.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { pngBytes, webpBytes } from '../../support/image-bytes.ts'
import { link } from '../../support/links.ts'
import { context, failureOf, fields, jobsNow, refused, rest, setAvatarStage, states } from '../creations/stage.ts'
import type { AvatarStage } from '../creations/stage.ts'
import { add, draftOf, drop, handOver, write } from '../creations/drop.ts'

function storedFiles(stage: AvatarStage): readonly string[] {
  const folder = path.join(stage.folder, 'images')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

describe('dropped files', () => {
  it('become drafts whose image is the program’s own copy, named by its hash', async () => {
    const stage = await setAvatarStage()
    const bytes = jpegFile({ width: 1_920, height: 1_080 })
    const file = write(stage, 'Ada.jpg', bytes)
    const { added, refused: none } = await add(stage, drop(stage, file))
    const imageId = createHash('sha256').update(bytes).digest('hex')
    const image = { imageId, type: 'jpeg', width: 1_920, height: 1_080, bytes: bytes.byteLength }
    expect(none).toEqual([])
    expect(added).toMatchObject([
      { fileName: 'Ada.jpg', folder: 'dropped', original: image, prepared: image, findings: [] },
    ])
    rmSync(file)
    const found = await stage.jobs.findImage(imageId)
    expect(found).toEqual({
      path: path.join(stage.folder, 'images', imageId.slice(0, 2), `${imageId}.jpg`),
      type: 'jpeg',
      isFinal: true,
    })
    expect(readFileSync(found?.path ?? '')).toEqual(Buffer.from(bytes))
  })

  it('are reported with the reason when they cannot be sent, and do not stop the others', async () => {
    const stage = await setAvatarStage()
    const handles = drop(
      stage,
      write(stage, 'notes.jpg', 'no picture'),
      write(stage, 'scan.png', 'II*\0\x08\0\0\0'),
      write(stage, 'empty.png', ''),
      path.join(stage.folder, 'gone.png'),
      write(stage, 'good.webp', webpBytes('VP8 ', 100, 100)),
    )
    const { added, refused: named } = await add(stage, handles)
    expect(named).toEqual([
      { fileName: 'notes.jpg', failure: refused('unsupported-image', 'text') },
      { fileName: 'scan.png', failure: refused('unsupported-image', 'tiff') },
      { fileName: 'empty.png', failure: refused('file-empty') },
      { fileName: 'gone.png', failure: refused('file-gone', 'gone.png') },
    ])
    expect(added).toMatchObject([{ fileName: 'good.webp', prepared: null, findings: [] }])
  })

  it('of 100 MB and more are refused before they are read', async () => {
    const stage = await setAvatarStage()
    const file = write(stage, 'huge.png', pngBytes(16, 9))
    truncateSync(file, 100 * 2 ** 20 + 1)
    expect((await add(stage, drop(stage, file))).refused).toEqual([
      { fileName: 'huge.png', failure: refused('image-too-heavy', '100') },
    ])
    expect(storedFiles(stage)).toEqual([])
  })

  it('a named pipe does not hang the program', { tags: 'posix' }, async () => {
    const stage = await setAvatarStage()
    const pipe = path.join(stage.folder, 'pipe.png')
    execFileSync('mkfifo', [pipe])
    expect((await add(stage, drop(stage, pipe))).refused).toEqual([
      { fileName: 'pipe.png', failure: refused('not-a-file', 'pipe.png') },
    ])
  })

  it('that are links stand for their targets', { tags: 'links' }, async () => {
    const stage = await setAvatarStage()
    const chosen = path.join(stage.folder, 'Ada.png')
    link(write(stage, 'elsewhere.png', pngBytes(16, 9)), chosen)
    const { added } = await add(stage, drop(stage, chosen))
    expect(added).toMatchObject([{ fileName: 'Ada.png', original: { type: 'png' } }])
  })

  it('of more than 20,000 handles are refused with that reason', async () => {
    const stage = await setAvatarStage()
    const files = Array.from({ length: 20_001 }, (_, n) => ({
      fileName: `${String(n)}.png`,
      path: `/${String(n)}.png`,
    }))
    expect(stage.jobs.take(files)).toEqual({ ok: false, failure: refused('too-many-files', '20000') })
  })

  it('in folders are found in the order of their names; hidden files are skipped', async () => {
    const stage = await setAvatarStage()
    for (const name of ['10.png', '9.png', '.hidden.png', 'sub/11.png', '.git/12.png', 'text.txt']) {
      write(stage, `folder/${name}`, name.endsWith('png') ? pngBytes(16, 9, name.length) : 'text')
    }
    const folder = path.join(stage.folder, 'dropped/folder')
    const { added, refused: named } = await add(stage, drop(stage, folder))
    expect(added.map(({ fileName }) => fileName)).toEqual(['9.png', '10.png', '11.png'])
    expect(named).toEqual([{ fileName: 'text.txt', failure: refused('unsupported-image', 'text') }])
  })

  it('in folders are found once when a link leads back to the folder', { tags: 'links' }, async () => {
    const stage = await setAvatarStage()
    const folder = path.dirname(write(stage, 'folder/Ada.png', pngBytes(16, 9)))
    link(folder, path.join(folder, 'loop'))
    const { added, refused: named } = await add(stage, drop(stage, folder))
    expect(added.map(({ fileName }) => fileName)).toEqual(['Ada.png'])
    expect(named).toEqual([])
  })

  it('pasted bytes are drafts too, and the same image twice is stored once', async () => {
    const stage = await setAvatarStage()
    const bytes = pngBytes(16, 9)
    const pasted = { fileName: 'image.png', path: '', bytes }
    const { added } = await add(stage, [...handOver(stage, [pasted]), ...handOver(stage, [pasted])])
    expect(added).toHaveLength(2)
    expect(storedFiles(stage)).toHaveLength(1)
  })

  it('handles expire after ten minutes, and cannot be made up', async () => {
    const stage = await setAvatarStage()
    const handles = drop(stage, write(stage, 'Ada.png', pngBytes(16, 9)))
    await stage.clock.pass(10 * 60_000)
    const { added, refused: named } = await add(stage, [...handles, fileHandle.parse('made-up')])
    expect(added).toEqual([])
    expect(named.map(({ failure }) => failure)).toEqual([refused('not-at-hand'), refused('not-at-hand')])
  })

  it.each([
    ['nothing', null],
    ['a path that is relative', [{ fileName: 'a', path: 'a.png', bytes: null }]],
    ['a name that is no text', [{ fileName: 5, path: '/a.png', bytes: null }]],
    ['something else', ['/etc/passwd']],
  ])('%s is not accepted', async (_name, files) => {
    const stage = await setAvatarStage()
    expect(stage.jobs.take(files)).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
  })

  it('pasted images do not fill the memory', async () => {
    const stage = await setAvatarStage()
    const pasted = { fileName: 'image.png', path: '', bytes: new Uint8Array(60 * 2 ** 20) }
    handOver(stage, [pasted])
    expect(stage.jobs.take([pasted])).toEqual({ ok: false, failure: refused('image-too-heavy', '100') })
  })

  it('a disk that refuses is an error for the file, and leaves nothing half-written', async () => {
    const stage = await setAvatarStage()
    const handles = drop(stage, write(stage, 'Ada.png', pngBytes(16, 9)))
    stage.database.exec('PRAGMA query_only = ON')
    expect((await add(stage, handles)).refused).toMatchObject([{ failure: { kind: 'storage', reason: 'read-only' } }])
    stage.database.exec('PRAGMA query_only = OFF')
    await stage.restart()
    expect(readdirSync(path.join(stage.folder, 'images'))).not.toContain('incoming')
  })
})

describe('drafts', () => {
  const oneDraft = async () => {
    const stage = await setAvatarStage()
    return { stage, draft: await draftOf(stage, 'Ada.png', pngFile({ width: 1_000, height: 1_000 })) }
  }
  const area = { x: 0, y: 200, width: 1_000, height: 563 }
  const edit = { area, longestSide: null, type: 'jpeg' } as const
  const result = jpegFile({ width: 1_000, height: 563 })
  const cut = { edit, image: result, thumbnail: null }
  const uncut = { edit: null, image: null, thumbnail: null }

  it('keep all typed, dropped and cropped changes across a crash', async () => {
    const { stage, draft } = await oneDraft()
    const { handlers } = stage.jobs
    await handlers['creator.setShared'](fields, context)
    await handlers['draft.setOverrides']({ draftId: draft.id, overrides: { greeting: 'Hello' } }, context)
    const cropped = await handlers['draft.setEdit']({ draftId: draft.id, ...cut }, context)
    const prepared = { type: 'jpeg', width: 1_000, height: 563 }
    expect(cropped).toMatchObject({ findings: [], prepared, edit: cut.edit })
    const before = await handlers['creator.read']({}, context)
    await stage.restart()
    expect(await stage.jobs.handlers['creator.read']({}, context)).toEqual(before)
    expect(before).toEqual({ shared: fields, drafts: [{ ...cropped, overrides: { greeting: 'Hello' } }] })
  })

  // Would catch a batch whose avatars are all named by the service, because the operator did not type {filename}.
  it.each(['service', 'practice'] as const)('of a new %s profile are named after their files', async (kind) => {
    const stage = await setAvatarStage({ kind })
    const { shared } = await stage.jobs.handlers['creator.read']({}, context)
    expect(shared).toMatchObject({ name: '{filename}', language: 'English' })
  })

  it('can return to the original', async () => {
    const { stage, draft } = await oneDraft()
    const { handlers } = stage.jobs
    await handlers['draft.setEdit']({ draftId: draft.id, ...cut }, context)
    expect(await handlers['draft.setEdit']({ draftId: draft.id, ...uncut }, context)).toEqual(draft)
  })

  it('refuse a crop outside the image and a result that is not an image', async () => {
    const { stage, draft } = await oneDraft()
    const edited = (changed: { readonly edit?: ImageEdit; readonly image?: Uint8Array<ArrayBuffer> }) => () =>
      stage.jobs.handlers['draft.setEdit']({ draftId: draft.id, ...cut, ...changed }, context)
    const elsewhere = { ...area, y: 500 }
    const failure = await failureOf(edited({ edit: { ...edit, area: elsewhere } }))
    expect(failure).toMatchObject({ kind: 'invalid-input' })
    expect(await failureOf(edited({ image: new Uint8Array(5) }))).toEqual(refused('not-an-image'))
  })

  it('are sent as cropped, and unneeded images are removed at the next start', async () => {
    const { stage, draft } = await oneDraft()
    const { handlers } = stage.jobs
    await handlers['creator.setShared'](fields, context)
    await handlers['draft.setEdit']({ draftId: draft.id, ...cut }, context)
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [draft.id] }, context)
    await handlers['creation.confirm']({ ticket }, context)
    while (!(await states(stage)).includes('training')) await rest()
    const [sent] = stage.created
    expect(sent?.coverImage).toMatchObject({ type: 'jpeg', bytes: result.byteLength })
    expect(storedFiles(stage)).toHaveLength(2)
    await stage.restart()
    expect(storedFiles(stage)).toEqual([path.basename(sent?.coverImage?.path ?? '')])
  })

  it('whose stored image is missing are rejected without a request', async () => {
    const { stage, draft } = await oneDraft()
    const { handlers } = stage.jobs
    await handlers['creator.setShared'](fields, context)
    await handlers['draft.setEdit']({ draftId: draft.id, ...cut }, context)
    rmSync(path.join(stage.folder, 'images'), { recursive: true })
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [draft.id] }, context)
    await handlers['creation.confirm']({ ticket }, context)
    while ((await states(stage)).includes('waiting')) await rest()
    expect(await jobsNow(stage)).toMatchObject([{ state: 'rejected', failure: { kind: 'not-found', what: 'image' } }])
    expect(stage.created).toHaveLength(0)
  })

  it('an image that was never stored is not served', async () => {
    const stage = await setAvatarStage()
    expect(await stage.jobs.findImage('a'.repeat(64))).toBeNull()
    expect(await stage.jobs.findImage('../../etc/passwd')).toBeNull()
  })
})
