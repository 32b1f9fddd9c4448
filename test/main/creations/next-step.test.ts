/** The effect of an event on a queue's hold; `queue-hold.test.ts` tests the queue's reaction. */
import { describe, expect, it } from 'vitest'
import { initialState, nextStep } from '../../../src/main/creations/submission-queue.ts'
import type { SubmissionEvent, SubmissionState } from '../../../src/main/creations/submission-queue.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { serviceFailure } from '../../support/scripted-service.ts'

const now = 1_800_000_000_000
const hour = 3_600_000
const { failure: lost } = serviceFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }, { sent: 'maybe' })
const { failure: busy } = serviceFailure({ kind: 'http' }, { httpStatus: 429 })
const { failure: offline } = serviceFailure({ kind: 'offline' })

const settled = (state: Job['state'], failure: Failure | null, requestedMs = 0): SubmissionEvent => {
  // The step reads only this much of a job.
  return { kind: 'settled', job: { state, failure } as Job, requestedMs }
}
const unknown = settled('unknown', lost)
const refused = (requestedMs = 0): SubmissionEvent => settled('rejected', busy, requestedMs)
const accepted = settled('training', null)
const answered = (left: number | null): SubmissionEvent => ({
  kind: 'answered',
  balance: left === null ? null : { avatarCreationsLeft: left, at: now },
})

const after = (...events: SubmissionEvent[]): SubmissionState =>
  events.reduce((state, event) => nextStep(state, event, { now, random: () => 0.5 }), initialState)

describe('lost answers', () => {
  it('cause no hold once, hold the queue twice, and at the third time wait for a person', () => {
    expect(after(unknown).held).toBeNull()
    expect(after(unknown, unknown)).toMatchObject({ held: { failure: lost, unknown: 2 }, waitsForPerson: false })
    expect(after(unknown, unknown).slow).not.toBeNull()
    expect(after(unknown, unknown, unknown)).toMatchObject({ held: { unknown: 3 }, waitsForPerson: true, slow: null })
  })

  it('are counted from zero after an outcome', () => {
    expect(after(unknown, unknown, accepted, unknown, unknown).waitsForPerson).toBe(false)
    expect(after(unknown, accepted, unknown).held).toBeNull()
  })

  it('keep their count during a busy service, which does not show whether answers arrive', () => {
    expect(after(unknown, refused())).toMatchObject({ held: { failure: busy, unknown: 0 } })
    expect(after(refused(), unknown)).toMatchObject({ held: { failure: lost, unknown: 0 } })
    expect(after(unknown, refused(), unknown, unknown).waitsForPerson).toBe(true)
  })

  it('keep their number in the hold, whatever else fails meanwhile', () => {
    expect(after(unknown, unknown, { kind: 'not-sent', failure: offline })).toMatchObject({
      held: { failure: offline, since: now, unknown: 2 },
    })
  })
})

describe('a busy service', () => {
  it('is left alone immediately, for as long as it requests and at most an hour', () => {
    expect(after(refused(90_000)).slow).toEqual({ at: now, forMs: 90_000 })
    expect(after(refused(30 * 24 * hour)).slow).toEqual({ at: now, forMs: hour })
    expect(after(refused()).slow).toEqual({ at: now, forMs: 15_000 })
    expect(after(refused(), refused(), refused()).slow).toEqual({ at: now, forMs: 30_000 })
  })

  it('holds the queue until its time is over and the account answers', () => {
    expect(after(refused(), answered(5)).held).not.toBeNull()
    expect(after(refused(), { kind: 'slow-ended' }, answered(5)).held).toBeNull()
  })
})

describe('an account that answers', () => {
  const usedUp: SubmissionEvent = { kind: 'not-sent', failure: refusal('not-enough-creations', '0').failure }

  it('lets a queue continue', () => {
    const noNetwork: SubmissionEvent = { kind: 'not-sent', failure: offline }
    expect([5, 0, null].map((left) => after(noNetwork, answered(left)).held)).toEqual([null, null, null])
    const notAllowed: SubmissionEvent = { kind: 'not-sent', failure: refusal('link-local').failure }
    expect(after(notAllowed, answered(0)).held).toBeNull()
  })

  it('does not when its creations were used up and still are', () => {
    expect(after(usedUp, answered(0)).held).not.toBeNull()
    expect([1, null].map((left) => after(usedUp, answered(left)).held)).toEqual([null, null])
  })

  it('does not when a person must continue', () => {
    const stopped = [unknown, unknown, unknown]
    expect(after(...stopped, answered(5)).held).not.toBeNull()
    expect(after(...stopped, { kind: 'more-confirmed' }).waitsForPerson).toBe(true)
    expect(after(...stopped, refused(90_000))).toMatchObject({ waitsForPerson: true, slow: null })
    expect(after(...stopped, { kind: 'continued' })).toMatchObject({ held: null, waitsForPerson: false, probes: 0 })
  })
})

describe('probes', () => {
  it('are counted until a submission is settled, the profile starts again, or an operator decides', () => {
    const probed: SubmissionEvent = { kind: 'probed' }
    expect(after(probed, probed).probes).toBe(2)
    for (const event of [accepted, { kind: 'begun' }, { kind: 'more-confirmed' }, { kind: 'continued' }] as const)
      expect(after(probed, event).probes).toBe(0)
  })
})
