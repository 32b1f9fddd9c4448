/** The journal of jobs, entry by entry: it is the record of payments, and can never be corrected. */
import { describe, expect, it } from 'vitest'
import type { JobId } from '../../../src/shared/ids.ts'
import type { CreationFields, Draft } from '../../../src/shared/schemas/avatar.ts'
import { conversationId, exchangeId } from '../../../src/shared/schemas/ids.ts'
import { noisePng } from '../../support/noise-png.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { draftOf } from './drop.ts'
import {
  confirm,
  context,
  fields,
  jobNow,
  lostAnswer,
  noConnection,
  noJob,
  rest,
  setAvatarStage,
  taskOf,
} from './stage.ts'
import type { AvatarStage } from './stage.ts'

const declined = serviceFailure({ kind: 'declined' }, { operation: 'createAvatar', code: '1006' })

/** Complete entries except for their position, their time, the operator and the batch, oldest first. */
function entries(stage: AvatarStage) {
  return stage.entries().map(({ action, isIntent, outcome, profileName, target, facts, failure }) => ({
    ...(isIntent && { isIntent }),
    action,
    outcome,
    profileName,
    target,
    facts: { ...facts, batchId: undefined },
    failure: failure?.kind ?? null,
  }))
}

async function confirmDrafts(stage: AvatarStage, drafts: readonly Draft[]): Promise<readonly JobId[]> {
  const { handlers } = stage.jobs
  const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: drafts.map(({ id }) => id) }, context)
  const { jobIds } = await handlers['creation.confirm']({ ticket }, context)
  await rest()
  return jobIds
}

describe('the journal', () => {
  it('describes a creation from its confirmation to its conversation', async () => {
    const stage = await setAvatarStage()
    const [jobId] = await confirm(stage)
    const made = conversationId.parse('1912345678901234567')
    stage.script.poll = () => Promise.resolve({ status: 2, conversationId: made })
    await stage.clock.pass(60_000)
    await rest()
    const about = { profileName: 'Main hall', target: '1', failure: null }
    const sent = { jobId, taskId: taskOf(1) }
    expect(entries(stage)).toEqual([
      {
        ...about,
        action: 'avatar.confirmed',
        outcome: 'done',
        facts: { jobId, taskId: null, avatars: 1, creationsBefore: 37 },
      },
      {
        ...about,
        action: 'avatar.submitted',
        outcome: 'unknown',
        isIntent: true,
        facts: { jobId, taskId: null },
      },
      {
        ...about,
        action: 'avatar.accepted',
        outcome: 'done',
        facts: { ...sent, conversationId: null, creationsBefore: 37 },
      },
      {
        ...about,
        action: 'avatar.ready',
        outcome: 'seen',
        facts: { ...sent, conversationId: made, trainingMs: expect.any(Number) as number },
      },
    ])
    expect(new Set(stage.entries().map(({ act }) => act))).toEqual(new Set([`avatar ${String(jobId)}`]))
  })

  it('describes several jobs that were confirmed together once', async () => {
    const stage = await setAvatarStage()
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    const [first] = await confirm(stage, 3)
    expect(entries(stage)).toMatchObject([{ action: 'avatar.confirmed', facts: { jobId: first, avatars: 3 } }])
  })

  // Would catch a batch without any of its avatars on the page.
  it('names the batch in the entry of its confirmation and in those of its avatars', async () => {
    const stage = await setAvatarStage()
    await confirm(stage, 2)
    await confirm(stage)
    const batchesOf = (wanted: string) =>
      stage.entries().flatMap(({ action, facts }) => (action === wanted ? [facts.batchId] : []))
    const [first, second] = batchesOf('avatar.confirmed')
    expect(first).not.toBe(second)
    expect(batchesOf('avatar.accepted')).toEqual([first, first, second])
  })

  it('names a job by its file, else by its avatar, else by its source conversation', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    await handlers['queue.setPaused']({ paused: true }, context)
    await handlers['creator.setShared'](fields, context)
    await confirmDrafts(stage, [await draftOf(stage, 'anna.png', noisePng(16, 9))])
    await handlers['creator.setShared']({ ...fields, name: 'Anna' }, context)
    await confirmDrafts(stage, [await handlers['draft.addWithoutImage']({}, context)])
    await handlers['creator.setShared']({ ...fields, name: '' }, context)
    await confirmDrafts(stage, [await handlers['draft.addWithoutImage']({}, context)])
    expect(entries(stage).map(({ target }) => target)).toEqual(['anna.png', 'Anna', fields.conversationId])
  })

  it('keeps no name of a deleted profile', async () => {
    const stage = await setAvatarStage()
    const [jobId] = await confirm(stage)
    stage.profiles.clear()
    await stage.clock.pass(60_000)
    await stage.jobs.handlers['job.remove']({ jobIds: [jobId ?? noJob] }, context)
    expect(entries(stage).at(-1)).toMatchObject({ action: 'avatar.removed', profileName: null })
  })

  it.each([
    { refusal: declined, action: 'avatar.rejected', outcome: 'failed', failure: 'declined' },
    { refusal: lostAnswer, action: 'avatar.unknown', outcome: 'unknown', failure: 'timeout' },
  ])('describes the end of a submission: $action', async ({ refusal, ...end }) => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(refusal)
    const [jobId] = await confirm(stage)
    expect(entries(stage).slice(1)).toEqual([
      expect.objectContaining({ action: 'avatar.submitted', isIntent: true, facts: { jobId, taskId: null } }),
      {
        ...end,
        profileName: 'Main hall',
        target: '1',
        facts: { jobId, taskId: null, conversationId: null },
      },
    ])
  })

  // Would catch an inspector and a drawer that show nothing about a successful creation.
  it('names the last exchange of a job, as the page receives it during this run', async () => {
    const stage = await setAvatarStage()
    const { script } = stage.service
    script.exchange = exchangeId.parse('x1')
    const [jobId = noJob] = await confirm(stage)
    const last = () => stage.jobs.handlers['job.exchange']({ jobId }, context)
    expect([await last(), entries(stage).at(-1)?.facts.exchangeId]).toEqual(['x1', 'x1'])
    script.exchange = exchangeId.parse('x2')
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await stage.clock.pass(60_000)
    await rest()
    expect([await last(), entries(stage).at(-1)?.facts.exchangeId]).toEqual(['x2', 'x2'])
    await stage.restart()
    expect(await last()).toBeNull()
  })

  it('describes a failed training', async () => {
    const stage = await setAvatarStage()
    const [jobId] = await confirm(stage)
    stage.script.poll = () => Promise.resolve({ status: 1 })
    await stage.clock.pass(60_000)
    await rest()
    expect(entries(stage).at(-1)).toMatchObject({
      action: 'avatar.failed',
      outcome: 'failed',
      facts: { jobId, taskId: taskOf(1), conversationId: null },
    })
  })

  // Would catch "Avatar ready, 9 h" after a night with a closed laptop, in entries that nobody can correct.
  it.each([
    ['avatar.ready', 2],
    ['avatar.failed', 1],
  ])('says in %s how long the training took only where its end was observed', async (action, status) => {
    const stage = await setAvatarStage()
    const ended = () => Promise.resolve({ status })
    const times = (): readonly unknown[] =>
      stage.entries().flatMap((one) => (one.action === action ? [one.facts.trainingMs ?? null] : []))
    await confirm(stage)
    await stage.clock.pass(60_000)
    stage.script.poll = ended
    await stage.clock.pass(60_000)
    await rest()
    expect(times()).toEqual([expect.any(Number)])
    stage.script.poll = () => Promise.resolve({ status: 0 })
    await confirm(stage)
    await stage.clock.pass(60_000)
    stage.activeProfiles.setAsleep(true)
    stage.clock.set(stage.clock.now() + 9 * 3_600_000)
    stage.script.poll = ended
    stage.activeProfiles.setAsleep(false)
    await stage.clock.pass(60_000)
    expect(times()).toEqual([expect.any(Number), null])
  })

  it('describes an attempt that is repeated each minute only once, and again when its reason changes', async () => {
    const stage = await setAvatarStage()
    const { script } = stage
    script.create = () => Promise.reject(noConnection)
    const [jobId] = await confirm(stage)
    const ends = () =>
      entries(stage).filter(({ action, outcome }) => action === 'avatar.submitted' && outcome === 'failed')
    expect(ends()).toEqual([
      {
        action: 'avatar.submitted',
        outcome: 'failed',
        failure: 'connection-refused',
        profileName: 'Main hall',
        target: '1',
        facts: { jobId, taskId: null },
      },
    ])
    const again = async (): Promise<void> => {
      const tried = stage.created.length
      while (stage.created.length === tried) {
        await stage.clock.pass(15_000)
        await rest()
      }
    }
    await again()
    await again()
    expect(ends()).toHaveLength(1)
    script.create = () =>
      Promise.reject(
        serviceFailure({ kind: 'dns', host: 'service.example' }, { operation: 'createAvatar', sent: 'no' }),
      )
    await again()
    expect(ends().map(({ failure }) => failure)).toEqual(['connection-refused', 'dns'])
    script.create = (_input, place) => Promise.resolve(taskOf(place))
    await again()
    expect(entries(stage).at(-1)).toMatchObject({ action: 'avatar.accepted', outcome: 'done' })
    // Only one intent: the later attempts belong to the same act.
    expect(stage.entries().filter(({ isIntent }) => isIntent)).toHaveLength(1)
  })

  // Would catch an avatar that may be paid for but reads "not sent", because only its first attempt wrote an intent.
  it('records an unknown outcome when the program ends during the second attempt of a job', async () => {
    const stage = await setAvatarStage()
    const { script } = stage
    script.create = () => Promise.reject(noConnection)
    const [jobId = noJob] = await confirm(stage)
    expect(entries(stage).at(-1)).toMatchObject({ action: 'avatar.submitted', outcome: 'failed' })
    script.create = () => new Promise(() => undefined)
    await stage.clock.pass(60_000)
    await rest()
    expect(await jobNow(stage, jobId)).toMatchObject({ state: 'submitting' })
    await stage.restart()
    expect(entries(stage).at(-1)).toMatchObject({ action: 'avatar.unknown', outcome: 'unknown', facts: { jobId } })
    expect(stage.entries().at(-1)?.act).toBe(`avatar ${jobId}`)
  })

  it('that cannot be written stops no creation, and this is logged', async () => {
    const stage = await setAvatarStage()
    stage.database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON activity WHEN NEW.action = 'avatar.submitted' BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    const [jobId] = await confirm(stage)
    expect(await jobNow(stage, jobId)).toMatchObject({ state: 'training', taskId: taskOf(1) })
    expect(stage.logged).toEqual([
      expect.stringContaining(`the submission of job ${String(jobId)} could not be recorded in the journal`),
    ])
    expect(entries(stage).map(({ action }) => action)).toEqual(['avatar.confirmed', 'avatar.accepted'])
  })

  it('names the overwritten fields of a waiting job, and no others', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    await handlers['queue.setPaused']({ paused: true }, context)
    const [jobId = noJob] = await confirm(stage)
    const { fields: before } = await jobNow(stage, jobId)
    const edited: CreationFields = { ...before, voice: 'Nova', greeting: 'Welcome' }
    const { ticket } = await handlers['job.openEdit']({ jobId, fields: edited }, context)
    await handlers['job.edit']({ ticket }, context)
    expect(entries(stage).at(-1)).toMatchObject({
      action: 'avatar.edited',
      outcome: 'done',
      facts: { jobId, taskId: null, fields: 'voice, greeting' },
    })
  })

  it('describes the operator’s decision on an unknown outcome', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(lostAnswer)
    const [jobId = noJob] = await confirm(stage)
    await stage.jobs.handlers['job.markNotCreated']({ jobId }, context)
    expect(entries(stage).at(-1)).toMatchObject({
      action: 'avatar.markedNotCreated',
      outcome: 'done',
      target: '1',
      facts: { jobId, taskId: null },
    })
  })
})

// Would catch a ready avatar's entry that gives the reason for its earlier unknown outcome.
it('the entry of an avatar created after an unknown outcome omits its earlier failure', async () => {
  const stage = await setAvatarStage()
  stage.script.create = () => Promise.reject(lostAnswer)
  const [jobId = noJob] = await confirm(stage)
  stage.script.poll = () => Promise.resolve({ status: 2, conversationId: conversationId.parse('1912345678901234567') })
  await stage.jobs.handlers['job.enterTaskId']({ jobId, taskId: taskOf(7) }, context)
  await stage.clock.pass(60_000)
  await rest()
  expect((await jobNow(stage, jobId)).state).toBe('ready')
  const ofOutcome = entries(stage).map(({ action, failure }) => [action, failure])
  expect(ofOutcome).toContainEqual(['avatar.unknown', 'timeout'])
  expect(ofOutcome.filter(([action]) => action === 'avatar.accepted' || action === 'avatar.ready')).not.toEqual([])
  for (const [action, failure] of ofOutcome) if (action !== 'avatar.unknown') expect(failure).toBeNull()
})
