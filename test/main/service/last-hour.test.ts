import { expect, test } from 'vitest'
import { createLastHour } from '../../../src/main/service/last-hour.ts'
import type { CallEnd } from '../../../src/main/service/last-hour.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const [lobby, desk] = [profileId.parse('lobby'), profileId.parse('desk')]
const minuteMs = 60_000
const timeout = { kind: 'timeout', timeoutMs: 30_000, phase: 'answer' } as const

function setUp() {
  const clock = { at: 100 * minuteMs, now: () => clock.at }
  const hour = createLastHour(clock)
  const add = (end: Partial<CallEnd> = {}, id = lobby): void =>
    hour
      .of({ id, baseUrl: 'https://service.example/v2' })
      .add({ operation: 'queryAccount', at: clock.at, durationMs: 100, httpStatus: 200, problem: null, ...end })
  return { clock, hour, add }
}

test('a refusal counts as an answer of the service, a substitute for an answer does not', () => {
  const { hour, add } = setUp()
  for (const kind of ['declined', 'token-rejected', 'no-content'] as const) add({ problem: { kind } })
  add()
  add({ problem: { kind: 'http' }, httpStatus: 404 })
  for (const problem of [timeout, { kind: 'connection-reset' }, { kind: 'empty-answer' }] as const) {
    add({ problem, httpStatus: null })
  }
  add({ problem: { kind: 'not-json', contentType: 'text/html' } })
  add({ problem: { kind: 'http' }, httpStatus: 503 })
  expect(hour.read(lobby)).toMatchObject([{ operation: 'queryAccount', calls: 10, answered: 5 }])
})

// Would catch 100 % for an unreachable service, because a proxy or a gateway answers instead.
test('neither a blocking proxy nor a web page counts as the service', () => {
  const { hour, add } = setUp()
  add({ problem: { kind: 'http', proxy: 'proxy.corp:3128' }, httpStatus: 403 })
  add({ problem: { kind: 'http', body: 'page' }, httpStatus: 403 })
  add({ problem: { kind: 'token-rejected', body: 'page' }, httpStatus: 401 })
  expect(hour.read(lobby)).toMatchObject([{ calls: 3, answered: 0, medianMs: null }])
  add({ problem: { kind: 'http', body: 'text' }, httpStatus: 429 })
  expect(hour.read(lobby)).toMatchObject([{ calls: 4, answered: 1 }])
})

test('calls that Greenroom itself abandoned do not count', () => {
  const { hour, add } = setUp()
  add({ problem: { kind: 'cancelled' } })
  add({ problem: { kind: 'offline' } })
  expect(hour.read(lobby)).toEqual([])
})

test('the median covers the answered calls of an operation and a profile', () => {
  const { hour, add } = setUp()
  for (const durationMs of [900, 100, 300, 200]) add({ durationMs })
  add({ durationMs: 30_000, problem: timeout })
  add({ durationMs: 5, operation: 'queryAvatar' })
  add({ durationMs: 7 }, desk)
  expect(hour.read(lobby).map(({ operation, medianMs }) => [operation, medianMs])).toEqual([
    ['queryAccount', 250],
    ['queryAvatar', 5],
  ])
  expect(hour.read(desk)).toEqual([{ operation: 'queryAccount', calls: 1, answered: 1, medianMs: 7 }])
})

test('an operation that was never answered has no median', () => {
  const { hour, add } = setUp()
  add({ problem: timeout })
  expect(hour.read(lobby)).toEqual([{ operation: 'queryAccount', calls: 1, answered: 0, medianMs: null }])
})

test('a call is dropped after an hour, and earlier when there are too many', () => {
  const { clock, hour, add } = setUp()
  add({ durationMs: 1 })
  clock.at += 61 * minuteMs
  expect(hour.read(lobby)).toEqual([])
  for (let call = 0; call < 25_000; call += 1) add()
  expect(hour.read(lobby)[0]?.calls).toBeLessThanOrEqual(20_000)
})
