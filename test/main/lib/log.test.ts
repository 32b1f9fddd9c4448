import { expect, test } from 'vitest'
import { createEarlyLog, limitErrors } from '../../../src/main/lib/log.ts'
import type { Log } from '../../../src/main/lib/log.ts'

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

test('what is written before the log is open is in it afterwards, in its order, and then goes there at once', () => {
  const early = createEarlyLog()
  early.warn('one')
  const before = early.error('two', 'why ')
  let after = ''
  const lines = writtenBy((log) => {
    early.openWith(log)
    early.info('three')
    after = early.error('four', 'why ')
  })
  // The ids under which the operator may quote them, each its own.
  expect(lines).toEqual(['one', `two: why ${before}`, 'three', `four: why ${after}`])
  expect(new Set([before, after, '']).size).toBe(3)
})

test('errors that come back are written so many times in a while, then again', () => {
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
