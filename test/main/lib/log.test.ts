import { expect, test } from 'vitest'
import { createLog, limitErrors } from '../../../src/main/lib/log.ts'
import type { Log, LogLine } from '../../../src/main/lib/log.ts'

function writtenBy(work: (log: Log) => void): readonly string[] {
  const lines: string[] = []
  work({
    info: (message) => lines.push(message),
    warn: (message) => lines.push(message),
    error: (message, cause, id = '') => {
      lines.push(`${message}: ${String(cause)}${id}`)
      return id
    },
  })
  return lines
}

test('entries from before the log is open are added with their own times, later ones immediately', () => {
  let at = 0
  const log = createLog(() => new Date((at += 1_000)))
  log.warn('one')
  const before = log.error('two', 'why')
  const lines: LogLine[] = []
  at = 60_000
  log.openWith((line) => lines.push(line))
  log.info('three')
  const after = log.error('four', 'why')
  // Every id that the operator can quote is unique.
  expect(lines).toEqual([
    { at: new Date(1_000), level: 'warn', message: 'one' },
    { at: new Date(2_000), level: 'error', message: 'two', cause: 'why', id: before },
    { at: new Date(61_000), level: 'info', message: 'three' },
    { at: new Date(62_000), level: 'error', message: 'four', cause: 'why', id: after },
  ])
  expect(new Set([before, after, '']).size).toBe(3)
})

test('recurring errors are written a limited number of times per period, then again', () => {
  let at = 0
  const lines = writtenBy((log) => {
    const write = limitErrors(log, { max: 2, perMs: 1_000, now: () => at })
    for (let n = 0; n < 5; n += 1) write('again', n)
    at = 1_000
    write('again', 'later')
  })
  expect(lines).toEqual([
    'again: 0',
    'again: 1',
    'again: more than 2 in a short time, the rest is left out',
    'again: later',
  ])
})
