import { expect, test } from 'vitest'
import { chartTimes, isWhole } from '../../../../src/renderer/ui/time-chart/times.ts'

const hour = 3_600_000
const noon = new Date(2026, 10, 21, 12, 30, 5).getTime()
const midnight = new Date(2026, 10, 21).getTime()

// Would catch ticks of a week that all say 12:30, those of five minutes that say each minute twice, and a day whose
// midnight does not say which day begins.
test('ticks say the time within a day and the day beyond', () => {
  expect(chartTimes('en-GB', hour).axisText(noon, 600_000)).toBe('12:30')
  expect(chartTimes('en-GB', hour).axisText(midnight, 600_000)).toBe('00:00')
  expect(chartTimes('en-GB', hour).axisText(noon, 30_000)).toBe('12:30:05')
  expect(chartTimes('en-GB', 24 * hour).axisText(midnight, 3 * hour)).toBe('21 Nov')
  expect(chartTimes('en-GB', 24 * hour).axisText(noon, 3 * hour)).toBe('12:30')
  expect(chartTimes('en-GB', 168 * hour).axisText(noon, 24 * hour)).toBe('21 Nov')
})

// Would catch a table of a month whose rows have no date.
test('times have their date where the axis is longer than a day', () => {
  expect(chartTimes('en-GB', hour).full(noon)).toBe('12:30:05')
  expect(chartTimes('en-GB', 24 * hour).full(noon)).toBe('21 Nov, 12:30')
  expect(chartTimes('en-GB', 168 * hour).full(noon)).toBe('21 Nov, 12:30')
})

// Would catch a time under either end of the axis that is cut in its middle.
test.each([
  [26, '9:15:30 AM', false],
  [36, '9:15:30 AM', true],
  [965, '9:15:30 AM', true],
  [970, '9:15:30 AM', false],
  [20, '16:00', true],
])('at %d of 1,000 pixels "%s" is whole: %s', (x, text, whole) => {
  expect(isWhole(x, text, 1_000)).toBe(whole)
})
