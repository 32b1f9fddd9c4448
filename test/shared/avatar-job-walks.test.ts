/**
 * Random lives of a job, walked beside a model of it: the model knows the facts of the world (the requests, the
 * service's results, the operator's decisions) and nothing of the machine's own table.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServiceFailure } from '../../src/shared/failure.ts'
import { advance, jobOf } from '../../src/shared/model/avatar-job.ts'
import type { JobEvent, JobEventKind } from '../../src/shared/model/avatar-job.ts'
import { defaultFields } from '../../src/shared/model/creation-template.ts'
import type { Job } from '../../src/shared/schemas/avatar.ts'
import { job as jobSchema, jobState } from '../../src/shared/schemas/avatar.ts'
import { jobId, profileId, taskId } from '../../src/shared/schemas/ids.ts'

const newJob: Job = jobOf({
  id: jobId.parse('job-1'),
  profileId: profileId.parse('profile-1'),
  createdAt: 100,
  fileName: 'Ada.jpg',
  image: null,
  originalId: null,
  batchId: 'batch-1',
  fields: { ...defaultFields, voice: 'Echo', conversationId: '1712345678901234567' },
})

const failure: ServiceFailure = {
  kind: 'timeout',
  timeoutMs: 1,
  phase: 'answer',
  operation: 'createAvatar',
  sent: 'maybe',
  at: 5,
  httpStatus: null,
  code: null,
  message: null,
  exchangeId: null,
}

const task = fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n - 1n }).map((digits) => taskId.parse(String(digits)))
const result = fc.record({
  conversationId: fc.constantFrom(null, '1983775419508027393'),
  name: fc.constantFrom(null, 'Mei'),
  modelSceneId: fc.constant(null),
  coverImage: fc.constant(null),
})
const seen = { step: fc.constantFrom(null, 'preparing', 'processing', 'polishing'), result }
const reading = fc.record({ avatarCreationsLeft: fc.integer({ min: -1, max: 40 }), at: fc.nat() })

function of(kind: JobEventKind, rest: Record<string, fc.Arbitrary<unknown>> = {}) {
  // The schema checks the record at the end of each walk; its type cannot be followed through `record`.
  return fc.record({ kind: fc.constant(kind), ...rest }) as fc.Arbitrary<JobEvent>
}

/** Every kind of event; a missing kind does not compile. */
const arbitraries: Readonly<Record<JobEventKind, fc.Arbitrary<JobEvent>>> = {
  'submit-started': of('submit-started', { balanceBefore: fc.option(reading) }),
  'not-sent': of('not-sent'),
  accepted: of('accepted', { taskId: task }),
  refused: of('refused', { failure: fc.constant(failure) }),
  'outcome-unknown': of('outcome-unknown', { failure: fc.constant(failure) }),
  restarted: of('restarted'),
  'balance-read': of('balance-read', { balanceAfter: reading }),
  'seen-training': of('seen-training', { status: fc.constantFrom(0, 7, null), ...seen }),
  'seen-ready': of('seen-ready', { status: fc.constant(2), ...seen }),
  'seen-failed': of('seen-failed', { status: fc.constant(1), ...seen }),
  'poll-failed': of('poll-failed', { failure: fc.constant(failure) }),
  'task-id-entered': of('task-id-entered', { taskId: task }),
  'ruled-not-created': of('ruled-not-created'),
  'created-again': of('created-again', { jobId: fc.constant('job-2') }),
  'again-withdrawn': of('again-withdrawn'),
  edited: of('edited', { fields: fc.constantFrom('Aria', 'Nova').map((voice) => ({ ...newJob.fields, voice })) }),
  'refund-noted': of('refund-noted', {
    refund: fc.record({
      state: fc.constantFrom('awaited', 'seen', 'not-seen'),
      before: fc.option(reading),
      after: fc.option(reading),
    }),
  }),
  'account-changed': of('account-changed'),
  removed: of('removed'),
}

/** The facts of the world about one job. */
interface Model {
  /** Requests that may have reached the service: submissions for which it is not certain that nothing was sent. */
  mayHaveReached: number
  isInFlight: boolean
  taskId: string | null
  /** Whether the service reported the end. */
  isOver: boolean
  isRemoved: boolean
}

interface Real {
  job: Job
}

const finals: readonly Job['state'][] = ['ready', 'failed', 'rejected', 'removed']

function follow(model: Model, event: JobEvent): void {
  if (event.kind === 'submit-started') {
    model.mayHaveReached += 1
    model.isInFlight = true
  } else if (['accepted', 'refused', 'outcome-unknown', 'restarted', 'not-sent'].includes(event.kind)) {
    if (event.kind === 'not-sent') model.mayHaveReached -= 1
    model.isInFlight = false
  }
  if (event.kind === 'accepted' || event.kind === 'task-id-entered') model.taskId = event.taskId
  if (event.kind === 'seen-ready' || event.kind === 'seen-failed') model.isOver = true
  if (event.kind === 'removed') model.isRemoved = true
}

function assertStep(before: Job, event: JobEvent, after: Job): void {
  if (after.state === 'submitting' && event.kind !== 'account-changed')
    expect([before.state, event.kind]).toEqual(['waiting', 'submit-started'])
  if (event.kind === 'account-changed') expect(after.state).toBe(before.state)
  if (after.state === 'waiting' && before.state !== 'waiting') expect(event.kind).toBe('not-sent')
  if (finals.includes(before.state)) expect([before.state, 'removed']).toContain(after.state)
  if (before.state === 'removed') expect(after).toEqual(before)
  // The stored fields are the fields that were sent.
  if (before.state !== 'waiting') expect(after.fields).toEqual(before.fields)
}

function assertNothingForgotten(before: Job, event: JobEvent, after: Job): void {
  // Once known, an outcome and the evidence of an unknown outcome are never overwritten with less information.
  if (before.result !== null) expect(after.result).not.toBeNull()
  if (before.evidence !== null && event.kind !== 'not-sent') {
    const { balanceBefore, balanceAfter, sentAt } = before.evidence
    expect(after.evidence).toMatchObject({ sentAt, ...(balanceAfter && { balanceAfter }) })
    // Followed by a different account's balance, it would be evidence of nothing.
    if (event.kind !== 'account-changed' || balanceAfter !== null)
      expect(after.evidence).toMatchObject({ balanceBefore })
  }
}

class Happening implements fc.Command<Model, Real> {
  readonly event: JobEvent
  readonly at: number

  constructor(event: JobEvent, at: number) {
    this.event = event
    this.at = at
  }

  check(): boolean {
    return true
  }

  run(model: Model, real: Real): void {
    const before = real.job
    const after = advance(before, this.event, this.at)
    // A walk also tries impossible events: then nothing changes, neither in the world nor in the job.
    if (after === null) return
    assertStep(before, this.event, after)
    assertNothingForgotten(before, this.event, after)
    follow(model, this.event)
    real.job = after
    expect(model.mayHaveReached).toBeLessThanOrEqual(1)
    expect(after.state === 'submitting').toBe(model.isInFlight)
    expect(after.taskId).toBe(model.taskId)
    expect(['ready', 'failed'].includes(after.state)).toBe(model.isOver && !model.isRemoved)
    expect(after.state === 'removed').toBe(model.isRemoved)
    expect(after.submittedAt !== null).toBe(model.mayHaveReached === 1)
    // A job that was sent, or may have been sent, is never waiting.
    expect(after.state === 'waiting' && model.mayHaveReached > 0).toBe(false)
  }

  toString(): string {
    return `${this.event.kind}@${String(this.at)}`
  }
}

/** Any instant, also one before the last: clocks are set back, and the tests state the consequences. */
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 })
const anyEvent = fc.oneof(...Object.values(arbitraries))
const happenings = Object.values(arbitraries).map((arbitrary) =>
  fc.tuple(arbitrary, instant).map(([event, at]) => new Happening(event, at)),
)

describe('random lives beside a model of the world', () => {
  it('are sent at most once, keep their one task, and end where the service or the operator ended them', () =>
    fc.assert(
      fc.property(fc.commands([...happenings], { maxCommands: 60 }), (commands) => {
        const start = (): { model: Model; real: Real } => ({
          model: { mayHaveReached: 0, isInFlight: false, taskId: null, isOver: false, isRemoved: false },
          real: { job: newJob },
        })
        fc.modelRun(start, commands)
      }),
      { numRuns: 1_500 },
    ))

  it('reach every state', () => {
    const reached = new Set<Job['state']>()
    fc.assert(
      // Long lives: short lives, the default, reach an end only now and then.
      fc.property(fc.array(anyEvent, { maxLength: 60, size: 'max' }), (path) => {
        let job = newJob
        for (const event of path) job = advance(job, event, 1) ?? job
        reached.add(job.state)
        expect(jobSchema.parse(job)).toEqual(job)
      }),
      { numRuns: 1_500 },
    )
    expect([...reached].sort()).toEqual([...jobState.options].sort())
  })
})

/**
 * The stored instants are those of the clock, even when it was set back: an operator compares them with the service's
 * own records, so an instant that was held back until the clock had caught up would be wrong. In exchange, nothing that
 * happens to a job may depend on the instants.
 */
describe('clocks that jump', () => {
  const steps = fc.array(fc.tuple(anyEvent, instant, instant), { maxLength: 40 })

  it('change only the instants', () =>
    fc.assert(
      fc.property(steps, (path) => {
        let one = newJob
        let other = newJob
        for (const [event, at, otherAt] of path) {
          one = advance(one, event, at) ?? one
          other = advance(other, event, otherAt) ?? other
        }
        const timeless = (job: Job): unknown => ({
          ...job,
          stateSince: 0,
          submittedAt: job.submittedAt !== null,
          lastContactAt: job.lastContactAt !== null,
          createdAgain: job.createdAgain?.jobId,
          evidence: job.evidence && { ...job.evidence, sentAt: 0, endedAt: job.evidence.endedAt !== null },
        })
        expect(timeless(one)).toEqual(timeless(other))
      }),
    ))

  it('leave in stateSince the instant at which the state was entered, whatever came before', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, instant), { maxLength: 40 }), (path) => {
        let job = newJob
        let since = newJob.stateSince
        for (const [event, at] of path) {
          const next = advance(job, event, at)
          if (next === null) continue
          if (next.state !== job.state) since = at
          job = next
          expect(job.stateSince).toBe(since)
        }
      }),
    ))
})
