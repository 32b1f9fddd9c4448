import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advance,
  canCreateAgain,
  isMarkedNotCreated,
  jobOf,
  pollEvent,
  nextState,
} from '../../src/shared/model/avatar-job.ts'
import type { Intent, JobEvent, JobEventKind } from '../../src/shared/model/avatar-job.ts'
import type { Job, JobState } from '../../src/shared/schemas/avatar.ts'
import { job as jobSchema, jobState } from '../../src/shared/schemas/avatar.ts'
import type { ServiceFailure } from '../../src/shared/failure.ts'
import { jobId, profileId, taskId } from '../../src/shared/schemas/ids.ts'
import { defaultFields } from '../../src/shared/model/creation-template.ts'

const intent: Intent = {
  id: jobId.parse('job-1'),
  profileId: profileId.parse('profile-1'),
  createdAt: 100,
  fileName: 'Ada.jpg',
  image: null,
  batchId: 'batch-1',
  originalId: null,
  fields: { ...defaultFields, voice: 'Echo', conversationId: '1712345678901234567' },
}

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

const result = { conversationId: null, name: null, modelSceneId: null, coverImage: null }
const firstTask = taskId.parse('1712345678901234567')
const otherTask = taskId.parse('1712345678901234568')

const events: Readonly<Record<JobEventKind, JobEvent>> = {
  'submit-started': { kind: 'submit-started', balanceBefore: { avatarCreationsLeft: 7, at: 90 } },
  'not-sent': { kind: 'not-sent' },
  accepted: { kind: 'accepted', taskId: firstTask },
  refused: { kind: 'refused', failure: { ...failure, kind: 'declined', sent: 'yes' } },
  'outcome-unknown': { kind: 'outcome-unknown', failure },
  restarted: { kind: 'restarted' },
  'balance-read': { kind: 'balance-read', balanceAfter: { avatarCreationsLeft: 6, at: 300 }, othersSent: 0 },
  'seen-training': { kind: 'seen-training', status: 0, step: 'processing', result },
  'seen-ready': { kind: 'seen-ready', status: 2, step: 'done', result },
  'seen-failed': { kind: 'seen-failed', status: 1, step: null, result },
  'poll-failed': { kind: 'poll-failed', failure },
  'task-id-entered': { kind: 'task-id-entered', taskId: otherTask },
  'ruled-not-created': { kind: 'ruled-not-created' },
  'created-again': { kind: 'created-again', jobId: jobId.parse('job-2') },
  'again-withdrawn': { kind: 'again-withdrawn' },
  edited: { kind: 'edited', fields: { ...intent.fields, voice: 'Aria' } },
  'refund-noted': { kind: 'refund-noted', refund: { state: 'seen', before: null, after: null } },
  'account-changed': { kind: 'account-changed' },
  removed: { kind: 'removed' },
}
const kinds = Object.keys(events) as JobEventKind[]

/** The whole table, written out a second time in the words of the product: state, event, state. */
const table: readonly (readonly [JobState, JobEventKind, JobState])[] = [
  ['waiting', 'submit-started', 'submitting'],
  ['waiting', 'refused', 'rejected'],
  ['waiting', 'edited', 'waiting'],
  ['waiting', 'restarted', 'waiting'],
  ['waiting', 'removed', 'removed'],
  ['submitting', 'not-sent', 'waiting'],
  ['submitting', 'accepted', 'training'],
  ['submitting', 'refused', 'rejected'],
  ['submitting', 'outcome-unknown', 'unknown'],
  ['submitting', 'account-changed', 'submitting'],
  ['submitting', 'restarted', 'unknown'],
  ['unknown', 'balance-read', 'unknown'],
  ['unknown', 'task-id-entered', 'training'],
  ['unknown', 'ruled-not-created', 'rejected'],
  ['unknown', 'created-again', 'unknown'],
  ['unknown', 'again-withdrawn', 'unknown'],
  ['unknown', 'account-changed', 'unknown'],
  ['unknown', 'restarted', 'unknown'],
  ['unknown', 'removed', 'removed'],
  ['training', 'seen-training', 'training'],
  ['training', 'seen-ready', 'ready'],
  ['training', 'seen-failed', 'failed'],
  ['training', 'poll-failed', 'training'],
  ['training', 'again-withdrawn', 'training'],
  ['training', 'restarted', 'training'],
  ['training', 'removed', 'removed'],
  ['ready', 'again-withdrawn', 'ready'],
  ['ready', 'restarted', 'ready'],
  ['ready', 'removed', 'removed'],
  ['failed', 'created-again', 'failed'],
  ['failed', 'again-withdrawn', 'failed'],
  ['failed', 'refund-noted', 'failed'],
  ['failed', 'account-changed', 'failed'],
  ['failed', 'restarted', 'failed'],
  ['failed', 'removed', 'removed'],
  ['rejected', 'created-again', 'rejected'],
  ['rejected', 'again-withdrawn', 'rejected'],
  ['rejected', 'restarted', 'rejected'],
  ['rejected', 'removed', 'removed'],
  ['removed', 'restarted', 'removed'],
]

function applied(job: Job, ...path: JobEventKind[]): Job {
  return path.reduce((current, kind) => {
    const next = advance(current, events[kind], current.stateSince + 100)
    if (next === null) throw new Error(`${kind} cannot happen while ${current.state}`)
    return next
  }, job)
}

describe('the table of states and events', () => {
  const pairs = jobState.options.flatMap((state) => kinds.map((kind) => [state, kind] as const))

  it.each(pairs)('%s, then %s', (state, kind) => {
    const expected = table.find(([from, event]) => from === state && event === kind)?.[2] ?? null
    expect(nextState(state, kind)).toBe(expected)
    const before: Job = { ...jobOf(intent), state }
    expect(advance(before, events[kind], 500)?.state ?? null).toBe(expected)
  })
})

describe('the record of a job', () => {
  it('keeps the sending time and the previous balance, so that an unknown outcome has its evidence', () => {
    const unknown = applied(jobOf(intent), 'submit-started', 'outcome-unknown', 'balance-read')
    expect(unknown.evidence).toEqual({
      balanceBefore: { avatarCreationsLeft: 7, at: 90 },
      balanceAfter: { avatarCreationsLeft: 6, at: 300 },
      sentAt: 200,
      endedAt: 300,
    })
    expect(unknown.failure).toEqual(failure)
  })

  it('keeps the first balance read after the event, because later balances also include other users', () => {
    const unknown = applied(jobOf(intent), 'submit-started', 'outcome-unknown', 'balance-read')
    const balanceAfter = { avatarCreationsLeft: 1, at: 9_000 }
    const later = advance(unknown, { kind: 'balance-read', balanceAfter, othersSent: 3 }, 9_000)
    expect(later?.evidence).toEqual(unknown.evidence)
  })

  it('does not guess when an interrupted submission ended', () =>
    expect(applied(jobOf(intent), 'submit-started', 'restarted')).toMatchObject({
      state: 'unknown',
      evidence: { sentAt: 200, endedAt: null },
      failure: null,
    }))

  it('forgets an attempt that sent nothing', () =>
    expect(applied(jobOf(intent), 'submit-started', 'not-sent')).toMatchObject({
      state: 'waiting',
      submittedAt: null,
      evidence: null,
    }))

  it('shows a failing poll until the next good one, and stays training', () => {
    const failing = applied(jobOf(intent), 'submit-started', 'accepted', 'seen-training', 'poll-failed')
    expect(failing).toMatchObject({ state: 'training', pollFailure: failure, step: 'processing' })
    expect(applied(failing, 'seen-training').pollFailure).toBeNull()
  })

  it('keeps the instant of a state while polls do not change it', () => {
    const accepted = applied(jobOf(intent), 'submit-started', 'accepted')
    expect(applied(accepted, 'seen-training', 'poll-failed').stateSince).toBe(accepted.stateSince)
  })

  it('keeps the training time when its end was seen at most 3 minutes late', () => {
    const trained = (lateMs: number) => {
      const training = applied(jobOf(intent), 'submit-started', 'accepted', 'seen-training')
      const ready = advance(training, events['seen-ready'], Number(training.lastContactAt) + lateMs)
      return ready?.trainedMs
    }
    expect(trained(180_000)).toBe(180_200)
    expect(trained(180_001)).toBeNull()
  })

  it.each([
    [0, 'seen-training'],
    [1, 'seen-failed'],
    [2, 'seen-ready'],
    [3, 'seen-training'],
    [-1, 'seen-training'],
    [null, 'seen-training'],
  ] as const)('reads status %s as %s, undocumented values never as an end', (status, kind) =>
    expect(pollEvent({ status, step: 'x', result })).toEqual({ kind, status, step: 'x', result }),
  )

  it('can be created again only where certainly nothing is being made', () =>
    expect(jobState.options.filter(canCreateAgain)).toEqual(['unknown', 'failed', 'rejected']))

  // Would catch an operator's decision that is reported as the service's, or the other way round.
  it.each([
    ['refused by the service', ['submit-started', 'refused'], false],
    ['refused before it was sent', ['refused'], false],
    ['unknown', ['submit-started', 'outcome-unknown'], false],
    ['ruled on', ['submit-started', 'outcome-unknown', 'ruled-not-created'], true],
    ['ruled on after a start', ['submit-started', 'restarted', 'ruled-not-created'], true],
  ] as const)('is marked as not created only by an operator: %s', (_what, path, isMarked) =>
    expect(isMarkedNotCreated(applied(jobOf(intent), ...path))).toBe(isMarked),
  )
})

describe('random lives', () => {
  const walk = fc.array(fc.constantFrom(...kinds), { maxLength: 60 })

  it('send at most once: a second submission needs certainty that nothing was sent', () =>
    fc.assert(
      fc.property(walk, (path) => {
        let job = jobOf(intent)
        let maySend = true
        for (const kind of path) {
          const next = advance(job, events[kind], 1)
          if (next === null) continue
          if (kind === 'submit-started') {
            expect(maySend).toBe(true)
            maySend = false
          }
          if (kind === 'not-sent') maySend = true
          job = next
        }
      }),
      { numRuns: 2_000 },
    ))

  it('never lose the job, its intent or its task id, and always fit the contract', () => {
    fc.assert(
      fc.property(walk, (path) => {
        let job = jobOf(intent)
        for (const kind of path) {
          const next = advance(job, events[kind], 1)
          if (next === null) continue
          if (job.taskId !== null) expect(next.taskId).toBe(job.taskId)
          // While it waits, an operator may edit its fields; nothing else of an intent ever changes.
          expect(next).toMatchObject(
            kind === 'edited' ? { ...intent, fields: next.fields } : { ...intent, fields: job.fields },
          )
          expect(next.taskId !== null).toBe(['training', 'ready', 'failed'].includes(next.state) || job.taskId !== null)
          job = next
        }
        expect(jobSchema.parse(job)).toEqual(job)
      }),
      { numRuns: 2_000 },
    )
  })
})
