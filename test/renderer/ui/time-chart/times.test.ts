import { expect, test } from 'vitest'
import { chartTimes } from '../../../../src/renderer/ui/time-chart/times.ts'

const hour = 3_600_000
const noon = new Date(2026, 10, 21, 12, 30, 5).getTime()
const midnight = new Date(2026, 10, 21).getTime()

// Would catch ticks of a week that all show 12:30, ticks of seconds that show each minute twice, and a midnight that
// does not show which day begins.
test('ticks show the time within a day, and the day at midnight and on longer axes', () => {
  expect(chartTimes('en-GB', hour).tick(noon, 600_000)).toBe('12:30')
  expect(chartTimes('en-GB', hour).tick(midnight, 600_000)).toBe('00:00')
  expect(chartTimes('en-GB', hour).tick(noon, 30_000)).toBe('12:30:05')
  expect(chartTimes('en-GB', 24 * hour).tick(midnight, 3 * hour)).toBe('21 Nov')
  expect(chartTimes('en-GB', 24 * hour).tick(noon, 3 * hour)).toBe('12:30')
  expect(chartTimes('en-GB', 168 * hour).tick(noon, 24 * hour)).toBe('21 Nov')
})

// Would catch a table of a month whose rows have no date.
test('times have their date where the axis is a day or longer', () => {
  expect(chartTimes('en-GB', hour).full(noon)).toBe('12:30:05')
  expect(chartTimes('en-GB', 24 * hour).full(noon)).toBe('21 Nov, 12:30')
  expect(chartTimes('en-GB', 168 * hour).full(noon)).toBe('21 Nov, 12:30')
})
