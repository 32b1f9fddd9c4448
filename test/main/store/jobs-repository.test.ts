import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDraftsRepository } from '../../../src/main/store/drafts-repository.ts'
import { createImagesRepository } from '../../../src/main/store/images-repository.ts'
import { createJobsRepository } from '../../../src/main/store/jobs-repository.ts'
import { createQueuesRepository } from '../../../src/main/store/queues-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { inTransaction } from '../../../src/main/store/storage-failure.ts'
import { advance, jobOf } from '../../../src/shared/model/avatar-job.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import type { ImageInfo, Job } from '../../../src/shared/schemas/avatar.ts'
import { draftId, imageId, jobId, profileId, taskId } from '../../../src/shared/schemas/ids.ts'
import { plainFacts } from '../../support/image-bytes.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog, tickingClock } from './scratch.ts'

const profile = profileId.parse('p1')
const image: ImageInfo = { imageId: imageId.parse('c'.repeat(64)), type: 'png', width: 16, height: 9, bytes: 40 }

function setUp() {
  const log = listeningLog()
  const file = join(scratchFolder(), 'data.sqlite')
  const { database } = openScratchDatabase({ file, migrations, clock: tickingClock(), log })
  const images = createImagesRepository(database)
  images.add(image, plainFacts)
  return {
    log,
    database,
    images,
    jobs: createJobsRepository(database, images.find, log),
    queues: createQueuesRepository(database),
    drafts: createDraftsRepository(database, images.find),
  }
}

function newJob(id: string): Job {
  return jobOf({
    id: jobId.parse(id),
    profileId: profile,
    createdAt: 5,
    fileName: 'Ada.png',
    image,
    batchId: 'b',
    originalId: null,
    fields: defaultFields,
  })
}

describe('rows of jobs', () => {
  it('come back exactly as written, with all 19 digits', () => {
    const { jobs } = setUp()
    const waiting = newJob('a')
    jobs.add(waiting)
    const submitting = advance(waiting, { kind: 'submit-started', balanceBefore: null }, 6)
    const taken =
      submitting && advance(submitting, { kind: 'accepted', taskId: taskId.parse('1712345678901234567') }, 7)
    if (taken === null) throw new Error('not taken')
    expect(jobs.replace(taken, 'waiting')).toBe(true)
    expect(jobs.find(waiting.id)).toEqual(taken)
    expect(jobs.inState('training')).toEqual([taken])
  })

  it('are not overwritten when a different writer changed them', () => {
    const { jobs } = setUp()
    const job = newJob('a')
    jobs.add(job)
    expect(jobs.replace({ ...job, state: 'removed' }, 'submitting')).toBe(false)
    expect(jobs.find(job.id)).toEqual(job)
  })

  it('are read in the order of their ids, and wait oldest first', () => {
    const { jobs } = setUp()
    for (const id of ['a', 'b', 'c']) jobs.add(newJob(id))
    const wanted = ['b', 'gone', 'c', 'a'].map((id) => jobId.parse(id))
    expect(jobs.read(wanted).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    const any = () => true
    expect(jobs.waiting(profile, 2, any).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(jobs.waiting(profile, 2, ({ id }) => id !== 'a').map(({ id }) => id)).toEqual(['b', 'c'])
    expect(jobs.waiting(profileId.parse('p2'), 2, any)).toEqual([])
  })

  it('do not hide others when one is unreadable, which is logged and stays', () => {
    const { jobs, database, log } = setUp()
    for (const id of ['a', 'b']) jobs.add(newJob(id))
    database.exec(`UPDATE jobs SET fields = '{"voice":1}' WHERE id = 'a'`)
    expect(jobs.inState('waiting').map(({ id }) => id)).toEqual(['b'])
    expect(log.lines.join('\n')).toContain('job a cannot be read')
    expect(database.prepare('SELECT count(*) AS n FROM jobs').get()).toMatchObject({ n: 2 })
  })

  it('remember whether a queue is paused', () => {
    const { queues } = setUp()
    expect(queues.read(profile)).toEqual({ isPaused: false, pausedForPayer: null, payer: null })
    const account = { appId: '1909592296232782318', subject: null, issuer: null }
    const pausedForPayer = { baseUrl: 'https://service.example', kind: 'access-token', account } as const
    queues.set(profile, { isPaused: true })
    queues.set(profile, { pausedForPayer, payer: { ...pausedForPayer, account: null } })
    expect(queues.read(profile)).toEqual({
      isPaused: true,
      pausedForPayer,
      payer: { ...pausedForPayer, account: null },
    })
  })
})

describe('rows of drafts and images', () => {
  it('an image that a draft or a job needs is never removed', () => {
    const { images, drafts, jobs, database } = setUp()
    const id = draftId.parse('d')
    const named = { profileId: profile, fileName: 'Ada.png', folder: '', createdAt: 1 }
    const rest = { ...named, edit: null, analysis: null, overrides: {} }
    drafts.add({ id, original: image, prepared: image, ...rest })
    expect(images.unused()).toEqual([])
    inTransaction(database, () => {
      jobs.add(newJob('a'))
      drafts.delete(id)
    })
    expect(images.unused()).toEqual([])
    images.forget([image])
    expect(images.find(image.imageId)).toEqual(image)
    database.exec('DELETE FROM jobs')
    expect(images.unused()).toEqual([image])
    images.forget([image])
    expect(images.find(image.imageId)).toBeNull()
  })

  it('the file of an image that only removed jobs used is not needed, and its row stays', () => {
    const { images, jobs, database } = setUp()
    jobs.add(newJob('a'))
    database.exec("UPDATE jobs SET state = 'removed'")
    expect(images.unused()).toEqual([image])
    images.forget([image])
    expect(jobs.find(newJob('a').id)?.image).toEqual(image)
  })

  it('a failed transaction leaves nothing behind', () => {
    const { jobs, database } = setUp()
    jobs.add(newJob('a'))
    const work = () =>
      inTransaction(database, () => {
        jobs.add(newJob('b'))
        jobs.add(newJob('a'))
      })
    expect(work).toThrow(/UNIQUE/)
    expect(jobs.inState('waiting')).toHaveLength(1)
    expect(database.isTransaction).toBe(false)
  })

  it('shared fields belong to their profile', () => {
    const { drafts } = setUp()
    drafts.setSharedFields(profile, { ...defaultFields, voice: 'Echo' })
    drafts.setSharedFields(profile, { ...defaultFields, voice: 'Nova' })
    expect(drafts.sharedFields(profile)?.voice).toBe('Nova')
    expect(drafts.sharedFields(profileId.parse('p2'))).toBeNull()
  })
})
