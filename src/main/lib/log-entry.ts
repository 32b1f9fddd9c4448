/**
 * The text of a log entry, and the part of it that the diagnostics show. The first line has Greenroom's own words and
 * the kind of the error. The text of the error can name a person, a file or a host, or quote an answer of the service:
 * it follows on indented lines, which stay on this computer.
 */
import { inspect } from 'node:util'
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import { codeOf } from './files.ts'
import type { LogLine } from './log.ts'
import { shortenIds } from './short-id.ts'

// The service chooses its codes, which can be words, so only numeric codes are shown.
const isCode = (code: string): boolean => /^\d{1,6}$/.test(code)

function kindOfFailure(failure: Failure): string {
  if (!isServiceFailure(failure)) return 'reason' in failure ? `${failure.kind} (${failure.reason})` : failure.kind
  const { kind, operation, sent, httpStatus, code } = failure
  const facts = [
    `sent ${sent}`,
    httpStatus === null ? null : `HTTP ${String(httpStatus)}`,
    code === null || !isCode(code) ? null : `code ${code}`,
  ]
  return `${kind} (${operation}, ${facts.filter((fact) => fact !== null).join(', ')})`
}

function kindOfCause(cause: unknown): string {
  if (cause instanceof FailureError) return kindOfFailure(cause.failure)
  if (cause instanceof Error) {
    const code = codeOf(cause)
    const name = /^\w{0,40}Error$/.test(cause.name) ? cause.name : 'Error'
    return code !== null && /^[A-Z][A-Z\d_]*$/.test(code) ? `${name} ${code}` : name
  }
  // A text is the stack of an error in the page.
  if (typeof cause === 'string') return /^(\w{1,40}Error)\b/.exec(cause)?.[1] ?? 'text'
  return typeof cause
}

function detailOf(cause: unknown): string {
  if (typeof cause === 'string') return cause
  return inspect(cause instanceof FailureError ? cause.failure : cause)
}

/** Formats an entry: its first line, and an indented line for each line of its cause. */
export function entryText(entry: Pick<LogLine, 'message' | 'cause' | 'id'>): string {
  const { message, cause, id } = entry
  const mark = id === undefined ? '' : `[${id}] `
  const kind = 'cause' in entry ? `: ${kindOfCause(cause)}` : ''
  const first = `${mark}${message}${kind}`.replaceAll(/\s*\n\s*/g, ' ')
  const detail = 'cause' in entry ? detailOf(cause).split('\n') : []
  return [first, ...detail.map((line) => `  ${line}`)].join('\n')
}

const firstLine = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} /

// A stack line, reduced to the function and the name of the program's file without its folder.
const frame = /^\s+at (?:([\w$.<># ]+) \()?(?:(node:[\w/]+)|(?:.*[\\/])?([\w.-]+\.[cm]?[jt]sx?)):(\d+):(\d+)\)?$/

/** The part of the log that the diagnostics show: first lines with short ids, and the stack's places in the program. */
export function shareableLog(text: string): string {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    if (firstLine.test(line)) return [shortenIds(line)]
    const match = frame.exec(line)
    if (match === null) return []
    const [, caller = '', node, file = node, row = '', column = ''] = match
    return [`    at ${caller} ${file ?? ''}:${row}:${column}`.replace('at  ', 'at ')]
  })
  return lines.map((line) => `${line}\n`).join('')
}
