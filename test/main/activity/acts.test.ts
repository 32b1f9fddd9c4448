/** An act of the journal: its intent, the answer and its consequences, as one row. */
import { FailureError } from '../../../src/shared/failure.ts'
import { describe, expect, it } from 'vitest'
import { createJobJournal } from '../../../src/main/creations/job-journal.ts'
import type { NewActivity } from '../../../src/main/context/journal.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { exchangeId, jobId, profileId } from '../../../src/shared/schemas/ids.ts'
import { entry, setJournal } from './stage.ts'

const close = {
  ...entry,
  action: 'session.close',
  target: 's-1',
  act: 'close s-1 5',
  facts: { countBefore: 12 },
} as const

const submitting = jobOf({
  id: jobId.parse('job-1'),
  profileId: profileId.parse('p1'),
  createdAt: 5,
  batchId: 'b',
  fields: defaultFields,
  fileName: 'anna.jpg',
  image: null,
  originalId: null,
})

function setActs() {
  const stage = setJournal()
  const rows = async (filter: Parameters<typeof stage.find>[0] = {}) =>
    (await stage.find(filter)).rows.map(({ id, action, outcome, isInProgress, earlier }) => ({
      id,
      action,
      outcome,
      isInProgress,
      earlier: earlier.map((one) => one.id),
    }))
  return { ...stage, rows }
}

type Acts = ReturnType<typeof setActs>

const jobsIn = ({ journal, repositories, log }: Pick<Acts, 'journal' | 'repositories' | 'log'>) =>
  createJobJournal({ journal, repositories, findProfile: () => null, log }, { lastExchange: () => null })

describe('an act', () => {
  it('is in progress from its intent to its outcome, and one row from then on', async () => {
    const { journal, rows } = setActs()
    const act = journal.begin(close)
    expect(await rows()).toEqual([
      { id: 1, action: 'session.close', outcome: 'unknown', isInProgress: true, earlier: [] },
    ])
    expect(await rows({ outcomes: ['unknown'] })).toEqual([])
    journal.noteAfter({ ...entry, action: 'account.read' })
    act.end({ outcome: 'done', facts: { countAfter: 11 } })
    act.end({ outcome: 'unknown' })
    expect(await rows()).toEqual([
      { id: 3, action: 'session.close', outcome: 'done', isInProgress: false, earlier: [1] },
      { id: 2, action: 'account.read', outcome: 'done', isInProgress: false, earlier: [] },
    ])
    expect((await rows({ search: 'close s-1' })).map(({ id }) => id)).toEqual([3])
  })

  // Would catch an act that stays "sending" for ever.
  it('is unknown when the program ended before its outcome, and can be found as unknown', async () => {
    const { journal, restart } = setActs()
    journal.begin(close)
    const { find } = restart()
    const { rows } = await find({ outcomes: ['unknown'] })
    expect(rows).toMatchObject([{ id: 1, outcome: 'unknown', isInProgress: false }])
  })

  it('is unknown when its outcome could not be written', async () => {
    const { journal, rows, database, pushed } = setActs()
    const act = journal.begin(close)
    const before = pushed('activity.added').length
    database.exec('PRAGMA query_only = ON')
    act.end({ outcome: 'done' })
    expect(pushed('activity.added').length).toBeGreaterThan(before)
    expect(await rows({ outcomes: ['unknown'] })).toMatchObject([{ id: 1, isInProgress: false }])
  })

  it('does not start where nothing can be written', () => {
    const { journal, database } = setActs()
    database.exec('PRAGMA query_only = ON')
    expect(() => journal.begin(close)).toThrow(FailureError)
    expect(journal.isInProgress(1)).toBe(false)
  })

  // As after a crash: entries of two runs, which only their act connects.
  it.each<[string, NewActivity, NewActivity]>([
    ['a close', { ...close, outcome: 'unknown' }, { ...close, outcome: 'failed' }],
    [
      'a close-all',
      { ...close, action: 'session.closeAll', outcome: 'unknown' },
      { ...close, action: 'session.closeAll', outcome: 'done' },
    ],
    [
      'a creation',
      { ...entry, action: 'avatar.submitted', outcome: 'unknown', act: 'avatar j1' },
      { ...entry, action: 'avatar.accepted', outcome: 'done', act: 'avatar j1' },
    ],
  ])('%s of two runs is folded', async (_what, begun, ended) => {
    const { journal, rows } = setActs()
    journal.noteAfter(begun)
    journal.noteAfter({ ...ended, act: 'another act' })
    journal.noteAfter(ended)
    expect((await rows()).map(({ id, earlier }) => [id, earlier])).toEqual([
      [3, [1]],
      [2, []],
    ])
  })

  it('keeps every entry in the table, in the chain and in copies', async () => {
    const { journal, verify, exported } = setActs()
    journal.begin(close).end({ outcome: 'done' })
    expect(await verify()).toMatchObject({ entries: 2, problem: null })
    const copy = JSON.parse(await exported('json', { search: 's-1' })) as { entries: readonly { id: number }[] }
    expect(copy.entries.map(({ id }) => id)).toEqual([2, 1])
  })

  // Would catch a drawer that shows only a failure's exchange.
  it('names its last exchange, whichever of its entries has it', async () => {
    const { journal, find } = setActs()
    const act = journal.begin(close)
    act.onExchange(exchangeId.parse('x1'))
    act.end({ outcome: 'done' })
    journal.noteAfter({ ...close, outcome: 'done', facts: { ...close.facts, countAfter: 11 } })
    journal.noteAfter({ ...entry, action: 'account.read', facts: { exchangeId: exchangeId.parse('x2') } })
    const { rows } = await find({})
    expect(rows.map((row) => row.exchangeId)).toEqual(['x2', 'x1'])
  })

  it('stays readable beside a corrupt row', async () => {
    const { journal, rows, tamper } = setActs()
    journal.begin(close)
    journal.noteAfter({ ...close, outcome: 'done' })
    tamper("UPDATE activity SET facts = '{' WHERE id = 2")
    expect(await rows()).toMatchObject([{ id: 1 }])
  })
})

describe('a creation', () => {
  // Would catch a failed training that the filter "failed" does not find.
  it('is one row from its intent to the result of its training, and failed when the training failed', async () => {
    const acts = setActs()
    const { rows } = acts
    const jobs = jobsIn(acts)
    jobs.sending(submitting)
    expect(await rows({ scope: 'all' })).toMatchObject([{ action: 'avatar.submitted', isInProgress: true }])
    jobs.reached({ ...submitting, state: 'training' })
    jobs.reached({ ...submitting, state: 'failed' })
    expect(await rows({ scope: 'all', outcomes: ['failed'] })).toEqual([
      { id: 3, action: 'avatar.failed', outcome: 'failed', isInProgress: false, earlier: [2, 1] },
    ])
  })

  // Would catch two rows for each avatar that was created alone, or a batch that is mistaken for its first avatar.
  it('of one avatar starts with its confirmation; several avatars have a separate act', async () => {
    const acts = setActs()
    const { rows } = acts
    const jobs = jobsIn(acts)
    jobs.confirmed([submitting], 36)
    jobs.sending(submitting)
    const other = { ...submitting, id: jobId.parse('job-2') }
    jobs.confirmed([other, { ...other, id: jobId.parse('job-3') }], 34)
    jobs.sending(other)
    expect((await rows({ scope: 'all' })).map(({ id, earlier }) => [id, earlier])).toEqual([
      [4, []],
      [3, []],
      [2, [1]],
    ])
  })

  const batchOf = (...ids: readonly string[]) => ids.map((id) => ({ ...submitting, id: jobId.parse(id) }))

  // Would catch "Create 3 avatars" that does not mention the unknown one.
  it('of several shows all their results in one row, whatever page its avatars are on', async () => {
    const acts = setActs()
    const { find } = acts
    const jobs = jobsIn(acts)
    const [anna, bao, carla] = batchOf('job-1', 'job-2', 'job-3')
    if (anna === undefined || bao === undefined || carla === undefined) throw new Error('three jobs')
    jobs.confirmed([anna, bao, carla], 36)
    for (const job of [anna, bao, carla]) jobs.sending(job)
    jobs.reached({ ...anna, state: 'training' })
    jobs.reached({ ...bao, state: 'unknown' })
    jobs.reached({ ...carla, state: 'rejected' })
    const batch = async () => (await find({ actions: ['avatar.confirmed', 'avatar.batchEnded'] }, 1)).rows[0]
    expect(await batch()).toMatchObject({
      target: 'anna.jpg',
      batch: { avatars: 3, accepted: 1, ready: 0, failed: 0, unknown: 1, rejected: 1, notCreated: 0 },
    })
    jobs.reached({ ...anna, state: 'ready' })
    jobs.decided({ ...bao, state: 'rejected' }, 'avatar.markedNotCreated')
    jobs.batchEnded({
      profileId: anna.profileId,
      batchId: 'b',
      counts: { ready: 1, rejected: 2 },
      newest: 3,
      readyMs: 1_560_000,
    })
    expect(await batch()).toMatchObject({
      action: 'avatar.batchEnded',
      target: 'anna.jpg',
      batch: {
        avatars: 3,
        accepted: 1,
        ready: 1,
        failed: 0,
        unknown: 0,
        rejected: 1,
        notCreated: 1,
        readyMs: 1_560_000,
      },
    })
  })

  // Would catch an avatar that was decided on but is still found among unknown outcomes.
  it('ends with an operator’s decision about it', async () => {
    const acts = setActs()
    const { rows } = acts
    const jobs = jobsIn(acts)
    jobs.sending(submitting)
    jobs.reached({ ...submitting, state: 'unknown' })
    expect(await rows({ scope: 'all', outcomes: ['unknown'] })).toHaveLength(1)
    jobs.decided({ ...submitting, state: 'rejected' }, 'avatar.markedNotCreated')
    expect(await rows({ scope: 'all', outcomes: ['unknown'] })).toEqual([])
    expect(await rows({ scope: 'all' })).toMatchObject([{ action: 'avatar.markedNotCreated', earlier: [2, 1] }])
  })

  it('of a single avatar has no end of a batch', () => {
    const acts = setActs()
    const { entries } = acts
    const { profileId: owner } = submitting
    jobsIn(acts).batchEnded({ profileId: owner, batchId: 'b', counts: { ready: 1 }, newest: 1, readyMs: null })
    expect(entries()).toEqual([])
  })

  it('continues when its intent cannot be written', () => {
    const acts = setActs()
    const { database, logged } = acts
    const jobs = jobsIn(acts)
    database.exec('PRAGMA query_only = ON')
    jobs.sending(submitting)
    expect(logged).toHaveLength(1)
  })
})
