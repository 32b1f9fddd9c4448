import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { applySubmissions, createSubmissionNeed } from '../../../src/main/store/apply-submissions.ts'
import { createJobsRepository } from '../../../src/main/store/jobs-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { openSubmissionLog } from '../../../src/main/store/submission-log.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { jobId, profileId, taskId } from '../../../src/shared/schemas/ids.ts'
import { sentLine } from '../../../src/shared/schemas/history.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog, tickingClock } from './scratch.ts'

const fields = { name: '', voice: 'Echo', language: '', greeting: '', profileText: '', conversationId: '108' }

function jobFor(id: string, profile = 'p1'): Job {
  return jobOf({
    id: jobId.parse(id),
    profileId: profileId.parse(profile),
    createdAt: 8,
    fileName: `${profile}.png`,
    image: null,
    fields,
    batchId: 'b',
    originalId: null,
  })
}

function opened() {
  const file = join(scratchFolder(), 'submissions.jsonl')
  const log = listeningLog()
  return { file, log, submissions: openSubmissionLog({ file, log }) }
}

const outcomesOf = (submissions: ReturnType<typeof opened>['submissions']) =>
  submissions.read().map(({ job, taskId: task }) => [job.id, task])

test('knows the submissions, with their tasks, and drops those that were certainly not created', () => {
  const { submissions } = opened()
  for (const id of ['j1', 'j2', 'j3']) submissions.sending(jobFor(id), 9)
  submissions.accepted(jobId.parse('j1'), taskId.parse('1945579887401989999'))
  submissions.notCreated(jobId.parse('j2'))
  expect(outcomesOf(submissions)).toEqual([
    ['j1', '1945579887401989999'],
    ['j3', null],
  ])
  submissions.sending(jobFor('j2'), 10)
  expect(outcomesOf(submissions).map(([id]) => id)).toEqual(['j1', 'j3', 'j2'])
})

test('the file of the log is for this account alone', { tags: 'posix' }, () => {
  const { submissions, file } = opened()
  submissions.sending(jobFor('j1'), 9)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

// Would catch a line truncated by a crash that also destroys the next one, which was paid.
test('a truncated line costs only itself', () => {
  const { submissions, file } = opened()
  submissions.sending(jobFor('j1'), 9)
  appendFileSync(file, '{"at":9,"job":{"id":"j')
  submissions.sending(jobFor('j3'), 9)
  expect(outcomesOf(submissions).map(([id]) => id)).toEqual(['j1', 'j3'])
})

// Would catch a deleted profile whose portraits' names stay in this file.
test('a profile is erased completely, and a different one stays', () => {
  const { submissions, file } = opened()
  submissions.sending(jobFor('j1', 'lobby'), 9)
  submissions.sending(jobFor('j2', 'tower'), 9)
  submissions.accepted(jobId.parse('j2'), taskId.parse('77'))
  submissions.erase(profileId.parse('lobby'))
  expect(outcomesOf(submissions)).toEqual([['j2', '77']])
  expect(readFileSync(file, 'utf8')).not.toContain('lobby')
})

// Would catch a file that grows for years.
test('keeps the newest of very many', () => {
  const { submissions, file } = opened()
  const lines = Array.from({ length: 8_100 }, (_, n) => JSON.stringify({ at: n, job: jobFor(`j${String(n)}`) }))
  appendFileSync(file, lines.join('\n'))
  expect(submissions.read()).toHaveLength(2_000)
  expect(outcomesOf(submissions).at(-1)).toEqual(['j8099', null])
  expect(readFileSync(file, 'utf8').split('\n').filter(Boolean)).toHaveLength(2_000)
})

// Would catch a start that validates thousands of jobs, all of which the database has, before the first window answers.
test('validates only entries that the database lacks', () => {
  const { submissions, file, log } = opened()
  const { database } = openScratchDatabase({
    file: join(scratchFolder(), 'data.sqlite'),
    migrations,
    clock: tickingClock(),
    log,
  })
  const jobs = createJobsRepository(database, () => null, log)
  const lines: string[] = []
  for (let n = 0; n < 2_000; n += 1) {
    const job = jobFor(`j${String(n)}`)
    jobs.add({ ...job, state: 'ready', taskId: taskId.parse(String(n)) })
    lines.push(JSON.stringify({ at: n, job }), JSON.stringify({ jobId: job.id, taskId: String(n) }))
  }
  appendFileSync(file, lines.join('\n'))
  const validate = vi.spyOn(sentLine, 'safeParse')
  const isNeeded = createSubmissionNeed(database)
  expect(submissions.read(isNeeded)).toEqual([])
  expect(validate).toHaveBeenCalledTimes(0)
  submissions.sending(jobFor('lost'), 9)
  submissions.accepted(jobId.parse('lost'), taskId.parse('77'))
  expect(submissions.read(isNeeded)).toMatchObject([{ job: { id: 'lost' }, taskId: '77' }])
  expect(validate).toHaveBeenCalledTimes(1)
  expect(applySubmissions(database, submissions.read(isNeeded), log)).toBe(1)
  expect(submissions.read(isNeeded)).toEqual([])
  validate.mockRestore()
})
