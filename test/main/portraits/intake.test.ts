import path from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isBare } from '../../../src/main/portraits/image-facts.ts'
import { fileHandle } from '../../../src/shared/schemas/ids.ts'
import type { Draft, ImageInfo, ImageAnalysis } from '../../../src/shared/schemas/avatar.ts'
import { hostileImages } from '../../support/hostile-images.ts'
import type { HostileImage } from '../../support/hostile/expectation.ts'
import { exif, jpegFile } from '../../support/hostile/jpeg-file.ts'
import { gifFile } from '../../support/hostile/other-files.ts'
import { chunk, pngFile } from '../../support/hostile/png-file.ts'
import { answering, startRawServer } from '../../support/raw-server.ts'
import { profileOf } from '../../support/subjects.ts'
import { add, draftOf, drop, write } from '../creations/drop.ts'
import { context, failureOf, fields, refused, setAvatarStage } from '../creations/stage.ts'
import type { AvatarStage } from '../creations/stage.ts'

const located = exif({ orientation: 1, hasLocation: true })

const portrait = (salt = 0) => jpegFile({ width: 1_080, height: 1_920, segments: [[0xff, 0xfe, 0, 3, salt], located] })
const bare = (width: number, height: number) => jpegFile({ width, height })
const turned = jpegFile({ width: 640, height: 1_136, orientation: 6, segments: [exif({ orientation: 6 })] })

const analysis: Extract<ImageAnalysis, { decoded: true }> = {
  decoded: true,
  width: 1_080,
  height: 1_920,
  transparent: false,
  faces: null,
}

async function bytesOf(stage: AvatarStage, image: Pick<ImageInfo, 'imageId'> | null): Promise<Buffer> {
  const found = await stage.jobs.findImage(image?.imageId ?? '')
  return readFileSync(found?.path ?? '')
}

function setAnalysis(
  stage: AvatarStage,
  { id }: Draft,
  changes: Partial<Extract<ImageAnalysis, { decoded: true }>> = {},
) {
  const seen = { ...analysis, ...changes }
  return stage.jobs.handlers['draft.setAnalysis']({ draftId: id, analysis: seen, thumbnail: null }, context)
}

interface Edited {
  readonly image?: Uint8Array<ArrayBuffer>
  readonly edit?: Draft['edit']
}

function setEdit(stage: AvatarStage, { id }: Draft, { image, edit = null }: Edited = {}) {
  const edited = { draftId: id, edit, image: image ?? null, thumbnail: null }
  return stage.jobs.handlers['draft.setEdit'](edited, context)
}

const idsOf = ({ findings }: Draft): readonly string[] => findings.map(({ id }) => id)

const dropped = async (stage: AvatarStage, name: string) =>
  (await stage.jobs.handlers['creator.read']({}, context)).drafts.find(({ fileName }) => fileName === name)

function expectedOf({ expects, bytes }: HostileImage): unknown {
  if (expects.kind === 'unsupported') return refused('unsupported-image', expects.format)
  if (expects.kind === 'not-an-image') return refused(bytes().length === 0 ? 'file-empty' : 'not-an-image')
  if (expects.width * expects.height > 300_000_000) return refused('image-too-large', '300')
  // None has a shape that the service accepts: the page encodes them all.
  return { type: expects.type, prepared: null }
}

describe('ninety hostile files', () => {
  // A hundred files are flushed to disk one after the other.
  it('become drafts of their actual type, and none that main would send without the page', async () => {
    const stage = await setAvatarStage()
    const { added, refused: named } = await add(
      stage,
      drop(stage, ...hostileImages.map(({ name, bytes }) => write(stage, name, bytes()))),
    )
    const outcomes: Record<string, unknown> = {}
    for (const { fileName, original, prepared } of added) outcomes[fileName] = { type: original?.type, prepared }
    for (const { fileName, failure } of named) outcomes[fileName] = failure
    expect(outcomes).toEqual(Object.fromEntries(hostileImages.map((file) => [file.name, expectedOf(file)])))
  })
})

describe('an incoming image', () => {
  it('is stored unchanged, and waits for the page when it has metadata', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'Ada.jpg', portrait())
    expect(await bytesOf(stage, draft.original)).toEqual(Buffer.from(portrait()))
    expect(draft).toMatchObject({ prepared: null, findings: [] })
    const encoded = await setEdit(stage, draft, { image: bare(1_080, 1_920) })
    expect(isBare(Uint8Array.from(await bytesOf(stage, encoded.prepared)), 'jpeg')).toBe(true)
    expect(encoded.findings).toEqual([{ id: 'metadata-removed', facts: { location: 1 } }])
  })

  it.each([
    ['a JPEG', 'Ada.jpg', bare(1_080, 1_920)],
    ['a PNG', 'Ada.png', pngFile({ width: 1_280, height: 720 })],
  ])('that is %s of the right shape, upright and bare, is sent unchanged', async (_name, fileName, bytes) => {
    const draft = await draftOf(await setAvatarStage(), fileName, bytes)
    expect(draft.prepared).toEqual(draft.original)
  })

  it.each([
    ['has a different shape', 'Ada.jpg', bare(1_000, 1_000)],
    ['is rotated', 'Ada.jpg', jpegFile({ width: 1_920, height: 1_080, segments: [exif({ orientation: 3 })] })],
    ['has a comment', 'Ada.png', pngFile({ width: 1_280, height: 720, before: [chunk('tEXt', 'Author\0Nobody')] })],
    ['has a second file after it', 'Ada.jpg', jpegFile({ width: 1_920, height: 1_080, trailing: 'PK' })],
    ['is truncated', 'Ada.jpg', bare(1_920, 1_080).slice(0, -2)],
  ])('that %s is not sent unchanged', async (_name, fileName, bytes) => {
    expect((await draftOf(await setAvatarStage(), fileName, bytes)).prepared).toBeNull()
  })

  it('that is rotated waits for the page, which alone can convert it', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'Ada.jpg', turned)
    expect(draft).toMatchObject({ original: { width: 640, height: 1_136 }, prepared: null, findings: [] })
    const converted = await setEdit(stage, draft, { image: bare(640, 1_136) })
    expect(converted).toMatchObject({ prepared: { type: 'jpeg', width: 640 }, edit: null })
    expect(idsOf(converted)).toEqual(['turned', 'metadata-removed'])
    expect((await setEdit(stage, draft)).prepared).toBeNull()
    const plain = await draftOf(stage, 'Bao.jpg', bare(1_080, 1_920))
    expect(await failureOf(() => setEdit(stage, plain, { image: bare(640, 1_136) }))).toMatchObject({
      kind: 'invalid-input',
    })
  })

  it('that was cropped while the page still converted it completely stays cropped', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'Ada.jpg', turned)
    const edit = { area: { x: 0, y: 0, width: 320, height: 568 }, longestSide: null, type: 'jpeg' } as const
    const cut = await setEdit(stage, draft, { image: bare(320, 568), edit })
    expect(await setEdit(stage, draft, { image: bare(640, 1_136) })).toEqual(cut)
  })

  // Would catch a large picture that is sent without the crop that was made in the same instant.
  it('that was cropped while the page still scaled it down stays cropped, whichever ends first', async () => {
    const stage = await setAvatarStage()
    const edit = { area: { x: 0, y: 0, width: 320, height: 568 }, longestSide: null, type: 'jpeg' } as const
    const cut = { image: bare(320, 568), edit }
    const scaled = { image: bare(600, 1_065), edit: { ...edit, area: null, longestSide: 1_065 } }
    const first = await draftOf(stage, 'Ada.jpg', turned)
    const [, cropped] = await Promise.all([setEdit(stage, first, scaled), setEdit(stage, first, cut)])
    expect(cropped.edit).toEqual(edit)
    expect((await dropped(stage, 'Ada.jpg'))?.edit).toEqual(edit)
    expect((await setEdit(stage, first, scaled)).edit).toEqual(edit)
    const second = await draftOf(stage, 'Bao.jpg', turned)
    await Promise.all([setEdit(stage, second, cut), setEdit(stage, second, scaled)])
    expect((await dropped(stage, 'Bao.jpg'))?.edit).toEqual(edit)
  })

  it('without a crop is scaled down, and again after the crop is undone', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'Ada.jpg', turned)
    const scaled = (side: number) => ({
      image: bare(side, side),
      edit: { area: null, longestSide: side, type: 'jpeg' } as const,
    })
    expect((await setEdit(stage, draft, scaled(600))).edit?.longestSide).toBe(600)
    expect((await setEdit(stage, draft, scaled(500))).edit?.longestSide).toBe(500)
    const edit = { area: { x: 0, y: 0, width: 320, height: 568 }, longestSide: null, type: 'jpeg' } as const
    await setEdit(stage, draft, { image: bare(320, 568), edit })
    await setEdit(stage, draft)
    expect((await setEdit(stage, draft, scaled(400))).edit?.longestSide).toBe(400)
  })

  it('from the page is analysed like any other', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'dance.gif', gifFile({ width: 640, height: 360 }))
    const placed = jpegFile({ width: 640, height: 360, segments: [located] })
    for (const image of [turned, placed, gifFile({ width: 640, height: 360 }), bare(640, 360).slice(0, -20)]) {
      expect(await failureOf(() => setEdit(stage, draft, { image }))).toMatchObject({ kind: 'invalid-input' })
    }
  })

  it('is cropped in the decoded pixels, whatever the header says', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'Ada.jpg', portrait())
    const edit = { area: { x: 0, y: 0, width: 1_080, height: 1_920 }, longestSide: null, type: 'jpeg' } as const
    const image = bare(1_080, 1_920)
    await setEdit(stage, draft, { image, edit })
    await setAnalysis(stage, draft, { width: 1_000 })
    expect(await failureOf(() => setEdit(stage, draft, { image, edit }))).toMatchObject({ kind: 'invalid-input' })
    expect(await failureOf(() => setEdit(stage, draft, { edit }))).toMatchObject({ kind: 'invalid-input' })
  })

  it('that claims an absurd size is refused with the limit', async () => {
    const stage = await setAvatarStage()
    const bomb = pngFile({ width: 16, height: 16 })
    new DataView(bomb.buffer).setUint32(16, 30_000)
    new DataView(bomb.buffer).setUint32(20, 10_001)
    const { refused: named } = await add(stage, drop(stage, write(stage, 'bomb.png', bomb)))
    expect(named).toEqual([{ fileName: 'bomb.png', failure: refused('image-too-large', '300') }])
  })

  // Would catch a list of refused files without their names.
  it('of a drop that came too late is refused by name', async () => {
    const stage = await setAvatarStage()
    const handles = drop(stage, write(stage, 'Ada.jpg', bare(640, 1_136)))
    await stage.clock.pass(11 * 60_000)
    const { added, refused: left } = await add(stage, handles)
    expect(added).toEqual([])
    expect(left).toEqual([{ fileName: 'Ada.jpg', failure: refused('not-at-hand') }])
  })

  // Would catch a manifest that is skipped because its folder was dropped, or a second draft of each portrait.
  it('a CSV file in a folder is proposed and fills the drafts of that folder', async () => {
    const stage = await setAvatarStage()
    write(stage, 'batch/Ada.jpg', portrait())
    const folder = path.dirname(write(stage, 'batch/people.CSV', 'image,name\nAda.jpg,Ada L\n'))
    const { added, refused: none, manifests } = await add(stage, drop(stage, folder))
    expect(added).toHaveLength(1)
    expect(none).toEqual([])
    expect(manifests).toMatchObject([{ fileName: 'people.CSV' }])
    const handle = manifests[0]?.handle ?? fileHandle.parse('none')
    const preview = await stage.jobs.handlers['manifest.read']({ handle }, context)
    expect(preview).toMatchObject({ kind: 'preview', goodCount: 1, fillCount: 1 })
  })

  it('of more than twenty CSV files the remaining ones are refused', async () => {
    const stage = await setAvatarStage()
    const folder = path.dirname(write(stage, 'tables/1.csv', ''))
    for (let n = 2; n <= 22; n += 1) write(stage, `tables/${String(n)}.csv`, '')
    const { refused: others, manifests } = await add(stage, drop(stage, folder))
    expect(manifests).toHaveLength(20)
    expect(others.map(({ fileName }) => fileName)).toEqual(['21.csv', '22.csv'])
  })
})

describe('the page’s analysis', () => {
  it('is stored for every draft of the image, and across a restart', async () => {
    const stage = await setAvatarStage()
    const draft = await draftOf(stage, 'Ada.jpg', portrait())
    expect(await setAnalysis(stage, draft)).toMatchObject({ analysis, findings: [{ id: 'faces-not-checked' }] })
    expect((await draftOf(stage, 'Again.jpg', portrait())).analysis).toEqual(analysis)
    await stage.restart()
    expect((await dropped(stage, 'Ada.jpg'))?.analysis).toEqual(analysis)
  })

  it('an image that cannot be drawn, or is still being prepared, cannot be created', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['creator.setShared'](fields, context)
    const open = (draft: Draft) => () =>
      stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds: [draft.id] }, context)
    const waiting = await draftOf(stage, 'Waiting.jpg', turned)
    expect(await failureOf(open(waiting))).toEqual(refused('not-prepared', 'Waiting.jpg'))
    const broken = await draftOf(stage, 'Broken.jpg', portrait())
    const shown = { draftId: broken.id, analysis: { decoded: false, reason: 'no data' } as const, thumbnail: null }
    expect(await stage.jobs.handlers['draft.setAnalysis'](shown, context)).toMatchObject({
      findings: [{ id: 'not-decodable', facts: { reason: 'no data' } }],
    })
    expect(await failureOf(open(broken))).toEqual(refused('not-decodable', 'Broken.jpg'))
  })

  it('thumbnails are served for the original and for the sent image, and are removed with them', async () => {
    const stage = await setAvatarStage()
    const dropped = await draftOf(stage, 'Ada.jpg', portrait())
    const draft = await setEdit(stage, dropped, { image: bare(1_080, 1_920) })
    const ids = [draft.original?.imageId ?? '', draft.prepared?.imageId ?? '']
    const served = () => Promise.all(ids.map((id) => stage.jobs.findImage(id, 'thumbnail')))
    expect(await served()).toMatchObject([
      { type: 'jpeg', isFinal: false },
      { type: 'jpeg', isFinal: false },
    ])
    const thumbnail = pngFile({ width: 180, height: 320 })
    const shown = { draftId: draft.id, analysis, thumbnail }
    await stage.jobs.handlers['draft.setAnalysis'](shown, context)
    const found = await served()
    expect(found).toMatchObject([
      { type: 'png', isFinal: true },
      { type: 'png', isFinal: true },
    ])
    expect(readFileSync(found[1]?.path ?? '')).toEqual(Buffer.from(thumbnail))
    for (const wrong of [pngFile({ width: 641, height: 10 }), gifFile({ width: 10, height: 10 }), new Uint8Array(5)]) {
      const change = () => stage.jobs.handlers['draft.setAnalysis']({ ...shown, thumbnail: wrong }, context)
      expect(await failureOf(change)).toMatchObject({ kind: 'invalid-input' })
    }
    await stage.jobs.handlers['draft.remove']({ draftIds: [draft.id] }, context)
    await stage.clock.pass(600_000)
    stage.jobs.purge()
    await expect.poll(served).toEqual([null, null])
    expect(() => readFileSync(found[0]?.path ?? '')).toThrow('ENOENT')
  })

  it('the image replaces a missing thumbnail, where a page can draw it', async () => {
    const stage = await setAvatarStage()
    const heic = hostileImages.find(({ expects }) => expects.kind === 'image' && expects.type === 'heic')
    const draft = await draftOf(stage, 'Ada.heic', heic?.bytes() ?? new Uint8Array())
    expect(await stage.jobs.findImage(draft.original?.imageId ?? '', 'thumbnail')).toBeNull()
    expect(await stage.jobs.findImage(draft.original?.imageId ?? '')).toMatchObject({ type: 'heic', isFinal: true })
  })
})

describe('an address that was dragged from a web page', () => {
  const addAddress = (stage: AvatarStage, address: string) =>
    stage.jobs.handlers['draft.addAddress']({ address }, context)

  it('is requested from its host only for a person, and not at all for a data address', async () => {
    const stage = await setAvatarStage()
    stage.person.answer = () => false
    const failure = await failureOf(() => addAddress(stage, 'https://pictures.example/ada.png'))
    expect(failure).toEqual(refused('not-confirmed'))
    expect(stage.person.asked).toEqual([{ kind: 'fetch', host: 'pictures.example' }])
    expect(await addAddress(stage, 'data:text/html,<p>no')).toMatchObject({ added: [] })
    expect(stage.person.asked).toHaveLength(1)
  })

  it('contains its image itself', async () => {
    const stage = await setAvatarStage()
    const address = `data:image/png;base64,${Buffer.from(portrait()).toString('base64')}`
    expect(await addAddress(stage, address)).toMatchObject({
      added: [{ fileName: 'image', original: { type: 'jpeg' } }],
      refused: [],
      manifests: [],
    })
    expect((await addAddress(stage, 'data:image/png;base64,')).refused).toEqual([
      { fileName: '', failure: refused('file-empty') },
    ])
    expect(await addAddress(stage, 'data:text/html,<p>no')).toEqual({
      manifests: [],
      added: [],
      refused: [{ fileName: '', failure: refused('unsupported-image', 'web-page') }],
    })
  })

  it('is fetched from the practice service of an open practice profile, and from nothing else on this computer', async () => {
    const body = Buffer.from(portrait()).toString('latin1')
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${String(body.length)}\r\n\r\n`
    const server = await startRawServer(({ socket, received }) => {
      if (received().endsWith('\r\n\r\n')) socket.end(Buffer.from(head + body, 'latin1'))
    })
    const address = `http://127.0.0.1:${String(server.port)}/covers/Ada%20B%E9.jpg?x=1`
    const stage = await setAvatarStage()
    expect((await addAddress(stage, address)).refused).toMatchObject([{ failure: { reason: 'not-https' } }])
    const baseUrl = `http://127.0.0.1:${String(server.port)}/v2`
    stage.open({ profile: profileOf({ baseUrl }), client: stage.client })
    expect((await addAddress(stage, address)).refused).toMatchObject([{ failure: { reason: 'not-https' } }])
    stage.open({ profile: profileOf({ kind: 'practice', baseUrl }), client: stage.client })
    expect(await addAddress(stage, address)).toMatchObject({ added: [{ fileName: 'Ada B\uFFFD.jpg' }], refused: [] })
  })

  it('that returns a web page is distinguished from an image by content', async () => {
    const server = await startRawServer(
      answering('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 3\r\n\r\n<p>'),
    )
    const baseUrl = `http://127.0.0.1:${String(server.port)}`
    const stage = await setAvatarStage({ kind: 'practice', baseUrl })
    expect((await addAddress(stage, `${baseUrl}/`)).refused).toEqual([
      { fileName: '', failure: refused('unsupported-image', 'web-page') },
    ])
  })
})
