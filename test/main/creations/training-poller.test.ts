import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { probeDelayMs } from '../../../src/main/creations/submission-queue.ts'
import { pollDelayMs } from '../../../src/main/creations/training-poller.ts'
import type { ServiceClient } from '../../../src/main/service/operations.ts'
import { openSubmissionLog } from '../../../src/main/store/submission-log.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { JobId } from '../../../src/shared/ids.ts'
import { conversationId, exchangeId } from '../../../src/shared/schemas/ids.ts'
import { serviceFailure, untilCancelled } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import {
  confirm,
  context,
  failureOf,
  jobNow,
  jobsNow,
  lostAnswer,
  noJob,
  noted,
  otherProfile,
  refused,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'

const minute = 60_000

const unknownTask = serviceFailure({ kind: 'declined' }, { operation: 'queryAvatar', code: '1007' })

describe('watching a training task', () => {
  it('shows each step, then the created conversation', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    for (const step of ['preparing', 'processing', 'after_processing']) {
      stage.script.poll = () => Promise.resolve({ status: 0, step })
      await stage.clock.pass(minute)
      expect(await jobNow(stage, id)).toMatchObject({ state: 'training', step, status: 0 })
    }
    const made = conversationId.parse('1983775419508027393')
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done', conversationId: made })
    await stage.clock.pass(minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'ready', step: 'done', result: { conversationId: made } })
    const polls = stage.polls.length
    await stage.clock.pass(10 * minute)
    expect(stage.polls).toHaveLength(polls)
    expect(noted(stage).at(-1)).toBe('avatar.ready seen')
  })

  it('continues when the clock is set back, neither in a rush nor a month later', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.clock.pass(10 * minute)
    const polls = stage.polls.length
    stage.clock.set(stage.clock.now() - 40 * 24 * 60 * minute)
    await stage.clock.pass(5 * minute)
    expect(stage.polls.length - polls).toBeGreaterThanOrEqual(4)
    expect(stage.polls.length - polls).toBeLessThanOrEqual(8)
  })

  it('shows undocumented values, and keeps polling', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    stage.script.poll = () => Promise.resolve({ status: 7, step: 'polishing' })
    await stage.clock.pass(minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', status: 7, step: 'polishing' })
    stage.script.poll = () => Promise.resolve({ status: 1, step: null })
    await stage.clock.pass(minute)
    expect(await states(stage)).toEqual(['failed'])
  })

  it('keeps the last answer of an ended training, and no earlier answer', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.service.script.exchange = exchangeId.parse('early')
    await stage.clock.pass(minute)
    expect(stage.kept).toEqual([])
    stage.service.script.exchange = exchangeId.parse('last')
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await stage.clock.pass(minute)
    expect(stage.kept).toEqual(['last'])
  })

  // A known public client treats `done` as the end, and the service can omit the conversation.
  it('the status decides: 1 with step done has failed, with the given reasons; 2 without a conversation is ready', async () => {
    const stage = await setAvatarStage()
    const [failing, ready] = await confirm(stage, 2)
    const reasons = [
      { field: 'msg', text: 'No face found' },
      { field: 'failReason', text: 'blurred' },
    ]
    stage.script.poll = (task) =>
      Promise.resolve(task === taskOf(1) ? { status: 1, step: 'done', reasons } : { status: 2, step: 'done' })
    await stage.clock.pass(minute)
    await stage.restart()
    expect(await jobNow(stage, failing)).toMatchObject({ state: 'failed', step: 'done', result: { reasons } })
    expect(await jobNow(stage, ready)).toMatchObject({ state: 'ready', result: { conversationId: null } })
    await stage.jobs.handlers['job.exportCsv'](
      { search: '', states: ['failed'], sort: 'newest', archived: false },
      context,
    )
    expect(stage.saved.at(-1)?.text).toContain('msg: No face found; failReason: blurred')
  })

  it('a task that the service denies stays training, with the denial shown until the next good answer', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    stage.script.poll = () => Promise.reject(unknownTask)
    await stage.clock.pass(10 * minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', pollFailure: unknownTask.failure })
    stage.script.poll = () => Promise.resolve({ status: 0, step: 'processing' })
    await stage.clock.pass(2 * minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', pollFailure: null, step: 'processing' })
  })

  it('polls at most four tasks together, and stuck ones do not delay the rest', async () => {
    const stage = await setAvatarStage()
    let inFlight = 0
    let most = 0
    stage.script.poll = async (task) => {
      most = Math.max(most, (inFlight += 1))
      if (task <= taskOf(3)) return new Promise(() => undefined)
      await Promise.resolve()
      inFlight -= 1
      return { status: 2, step: 'done' }
    }
    await confirm(stage, 12)
    await stage.clock.pass(2 * minute)
    await rest()
    expect((await states(stage)).filter((state) => state === 'ready')).toHaveLength(9)
    expect(most).toBe(4)
  })

  it('polls the most overdue first, and sets no timer while four polls hang', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.clock.pass(10 * minute)
    // The older one is polled once a minute by now, the younger one after three seconds.
    await confirm(stage)
    const before = stage.polls.length
    await stage.clock.pass(4_000)
    expect(stage.polls.slice(before)).toContain(taskOf(2))
    stage.script.poll = () => new Promise(() => undefined)
    await confirm(stage, 8)
    await stage.clock.pass(10 * minute)
    expect(stage.clock.waiting()).toBe(0)
  })

  it('is suspended asleep, and polls immediately after waking', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.activeProfiles.setAsleep(true)
    await stage.clock.pass(60 * minute)
    expect(stage.polls).toHaveLength(0)
    stage.activeProfiles.setAsleep(false)
    await stage.clock.pass(0)
    expect(stage.polls).toHaveLength(1)
  })

  // Would catch a training that is never polled again after the disk was missing at waking.
  it('continues after waking when one read of the database fails', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.clock.pass(5_000)
    const before = stage.polls.length
    stage.activeProfiles.setAsleep(true)
    stage.database.exec('ALTER TABLE jobs RENAME TO elsewhere')
    stage.activeProfiles.setAsleep(false)
    stage.database.exec('ALTER TABLE elsewhere RENAME TO jobs')
    await stage.clock.pass(0)
    expect(stage.polls.slice(before)).toEqual([taskOf(1)])
    expect(stage.logged.join()).toContain('training jobs cannot be read')
  })

  it('a job that was removed during its poll stays removed', async () => {
    const stage = await setAvatarStage()
    const [id = noJob] = await confirm(stage)
    let answer: (seen: { status: number }) => void = () => undefined
    stage.script.poll = () => new Promise((resolve) => (answer = resolve))
    await stage.clock.pass(minute)
    await stage.jobs.handlers['job.remove']({ jobIds: [id] }, context)
    answer({ status: 2 })
    await rest()
    expect(await states(stage)).toEqual([])
    expect(stage.pushed('jobs.changed').at(-1)).toEqual({ changed: [], removed: [id] })
  })

  it.each([
    [0, 0, 3_000],
    [40_000, 0, 4_000],
    [10 * minute, 0, 60_000],
    [120 * minute, 0, 60_000],
    [-5_000, 0, 3_000],
    [0, 3, 24_000],
    [0, 40, 60_000],
  ])('after %i ms of training and %i failures the next poll is due in %i ms', (trainingMs, failures, expected) => {
    const timing = { trainingMs, failures, attended: true }
    expect(pollDelayMs(timing, () => 0.5)).toBe(expected)
    expect(pollDelayMs(timing, () => 0)).toBeGreaterThanOrEqual(expected * 0.85)
    expect(pollDelayMs(timing, () => 0.999)).toBeLessThanOrEqual(expected * 1.15)
    expect(pollDelayMs({ ...timing, attended: false }, () => 0.5)).toBe(2 * expected)
  })

  it('a held queue is probed after 15 s, then up to a minute apart', () =>
    expect([0, 1, 2, 3, 99].map((failures) => probeDelayMs(failures, () => 0.5))).toEqual([
      15_000, 30_000, 60_000, 60_000, 60_000,
    ]))
})

describe('after a restart', () => {
  it('an interrupted submission is unknown, with the balance after, and is never sent again', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => new Promise(() => undefined)
    const [id] = await confirm(stage)
    stage.service.script.account = () => ({ avatarCreationsLeft: 36, durationLeft: 0 })
    await stage.restart()
    await stage.clock.pass(60 * minute)
    expect(await jobNow(stage, id)).toMatchObject({
      state: 'unknown',
      failure: null,
      evidence: {
        balanceBefore: { avatarCreationsLeft: 37 },
        balanceAfter: { avatarCreationsLeft: 36 },
        endedAt: null,
      },
    })
    expect(stage.created).toHaveLength(1)
    expect(noted(stage).at(-1)).toBe('avatar.unknown unknown')
  })

  it('waiting jobs are sent and trainings are polled immediately', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.script.create = () => new Promise(() => undefined)
    await confirm(stage, 4)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    await stage.restart()
    expect(stage.polls).toEqual([taskOf(1)])
    expect(await states(stage)).toEqual(['training', 'training', 'unknown', 'unknown', 'training'])
    expect(stage.created).toHaveLength(5)
  })

  it('jobs of a profile that cannot be served are suspended, and resume when it can', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await stage.jobs.handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage)
    stage.unserved.set(profileOf().id, refusal('practice-stopped'))
    await stage.restart()
    await stage.jobs.handlers['queue.setPaused']({ paused: false }, context)
    await stage.clock.pass(60 * minute)
    expect([stage.polls, stage.created.length]).toEqual([[], 1])
    expect((await jobsNow(stage)).map(({ pollFailure }) => pollFailure)).toEqual([null, null])
    expect((await stage.jobs.handlers['queue.read']({}, context)).held).toBeNull()
    stage.unserved.clear()
    await stage.clock.pass(0)
    expect(stage.polls.length).toBeGreaterThan(0)
    expect(stage.created).toHaveLength(2)
  })
})

describe('decisions on a job', () => {
  const unknownJob = async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(lostAnswer)
    const [id = noJob] = await confirm(stage)
    return { stage, id }
  }

  it('a task id that the operator enters is polled immediately', async () => {
    const { stage, id } = await unknownJob()
    const job = await stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    // Would catch a task that is lost after the database was restored from its copy.
    const log = openSubmissionLog({ file: path.join(stage.folder, 'submissions.jsonl'), log: stage.log })
    expect(log.read()).toMatchObject([{ job: { id }, taskId: taskOf(9) }])
    expect(job).toMatchObject({ state: 'training', taskId: taskOf(9) })
    await stage.clock.pass(0)
    // One request before it was accepted.
    expect(stage.polls).toEqual([taskOf(9), taskOf(9)])
  })

  // Would catch a slip of the finger that removes the evidence and every way out.
  it('a task id that the service does not know changes nothing', async () => {
    const { stage, id } = await unknownJob()
    const before = await jobNow(stage, id)
    const entries = noted(stage)
    stage.script.poll = () => Promise.reject(unknownTask)
    const enter = () => stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    expect(await failureOf(enter)).toEqual(unknownTask.failure)
    await stage.clock.pass(minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'unknown', taskId: null, failure: before.failure })
    expect([stage.polls, noted(stage)]).toEqual([[taskOf(9)], entries])
    stage.script.poll = () => Promise.resolve({ status: 2 })
    await stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(8) }, context)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId: taskOf(8) })
  })

  // Would catch a mistyped id that trains for ever, because it was entered while the service could not reject it.
  it.each([
    ['offline', serviceFailure({ kind: 'offline' }, { sent: 'no' })],
    ['timed out', serviceFailure({ kind: 'timeout', timeoutMs: 60_000, phase: 'answer' }, { sent: 'maybe' })],
    ['a server that broke', serviceFailure({ kind: 'declined' }, { httpStatus: 503 })],
    ['an answer of another shape', serviceFailure({ kind: 'wrong-shape', problems: ['status'] })],
    ['aborted', serviceFailure({ kind: 'cancelled' }, { operation: 'queryAvatar' })],
    ['a token that is refused', serviceFailure({ kind: 'token-rejected' })],
    ['a profile that cannot be served now', refusal('practice-stopped')],
  ])('a task id is not accepted without the service’s confirmation: %s', async (_what, failure) => {
    const { stage, id } = await unknownJob()
    const entries = noted(stage)
    stage.script.poll = () => Promise.reject(failure)
    const enter = () => stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    expect(await failureOf(enter)).toEqual(failure.failure)
    expect([await states(stage), noted(stage)]).toEqual([['unknown'], entries])
  })

  // Would catch an operator who waits as long as the client's repeats do.
  it('a task id is not accepted when the service does not answer within ten seconds', async () => {
    const { stage, id } = await unknownJob()
    const queryAvatar: ServiceClient['queryAvatar'] = (_task, options) => untilCancelled(options?.signal)
    stage.renewed.set(profileOf().id, { ...stage.client, queryAvatar })
    const enter = failureOf(() => stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context))
    await stage.clock.pass(10_000)
    expect(await enter).toMatchObject({ kind: 'timeout', timeoutMs: 10_000 })
    expect(await states(stage)).toEqual(['unknown'])
  })

  // Would catch an answer that overwrites an operator's decision made meanwhile, and one task on two rows.
  it('a decision during the request stays', async () => {
    const { stage, id } = await unknownJob()
    const [other = noJob] = await confirm(stage)
    const enter = async (jobId: JobId, place: number) =>
      stage.jobs.handlers['job.enterTaskId']({ jobId, taskId: taskOf(place) }, context)
    const [first, second] = [enter(id, 9), failureOf(() => enter(other, 9))]
    expect(await first).toMatchObject({ state: 'training', taskId: taskOf(9) })
    expect(await second).toEqual(refused('task-in-queue', taskOf(9)))
    const late = failureOf(() => enter(other, 8))
    await stage.jobs.handlers['job.markNotCreated']({ jobId: other }, context)
    expect(await late).toEqual(refused('wrong-state', 'rejected'))
    expect(await jobNow(stage, other)).toMatchObject({ state: 'rejected', taskId: null })
  })

  it.each([
    ['watches', 0],
    ['has seen to its end', 2],
  ])('a task that a different row %s is refused', async (_what, status) => {
    const { stage, id } = await unknownJob()
    stage.script.create = () => Promise.resolve(taskOf(9))
    stage.script.poll = () => Promise.resolve({ status })
    await confirm(stage)
    await stage.clock.pass(5_000)
    await stage.clock.pass(0)
    expect(stage.polls).toEqual([taskOf(9)])
    const enter = () => stage.jobs.handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    expect(await failureOf(enter)).toEqual(refused('task-in-queue', taskOf(9)))
  })

  it('what was not created becomes rejected, and can be created again by a new job only', async () => {
    const { stage, id } = await unknownJob()
    await stage.jobs.handlers['job.markNotCreated']({ jobId: id }, context)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    const { ticket } = await stage.jobs.handlers['creation.open']({ kind: 'jobs', jobIds: [id] }, context)
    const { jobIds } = await stage.jobs.handlers['creation.confirm']({ ticket }, context)
    await rest()
    // The new row represents both.
    expect(await states(stage)).toEqual(['training'])
    expect(await stage.jobs.handlers['job.read']({ ids: [id] }, context)).toMatchObject([{ state: 'rejected' }])
    expect(jobIds).not.toContain(id)
  })

  it('have their own entries in the journal', async () => {
    const entered = await unknownJob()
    await entered.stage.jobs.handlers['job.enterTaskId']({ jobId: entered.id, taskId: taskOf(9) }, context)
    expect(noted(entered.stage).at(-1)).toBe('avatar.taskIdEntered done')
    await entered.stage.jobs.handlers['job.remove']({ jobIds: [entered.id] }, context)
    expect(noted(entered.stage).at(-1)).toBe('avatar.removed done')
    const ruled = await unknownJob()
    await ruled.stage.jobs.handlers['job.markNotCreated']({ jobId: ruled.id }, context)
    expect(noted(ruled.stage).at(-1)).toBe('avatar.markedNotCreated done')
  })

  it('are refused in the wrong state, and for jobs of a different profile', async () => {
    const { stage, id } = await unknownJob()
    const { handlers } = stage.jobs
    await handlers['job.enterTaskId']({ jobId: id, taskId: taskOf(9) }, context)
    expect(await failureOf(() => handlers['job.markNotCreated']({ jobId: id }, context))).toEqual(
      refused('wrong-state', 'training'),
    )
    stage.open({ profile: otherProfile, client: stage.client })
    const notFound = { kind: 'not-found', what: 'job' }
    expect(await failureOf(() => handlers['job.remove']({ jobIds: [id] }, context))).toEqual(notFound)
    expect(await failureOf(() => handlers['job.remove']({ jobIds: [noJob] }, context))).toEqual(notFound)
  })

  it('only the open profile is notified of its jobs, while all continue', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    stage.open({ profile: otherProfile, client: stage.client })
    const received = stage.pushed('jobs.changed').length
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await stage.clock.pass(minute)
    expect(await states(stage)).toEqual([])
    expect(stage.pushed('jobs.changed')).toHaveLength(received)
    expect(noted(stage).at(-1)).toBe('avatar.ready seen')
  })
})
