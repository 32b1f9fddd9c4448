import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBalanceHistory } from '../../../src/main/account/balance-history.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import { balanceHoldsMs } from '../../../src/shared/model/balance-usage.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { jobId, profileId } from '../../../src/shared/schemas/ids.ts'
import type { ChartAnnotation } from '../../../src/shared/schemas/session.ts'
import type { BatchMark } from '../../../src/main/store/chart-annotations.ts'
import { setStage } from '../../support/subjects.ts'

const minute = 60_000
const day = 24 * 60 * minute
const own = profileId.parse('p1')
const other = profileId.parse('p2')

function setUp(annotations: ChartAnnotation[] = [], batches: BatchMark[] = []) {
  const stage = setStage()
  const asked: unknown[] = []
  const history = createBalanceHistory(stage, {
    ofAccount: (...input) => {
      asked.push(input)
      return annotations
    },
    batches: (_, { from, to }) => batches.filter(({ annotation: { at } }) => at >= from && at <= to),
  })
  const addOf =
    (of: ProfileId) =>
    (ago: number, left: number | null, duration: number | null = null): void =>
      stage.accountSamples.add(of, { at: stage.clock.now() - ago, avatarCreationsLeft: left, durationLeft: duration })
  return { ...stage, history, add: addOf(own), addOf, asked }
}

describe('the balances over time', () => {
  // Would catch a gap without readings that is drawn over, readings of a different profile or time, and an element that
  // is missing in one array.
  it('are valid until the next reading, or until one was missed', () => {
    const annotations: ChartAnnotation[] = []
    const { history, add, addOf, clock, asked } = setUp(annotations)
    const now = clock.now()
    annotations.push({ kind: 'close-all', at: now - 15 * minute, count: 12 })
    add(61 * minute, 40, 600)
    add(30 * minute, 39)
    add(25 * minute, null, 500)
    add(3 * minute, 37, 400)
    add(2 * 60 * minute, 99)
    addOf(other)(minute, 1, 1)
    add(-minute, 2, 2)
    expect(history.series(own, 'hour')).toEqual({
      range: 'hour',
      from: now - 60 * minute,
      to: now,
      at: [61, 30, 25, 3].map((ago) => now - ago * minute),
      holdsUntil: [50, 25, 14, 0].map((ago) => now - ago * minute),
      creations: [40, 39, null, 37],
      duration: [600, null, 500, 400],
      changes: [
        {
          annotation: { kind: 'close-all', at: now - 15 * minute, count: 12 },
          change: { creations: null, duration: null },
          left: { creations: null, duration: 500 },
        },
      ],
      movements: {
        creations: { from: now - 60 * minute, used: 3, added: 0, refunded: 0 },
        duration: { from: now - 60 * minute, used: 200, added: 0, refunded: 0 },
      },
    })
    expect(asked).toEqual([[own, { from: now - 60 * minute, to: now }]])
    expect(history.series(own, 'day').at).toHaveLength(5)
    expect(history.series(other, 'week').creations).toEqual([1])
    expect(history.series(profileId.parse('none'), 'month').at).toEqual([])
  })

  /** Checks every second of a range separately: how the balance in force changes from one second to the next. */
  function bySeconds(
    readings: readonly { readonly at: number; readonly value: number | null }[],
    { from, to }: { readonly from: number; readonly to: number },
  ) {
    const known = readings.filter(({ at, value }) => at <= to && value !== null)
    const moved = { used: 0, added: 0, refunded: 0 }
    let last = known.findLast(({ at }) => at <= from && at + balanceHoldsMs > from)?.value ?? null
    for (let second = from + 1_000; second <= to; second += 1_000) {
      for (const { value } of known.filter(({ at }) => at === second)) {
        const change = (value ?? 0) - (last ?? value ?? 0)
        if (change < 0) moved.used -= change
        else moved.added += change
        last = value
      }
    }
    return moved
  }

  // Would catch a use that is hidden by a top-up, and a rise from the minutes before a range.
  it('report the same use and additions as a check of every second', () => {
    const { history, addOf, clock } = setUp()
    clock.set(Math.ceil(clock.now() / 1_000) * 1_000)
    const to = clock.now()
    const step = fc.record({
      seconds: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 1_500 })),
      value: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 8 }),
    })
    let run = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), (steps) => {
        const id = profileId.parse(`moved-${String((run += 1))}`)
        let ago = steps.reduce((sum, { seconds }) => sum + seconds, 0)
        const readings = steps.map(({ seconds, value }) => ({ at: to - 1_000 * (ago -= seconds), value }))
        for (const { at, value } of readings) addOf(id)(to - at, value)
        const series = history.series(id, 'hour')
        const movement = series.movements.creations
        if (movement === null) return
        expect(movement).toMatchObject(bySeconds(readings, series))
        expect(series.changes.filter(({ annotation }) => annotation.at < series.from)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  // Would catch the previous account's balance that is shown as today's, or compared with the next.
  it('start again with a different account', () => {
    const { history, accountSamples, add, clock } = setUp()
    add(3 * 60 * minute, 500)
    add(2 * 60 * minute, 400)
    accountSamples.accountChanged(own, clock.now() - 90 * minute)
    expect(history.summary(own)).toMatchObject({ latest: null, creationsUsage: { pace: null } })
    add(80 * minute, 40)
    add(20 * minute, 38)
    expect(history.summary(own)).toMatchObject({
      latest: { avatarCreationsLeft: 38 },
      creationsUsage: { pace: { from: clock.now() - 80 * minute, isSinceTopUp: false, perHour: 2 } },
    })
    const { movements, changes } = history.series(own, 'day')
    expect(movements.creations).toEqual({ from: clock.now() - 180 * minute, used: 102, added: 0, refunded: 0 })
    expect(changes.map(({ annotation }) => annotation.kind)).toEqual(['account-changed'])
  })

  // Would catch a fall without its batch, which waited in a stopped queue, and a batch that ended before the readings.
  it('have the batches whose last creation is in the range, whenever they were confirmed', () => {
    const batches: BatchMark[] = []
    const { history, add, clock } = setUp([], batches)
    const ago = (minutes: number) => clock.now() - minutes * minute
    const batch = (confirmed: number, ended: number, change: number): void =>
      void batches.push({
        annotation: { kind: 'batch', at: ago(confirmed), count: 9, accepted: -change },
        change,
        endedAt: ago(ended),
      })
    batch(300, 290, -5)
    batch(200, 21, -3)
    add(25 * minute, 40)
    add(20 * minute, 37)
    expect(history.series(own, 'hour').changes).toMatchObject([
      { annotation: { kind: 'batch', at: ago(20) }, change: { creations: -3 }, left: { creations: 37 } },
    ])
  })

  // Would catch a refund that restarts the pace: before it is recognised, and after.
  it('count no refund as a top-up, awaited or seen', () => {
    const { history, add, clock, repositories } = setUp()
    const ago = (minutes: number) => ({ at: clock.now() - minutes * minute, avatarCreationsLeft: 0 })
    const fields = { voice: 'Echo', conversationId: '108', language: '', name: '', greeting: '', profileText: '' }
    const refunds = {
      awaited: { state: 'awaited' as const, before: ago(60), after: null },
      seen: { state: 'seen' as const, before: ago(180), after: ago(90) },
      other: { state: 'seen' as const, before: ago(180), after: ago(90) },
    }
    for (const [name, refund] of Object.entries(refunds)) {
      const intent = { id: jobId.parse(name), profileId: name === 'other' ? other : own, createdAt: 0, fileName: name }
      const job = jobOf({ ...intent, image: null, fields, batchId: '', originalId: null })
      repositories.jobs.add({ ...job, state: 'failed', refund })
    }
    for (const [minutes, left] of [
      [180, 50],
      [120, 40],
      [90, 41],
      [60, 36],
      [30, 37],
      [0, 32],
    ] as const) {
      add(minutes * minute, left)
    }
    expect(history.summary(own).creationsUsage.pace).toEqual({ from: ago(180).at, isSinceTopUp: false, perHour: 6 })
    expect(history.series(own, 'day').movements.creations).toMatchObject({ used: 20, added: 0, refunded: 2 })
  })

  // Would catch a newest balance that is lost with the readings of a month, and a balance from the future.
  it('show the newest balance, however old', () => {
    const { history, add, clock } = setUp()
    expect(history.summary(own).latest).toBeNull()
    add(40 * day, 12, 3)
    add(-5 * minute, 1, 1)
    expect(history.summary(own).latest).toEqual({
      at: clock.now() - 40 * day,
      avatarCreationsLeft: 12,
      durationLeft: 3,
    })
  })

  // Would catch a month that is sent to the page completely.
  it('are downsampled when there are many', () => {
    const { history, database, add } = setUp()
    database.exec('BEGIN')
    for (let index = 0; index < 8_640; index += 1) add(index * 5 * minute, index === 4_000 ? 900_000 : index)
    database.exec('COMMIT')
    const { at, creations } = history.series(own, 'month')
    expect(at.length).toBeLessThanOrEqual(1_500)
    expect(creations).toContain(900_000)
  })
})

describe('old balances', () => {
  // Would catch readings that are removed too early, days that vanish, and a batch that is larger than requested.
  it('are removed except for the last of each day, a few at a time', () => {
    const { accountSamples, clock, addOf } = setUp()
    clock.set(Math.floor(clock.now() / day) * day + day / 2)
    const oldest = clock.now() - 93 * day
    for (const of of [own, other]) {
      for (let hours = 0; hours < 5 * 24; hours += 6) addOf(of)(93 * day - hours * 60 * minute, hours)
      addOf(of)(93 * day - 4 * day, 1_000)
    }
    const bites: number[] = []
    do bites.push(accountSamples.prune(clock.now(), 7))
    while (bites.at(-1) === 7)
    expect(bites).toEqual([7, 7, 4])
    const left = accountSamples.between({ profileId: own, from: 0, to: clock.now() })
    // The last readings of three days; from noon of the fourth on they are not 90 days old.
    expect(left.map(({ at }) => (at - oldest) / (60 * minute))).toEqual([
      6, 30, 54, 72, 78, 84, 90, 96, 96, 102, 108, 114,
    ])
    expect(accountSamples.between({ profileId: other, from: 0, to: clock.now() })).toEqual(left)
    expect(accountSamples.prune(clock.now(), 7)).toBe(0)
  })
})
