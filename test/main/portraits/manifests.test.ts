import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileHandle } from '../../../src/shared/ids.ts'
import type { ManifestPreview, ManifestReading } from '../../../src/shared/schemas/manifest.ts'
import { manifestReading } from '../../../src/shared/schemas/manifest.ts'
import { jpegBytes, pngBytes } from '../../support/image-bytes.ts'
import { tiffBlock } from '../../support/hostile/jpeg-file.ts'
import { encoded, webpChunk, webpOf } from '../../support/hostile/other-files.ts'
import { little } from '../../support/hostile/parts.ts'
import { link } from '../../support/links.ts'
import { draftOf } from '../creations/drop.ts'
import { context, failureOf, otherProfile, refused, setAvatarStage } from '../creations/stage.ts'
import type { AvatarStage } from '../creations/stage.ts'

function write(stage: AvatarStage, name: string, content: Uint8Array | string): string {
  const file = path.join(stage.folder, 'batch', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

function handOver(stage: AvatarStage, file: string | Uint8Array): FileHandle {
  const handed = typeof file === 'string' ? { path: file, bytes: null } : { path: '', bytes: file }
  const taken = stage.jobs.take([{ fileName: 'batch.csv', ...handed }])
  const [first] = taken.ok ? taken.value : []
  if (first === undefined) throw new Error('not taken')
  return first.handle
}

async function read(stage: AvatarStage, csv: string): Promise<ManifestReading> {
  const handle = handOver(stage, write(stage, 'batch.csv', csv))
  // As over IPC: data that the schema refuses would never reach the page.
  return manifestReading.parse(await stage.jobs.handlers['manifest.read']({ handle }, context))
}

async function preview(stage: AvatarStage, csv: string): Promise<ManifestPreview> {
  const found = await read(stage, csv)
  if (found.kind !== 'preview') throw new Error(found.reason)
  return found
}

const drafts = async (stage: AvatarStage) => (await stage.jobs.handlers['creator.read']({}, context)).drafts

const problemsByLine = ({ wrong }: ManifestPreview) =>
  Object.fromEntries(wrong.map(({ line, problems }) => [line, problems]))

describe('a manifest', () => {
  // Would catch the apostrophe with which a spreadsheet keeps an id as text, in a creation that is paid.
  it('cleans conversation IDs, and reports the number of rows', async () => {
    const stage = await setAvatarStage()
    const csv = [
      'name,conversationId',
      'Ada,‘1983775419508027393’',
      'Bao,"\u200b“1983775419508027393”"',
      'Cy,108',
    ].join('\n')
    const found = await preview(stage, csv)
    expect(found).toMatchObject({ goodCount: 3, unwrappedIds: 2 })
    expect(found.first.map(({ overrides }) => overrides.conversationId)).toEqual([
      '1983775419508027393',
      '1983775419508027393',
      '108',
    ])
  })

  it('is shown first and adds nothing, then its rows become drafts with their custom fields', async () => {
    const stage = await setAvatarStage()
    write(stage, 'ada.jpg', jpegBytes(1_920, 1_080))
    write(stage, 'more/bao.png', pngBytes(1_080, 1_920))
    const csv = [
      '\uFEFFname,image,greeting,profile,voice,conversationId,language,team',
      'Ada,ada.jpg,"Hello, you",Kind,Echo,1983775419508027393,English,red',
      'Bao,more\\bao.png,,,,,,',
      'No portrait,,Hi,,,,,',
    ].join('\r\n')
    const found = await preview(stage, csv)
    expect(found).toMatchObject({ fileName: 'batch.csv', goodCount: 3, unknownColumns: ['team'], wrong: [] })
    expect(found.first[1]).toEqual({ line: 3, image: 'more\\bao.png', overrides: { name: 'Bao' }, fills: false })
    expect(await drafts(stage)).toEqual([])
    const { manifestId } = found
    expect(await stage.jobs.handlers['manifest.add']({ manifestId }, context)).toEqual({
      added: 3,
      filled: 0,
      refused: [],
    })
    expect(await drafts(stage)).toMatchObject([
      {
        fileName: 'ada.jpg',
        original: { type: 'jpeg', width: 1_920 },
        overrides: {
          name: 'Ada',
          greeting: 'Hello, you',
          profileText: 'Kind',
          voice: 'Echo',
          conversationId: '1983775419508027393',
          language: 'English',
        },
      },
      { fileName: 'bao.png', original: { type: 'png' }, overrides: { name: 'Bao' } },
      { fileName: '', original: null, overrides: { name: 'No portrait', greeting: 'Hi' } },
    ])
  })

  // Would catch a manifest that pays twice for each portrait, and a name that is typed again for forty drafts.
  it('fills existing drafts of its images, and adds the others', async () => {
    const stage = await setAvatarStage()
    const ada = write(stage, 'ada.jpg', jpegBytes(1_920, 1_080))
    write(stage, 'bao.png', pngBytes(1_080, 1_920))
    // As long and as large as Ada's, but a different picture.
    write(stage, 'carla.jpg', jpegBytes(1_920, 1_080).with(-1, 1))
    const draft = await draftOf(stage, 'renamed.jpg', readFileSync(ada))
    await stage.jobs.handlers['draft.setOverrides'](
      { draftId: draft.id, overrides: { voice: 'Nova', name: 'Typed' } },
      context,
    )
    const csv = 'image,name\nada.jpg,Ada Lovelace\nbao.png,Bao\ncarla.jpg,Carla\n'
    const { manifestId, goodCount, fillCount, first } = await preview(stage, csv)
    expect({ goodCount, fillCount }).toEqual({ goodCount: 3, fillCount: 1 })
    expect(first.map(({ fills }) => fills)).toEqual([true, false, false])
    const done = await stage.jobs.handlers['manifest.add']({ manifestId }, context)
    expect(done).toEqual({ added: 2, filled: 1, refused: [] })
    expect(await drafts(stage)).toMatchObject([
      { id: draft.id, fileName: 'renamed.jpg', overrides: { voice: 'Nova', name: 'Ada Lovelace' } },
      { fileName: 'bao.png', overrides: { name: 'Bao' } },
      { fileName: 'carla.jpg', overrides: { name: 'Carla' } },
    ])
    // Dropped again, it adds nothing.
    expect(await preview(stage, csv)).toMatchObject({ goodCount: 3, fillCount: 3 })
  })

  // Would catch a second draft of the same portrait, which would be paid twice.
  it('fills the draft of a turned WebP, whose orientation comes after its picture', async () => {
    const stage = await setAvatarStage()
    const extended = webpChunk('VP8X', [8, 0, 0, 0], little(31, 3), little(23, 3))
    const picture = [encoded.webpLossy.subarray(12), webpChunk('more', new Uint8Array(100_000))]
    const turned = webpOf(extended, ...picture, webpChunk('EXIF', tiffBlock({ orientation: 6 })))
    const draft = await draftOf(stage, 'turned.webp', turned)
    expect(draft.original).toMatchObject({ width: 24, height: 32 })
    write(stage, 'turned.webp', turned)
    expect(await preview(stage, 'image,name\nturned.webp,Ada\n')).toMatchObject({ goodCount: 1, fillCount: 1 })
  })

  it('fills a draft by its name when the image is not beside the manifest, unless two drafts have that name', async () => {
    const stage = await setAvatarStage()
    const ada = await draftOf(stage, 'Ada.jpg', jpegBytes(1_920, 1_080))
    await draftOf(stage, 'a/same.jpg', jpegBytes(1_080, 1_920))
    await draftOf(stage, 'b/same.jpg', jpegBytes(1_080, 1_920).with(-1, 1))
    const found = await preview(stage, 'image,name\nC:\\photos\\ada.JPG,Ada\nsame.jpg,Which\nada.jpg,Again\n')
    expect(found).toMatchObject({ goodCount: 1, fillCount: 1 })
    expect(problemsByLine(found)).toEqual({
      3: [{ kind: 'missing-image' }],
      4: [{ kind: 'duplicate-image', line: 2 }],
    })
    await stage.jobs.handlers['draft.remove']({ draftIds: [ada.id] }, context)
    const done = await stage.jobs.handlers['manifest.add']({ manifestId: found.manifestId }, context)
    expect(done).toMatchObject({ added: 0, filled: 0, refused: [{ fileName: 'ada.JPG', failure: { what: 'draft' } }] })
  })

  it('reports the problem of each row, and only the others become drafts', async () => {
    const stage = await setAvatarStage()
    write(stage, 'ada.jpg', jpegBytes(1_920, 1_080))
    write(stage, 'copy-of-ada.jpg', jpegBytes(1_920, 1_080))
    // As long as Ada's and of her size, but a third picture.
    write(stage, 'other.jpg', jpegBytes(1_920, 1_080).with(-1, 1))
    write(stage, 'notes.jpg', 'no picture')
    write(stage, 'scan.tif', 'II*\0\x08\0\0\0')
    write(stage, 'empty.jpg', '')
    const csv = [
      'image,conversationId,name',
      'ada.jpg,1,Ada',
      'gone.jpg,1,',
      'notes.jpg,1,',
      'scan.tif,1,',
      'copy-of-ada.jpg,1,',
      'ada.jpg,1,Again',
      'other.jpg,1,Greet them, please',
      'other.jpg,1 2,',
      'other.jpg,1.98378E+18,',
      `other.jpg,1,${'x'.repeat(501)}`,
      '/etc/passwd,1,',
      'C:\\ada.jpg,1,',
      '\\\\host\\share\\ada.jpg,1,',
      'other.jpg,1,Other,,',
      '.,1,A folder',
      'empty.jpg,1,',
    ].join('\n')
    const found = await preview(stage, csv)
    expect(problemsByLine(found)).toEqual({
      3: [{ kind: 'missing-image' }],
      4: [{ kind: 'unreadable-image', reason: 'unsupported-image', detail: 'text' }],
      5: [{ kind: 'unreadable-image', reason: 'unsupported-image', detail: 'tiff' }],
      6: [{ kind: 'duplicate-image', line: 2 }],
      7: [{ kind: 'duplicate-image', line: 2 }],
      8: [{ kind: 'too-many-fields', found: 4, expected: 3 }],
      9: [{ kind: 'bad-conversation-id', spreadsheet: false }],
      10: [{ kind: 'bad-conversation-id', spreadsheet: true }],
      11: [{ kind: 'too-long', column: 'name' }],
      12: [{ kind: 'absolute-path' }],
      13: [{ kind: 'absolute-path' }],
      14: [{ kind: 'absolute-path' }],
      16: [{ kind: 'unreadable-image', reason: 'not-a-file', detail: 'batch' }],
      17: [{ kind: 'unreadable-image', reason: 'file-empty', detail: null }],
    })
    expect(found.wrong[5]?.cells).toEqual(['other.jpg', '1', 'Greet them', ' please'])
    expect(found.first.map(({ line }) => line)).toEqual([2, 15])
    await stage.jobs.handlers['manifest.add']({ manifestId: found.manifestId }, context)
    expect((await drafts(stage)).map(({ fileName }) => fileName)).toEqual(['ada.jpg', 'other.jpg'])
  })

  // Would catch a whole manifest that fails because a program lost the accent of one name.
  it('reports a row whose image name has a replacement character as one without its image', async () => {
    const stage = await setAvatarStage()
    write(stage, 'ada.jpg', jpegBytes(1_920, 1_080))
    const found = await preview(stage, 'image,name\nada.jpg,Ada\nJos\uFFFD.jpg,José\n')
    expect(found).toMatchObject({ goodCount: 1 })
    expect(problemsByLine(found)).toEqual({ 3: [{ kind: 'missing-image' }] })
  })

  const kindsOf = ({ wrong }: ManifestPreview) =>
    wrong.map(({ cells, problems }) => [cells[0], ...problems.map(({ kind }) => kind)])

  it('stays inside its folder, regarding its names', async () => {
    const stage = await setAvatarStage()
    write(stage, '../secret.jpg', jpegBytes(1_920, 1_080))
    write(stage, '../batch-2/other.jpg', jpegBytes(1_920, 1_080))
    write(stage, 'more/ada.jpg', jpegBytes(1_280, 720))
    write(stage, 'bao.jpg', jpegBytes(1_600, 900))
    const leading = [
      '../secret.jpg',
      '..\\secret.jpg',
      'more/../../secret.jpg',
      'more\\..\\../secret.jpg',
      '../batch-2/other.jpg',
      // On Windows this is the manifest's own folder.
      ...(process.platform === 'win32' ? [] : ['../Batch/bao.jpg']),
      '..',
    ]
    const good = ['more/ada.jpg', 'more/../bao.jpg']
    const found = await preview(stage, ['image', ...leading, ...good].join('\n'))
    expect(kindsOf(found)).toEqual(leading.map((image) => [image, 'outside-folder']))
    expect(found.first.map(({ image }) => image)).toEqual(good)
  })

  it('stays inside its folder, regarding links on the way', { tags: 'links' }, async () => {
    const stage = await setAvatarStage()
    const secret = write(stage, '../secret.jpg', jpegBytes(1_920, 1_080))
    write(stage, 'more/ada.jpg', jpegBytes(1_280, 720))
    write(stage, 'bao.jpg', jpegBytes(1_600, 900))
    const inFolder = (name: string): string => path.join(stage.folder, 'batch', name)
    link(secret, inFolder('link.jpg'))
    link(path.dirname(secret), inFolder('out'))
    link(inFolder('more'), inFolder('within'))
    link(inFolder('gone.jpg'), inFolder('dangling.jpg'))
    const leading = ['link.jpg', 'out/secret.jpg', 'within/../../secret.jpg']
    const good = ['within/ada.jpg', 'more/../bao.jpg']
    const found = await preview(stage, ['image', ...leading, 'dangling.jpg', ...good].join('\n'))
    expect(kindsOf(found)).toEqual([
      ...leading.map((image) => [image, 'outside-folder']),
      ['dangling.jpg', 'missing-image'],
    ])
    expect(found.first.map(({ image }) => image)).toEqual(good)
    await stage.jobs.handlers['manifest.add']({ manifestId: found.manifestId }, context)
    expect((await drafts(stage)).map(({ fileName }) => fileName)).toEqual(['ada.jpg', 'bao.jpg'])
  })

  it('that was shown does not follow a link that replaced a file since', { tags: 'links' }, async () => {
    const stage = await setAvatarStage()
    const shown = write(stage, 'more/ada.jpg', jpegBytes(1_280, 720))
    write(stage, 'bao.jpg', jpegBytes(1_600, 900))
    const secret = write(stage, '../private/ada.jpg', jpegBytes(1_920, 1_080))
    const { manifestId } = await preview(stage, 'image\nmore/ada.jpg\nbao.jpg')
    renameSync(path.dirname(shown), `${path.dirname(shown)}-before`)
    link(path.dirname(secret), path.dirname(shown))
    expect(await stage.jobs.handlers['manifest.add']({ manifestId }, context)).toEqual({
      added: 1,
      filled: 0,
      refused: [{ fileName: 'ada.jpg', failure: refused('outside-folder', 'ada.jpg') }],
    })
  })

  it('is added once', async () => {
    const stage = await setAvatarStage()
    const { manifestId } = await preview(stage, 'name\nAda\n')
    await stage.jobs.handlers['manifest.add']({ manifestId }, context)
    expect(await failureOf(() => stage.jobs.handlers['manifest.add']({ manifestId }, context))).toEqual(
      refused('not-at-hand'),
    )
    expect(await drafts(stage)).toHaveLength(1)
  })

  it('is not added to a profile that was opened since', async () => {
    const stage = await setAvatarStage()
    const { manifestId } = await preview(stage, 'name\nAda\n')
    stage.open({ profile: otherProfile, client: stage.client })
    expect(await failureOf(() => stage.jobs.handlers['manifest.add']({ manifestId }, context))).toEqual(
      refused('not-at-hand'),
    )
    expect(await drafts(stage)).toEqual([])
  })

  it('whose image has disappeared since names it and adds the others', async () => {
    const stage = await setAvatarStage()
    const file = write(stage, 'ada.jpg', jpegBytes(1_920, 1_080))
    const { manifestId } = await preview(stage, 'image,name\nada.jpg,Ada\n,Bao\n')
    rmSync(file)
    expect(await stage.jobs.handlers['manifest.add']({ manifestId }, context)).toEqual({
      added: 1,
      filled: 0,
      refused: [{ fileName: 'ada.jpg', failure: refused('file-gone', 'ada.jpg') }],
    })
  })

  it('of 10,000 rows is shown partly', async () => {
    const stage = await setAvatarStage()
    const rows = Array.from({ length: 9_990 }, (_, n) => `,Avatar ${String(n)},${'x'.repeat(300)}`)
    const wrong = Array.from({ length: 10 }, () => 'gone.jpg,,')
    const found = await preview(stage, ['image,name,greeting', ...rows, ...wrong].join('\n'))
    expect(found).toMatchObject({ goodCount: 9_990, first: { length: 5 }, wrong: { length: 10 } })
    expect(found.first[0]?.overrides.greeting).toHaveLength(200)
  })

  it('that is invalid, too large, or missing is reported', async () => {
    const stage = await setAvatarStage()
    expect(await read(stage, 'a,b\n1,2\n')).toMatchObject({ kind: 'unusable', reason: 'no-header' })
    expect(await read(stage, `name\n${'x'.repeat(20 * 2 ** 20)}`)).toMatchObject({
      kind: 'unusable',
      reason: 'too-large',
      detail: '20',
    })
    const gone = handOver(stage, path.join(stage.folder, 'gone.csv'))
    expect(await failureOf(() => stage.jobs.handlers['manifest.read']({ handle: gone }, context))).toEqual(
      refused('file-gone', 'gone.csv'),
    )
  })

  it('that was pasted has no folder, so no image is found', async () => {
    const stage = await setAvatarStage()
    const handle = handOver(stage, new TextEncoder().encode('image,name\nada.jpg,Ada\n,Bao\n'))
    expect(await stage.jobs.handlers['manifest.read']({ handle }, context)).toMatchObject({
      goodCount: 1,
      wrong: [{ line: 2, problems: [{ kind: 'missing-image' }] }],
    })
  })
})
