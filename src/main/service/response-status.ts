/**
 * What an answer means, before any operation looks at its data: accepted, declined, or no answer of this service at
 * all. `success` decides; every HTTP status and every body is possible, because only successes are documented.
 */
import { z } from 'zod'
import type { ServiceProblem } from '../../shared/failure.ts'
import { digitsOf, readJson } from './json.ts'

/** The envelope in plain words; `data` as it came, undefined when absent. Source: `service-api.md §Response envelope`. */
export interface Envelope {
  /** Null when absent or neither a boolean nor its word. */
  readonly success: boolean | null
  /** Null when absent or null; a number as its digits. */
  readonly code: string | null
  /** `message ?? msg`; null when both are absent or null. */
  readonly message: string | null
  readonly data: unknown
}

/** A body that was looked at as an envelope. */
type ReadEnvelope =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'empty' }
  /** JSON, but no object. */
  | { readonly kind: 'other-json' }
  | { readonly kind: 'cut-short' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'unusable'; readonly problem: string }

const anObject = z.looseObject({})

/** Reads a body as an envelope; never throws. The one place that knows `msg` from `message`. */
function readEnvelope(text: string): ReadEnvelope {
  if (text.trim() === '') return { kind: 'empty' }
  const read = readJson(text)
  if (read.kind !== 'json') return read
  const shaped = anObject.safeParse(read.value)
  if (!shaped.success) return { kind: 'other-json' }
  // Own members only: a key named `__proto__` must not lend an answer its success.
  const member = (name: string): unknown => (Object.hasOwn(shaped.data, name) ? shaped.data[name] : undefined)
  const success = member('success')
  const message = textOf(member('message')) ?? textOf(member('msg'))
  const envelope = { code: textOf(member('code')), message, data: member('data') }
  return { kind: 'envelope', envelope: { ...envelope, success: booleanOf(success) } }
}

// The words for true and false cannot mean anything else; 0 and 1 can.
function booleanOf(value: unknown): boolean | null {
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'boolean' ? value : null
}

/** Text, or a number as its exact digits; null for everything else. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : digitsOf(value)
}

/** A whole answer, as text. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** The service did what was asked. `form` is `envelope` except for an operation that may answer anything. */
export interface Accepted {
  readonly accepted: true
  readonly form: 'empty' | 'text' | 'envelope'
  /** Null unless `form` is `envelope`. */
  readonly envelope: Envelope | null
}

/** It did not, or nobody can tell. */
export interface NotAccepted {
  readonly accepted: false
  readonly problem: ServiceProblem
  readonly code: string | null
  readonly message: string | null
}

/** Codes with which older vendor documents reject a token (`service-api.md §Codes`, outside the contract). */
const tokenCodes: ReadonlySet<string> = new Set(['1005', '1006', '40001'])

/** Codes with which older vendor documents refuse before doing anything; "-1" and "40002", which broke midway, do not. */
const refusalCodes: ReadonlySet<string> = new Set([...tokenCodes, '1007', '1009', '2002', '50003'])

/** Codes seen on successes (`service-api.md §Codes`). */
const successCodes: ReadonlySet<string> = new Set(['0', '200', ''])

/** Gives the meaning of a whole answer to a request for `url`; `expected` is the operation's `answer` column. */
export function classifyResponse(answer: Answer, expected: 'envelope' | 'anything', url: URL): Accepted | NotAccepted {
  const read = readEnvelope(answer.text)
  const envelope = read.kind === 'envelope' ? read.envelope : null
  const refusal = refusalOf(answer, envelope, url)
  if (refusal !== null) return notAccepted(refusal, envelope)
  if (envelope !== null && (envelope.success === true || (expected === 'anything' && isHarmless(envelope)))) {
    return { accepted: true, form: 'envelope', envelope }
  }
  if (expected === 'anything' && isHarmlessText(answer, read.kind)) {
    return { accepted: true, form: answer.text.trim() === '' ? 'empty' : 'text', envelope: null }
  }
  return notAccepted(unusable(answer, read), envelope)
}

function refusalOf(answer: Answer, envelope: Envelope | null, url: URL): ServiceProblem | null {
  const isGood = answer.status >= 200 && answer.status < 300
  if (answer.status === 401) return { kind: 'token-rejected' }
  if (envelope !== null && isDeclined(envelope)) {
    return { kind: tokenCodes.has(envelope.code ?? '') ? 'token-rejected' : 'declined' }
  }
  return isGood ? null : (redirectOf(answer, url) ?? { kind: 'http' })
}

// Without `success` only a code that is known as a refusal declines. Any other may be a gateway's, or an unknown success
// with a task id beside it: "declined" would say that nothing was spent, and the operator would pay again.
function isDeclined({ success, code }: Envelope): boolean {
  if (success !== null) return !success
  return code !== null && refusalCodes.has(code)
}

function isHarmless({ code }: Envelope): boolean {
  return code === null || successCodes.has(code)
}

function redirectOf({ status, headers }: Answer, url: URL): ServiceProblem | null {
  const location = headers['location']
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href)) return null
  return { kind: 'redirect', targetOrigin: new URL(location, url).origin }
}

// A page of HTML is what captive portals and gateways answer with 200; it says nothing about the operation. A body
// that is JSON gone wrong says nothing either.
function isHarmlessText(answer: Answer, read: ReadEnvelope['kind']): boolean {
  if (read === 'other-json') return answer.text.trim() !== 'false'
  if (read === 'empty') return true
  return read === 'not-json' && !/^\s*[<{[]/.test(answer.text) && !/html/i.test(answer.headers['content-type'] ?? '')
}

function unusable(answer: Answer, read: ReadEnvelope): ServiceProblem {
  switch (read.kind) {
    case 'empty':
      return { kind: 'empty-answer' }
    case 'cut-short':
      return { kind: 'cut-short', receivedBytes: Buffer.byteLength(answer.text) }
    case 'not-json':
      return { kind: 'not-json', contentType: answer.headers['content-type'] ?? null }
    case 'unusable':
      return { kind: 'wrong-shape', problems: [read.problem] }
    case 'other-json':
      return { kind: 'wrong-shape', problems: ['answer: expected an object'] }
    case 'envelope':
      return { kind: 'wrong-shape', problems: ['success: expected true or false'] }
  }
}

function notAccepted(problem: ServiceProblem, envelope: Envelope | null): NotAccepted {
  return { accepted: false, problem, code: envelope?.code ?? null, message: envelope?.message ?? null }
}
