import { describe, expect, it } from 'vitest'
import { balanceSteps } from '../../../src/main/account/balance-steps.ts'
import { usageOf } from '../../../src/main/account/balance-usage.ts'
import { timeToEmptyMs } from '../../../src/shared/model/balance-usage.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { jobId, profileId } from '../../../src/shared/schemas/ids.ts'

const minute = 60_000
const hour = 60 * minute

// A Thursday in this computer's time zone.
const noon = new Date(2026, 10, 26, 12).getTime()
const at = (hours: number): number => noon + hours * hour

function usage(readings: readonly (readonly [hours: number, left: number])[], jobs: readonly Job[] = [], now = noon) {
  const samples = readings.map(([hours, left]) => ({
    at: at(hours),
    avatarCreationsLeft: left,
    durationLeft: null,
  }))
  return usageOf(balanceSteps('creations', { samples, accountChanges: [], jobs }), now)
}

function refunded(before: number, after: number): Job {
  const fields = { voice: '', conversationId: '108', language: '', name: '', greeting: '', profileText: '' }
  const intent = { id: jobId.parse('otto'), profileId: profileId.parse('p1'), createdAt: 0, fileName: 'otto.jpg' }
  const reading = (hours: number) => ({ at: at(hours), avatarCreationsLeft: 0 })
  return {
    ...jobOf({ ...intent, image: null, fields, batchId: '', originalId: null }),
    state: 'failed',
    refund: { state: 'seen', before: reading(before), after: reading(after) },
  }
}

describe('the pace of a balance', () => {
  // Would catch a pace that includes the time before the top-up, and a top-up that is counted as use.
  it('is the use since the last top-up, divided by the time since', () => {
    const { pace } = usage([
      [-10, 100],
      [-9, 40],
      [-4, 90],
      [-2, 80],
      [0, 70],
    ])
    expect(pace).toEqual({ from: at(-4), isSinceTopUp: true, perHour: 5 })
  })

  it('starts with the first reading when no top-up was seen', () => {
    const readings = [
      [-4, 90],
      [0, 70],
    ] as const
    expect(usage(readings).pace).toEqual({ from: at(-4), isSinceTopUp: false, perHour: 5 })
  })

  // Would catch a refund that restarts the pace, and use that was refunded.
  it('is not restarted by a refund, which lowers it', () => {
    const readings = [
      [-4, 90],
      [-2, 80],
      [-1, 81],
      [0, 78],
    ] as const
    expect(usage(readings, [refunded(-2, -1)]).pace).toEqual({ from: at(-4), isSinceTopUp: false, perHour: 3 })
    expect(usage(readings).pace).toEqual({ from: at(-1), isSinceTopUp: true, perHour: 3 })
  })

  // Would catch a pace over a few minutes, which one batch makes steep.
  it('needs half an hour', () => {
    expect(usage([]).pace).toBeNull()
    expect(usage([[0, 5]]).pace).toBeNull()
    expect(
      usage([
        [-0.45, 90],
        [0, 70],
      ]).pace,
    ).toBeNull()
    expect(
      usage([
        [-0.5, 90],
        [0, 70],
      ]).pace,
    ).toMatchObject({ perHour: 40 })
  })
})

describe('the use of today and of this week', () => {
  // Would catch days that start at midnight UTC, a week that means the last seven days, and a lost reading before
  // midnight.
  it('starts at midnight and on Monday of this computer', () => {
    const { today, week } = usage([
      [-84.1, 300],
      [-83.9, 290],
      [-24, 200],
      [-12.1, 150],
      [-11.9, 140],
      [0, 120],
    ])
    expect(today).toEqual({ from: new Date(2026, 10, 26).getTime(), used: 30, added: 0, refunded: 0 })
    expect(week).toEqual({ from: new Date(2026, 10, 23).getTime(), used: 180, added: 0, refunded: 0 })
    const sunday = usage(
      [
        [70, 9],
        [72, 5],
      ],
      [],
      at(72),
    ).week
    expect(sunday?.from).toBe(at(70))
  })

  // Would catch use during a night without readings that is counted as today's.
  it('starts with the first reading of the day when there is none for midnight', () => {
    const { today } = usage([
      [-20, 200],
      [-3, 150],
      [-1, 146],
      [0, 170],
    ])
    expect(today).toEqual({ from: at(-3), used: 4, added: 24, refunded: 0 })
  })
})

describe('the time to empty', () => {
  const pace = { from: 0, isSinceTopUp: true, perHour: 10 }
  it('is the remaining balance divided by the pace', () => expect(timeToEmptyMs(100, pace)).toBe(10 * hour))
  it('is now when nothing is left', () => expect(timeToEmptyMs(0, null)).toBe(0))
  it('is unknown without a pace, or for a balance that does not fall', () => {
    expect(timeToEmptyMs(100, null)).toBeNull()
    expect(timeToEmptyMs(100, { ...pace, perHour: 0 })).toBeNull()
    expect(timeToEmptyMs(100, { ...pace, perHour: -3 })).toBeNull()
  })
})
