import { expect, test } from 'vitest'
import { createRequestLimit } from '../../../src/main/lib/request-limit.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const minute = 60_000

/** Starts polls of `requests` requests each as soon as the limit has room, and returns when the requests were sent. */
async function drive(requests: number, forMs: number, perMinute = 60): Promise<readonly number[]> {
  const clock = createManualClock()
  const limit = createRequestLimit(clock, { perMinute, retries: 2 })
  const [start, at]: [number, number[]] = [clock.now(), []]
  while (clock.now() - start < forMs) {
    const waitMs = limit.waitMs()
    if (waitMs > 0) {
      await clock.pass(waitMs)
      continue
    }
    const end = limit.begin()
    for (let request = 0; request < requests; request += 1) {
      if (request > 0) limit.count()
      at.push(clock.now() - start)
    }
    end()
    await clock.pass(10)
  }
  return at
}

test.each([1, 2, 3])('no minute has more requests than the limit when each poll sends %i', async (requests) => {
  const at = await drive(requests, 5 * minute)
  const most = Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + minute).length))
  expect(most).toBeLessThanOrEqual(60)
  expect(at.length).toBeGreaterThan(4 * 55)
})

test('after a burst the requests are spread over the minute', async () => {
  const at = (await drive(1, 4 * minute)).filter((time) => time > minute)
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3_000)
})

test('polls that never end keep room for the requests that they can still send', () => {
  const limit = createRequestLimit(createManualClock(), { perMinute: 10, retries: 2 })
  let begun = 0
  while (limit.waitMs() === 0) {
    limit.begin()
    begun += 1
  }
  expect(begun).toBe(3)
})
