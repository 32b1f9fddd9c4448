import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createJobIndexRepository } from '../../../src/main/store/job-index-repository.ts'
import { createJobsRepository } from '../../../src/main/store/jobs-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import type { Job, JobState } from '../../../src/shared/schemas/avatar.ts'
import type { JobQuery } from '../../../src/shared/schemas/history.ts'
import { conversationId, jobId, profileId, taskId } from '../../../src/shared/schemas/ids.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog, tickingClock } from './scratch.ts'

const profile = profileId.parse('p1')
const now = Date.UTC(2026, 10, 29)

function setUp() {
  const file = join(scratchFolder(), 'data.sqlite')
  const log = listeningLog()
  const { database } = openScratchDatabase({ file, migrations, clock: tickingClock(), log })
  const jobs = createJobsRepository(database, () => null, log)
  const index = createJobIndexRepository(database)
  const add = (id: string, changes: Partial<Job> = {}): Job => {
    const intent = { id: jobId.parse(id), profileId: profile, createdAt: now, fileName: '', image: null }
    const job = { ...jobOf({ ...intent, batchId: 'b', originalId: null, fields: defaultFields }), ...changes }
    jobs.add(job)
    return job
  }
  const find = (query: Partial<JobQuery> = {}, unsaved: readonly Job[] = []) =>
    index.find(profile, { search: '', states: [], sort: 'newest', archived: false, ...query }, { unsaved, now })
  const counts = (unsaved: readonly Job[]) => index.counts(profile, { unsaved, now })
  return { file, database, add, find, counts, found: (search: string) => find({ search }).ids.join(' ') }
}

const named = (name: string): Partial<Job> => ({ fields: { ...defaultFields, name } })
const inState = (state: JobState): Partial<Job> => ({ state })

describe('a search in the history', () => {
  it('covers name, file, voice, greeting and every id, whatever the case and the width', () => {
    const { add, found } = setUp()
    add('name', named('Zoë 王小明'))
    add('file', { fileName: 'Portrait-ADA.JPG' })
    add('voice', { fields: { ...defaultFields, voice: 'Nova' } })
    add('greeting', { fields: { ...defaultFields, greeting: '欢迎光临。\nGood Morning' } })
    add('from', { fields: { ...defaultFields, conversationId: '1983775419508027393' } })
    add('task', { taskId: taskId.parse('1712345678901234567') })
    const result = { name: 'Khalid Hassan', modelSceneId: null, coverImage: null }
    add('made', { result: { ...result, conversationId: conversationId.parse('1855555555555555555') } })
    add('other', { profileId: profileId.parse('p2'), fileName: 'portrait-ada.jpg' })
    expect(found('ZOË')).toBe('name')
    expect(found('小明')).toBe('name')
    expect(found('ｐｏｒｔｒａｉｔ－ａｄａ')).toBe('file')
    expect(found(' nova ')).toBe('voice')
    expect(found('光临')).toBe('greeting')
    expect(found('good morning')).toBe('greeting')
    expect(found('754195080')).toBe('from')
    expect(found('1712345678901234567')).toBe('task')
    expect(found('1855555')).toBe('made')
    expect(found('khalid')).toBe('made')
    expect(found('nobody')).toBe('')
  })

  it('takes every character literally', () => {
    const { add, found } = setUp()
    const names = { percent: '100 %', underscore: 'a_b', backslash: 'a\\b', quotes: `it's "so"`, plain: 'axb' }
    for (const [id, name] of Object.entries(names)) add(id, named(name))
    expect(found('%')).toBe('percent')
    expect(found('a_b')).toBe('underscore')
    expect(found('\\')).toBe('backslash')
    expect(found(`'s "`)).toBe('quotes')
    expect(found('*')).toBe('')
  })

  it('counts the matches in each state, including states that are not requested', () => {
    const { add, find } = setUp()
    add('a', { ...named('Ada'), ...inState('ready') })
    add('b', { ...named('Ada'), ...inState('failed') })
    add('c', { ...named('Bo'), ...inState('failed') })
    add('d', { ...named('Ada'), ...inState('removed') })
    const index = find({ search: 'ada', states: ['failed', 'unknown'] })
    expect(index.ids).toEqual(['b'])
    expect(index.isEmpty).toBe(false)
    expect(index.counts).toMatchObject({ ready: 1, failed: 1, waiting: 0, removed: 0 })
  })
})

describe('the numbers of the history', () => {
  // Would catch numbers beside the navigation that differ from those of the queue.
  it('are those of the whole index, even when the disk is behind', () => {
    const { add, find, counts } = setUp()
    const sent = add('sent', inState('submitting'))
    add('ready', inState('ready'))
    add('ready-too', inState('ready'))
    add('gone', inState('removed'))
    add('other', { profileId: profileId.parse('p2'), state: 'ready' })
    for (const unsaved of [[], [{ ...sent, state: 'training' as const }]]) {
      const index = find({}, unsaved)
      expect(counts(unsaved)).toEqual({ total: index.ids.length, counts: index.counts })
    }
  })
})

describe('the archive', () => {
  const week = 7 * 24 * 60 * 60 * 1_000
  const old: Partial<Job> = { stateSince: now - week - 1 }

  it('removes jobs that ended more than a week ago from the working list and its numbers', () => {
    const { add, find, counts } = setUp()
    add('made', { ...old, state: 'ready' })
    add('failed', { ...old, state: 'failed' })
    add('refused', { ...old, state: 'rejected' })
    add('new', { stateSince: now - week, state: 'ready' })
    expect(find()).toMatchObject({ ids: ['new'], counts: { ready: 1, failed: 0 }, archived: 3, isEmpty: false })
    expect(counts([])).toMatchObject({ total: 1, counts: { ready: 1, failed: 0, rejected: 0 } })
  })

  it('never contains jobs that need a decision or are in progress', () => {
    const { add, find } = setUp()
    const states: readonly JobState[] = ['unknown', 'training', 'waiting', 'submitting']
    for (const state of states) add(state, { ...old, state })
    expect(find({ sort: 'oldest' })).toMatchObject({ ids: states, archived: 0 })
    expect(find({ archived: true }).ids).toEqual([])
  })

  it('is searched with the working list, and shown alone on request', () => {
    const { add, find } = setUp()
    add('old', { ...named('Ada'), ...old, state: 'ready' })
    add('older', { ...named('Bo'), ...old, state: 'failed' })
    add('new', { ...named('Ada'), state: 'ready' })
    expect(find({ search: 'ada' })).toMatchObject({ ids: ['new', 'old'], counts: { ready: 2 }, archived: 1 })
    expect(find({ archived: true })).toMatchObject({ ids: ['older', 'old'], counts: { ready: 1 }, archived: 2 })
    expect(find({ archived: true, search: 'ada' }).ids).toEqual(['old'])
    expect(find({ archived: true, states: ['failed'] }).ids).toEqual(['older'])
  })

  it('keeps the rows of a batch together', () => {
    const { add, find } = setUp()
    add('old', { ...old, state: 'ready' })
    const sent = add('sent', { state: 'training' })
    add('other', { batchId: 'c', state: 'ready' })
    expect(find({ batches: ['b'] })).toMatchObject({ ids: ['sent', 'old'], counts: { ready: 1, training: 1 } })
    expect(find({ batches: ['b'] }, [{ ...sent, state: 'ready' }]).ids).toEqual(['sent', 'old'])
    expect(find({ batches: ['b', 'c'], sort: 'oldest' }).ids).toEqual(['old', 'sent', 'other'])
  })

  it('knows the current jobs even when the disk is behind', () => {
    const { add, find, counts } = setUp()
    const trained = add('trained', { ...old, state: 'training' })
    const unsaved: readonly Job[] = [{ ...trained, state: 'ready', stateSince: now }]
    expect(find({}, unsaved)).toMatchObject({ ids: ['trained'], archived: 0 })
    expect(find({}, [{ ...trained, state: 'ready' }])).toMatchObject({ ids: [], archived: 1 })
    expect(counts(unsaved).total).toBe(1)
    expect(counts([{ ...trained, state: 'ready' }]).total).toBe(0)
  })
})

describe('the order of the history', () => {
  it('is that of arrival, of names with numbers as numbers, and of the last contact', () => {
    const { add, find } = setUp()
    add('ten', { ...named(''), fileName: 'Ada-10.jpg', lastContactAt: 30 })
    add('two', { ...named(''), fileName: 'ada-2.jpg', lastContactAt: null })
    add('bo', { ...named('Bo'), fileName: 'Ada-1.jpg', lastContactAt: 40 })
    expect(find({ sort: 'newest' }).ids).toEqual(['bo', 'two', 'ten'])
    expect(find({ sort: 'oldest' }).ids).toEqual(['ten', 'two', 'bo'])
    expect(find({ sort: 'name' }).ids).toEqual(['two', 'ten', 'bo'])
    expect(find({ sort: 'lastContact' }).ids).toEqual(['bo', 'ten', 'two'])
  })

  it('by state starts with jobs that need the operator', () => {
    const { add, find } = setUp()
    const states: readonly JobState[] = ['ready', 'training', 'waiting', 'submitting', 'rejected', 'failed', 'unknown']
    for (const state of states) add(state, inState(state))
    expect(find({ sort: 'state' }).ids).toEqual(states.toReversed())
  })

  it('and the search know the current jobs even when the disk is behind', () => {
    const { add, find } = setUp()
    const sent = add('sent', { ...named('Ada'), ...inState('submitting') })
    add('bo', { ...named('Bo'), ...inState('ready') })
    const unsaved = [{ ...sent, state: 'training' as const, taskId: taskId.parse('777'), lastContactAt: 9 }]
    expect(find({ search: '777' }).ids).toEqual([])
    expect(find({ search: '777' }, unsaved)).toMatchObject({ ids: ['sent'], counts: { training: 1 } })
    expect(find({ states: ['training'], sort: 'lastContact', archived: false }, unsaved).ids).toEqual(['sent'])
    expect(find({ states: ['submitting'] }, unsaved).ids).toEqual([])
    const others = unsaved.map((job) => ({ ...job, profileId: profileId.parse('p2'), id: jobId.parse('elsewhere') }))
    expect(find({}, others).ids).toEqual(['bo', 'sent'])
  })
})

describe('a job that was created again', () => {
  const createdAgain = { jobId: jobId.parse('new'), at: 7 }

  it('is omitted, on disk and where the disk is behind, whichever of the two is newer', () => {
    const { add, find, counts } = setUp()
    add('new', inState('training'))
    add('unknown', { ...inState('unknown'), createdAgain })
    const failed = add('failed', inState('failed'))
    const trained = add('trained', { ...inState('unknown'), createdAgain })
    expect(find().ids).toEqual(['failed', 'new'])
    const unsaved: readonly Job[] = [
      { ...failed, createdAgain },
      { ...trained, state: 'training' },
    ]
    expect(find({}, unsaved)).toMatchObject({ ids: ['trained', 'new'], counts: { unknown: 0, failed: 0, training: 2 } })
    expect(counts(unsaved)).toMatchObject({ total: 2, counts: { unknown: 0, failed: 0, training: 2 } })
    expect(counts([])).toMatchObject({ total: 2, counts: { unknown: 0, failed: 1, training: 1 } })
  })
})
