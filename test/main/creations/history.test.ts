import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { createLibraryRepository } from '../../../src/main/store/library-repository.ts'
import { createSnapshotsRepository } from '../../../src/main/store/snapshots-repository.ts'
import type { CreationFields } from '../../../src/shared/schemas/avatar.ts'
import type { JobQuery } from '../../../src/shared/schemas/history.ts'
import { contract } from '../../../src/shared/contract.ts'
import { conversationId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { defaultCreationRules } from '../../../src/shared/schemas/profile.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { sampleConversations } from '../../../src/practice/sample-conversations.ts'
import { received } from '../../support/received.ts'
import { profileOf } from '../../support/subjects.ts'
import {
  confirm,
  context,
  failureOf,
  fields,
  jobNow,
  lostAnswer,
  noJob,
  noted,
  refused,
  rest,
  setAvatarStage,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const everything: JobQuery = { search: '', states: [], sort: 'oldest', archived: false }

async function waiting(count = 1) {
  const stage = await setAvatarStage()
  await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
  return { stage, ids: await confirm(stage, count) }
}

async function edit(stage: AvatarStage, id: typeof noJob | undefined, changes: Partial<CreationFields>) {
  const { handlers } = stage.jobs
  const change = { jobId: id ?? noJob, fields: { ...fields, ...changes } }
  const { ticket } = await handlers['job.openEdit'](change, context)
  return handlers['job.edit']({ ticket }, context)
}

describe('editing a job', () => {
  it('that waits changes what will be sent, and nothing about its position', async () => {
    const { stage, ids } = await waiting(2)
    const edited = await edit(stage, ids[0], { voice: ' Aria ', greeting: 'Hello' })
    expect(edited).toMatchObject({ state: 'waiting', fields: { voice: 'Aria', greeting: 'Hello' } })
    expect(stage.pushed('jobs.changed').at(-1)?.changed).toEqual([edited])
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(stage.created).toMatchObject([
      { voice: 'Aria', greeting: 'Hello' },
      { voice: 'Echo', greeting: '' },
    ])
    expect(noted(stage)).toContain('avatar.edited done')
  })

  // Would catch a job that is sent with different fields than confirmed, without a person's action.
  it('requires a person, whose question names it; without one it is sent as confirmed', async () => {
    const { stage, ids } = await waiting()
    stage.person.answer = () => false
    expect(await failureOf(() => edit(stage, ids[0], { voice: 'Aria' }))).toEqual(refused('not-confirmed'))
    expect(stage.person.asked.at(-1)).toEqual({ kind: 'edit-job', profileName: 'Main hall', jobName: '1' })
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(stage.created).toMatchObject([{ voice: 'Echo' }])
  })

  it('is void when the job was changed since it was shown', async () => {
    const { stage, ids } = await waiting()
    const { handlers } = stage.jobs
    const shown = { jobId: ids[0] ?? noJob, fields: { ...fields, voice: 'Aria' } }
    const { ticket } = await handlers['job.openEdit'](shown, context)
    await edit(stage, ids[0], { voice: 'Bella' })
    expect(await failureOf(() => handlers['job.edit']({ ticket }, context))).toEqual(refused('confirmation-expired'))
    expect((await jobNow(stage, ids[0])).fields.voice).toBe('Bella')
  })

  it('follows the rules of a confirmation', async () => {
    const { stage, ids } = await waiting()
    const before = await jobNow(stage, ids[0])
    expect(await failureOf(() => edit(stage, ids[0], { voice: ' ' }))).toEqual(refused('missing-fields', '1: voice'))
    const failure = await failureOf(() => edit(stage, ids[0], { conversationId: 'two words' }))
    expect(failure).toMatchObject({ kind: 'invalid-input', issues: [{ path: '1: conversationId' }] })
    expect(await failureOf(() => edit(stage, noJob, {}))).toEqual({ kind: 'not-found', what: 'job' })
    expect(await jobNow(stage, ids[0])).toEqual(before)
  })

  it('during the preparation for sending sends the current fields, never the previous ones', async () => {
    const stage = await setAvatarStage()
    const answer = Promise.withResolvers<undefined>()
    const { queryAccount } = stage.client
    const slow = {
      ...stage.client,
      queryAccount: async () => {
        await answer.promise
        return queryAccount()
      },
    }
    const [id] = await (async () => {
      await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
      return confirm(stage)
    })()
    stage.renewed.set(profileId.parse('p1'), slow)
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    // Its balance is being read: the job is taken up, and not yet sent.
    expect(stage.created).toHaveLength(0)
    await edit(stage, id, { voice: 'Aria', conversationId: '108' })
    answer.resolve(undefined)
    await rest()
    expect(stage.created).toMatchObject([{ voice: 'Aria', conversationId: '108' }])
    expect((await jobNow(stage, id)).fields).toMatchObject({ voice: 'Aria', conversationId: '108' })
  })

  it('that was sent is refused: the record of a request never changes', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    expect(await failureOf(() => edit(stage, id, { voice: 'Aria' }))).toEqual(refused('wrong-state', 'training'))
    expect((await jobNow(stage, id)).fields.voice).toBe('Echo')
  })
})

describe('exporting jobs', () => {
  it('writes a row for each with every digit, and nothing that a spreadsheet would execute', async () => {
    const { stage, ids } = await waiting(2)
    await edit(stage, ids[0], { name: '=HYPERLINK("https://x")', language: '-1' })
    await edit(stage, ids[1], { name: 'Two, "quoted"\nlines 王', voice: '@cmd', conversationId: '108' })
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    expect(await stage.jobs.handlers['job.exportCsv'](everything, context)).toEqual({
      fileName: expect.stringMatching(/^avatars-\d{4}-\d\d-\d\d\.csv$/) as string,
    })
    const text = stage.saved[0]?.text ?? ''
    expect(text.startsWith('\ufeffstate,name,file,taskId,')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    const rows = parse(text, { bom: true, columns: true })
    const at = new Date(stage.clock.now()).toISOString()
    expect(rows).toMatchObject([
      {
        name: `'=HYPERLINK("https://x")`,
        language: `'-1`,
        taskId: `'${taskOf(1)}`,
        conversationId: `'${fields.conversationId}`,
      },
      { name: 'Two, "quoted"\nlines 王', voice: `'@cmd`, conversationId: '108', taskId: `'${taskOf(2)}` },
    ])
    expect(rows[0]).toMatchObject({
      state: 'training',
      createdAt: at,
      submittedAt: at,
      finishedAt: '',
      balanceBefore: '37',
    })
  })

  it('reports the result of each', async () => {
    const { stage, ids } = await waiting(3)
    const { handlers } = stage.jobs
    await edit(stage, ids[0], { name: '' })
    stage.script.create = (_input, place) => (place === 1 ? Promise.resolve(taskOf(1)) : Promise.reject(lostAnswer))
    const made = conversationId.parse('1983775419508027393')
    stage.script.poll = () => Promise.resolve({ status: 2, name: 'Made', conversationId: made })
    stage.profiles.set(profileOf().id, profileOf({ creation: { ...defaultCreationRules, parallel: 1 } }))
    await handlers['queue.setPaused']({ paused: false }, context)
    await rest()
    await handlers['queue.setPaused']({ paused: true }, context)
    await stage.clock.pass(60_000)
    await rest()
    await confirm(stage)
    await handlers['job.exportCsv'](everything, context)
    const rows = parse(stage.saved[0]?.text ?? '', { bom: true, columns: true })
    const over = {
      state: 'ready',
      name: 'Made',
      avatarConversationId: `'${made}`,
      balanceBefore: '37',
      balanceAfter: '',
    }
    expect(rows[0]).toMatchObject({ ...over, refund: '', failure: '' })
    expect((rows[0] as { readonly finishedAt: string }).finishedAt).not.toBe('')
    expect(rows[1]).toMatchObject({ state: 'unknown', name: '2', balanceAfter: '37', finishedAt: '', taskId: '' })
    expect((rows[1] as { readonly failure: string }).failure).toContain('timeout')
    expect(rows.at(-1)).toMatchObject({
      state: 'waiting',
      submittedAt: '',
      balanceBefore: '',
      avatarConversationId: '',
    })
  })

  it('includes only found jobs, and the header alone when there are none', async () => {
    const { stage } = await waiting(2)
    await stage.jobs.handlers['job.exportCsv']({ ...everything, search: 'nobody' }, context)
    expect(parse(stage.saved[0]?.text ?? '', { bom: true })).toHaveLength(1)
    await stage.jobs.handlers['job.exportCsv']({ ...everything, states: ['waiting'] }, context)
    expect(parse(stage.saved[1]?.text ?? '', { bom: true })).toHaveLength(3)
  })
})

describe('the export of a batch', () => {
  it('includes the rows of the queue’s batch, even long after its end', async () => {
    const { stage } = await waiting(2)
    const { handlers } = stage.jobs
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await handlers['queue.setPaused']({ paused: false }, context)
    await stage.clock.pass(60_000)
    await confirm(stage)
    await stage.clock.pass(60_000)
    const { batchIds: batches } = await handlers['queue.read']({}, context)
    await handlers['job.exportCsv']({ ...everything, batches }, context)
    await stage.clock.pass(8 * 24 * 60 * 60 * 1_000)
    await handlers['job.exportCsv'](everything, context)
    await handlers['job.exportCsv']({ ...everything, batches }, context)
    const tasks = stage.saved.map(({ text }) =>
      parse(text, { bom: true, columns: ['state', 'name', 'file', 'taskId'], from: 2, relaxColumnCount: true }),
    )
    expect(tasks[0]).toMatchObject([{ state: 'ready', taskId: `'${taskOf(3)}` }])
    expect(tasks[1]).toEqual([])
    expect(tasks[2]).toEqual(tasks[0])
  })
})

describe('voices', () => {
  it('are used voices, those of snapshots with their newest sample, and those seen in public', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage, 2)
    stage.script.poll = (task) => Promise.resolve({ status: task === taskOf(1) ? 2 : 1 })
    await stage.clock.pass(60_000)
    await rest()
    await stage.jobs.handlers['job.remove']({ jobIds: [id ?? noJob] }, context)
    const snapshots = createSnapshotsRepository(stage.database)
    const poll = (place: number, conversation: string, detailDto: object): void => {
      const ids = { id: snapshotId.parse(`s${place}`), conversationId: conversationId.parse(conversation) }
      const of = profileId.parse('p1')
      const { facts, body } = received(JSON.stringify({ success: true, data: { detailDto } }))
      snapshots.add({ ...ids, profileId: of, fetchedAt: place, facts, body, searchableText: '' })
    }
    poll(1, '108', { ttsName: 'guina', ttsUrl: 'https://media.example/old.mp3' })
    poll(2, '108', { ttsName: 'guina', ttsUrl: 'https://media.example/new.mp3' })
    poll(3, '109', { ttsName: 'guina', ttsUrl: '' })
    poll(4, '110', { ttsName: '' })
    const voices = await stage.jobs.handlers['voice.list']({}, context)
    expect(contract['voice.list'].output.parse(voices)).toEqual(voices)
    const none = { uses: 0, ready: 0, failed: 0, conversations: 0, sample: null, public: true }
    expect(voices.slice(0, 3)).toEqual([
      { ...none, voice: 'Echo', uses: 2, ready: 1, failed: 1 },
      { ...none, voice: 'guina', conversations: 2, sample: { snapshotId: 's2', url: 'https://media.example/new.mp3' } },
      { ...none, voice: 'Aria' },
    ])
  })

  it('are ordered by ready avatars, then by use, then by sightings, most frequent first', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    const use = async (voice: string): Promise<void> => {
      await handlers['creator.setShared']({ ...fields, voice }, context)
      const { id } = await handlers['draft.addWithoutImage']({}, context)
      const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [id] }, context)
      await handlers['creation.confirm']({ ticket }, context)
      await rest()
    }
    for (const voice of ['Zed', 'Bea', 'Mia', 'Mia']) await use(voice)
    stage.script.poll = (task) => Promise.resolve({ status: task === taskOf(1) ? 2 : 0 })
    await stage.clock.pass(60_000)
    await rest()
    const snapshots = createSnapshotsRepository(stage.database)
    for (const [place, voice] of ['Ann', 'guina', 'guina'].entries()) {
      const detailDto = { ttsName: voice, ttsUrl: '' }
      const { facts, body } = received(JSON.stringify({ success: true, data: { detailDto } }))
      const ids = { id: snapshotId.parse(`s${place}`), conversationId: conversationId.parse(`10${place}`) }
      snapshots.add({ ...ids, profileId: profileId.parse('p1'), fetchedAt: place, facts, body, searchableText: '' })
    }
    const voices = await handlers['voice.list']({}, context)
    expect(voices.slice(0, 5).map(({ voice }) => voice)).toEqual(['Zed', 'Mia', 'Bea', 'guina', 'Ann'])
  })
})

// Would catch an operator who must know an id by heart, and one who is first offered what never worked.
describe('conversations', () => {
  async function proposed(changes: Partial<Profile>) {
    const stage = await setAvatarStage(changes)
    await confirm(stage, 2)
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await stage.clock.pass(60_000)
    await rest()
    const library = createLibraryRepository(stage.database)
    for (const [place, id] of ['109', '1871234567890123479', fields.conversationId].entries()) {
      const of = { profileId: profileId.parse('p1'), conversationId: conversationId.parse(id) }
      library.addFetched({ ...of, id: snapshotId.parse(id), name: `Number ${place}`, fetchedAt: place, bytes: 1 })
    }
    const proposals = await stage.jobs.handlers['creator.conversations']({}, context)
    expect(contract['creator.conversations'].output.parse(proposals)).toEqual(proposals)
    return proposals.map(({ name, source }) => [name, source])
  }

  it('are those of ready avatars, then of the library, each once', async () => {
    expect(await proposed({})).toEqual([
      ['Number 2', 'ready'],
      ['Number 1', 'library'],
      ['Number 0', 'library'],
    ])
  })

  it('start on the practice service with its public samples, one of which is filled in', async () => {
    expect(await proposed({ kind: 'practice' })).toEqual([
      ['Public: Studio host', 'practice'],
      ['Public: Kiosk guide', 'practice'],
      ['Number 2', 'ready'],
      ['Number 0', 'library'],
    ])
    const stage = await setAvatarStage({ kind: 'practice' })
    const { shared } = await stage.jobs.handlers['creator.read']({}, context)
    expect(shared).toMatchObject({ voice: 'Echo', conversationId: '1871234567890123473' })
    expect(sampleConversations.get(shared.conversationId)).toMatchObject({ conversationName: 'Public: Studio host' })
  })
})
