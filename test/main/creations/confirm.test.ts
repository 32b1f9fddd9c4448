import { describe, expect, it } from 'vitest'
import type { DraftId } from '../../../src/shared/ids.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { jpegFile } from '../../support/hostile/jpeg-file.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { draftOf } from './drop.ts'
import {
  confirm,
  context,
  failureOf,
  fields,
  jobNow,
  jobsNow,
  noJob,
  noted,
  otherProfile,
  refused,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'

async function withDrafts(count: number, shared = fields) {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['creator.setShared'](shared, context)
  const ids: DraftId[] = []
  while (ids.length < count) ids.push((await handlers['draft.addWithoutImage']({}, context)).id)
  return { ...stage, ids }
}

describe('opening a confirmation', () => {
  it('shows its use of the balance read now, and sends nothing', async () => {
    const { jobs, ids, created, clock } = await withDrafts(2)
    expect(await jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)).toMatchObject({
      count: 2,
      balance: { avatarCreationsLeft: 37, at: clock.now() },
      balanceFailure: null,
      lastBalance: null,
      expiresAt: clock.now() + 120_000,
      items: [
        { name: '1', image: null },
        { name: '2', image: null },
      ],
    })
    expect(created).toHaveLength(0)
  })

  // Would catch a dialog that must guess the request from the page's earlier reads.
  it('lists for each avatar what will be sent, and whether it has custom fields', async () => {
    const { jobs, ids } = await withDrafts(2, { ...fields, name: 'No. {n}' })
    const [first, second = draftId.parse('x')] = ids
    const overrides = { voice: ' Echo ', language: 'Turkish' }
    await jobs.handlers['draft.setOverrides']({ draftId: second, overrides }, context)
    const { items } = await jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)
    const same = { image: null, isCreated: false }
    const custom = { ...fields, name: 'No. 2', voice: 'Echo', language: 'Turkish' }
    expect(items).toEqual([
      { ...same, draftId: first, name: 'No. 1', fields: { ...fields, name: 'No. 1' }, isCustom: false },
      { ...same, draftId: second, name: 'No. 2', fields: custom, isCustom: true },
    ])
  })

  it('names the draft and its blank fields', async () => {
    const { jobs, ids } = await withDrafts(2)
    const [, second = draftId.parse('x')] = ids
    await jobs.handlers['draft.setOverrides']({ draftId: second, overrides: { voice: ' ' } }, context)
    expect(await failureOf(() => jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context))).toEqual(
      refused('missing-fields', '#2: voice'),
    )
  })

  it('refuses fields that become too long when templates are expanded', async () => {
    const { jobs, ids } = await withDrafts(1, { ...fields, conversationId: '{n}'.repeat(40) + ' {n}' })
    const failure = await failureOf(() => jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context))
    expect(failure).toMatchObject({ kind: 'invalid-input', issues: [{ path: '#1: conversationId' }] })
  })

  it('refuses more than the balance covers, and states how many it covers', async () => {
    const { jobs, ids, service } = await withDrafts(3)
    const open = () => jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)
    service.script.account = () => ({ avatarCreationsLeft: 2, durationLeft: null })
    expect(await failureOf(open)).toEqual(refused('not-enough-creations', null, 2))
    service.script.account = () => ({ avatarCreationsLeft: -1, durationLeft: null })
    expect(await failureOf(open)).toEqual(refused('not-enough-creations', null, 0))
    service.script.account = () => ({ avatarCreationsLeft: 3, durationLeft: null })
    expect(await open()).toMatchObject({ count: 3 })
  })

  it('stays possible when the balance cannot be read, and shows why', async () => {
    const { jobs, ids, service } = await withDrafts(1)
    const failed = serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 500 })
    service.script.account = () => {
      throw failed
    }
    expect(await jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)).toMatchObject({
      balance: null,
      balanceFailure: failed.failure,
    })
    service.script.account = () => ({ avatarCreationsLeft: null, durationLeft: 5 })
    expect(await jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)).toMatchObject({
      balance: null,
      balanceFailure: null,
    })
  })

  // Would catch a number of a different account, and a confirmation without any number although the last one is known.
  it('shows the last balance of the account when none can be read', async () => {
    const { jobs, ids, service, clock, accountSamples } = await withDrafts(1)
    const open = () => jobs.handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)
    service.script.account = () => {
      throw serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 500 })
    }
    expect(await open()).toMatchObject({ balance: null, lastBalance: null })
    const at = clock.now() - 120_000
    accountSamples.add(profileOf().id, { at, avatarCreationsLeft: 37, durationLeft: null })
    expect(await open()).toMatchObject({ balance: null, lastBalance: { avatarCreationsLeft: 37, at } })
    accountSamples.accountChanged(profileOf().id, at + 1)
    expect(await open()).toMatchObject({ balance: null, lastBalance: null })
  })

  it('is refused for a read-only profile, an unknown draft, and an unfinished job', async () => {
    const stage = await withDrafts(1)
    const open = stage.jobs.handlers['creation.open']
    const [id] = await confirm(stage)
    expect(await failureOf(() => open({ kind: 'jobs', jobIds: [id ?? noJob] }, context))).toEqual(
      refused('wrong-state', 'training'),
    )
    expect(await failureOf(() => open({ kind: 'drafts', draftIds: [draftId.parse('x')] }, context))).toEqual({
      kind: 'not-found',
      what: 'draft',
    })
    stage.open({ profile: profileOf({ protection: 'read-only' }), client: stage.client })
    expect(await failureOf(() => open({ kind: 'drafts', draftIds: stage.ids }, context))).toEqual(refused('read-only'))
    // A rejected job can be created again: for a different profile's job, this profile's account would pay.
    stage.script.create = () => Promise.reject(serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' }))
    stage.open({ profile: profileOf(), client: stage.client })
    const [rejected] = await confirm(stage)
    expect(await open({ kind: 'jobs', jobIds: [rejected ?? noJob] }, context)).toMatchObject({ count: 1 })
    stage.open({ profile: otherProfile, client: stage.client })
    expect(await failureOf(() => open({ kind: 'jobs', jobIds: [rejected ?? noJob] }, context))).toEqual({
      kind: 'not-found',
      what: 'job',
    })
    expect(await failureOf(() => open({ kind: 'drafts', draftIds: stage.ids }, context))).toEqual({
      kind: 'not-found',
      what: 'draft',
    })
    stage.open(null)
    expect(await failureOf(() => open({ kind: 'drafts', draftIds: stage.ids }, context))).toEqual(refused('no-profile'))
  })
})

describe('confirming', () => {
  it('makes one job for each draft, once, even with a double click', async () => {
    const { jobs, ids, created } = await withDrafts(2)
    const { ticket } = await jobs.handlers['creation.open']({ kind: 'drafts', draftIds: [...ids, ...ids] }, context)
    await jobs.handlers['creation.confirm']({ ticket }, context)
    expect(await failureOf(() => jobs.handlers['creation.confirm']({ ticket }, context))).toEqual(
      refused('confirmation-used'),
    )
    await rest()
    expect(created).toHaveLength(2)
    expect((await jobs.handlers['creator.read']({}, context)).drafts).toEqual([])
  })

  it.each([
    ['in a different window', 0, { windowId: 8 }],
    ['two minutes later', 120_000, context],
  ])('is refused %s', async (_name, passMs, from) => {
    const stage = await withDrafts(1)
    const { ticket } = await stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds: stage.ids }, context)
    await stage.clock.pass(passMs)
    expect(await failureOf(() => stage.jobs.handlers['creation.confirm']({ ticket }, from))).toEqual(
      refused('confirmation-expired'),
    )
    expect(stage.created).toHaveLength(0)
  })

  it('is refused when the request differs from what was shown', async () => {
    const stage = await withDrafts(1)
    const { handlers } = stage.jobs
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: stage.ids }, context)
    await handlers['creator.setShared']({ ...fields, greeting: 'Changed' }, context)
    expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toEqual(
      refused('confirmation-expired'),
    )
    expect((await handlers['creator.read']({}, context)).drafts).toHaveLength(1)
  })

  // Would catch a dialog of one window that spends on the account that a second window gave the profile meanwhile.
  it('is refused when the profile got a different address or account since, and nothing is spent', async () => {
    const stage = await withDrafts(1)
    const { handlers } = stage.jobs
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: stage.ids }, context)
    const elsewhere = profileOf({ baseUrl: 'https://elsewhere.example/openapi/v2' })
    stage.open({ profile: elsewhere, client: { ...stage.client } })
    expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toEqual(refused('profile-changed'))
    expect(await states(stage)).toEqual([])
  })

  it('is refused without a person, whose question names number and profile', async () => {
    const stage = await withDrafts(2)
    const { handlers } = stage.jobs
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: stage.ids }, context)
    stage.person.answer = () => false
    expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toEqual(refused('not-confirmed'))
    expect(stage.person.asked).toEqual([{ kind: 'create', profileName: 'Main hall', count: 2 }])
    expect(await states(stage)).toEqual([])
  })

  it('writes all or nothing: a disk that refuses leaves the drafts and no job', async () => {
    const stage = await withDrafts(2)
    const { handlers } = stage.jobs
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: stage.ids }, context)
    stage.database.exec('PRAGMA query_only = ON')
    expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toMatchObject({ kind: 'storage' })
    stage.database.exec('PRAGMA query_only = OFF')
    expect((await handlers['creator.read']({}, context)).drafts).toHaveLength(2)
    expect(await states(stage)).toEqual([])
    expect(noted(stage)).toEqual([])
  })

  // Would catch two dialogs that each spend the same balance: the creations of the first were answered before the
  // second.
  it('is refused after a different confirmation, even when the jobs of that one were sent and answered meanwhile', async () => {
    const stage = await withDrafts(4)
    const { handlers } = stage.jobs
    stage.service.script.account = () => ({ avatarCreationsLeft: 3, durationLeft: null })
    const open = (draftIds: DraftId[], windowId: number) =>
      handlers['creation.open']({ kind: 'drafts', draftIds }, { windowId })
    const first = await open(stage.ids.slice(0, 2), 7)
    const second = await open(stage.ids.slice(2), 8)
    await handlers['creation.confirm']({ ticket: first.ticket }, { windowId: 7 })
    await rest()
    expect(await states(stage)).toEqual(['training', 'training'])
    const confirmSecond = () => handlers['creation.confirm']({ ticket: second.ticket }, { windowId: 8 })
    expect(await failureOf(confirmSecond)).toEqual(refused('confirmation-expired'))
    await rest()
    expect(stage.created).toHaveLength(2)
  })

  // Would catch two windows that both create the same rejected job again, and pay twice.
  it('creating a job again works once: earlier confirmations are void, and no new one opens', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    stage.script.create = () => Promise.reject(serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' }))
    const [jobId = noJob] = await confirm(stage)
    const open = async () => (await handlers['creation.open']({ kind: 'jobs', jobIds: [jobId] }, context)).ticket
    const [first, second] = [await open(), await open()]
    await handlers['creation.confirm']({ ticket: first }, context)
    await rest()
    const again = () => handlers['creation.confirm']({ ticket: second }, context)
    expect(await failureOf(again)).toEqual(refused('confirmation-expired'))
    expect(stage.created).toHaveLength(2)
    const created = async () => (await handlers['job.read']({ ids: [jobId] }, context))[0]?.createdAgain
    const last = (await jobsNow(stage))[0]?.id
    expect(await created()).toEqual({ jobId: last, at: stage.clock.now() })
    expect(await failureOf(open)).toEqual(refused('wrong-state', 'rejected'))
    expect(stage.created).toHaveLength(2)
    // This must still be known after a crash.
    await stage.restart()
    expect(await created()).toMatchObject({ jobId: last })
  })

  // Would catch a job that is created again without a record of it: a second window would create it once more.
  it('a job created again is marked even when its own last change could not be written at first', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    stage.script.create = () => {
      stage.database.exec('PRAGMA query_only = ON')
      return Promise.reject(serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' }))
    }
    const [jobId = noJob] = await confirm(stage)
    expect((await jobNow(stage, jobId)).state).toBe('rejected')
    stage.database.exec('PRAGMA query_only = OFF')
    stage.script.create = () => Promise.resolve(taskOf(2))
    const { ticket } = await handlers['creation.open']({ kind: 'jobs', jobIds: [jobId] }, context)
    const { jobIds } = await handlers['creation.confirm']({ ticket }, context)
    await stage.clock.pass(10_000)
    const said = { state: 'rejected', createdAgain: { jobId: jobIds[0] } }
    expect(await handlers['job.read']({ ids: [jobId] }, context)).toMatchObject([said])
    await stage.restart()
    expect(await handlers['job.read']({ ids: [jobId] }, context)).toMatchObject([said])
  })

  // Would catch a job that is created again without a record of it: a second window would create it once more.
  it('creating a job again is not confirmed when the job cannot be marked', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    stage.script.create = () => Promise.reject(serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' }))
    const [jobId = noJob] = await confirm(stage)
    const again = async () => {
      const { ticket } = await handlers['creation.open']({ kind: 'jobs', jobIds: [jobId] }, context)
      return handlers['creation.confirm']({ ticket }, context)
    }
    stage.database.exec("CREATE TRIGGER refuse BEFORE UPDATE ON jobs BEGIN SELECT RAISE(ABORT, 'refused'); END")
    await expect(again()).rejects.toThrow('refused')
    await rest()
    expect([stage.created.length, await states(stage)]).toEqual([1, ['rejected']])
    stage.database.exec('DROP TRIGGER refuse')
    const { jobIds } = await again()
    expect(await handlers['job.read']({ ids: [jobId] }, context)).toMatchObject([
      { createdAgain: { jobId: jobIds[0] } },
    ])
  })

  it('is recorded without a balance that could not be read, and with the balance that was shown', async () => {
    const stage = await withDrafts(2)
    const { handlers } = stage.jobs
    const confirmOne = async (id: DraftId | undefined): Promise<unknown> => {
      const draftIds = id === undefined ? [] : [id]
      const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds }, context)
      await handlers['creation.confirm']({ ticket }, context)
      return stage.entries().findLast(({ action }) => action === 'avatar.confirmed')?.facts
    }
    expect(await confirmOne(stage.ids[0])).toMatchObject({ avatars: 1, creationsBefore: 37 })
    stage.service.script.account = () => {
      throw serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 500 })
    }
    expect(await confirmOne(stage.ids[1])).toMatchObject({ avatars: 1, creationsBefore: null })
  })
})

describe('a portrait', () => {
  const portraits = async (count: number) => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['creator.setShared'](fields, context)
    const draftIds: DraftId[] = []
    for (let n = 0; n < count; n += 1) {
      draftIds.push(
        (await draftOf(stage, `${String(n)}.png`, pngFile({ width: 192 + 16 * n, height: 108 + 9 * n }))).id,
      )
    }
    return { stage, draftIds, open: () => stage.jobs.handlers['creation.open']({ kind: 'drafts', draftIds }, context) }
  }

  const edit = { area: { x: 0, y: 0, width: 160, height: 90 }, longestSide: null, type: 'jpeg' as const }

  // Would catch portraits that are paid twice: a folder that was dropped again, cropped or not, then or now.
  it('that is already an avatar is reported, even when either was cropped', async () => {
    const { stage, draftIds, open } = await portraits(1)
    const { handlers } = stage.jobs
    const crop = async (id: DraftId) => {
      const image = jpegFile({ width: 160, height: 90 })
      await handlers['draft.setEdit']({ draftId: id, edit, image, thumbnail: null }, context)
    }
    const createdOf = async (ids: DraftId[]) =>
      (await handlers['creation.open']({ kind: 'drafts', draftIds: ids }, context)).items.map(
        ({ isCreated }) => isCreated,
      )
    const [first = draftId.parse('x')] = draftIds
    await crop(first)
    const { ticket, items } = await open()
    expect(items).toMatchObject([{ isCreated: false }])
    await handlers['creation.confirm']({ ticket }, context)
    const again = (await draftOf(stage, 'again.png', pngFile({ width: 192, height: 108 }))).id
    const other = (await draftOf(stage, 'other.png', pngFile({ width: 208, height: 117 }))).id
    expect(await createdOf([again, other])).toEqual([true, false])
    await crop(again)
    expect(await createdOf([again, other])).toEqual([true, false])
    for (const [state, isCreated] of [
      ['waiting', true],
      ['submitting', true],
      ['unknown', true],
      ['training', true],
      ['ready', true],
      ['failed', false],
      ['rejected', false],
      ['removed', false],
    ] as const) {
      stage.database.prepare('UPDATE jobs SET state = ?').run(state)
      expect(await createdOf([again])).toEqual([isCreated])
    }
  })

  // Would catch a second payment that is confirmed in a dialog which did not mention it.
  it('that became an avatar since it was shown is not created', async () => {
    const { stage, draftIds } = await portraits(1)
    const { handlers } = stage.jobs
    const again = (await draftOf(stage, 'again.png', pngFile({ width: 192, height: 108 }))).id
    const shown = await handlers['creation.open']({ kind: 'drafts', draftIds: [again] }, context)
    const first = await handlers['creation.open']({ kind: 'drafts', draftIds }, context)
    await handlers['creation.confirm']({ ticket: first.ticket }, context)
    await rest()
    const confirming = () => handlers['creation.confirm']({ ticket: shown.ticket }, context)
    expect(await failureOf(confirming)).toEqual(refused('confirmation-expired'))
  })

  it('that cannot be drawn is not created; the first five of many are named', async () => {
    const { stage, draftIds, open } = await portraits(6)
    const analysis = { decoded: false, reason: 'no data' } as const
    for (const draftId of draftIds) {
      await stage.jobs.handlers['draft.setAnalysis']({ draftId, analysis, thumbnail: null }, context)
    }
    const named = ['0.png', '1.png', '2.png', '3.png', '4.png']
    expect(await failureOf(open)).toEqual(refused('not-decodable', [...named, '…'].join(', ')))
    await stage.jobs.handlers['draft.remove']({ draftIds: [draftIds.pop() ?? draftId.parse('x')] }, context)
    expect(await failureOf(open)).toEqual(refused('not-decodable', named.join(', ')))
  })

  // Would catch a different crop, made in a second window, that is paid instead of the one that was shown.
  it('that was cropped again since it was shown is not created', async () => {
    const { stage, draftIds, open } = await portraits(1)
    const { ticket } = await open()
    const [draft = draftId.parse('x')] = draftIds
    const cut = { edit, image: jpegFile({ width: 160, height: 90 }), thumbnail: null }
    await stage.jobs.handlers['draft.setEdit']({ draftId: draft, ...cut }, context)
    const confirming = () => stage.jobs.handlers['creation.confirm']({ ticket }, context)
    expect(await failureOf(confirming)).toEqual(refused('confirmation-expired'))
    expect(await states(stage)).toEqual([])
  })

  it('that is not prepared yet is not created', async () => {
    const { stage, open } = await portraits(1)
    stage.database.exec('UPDATE drafts SET prepared_id = NULL')
    expect(await failureOf(open)).toEqual(refused('not-prepared', '0.png'))
  })

  // A damaged database: without its image a different avatar would be made, and paid.
  it('that has lost its image is not created', async () => {
    const { stage, open } = await portraits(1)
    stage.database.exec('UPDATE drafts SET prepared_id = NULL, original_id = NULL')
    expect(await failureOf(open)).toEqual({ kind: 'not-found', what: 'image' })
  })

  it('that has lost its image and its name is not created again', async () => {
    const { stage, open } = await portraits(1)
    stage.script.create = () => Promise.reject(serviceFailure({ kind: 'declined' }, { operation: 'createAvatar' }))
    const { ticket } = await open()
    const { jobIds } = await stage.jobs.handlers['creation.confirm']({ ticket }, context)
    while ((await states(stage))[0] !== 'rejected') await rest()
    stage.database.exec("UPDATE jobs SET image_id = NULL, file_name = ''")
    const source = { kind: 'jobs' as const, jobIds: [jobIds[0] ?? noJob] }
    const again = () => stage.jobs.handlers['creation.open'](source, context)
    expect(await failureOf(again)).toEqual({ kind: 'not-found', what: 'image' })
  })
})
