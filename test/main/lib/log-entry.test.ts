import { describe, expect, test } from 'vitest'
import { entryText, shareableLog } from '../../../src/main/lib/log-entry.ts'
import { shortenIds } from '../../../src/main/lib/short-id.ts'
import { FailureError } from '../../../src/shared/failure.ts'

const written = (entry: Parameters<typeof entryText>[0]): string =>
  `2026-03-01 12:00:00.000 error ${entryText(entry)}\n`

class SystemError extends Error {
  readonly code = 'ENOENT'
}

describe('an entry of the log', () => {
  test('names the kind of the error on its first line, and the error’s message below it', () => {
    const text = entryText({
      id: '0a1b2c3d',
      message: 'a file of the page could not be served',
      cause: new SystemError('open /home/anna'),
    })
    const [first, second = ''] = text.split('\n')
    expect(first).toBe('[0a1b2c3d] a file of the page could not be served: Error ENOENT')
    expect(second).toMatch(/^ {2}.*open \/home\/anna/)
  })

  test('of a failed request names operation, certainty, status and code', () => {
    const failure = new FailureError({
      kind: 'declined',
      operation: 'createAvatar',
      sent: 'yes',
      at: 6,
      httpStatus: 200,
      code: '1001',
      message: 'no room for Anna',
      exchangeId: null,
    })
    expect(entryText({ message: 'job', cause: failure }).split('\n')[0]).toBe(
      'job: declined (createAvatar, sent yes, HTTP 200, code 1001)',
    )
  })

  test('without a cause is its message on one line', () => {
    expect(entryText({ message: 'started\n  on Electron' })).toBe('started on Electron')
  })
})

describe('the part of the log in the diagnostics', () => {
  // Would catch an error message, with a file name or an answer of the service in it, that leaves the computer.
  test('consists of first lines and places in the program, without error messages', () => {
    const error = new TypeError('no Anna\n    at the desk of Anna\n2026-03-01 the day of Anna')
    error.stack = [
      `TypeError: ${error.message}`,
      '    at Queue.submit [as run] (file:///home/Anna Meier/greenroom/out/main/queue.js:12:5)',
      '    at async C:\\Users\\Anna\\greenroom\\chunk-1a.js:3:7',
      '    at node:internal/process/task_queues:105:5',
    ].join('\n')
    expect(shareableLog(written({ message: 'a job', cause: error }))).toBe(
      [
        '2026-03-01 12:00:00.000 error a job: TypeError',
        '    at queue.js:12:5',
        '    at chunk-1a.js:3:7',
        '    at node:internal/process/task_queues:105:5',
        '',
      ].join('\n'),
    )
  })

  test('keeps the name of the function', () => {
    const stack = 'TypeError: x\n    at Queue.submit (app://greenroom/assets/page.js:1:2)'
    expect(shareableLog(written({ message: 'page of window 1', cause: stack }))).toContain(
      'error page of window 1: TypeError\n    at Queue.submit page.js:1:2\n',
    )
  })

  // Would catch one entry that looks like two: everything after a time at the start of a line is shown.
  test('does not mistake a line of a cause for the first line of an entry', () => {
    const cause = 'Error: x\n2026-03-01 12:00:00.000 info of Anna'
    expect(shareableLog(written({ message: 'page', cause }))).not.toContain('Anna')
  })
})

test('an id keeps its last four characters, and a time or a port all of its digits', () => {
  const uuid = '3f2b8c1e-77aa-4c1d-9e55-0123456789ab'
  expect(
    shortenIds(`task 1712345678901234567, job ${uuid}, image ${'c'.repeat(60)}4567, at 12:07:00.123 on 51234`),
  ).toBe('task …4567, job …89ab, image …4567, at 12:07:00.123 on 51234')
})

test('a failure of this computer names its reason, but no host or detail', () => {
  const cause = new FailureError({ kind: 'not-fetched', reason: 'http', host: 'media.example', detail: '404' })
  expect(entryText({ message: 'media', cause }).split('\n')[0]).toBe('media: not-fetched (http)')
})
