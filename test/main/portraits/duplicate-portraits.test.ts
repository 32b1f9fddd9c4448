import { describe, expect, it } from 'vitest'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { jpegFile } from '../../support/hostile/jpeg-file.ts'
import { draftOf } from '../creations/drop.ts'
import { context, fields, otherProfile, rest, setAvatarStage } from '../creations/stage.ts'
import type { AvatarStage } from '../creations/stage.ts'

const picture = (salt: number) => jpegFile({ width: 1_080, height: 1_920, segments: [[0xff, 0xdc, 0, 3, salt]] })

function analyse(stage: AvatarStage, draft: Draft): Promise<Draft> | Draft {
  const analysis = { decoded: true, width: 1_080, height: 1_920, transparent: false, faces: [face] } as const
  return stage.jobs.handlers['draft.setAnalysis'](
    { draftId: draft.id, analysis: { ...analysis, faces: [...analysis.faces] }, thumbnail: null },
    context,
  )
}

const face = { x: 300, y: 400, width: 400, height: 500, confidence: 1, frontal: true }

async function findingsOf(stage: AvatarStage, name: string): Promise<Draft['findings'] | undefined> {
  const { drafts } = await stage.jobs.handlers['creator.read']({}, context)
  return drafts.find(({ fileName }) => fileName === name)?.findings
}

async function create(stage: AvatarStage, draft: Draft): Promise<void> {
  const { handlers } = stage.jobs
  await handlers['creator.setShared']({ ...fields, name: 'Avatar of {filename}' }, context)
  const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [draft.id] }, context)
  await handlers['creation.confirm']({ ticket }, context)
  await rest()
}

describe('among drafts', () => {
  it('the later of two equal drafts names the first, also after a crop', async () => {
    const stage = await setAvatarStage()
    await draftOf(stage, 'Ada.jpg', picture(1))
    const second = await draftOf(stage, 'Copy.jpg', picture(1))
    const found = [{ id: 'same-as-draft', facts: { name: 'Ada.jpg' } }]
    expect(second.findings).toEqual(found)
    expect(await findingsOf(stage, 'Ada.jpg')).toEqual([])
    const edit = { area: { x: 0, y: 0, width: 1_080, height: 608 }, longestSide: null, type: 'jpeg' } as const
    const image = jpegFile({ width: 1_080, height: 608 })
    const edited = { draftId: second.id, edit, image, thumbnail: null }
    expect((await stage.jobs.handlers['draft.setEdit'](edited, context)).findings).toEqual(found)
    await draftOf(stage, 'Third.jpg', picture(1))
    expect(await findingsOf(stage, 'Third.jpg')).toEqual(found)
  })

  // Would catch a copy that is removed although it has the custom fields, or the operator's name of the file.
  it('the copy with custom fields is kept, else the copy with the shortest name', async () => {
    const stage = await setAvatarStage()
    const names = async () => {
      const { drafts } = await stage.jobs.handlers['creator.read']({}, context)
      return drafts.map(({ findings }) => findings.map(({ facts }) => facts['name']))
    }
    const copy = await draftOf(stage, 'lena-fischer (copy).jpg', picture(1))
    const again = await draftOf(stage, 'lena-fischer again.jpg', picture(1))
    await draftOf(stage, 'lena-fischer.jpg', picture(1))
    expect(await names()).toEqual([['lena-fischer.jpg'], ['lena-fischer.jpg'], []])
    const before = stage.pushed('creator.changed').length
    const fill = (draftId: Draft['id'], overrides: Draft['overrides']) =>
      stage.jobs.handlers['draft.setOverrides']({ draftId, overrides }, context)
    await fill(copy.id, { voice: 'Nova' })
    expect(await names()).toEqual([[], ['lena-fischer (copy).jpg'], ['lena-fischer (copy).jpg']])
    expect(stage.pushed('creator.changed')).toHaveLength(before + 1)
    await fill(again.id, { voice: 'Echo' })
    expect(await names()).toEqual([['lena-fischer again.jpg'], [], ['lena-fischer again.jpg']])
    await fill(copy.id, {})
    await fill(again.id, {})
    expect(await names()).toEqual([['lena-fischer.jpg'], ['lena-fischer.jpg'], []])
  })

  it('different files are duplicates when their sent images are equal', async () => {
    const stage = await setAvatarStage()
    const image = jpegFile({ width: 1_080, height: 1_920 })
    await draftOf(stage, 'Ada.jpg', image)
    const other = jpegFile({ width: 1_080, height: 1_920, trailing: 'another camera' })
    const { id } = await draftOf(stage, 'Copy.jpg', other)
    const encoded = { draftId: id, edit: null, image, thumbnail: null }
    expect((await stage.jobs.handlers['draft.setEdit'](encoded, context)).findings).toMatchObject([
      { id: 'same-as-draft' },
    ])
  })

  // Would catch a copy that keeps its old findings on screen after its image was analysed for the first draft.
  it('an analysis of one copy makes the page read the others again', async () => {
    const stage = await setAvatarStage()
    const ada = await draftOf(stage, 'Ada.jpg', picture(1))
    const bao = await draftOf(stage, 'Bao.jpg', picture(2))
    await draftOf(stage, 'Copy.jpg', picture(1))
    const before = stage.pushed('creator.changed').length
    await analyse(stage, bao)
    expect(stage.pushed('creator.changed')).toHaveLength(before)
    await analyse(stage, ada)
    expect(stage.pushed('creator.changed')).toHaveLength(before + 1)
  })
})

describe('among the jobs of the profile', () => {
  it('a draft names the job that was created from its image, also after a restart', async () => {
    const stage = await setAvatarStage()
    await create(stage, await draftOf(stage, 'Ada.jpg', picture(1)))
    const shown = { name: 'Avatar of Ada', state: 'training', at: stage.clock.now() }
    expect((await draftOf(stage, 'Again.jpg', picture(1))).findings).toEqual([{ id: 'same-as-job', facts: shown }])
    await stage.restart()
    expect(await findingsOf(stage, 'Again.jpg')).toEqual([{ id: 'same-as-job', facts: shown }])
  })

  // Would catch a portrait that is paid again because a later attempt with it failed.
  it('an avatar is named before a later attempt that failed', async () => {
    const stage = await setAvatarStage()
    await create(stage, await draftOf(stage, 'Ada.jpg', picture(1)))
    await create(stage, await draftOf(stage, 'Ada.jpg', picture(1)))
    const again = await draftOf(stage, 'Again.jpg', picture(1))
    for (const [states, named] of [
      [['ready', 'failed'], 'ready'],
      [['unknown', 'rejected'], 'unknown'],
      [['failed', 'ready'], 'ready'],
      [['failed', 'rejected'], 'rejected'],
      [['removed', 'failed'], 'failed'],
    ] as const) {
      const set = stage.database.prepare(
        'UPDATE jobs SET state = ? WHERE seq = (SELECT seq FROM jobs ORDER BY seq LIMIT 1 OFFSET ?)',
      )
      for (const [place, state] of states.entries()) set.run(state, place)
      expect(await findingsOf(stage, again.fileName)).toMatchObject([{ id: 'same-as-job', facts: { state: named } }])
    }
  })

  it('removed jobs and jobs of other profiles do not count as duplicates', async () => {
    const stage = await setAvatarStage()
    await create(stage, await draftOf(stage, 'Ada.jpg', picture(1)))
    await draftOf(stage, 'Again.jpg', picture(1))
    stage.database.exec("UPDATE jobs SET state = 'removed'")
    expect(await findingsOf(stage, 'Again.jpg')).toEqual([])
    stage.open({ profile: otherProfile, client: stage.client })
    expect((await draftOf(stage, 'Mine.jpg', picture(1))).findings).toEqual([])
  })
})
