import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doneAtOf, isLongerThanUsual, usualTimeOf } from '../../src/shared/model/usual-time.ts'
import type { Training } from '../../src/shared/model/usual-time.ts'
import type { UsualTime } from '../../src/shared/schemas/avatar.ts'

const minute = 60_000
const now = 1_000 * minute

const trainingsOf = (...minutes: readonly number[]): readonly Training[] =>
  minutes.map((minutes, place) => ({ trainedMs: minutes * minute, readyAt: place }))

const tenTrainings = trainingsOf(20, 11, 12, 13, 19, 18, 14, 15, 16, 17)

describe('the usual time', () => {
  it('needs ten trainings', () => {
    expect(usualTimeOf(tenTrainings.slice(1))).toBeNull()
    expect(usualTimeOf(tenTrainings)).not.toBeNull()
  })

  it('ranges from the first to the ninth decile by nearest rank, and names its sample', () => {
    expect(usualTimeOf(tenTrainings)).toEqual({
      fromMs: 11 * minute,
      toMs: 19 * minute,
      trainings: 10,
      lastReadyAt: 9,
    })
    const many = trainingsOf(...Array.from({ length: 25 }, (_, place) => place + 1))
    expect(usualTimeOf(many)).toMatchObject({ fromMs: 3 * minute, toMs: 23 * minute })
  })

  it('has an end that nine of ten trainings do not exceed, and that fewer than nine of ten undercut', () => {
    const times = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 10, maxLength: 200 })
    fc.assert(
      fc.property(times, (minutes) => {
        const { fromMs, toMs } = usualTimeOf(trainingsOf(...minutes)) ?? { fromMs: 0, toMs: 0 }
        const share = (isCounted: (ms: number) => boolean): number =>
          minutes.filter((each) => isCounted(each * minute)).length / minutes.length
        expect(share((ms) => ms <= toMs)).toBeGreaterThanOrEqual(0.9)
        expect(share((ms) => ms < toMs)).toBeLessThan(0.9)
        expect(share((ms) => ms <= fromMs)).toBeGreaterThanOrEqual(0.1)
      }),
    )
  })
})

describe('a training that takes long', () => {
  const usual: UsualTime = { fromMs: 18 * minute, toMs: 41 * minute, trainings: 38, lastReadyAt: 0 }

  it('is one that the service still reported in training after the ninth decile', () => {
    const job = { state: 'training', submittedAt: now, lastContactAt: now + 41 * minute } as const
    expect(isLongerThanUsual(job, usual)).toBe(false)
    expect(isLongerThanUsual({ ...job, lastContactAt: now + 42 * minute }, usual)).toBe(true)
  })

  it('does not apply without an answer, or after its end', () => {
    expect(isLongerThanUsual({ state: 'training', submittedAt: now, lastContactAt: null }, usual)).toBe(false)
    const late = { submittedAt: now, lastContactAt: now + 50 * minute }
    expect(isLongerThanUsual({ state: 'ready', ...late }, usual)).toBe(false)
  })
})

describe('the predicted end of a batch', () => {
  it('is missing with fewer than ten trainings, or with nothing in training', () => {
    expect(doneAtOf(tenTrainings.slice(1), [now], now)).toBeNull()
    expect(doneAtOf(tenTrainings, [], now)).toBeNull()
  })

  it('is the middle of the times for a single avatar, and later with more avatars', () => {
    expect(doneAtOf(tenTrainings, [now], now)).toBe(now + 15 * minute)
    expect(
      doneAtOf(
        tenTrainings,
        Array.from({ length: 6 }, () => now),
        now,
      ),
    ).toBe(now + 19 * minute)
    expect(
      doneAtOf(
        tenTrainings,
        Array.from({ length: 40 }, () => now),
        now,
      ),
    ).toBe(now + 20 * minute)
  })

  it('excludes times that a training has already exceeded', () => {
    // Between 16 and 20 minutes, three trainings take at most 18.
    expect(doneAtOf(tenTrainings, [now - 15 * minute], now)).toBe(now + 3 * minute)
  })

  it('is missing once a training has taken longer than all before', () => {
    expect(doneAtOf(tenTrainings, [now, now - 20 * minute], now)).toBeNull()
  })

  it('is a full minute, and never earlier than now', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 19 * minute }), { minLength: 1, maxLength: 30 }), (ages) => {
        const at = doneAtOf(
          tenTrainings,
          ages.map((age) => now + 7 - age),
          now + 7,
        )
        expect(Number(at) % minute).toBe(0)
        expect(Number(at)).toBeGreaterThan(now)
        expect(Number(at)).toBeLessThanOrEqual(now + 21 * minute)
      }),
    )
  })
})
