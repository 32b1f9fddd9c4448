import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf, placeOf, ratioOf, ratioText } from '../../src/shared/model/appearance-geometry.ts'
import type { AppearanceGeometry } from '../../src/shared/conversation/view-types.ts'

/** The vendor's sample: a square canvas beside "16:9". */
const vendor: AppearanceGeometry = {
  canvasWidth: 1920,
  canvasHeight: 1920,
  personX: 690,
  personY: 120,
  personWidth: 540,
  personHeight: 960,
  proportion: '16:9',
}

describe('the layout', () => {
  it('of the vendor’s sample has a frame of its proportion, in which the person fits exactly', () => {
    const layout = layoutOf(vendor)
    expect(layout?.proportion).toEqual({ x: 0, y: 0, width: 1920, height: 1080 })
    expect(layout?.distances).toEqual({ left: 690, top: 120, right: 690, bottom: 840 })
    expect(layout?.sight).toEqual({ x: 0, y: 0, width: 1920, height: 1920 })
  })

  it('has no frame when the canvas has the proportion, rounded to pixels', () => {
    expect(layoutOf({ ...vendor, canvasHeight: 1080 })?.proportion).toBeNull()
    expect(layoutOf({ ...vendor, canvasWidth: 1366, canvasHeight: 768 })?.proportion).toBeNull()
    expect(layoutOf({ ...vendor, proportion: 'wide' })?.proportion).toBeNull()
    expect(layoutOf({ ...vendor, proportion: null })?.proportion).toBeNull()
  })

  it('shows a person outside as outside, and omits one that is too far away', () => {
    const beside = layoutOf({ ...vendor, personX: 1_800 })
    expect(beside?.distances?.right).toBe(-420)
    expect(beside?.sight.width).toBe(2_340)
    const far = layoutOf({ ...vendor, personX: 1e12 })
    expect(far?.isPersonInSight).toBe(false)
    expect(far?.sight.width).toBe(1_920)
  })

  it.each([
    { canvasWidth: null },
    { canvasWidth: 0 },
    { canvasHeight: -5 },
    { canvasWidth: Infinity },
    { canvasHeight: NaN },
  ])('does not exist without a usable canvas: %j', (hostile) => expect(layoutOf({ ...vendor, ...hostile })).toBeNull())

  it.each([{ personX: null }, { personWidth: 0 }, { personHeight: -1 }, { personY: NaN }])(
    'has no person without usable numbers: %j',
    (hostile) => expect(layoutOf({ ...vendor, ...hostile })).toMatchObject({ person: null, distances: null }),
  )

  it('places everything with finite percentages, whatever the numbers are', () => {
    const any = fc.oneof(
      fc.constantFrom(null, 0, -1, 1, 1e12, -1e12, 1e300, 5e-324, 0.1, 1920),
      fc.double(),
      fc.integer(),
    )
    const geometry = fc.record({
      canvasWidth: any,
      canvasHeight: any,
      personX: any,
      personY: any,
      personWidth: any,
      personHeight: any,
      proportion: fc.oneof(fc.constantFrom(null, '16:9', '0:0', '1:0', '1e9:1', ':', '9999999999:1'), fc.string()),
    })
    fc.assert(
      fc.property(geometry, (numbers) => {
        const layout = layoutOf(numbers)
        if (layout === null) return
        const { canvas, person, proportion, sight } = layout
        expect(sight.width / sight.height).toBeGreaterThan(0)
        for (const box of [canvas, person, proportion]) {
          if (box === null) continue
          for (const side of Object.values(placeOf(box, sight))) expect(Math.abs(parseFloat(side))).toBeLessThan(1e4)
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

it.each([
  ['16:9', 16 / 9],
  [' 9 : 16 ', 9 / 16],
  ['1920x1080', 16 / 9],
  ['4/3', 4 / 3],
  ['16:0', null],
  ['0:9', null],
  ['-16:9', null],
  ['16:9:4', null],
  ['', null],
  [null, null],
])('%j is the ratio %s', (text, ratio) => expect(ratioOf(text)).toBe(ratio))

it.each([
  [1920, 1080, '16:9'],
  [1080, 1920, '9:16'],
  [1920, 1920, '1:1'],
  [1921, 1080, '1.78:1'],
  [1080.5, 1920, '1:1.78'],
])('a canvas of %s × %s is %s', (width, height, words) => expect(ratioText({ x: 0, y: 0, width, height })).toBe(words))
