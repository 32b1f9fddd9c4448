/**
 * Turns a whole answer into the result of its operation: a pure function over status, envelope and data. `success`
 * decides. Every HTTP status and every body is possible, because only successes are documented.
 */
import { z } from 'zod'
import type { BodyKind, ServiceProblem } from '../../shared/failure.ts'
import { redactBytes, redactHeaders, redactorOfKnown } from '../lib/redaction.ts'
import { truncate } from '../../shared/model/truncate.ts'
import { wordsIn } from './answer-words.ts'
import { wantsHttps } from './connection-problem.ts'
import type { ReceivedAnswer } from './http-exchange.ts'
import { digitsOf, readJson } from '../../shared/model/json.ts'
import type { ReadJson } from '../../shared/model/json.ts'
import type { OperationRow } from './operation-row.ts'
import { operations } from './operations.ts'
import type { ServiceOperation, ValueOf } from './operations.ts'

/** An answer and the request that it belongs to. Plain values. */
export interface AnswerToParse {
  readonly operation: ServiceOperation
  /** Value of the operation's query parameter; "" for an operation without a parameter. */
  readonly argument: string
  readonly url: string
  /** When the answer was completely received, in epoch milliseconds. */
  readonly at: number
  readonly answer: ReceivedAnswer
  /** Secrets that are removed from the answer before anything else is done with it. */
  readonly secrets: readonly string[]
}

/** The result of parsing an answer. Plain values. */
export type ParsedResponse<Value = unknown> =
  | (CodeAndMessage & {
      readonly kind: 'accepted'
      /** Always `envelope`, except for an operation whose `answer` is `anything`. */
      readonly form: 'empty' | 'text' | 'envelope'
      readonly value: Value
      /** The whole answer as `readJson` returns it; the text itself when it is not JSON. */
      readonly json: unknown
    })
  /** The service did not carry out the operation, or the answer leaves this open. */
  | (CodeAndMessage & {
      readonly kind: 'refused'
      readonly problem: ServiceProblem
      /** For the record of exchanges. */
      readonly detail: string
    })

export type ParsedAnswer = ParsedResponse<ValueOf<ServiceOperation>>

interface CodeAndMessage {
  /** The code of the envelope; null without a code or without an envelope. */
  readonly code: string | null
  /** The message of the envelope, or an accepted plain text; truncated to `maxMessageLength` characters. */
  readonly message: string | null
}

/** More of the service's message than any excerpt shows, and small compared with a body. */
const maxMessageLength = 30_000

function codeAndMessageOf(from: CodeAndMessage | null): CodeAndMessage {
  const start = (text: string | null): string | null => text?.slice(0, maxMessageLength) ?? null
  return { code: start(from?.code ?? null), message: start(from?.message ?? null) }
}

/**
 * The envelope with parsed members; `data` is as received, undefined when absent. Source: `service-api.md §Response
 * envelope`.
 */
export interface Envelope {
  /** Null when absent, or when it is neither a boolean nor the text "true" or "false". */
  readonly success: boolean | null
  /** Null when absent or null; a number is written as its digits. */
  readonly code: string | null
  /** `message`, or `msg` when `message` is empty; null when both are absent or null. */
  readonly message: string | null
  readonly data: unknown
}

/** A body read as an envelope. `other-json` is JSON that is not an object. `words` explain a refusal. */
type ReadEnvelope =
  | { readonly kind: 'envelope'; readonly envelope: Envelope; readonly json: unknown; readonly words: string | null }
  | { readonly kind: 'other-json'; readonly words: string | null }
  | { readonly kind: 'empty' }
  | Exclude<ReadJson, { readonly kind: 'json' }>

const anObject = z.looseObject({})

/** The members of an answer that the contract documents. Source: `service-api.md §Response envelope`. */
export const envelopeMembers = ['success', 'code', 'msg', 'message', 'data'] as const

/** Reads a body as an envelope; never throws. Only this function distinguishes `msg` from `message`. */
function readEnvelope(text: string): ReadEnvelope {
  if (text.trim() === '') return { kind: 'empty' }
  const read = readJson(text)
  if (read.kind !== 'json') return read
  const shaped = anObject.safeParse(read.value)
  if (!shaped.success) return { kind: 'other-json', words: wordsIn(read.value) }
  // Own members only: a key named `__proto__` must not provide the `success` of an answer.
  const member = (name: (typeof envelopeMembers)[number]): unknown =>
    Object.hasOwn(shaped.data, name) ? shaped.data[name] : undefined
  const [success, code] = [booleanOf(member('success')), textOf(member('code'))]
  const [message, msg] = [textOf(member('message')), textOf(member('msg'))]
  const envelope = { success, code, message: message === '' ? (msg ?? '') : (message ?? msg), data: member('data') }
  return { kind: 'envelope', envelope, json: read.value, words: wordsOf(envelope, shaped.data) }
}

// The contract's message wins when it is not empty: `msg` repeats `message`, and gateways add titles to both.
function wordsOf({ message, data }: Envelope, answer: unknown): string | null {
  const hasOwn = message !== null && message !== ''
  return hasOwn ? message : (wordsIn(answer) ?? wordsIn(data) ?? message)
}

// The texts "true" and "false" are unambiguous; 0 and 1 are not.
function booleanOf(value: unknown): boolean | null {
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'boolean' ? value : null
}

/** Text, or a number as its exact digits; null for all other values. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : digitsOf(value)
}

/** Codes that reject a token according to older vendor documents (`service-api.md §Codes`, outside the contract). */
export const tokenCodes: ReadonlySet<string> = new Set(['1005', '1006', '40001'])

/**
 * Codes that older vendor documents use when nothing was done. "-1" and "40002" are absent because they mean a break
 * midway.
 */
const refusalCodes: ReadonlySet<string> = new Set([...tokenCodes, '1007', '1009', '2002', '50003'])

/** Codes seen on successes (`service-api.md §Codes`). */
const successCodes: ReadonlySet<string> = new Set(['0', '200'])

export interface Answer extends Omit<ReceivedAnswer, 'bytes'> {
  readonly text: string
}

/** Classifies a whole answer to a request for `url` without parsing its data; `expected` is the row's `answer`. */
export function classifyResponse(answer: Answer, expected: OperationRow['answer'], url: URL): ParsedResponse {
  const read = readEnvelope(answer.text)
  const envelope = read.kind === 'envelope' ? read.envelope : null
  const refuse = (problem: ServiceProblem): ParsedResponse => {
    const reported = { code: envelope?.code ?? null, message: 'words' in read ? read.words : null }
    return { kind: 'refused', problem, detail: `HTTP ${answer.status}`, ...codeAndMessageOf(reported) }
  }
  const refusal = refusalOf(answer, read, url) ?? withoutContent(envelope, expected)
  if (refusal !== null) return refuse(refusal)
  if (envelope !== null && isAccepted(envelope, expected)) {
    return {
      kind: 'accepted',
      form: 'envelope',
      value: envelope.data,
      json: jsonOf(read),
      ...codeAndMessageOf(envelope),
    }
  }
  const isText = envelope === null ? isHarmlessText(answer, read.kind) : saysNothing(envelope)
  if (expected !== 'anything' || !isText) return refuse(unusable(answer, read))
  const message = answer.text.trim()
  const json = jsonOf(read) ?? message
  if (message === '') return { kind: 'accepted', form: 'empty', value: undefined, json, ...codeAndMessageOf(null) }
  return { kind: 'accepted', form: 'text', value: undefined, json, ...codeAndMessageOf({ code: null, message }) }
}

const jsonOf = (read: ReadEnvelope): unknown => (read.kind === 'envelope' ? read.json : null)

function refusalOf(answer: Answer, read: ReadEnvelope, url: URL): ServiceProblem | null {
  const envelope = read.kind === 'envelope' ? read.envelope : null
  if (answer.status === 401) return { kind: 'token-rejected', ...bodyOf(answer, read) }
  if (envelope !== null && isDeclined(envelope)) {
    return { kind: isTokenRejected(envelope, url) ? 'token-rejected' : 'declined' }
  }
  const isGood = answer.status >= 200 && answer.status < 300
  if (isGood) return null
  return (
    redirectOf(answer, url) ??
    (isForHttps(answer, url) ? wantsHttps(url.host) : { kind: 'http', ...bodyOf(answer, read) })
  )
}

// The body itself is not passed on, because a page can come from any server on the way.
function bodyOf(answer: Answer, { kind }: ReadEnvelope): { readonly body?: BodyKind } {
  if (kind === 'empty') return { body: 'empty' }
  if (kind !== 'not-json') return {}
  return { body: isMarkup(answer) ? 'page' : 'text' }
}

function isMarkup({ headers, text }: Answer): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text)
}

// Servers that receive a plain HTTP request on their TLS port answer 400 with such a text.
function isForHttps({ status, text }: Answer, { protocol }: URL): boolean {
  return protocol === 'http:' && status === 400 && /\bHTTPS (?:port|server)\b|\brequires TLS\b/i.test(text)
}

// "invalid app id or secret" can refer to the application in the request: a mistyped app id must not stop all polling
// of the profile. When the secret is wrong, operations without an app id are rejected too.
function isTokenRejected({ code }: Envelope, { searchParams }: URL): boolean {
  return tokenCodes.has(code ?? '') && !(code === '40001' && searchParams.has('appId'))
}

// Without `success`, only a code that is known as a refusal declines. Any other code can come from a gateway, or mark
// an unknown success with a task id beside it: "declined" would claim that nothing was spent, and the operator would
// pay again.
function isDeclined({ success, code }: Envelope): boolean {
  if (success !== null) return !success
  return code !== null && refusalCodes.has(code)
}

function isAccepted({ success, code }: Envelope, expected: OperationRow['answer']): boolean {
  return success === true || (expected === 'anything' && code !== null && successCodes.has(code))
}

// The service answers like this for tasks that do not exist: `success`, a code that is not a success code, and no data.
function withoutContent(envelope: Envelope | null, expected: OperationRow['answer']): ServiceProblem | null {
  if (expected !== 'content' || envelope?.success !== true || saysSuccess(envelope.code)) return null
  return isEmpty(envelope.data) ? { kind: 'no-content' } : null
}

function saysSuccess(code: string | null): boolean {
  return code === null || /^0*$/.test(code) || successCodes.has(code)
}

/** Whether a value contains nothing: absent, null, empty, or made only of such values. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isEmpty)
  const members = anObject.safeParse(value)
  return members.success && digitsOf(value) === null && Object.values(members.data).every(isEmpty)
}

// An object of a different shape, such as {"error":"…"}: it is shown, but does not reveal the outcome.
function saysNothing({ success, code }: Envelope): boolean {
  return success === null && (code === null || code === '')
}

function redirectOf({ status, headers }: Answer, url: URL): ServiceProblem | null {
  const location = headers['location']
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href)) return null
  return { kind: 'redirect', targetOrigin: new URL(location, url).origin }
}

// Captive portals and gateways answer 200 with an HTML page, which reveals nothing about the operation. Neither do
// malformed JSON and bytes that are not text, such as a damaged compressed body.
function isHarmlessText(answer: Answer, read: ReadEnvelope['kind']): boolean {
  if (read === 'other-json') return answer.text.trim() !== 'false'
  if (read === 'empty') return true
  return read === 'not-json' && !/^\s*[{[]|[^\P{Cc}\s]/u.test(answer.text) && !isMarkup(answer)
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

/**
 * Classifies an answer and parses its data. First removes the secrets that the service wrote into the answer, so that
 * nothing shown, stored or exported later contains them. Other text that looks like a JWT stays, because media
 * addresses can be signed with a JWT. Never throws because of an answer's content.
 */
export function parseAnswer(input: AnswerToParse): ParsedAnswer {
  const row: OperationRow = operations[input.operation]
  const redact = redactorOfKnown(input.secrets)
  const { status } = input.answer
  const bytes = redactBytes(input.answer.bytes, redact)
  const headers = redactHeaders(input.answer.headers, redact)
  const answer = { status, headers, text: new TextDecoder().decode(bytes) }
  const response = classifyResponse(answer, row.answer, new URL(input.url))
  if (response.kind === 'refused') return response
  try {
    // The boundary: a row parses the value of its own operation.
    const value = row.read(response.value, { ...input, answer: { bytes } }) as ValueOf<ServiceOperation>
    return { ...response, value }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const problems = error.issues.map(({ path, message }) => `${['data', ...path].join('.')}: ${message}`)
    const answered = invalidCountIn(error)
    const problem: ServiceProblem =
      answered === null ? { kind: 'wrong-shape', problems } : { kind: 'invalid-count', answered }
    const { code, message } = response
    return { kind: 'refused', problem, detail: problems.join('; '), code, message }
  }
}

/** An unparsed body, without the secrets that the service wrote into it. */
export function downloaded({ answer, secrets }: Pick<AnswerToParse, 'answer' | 'secrets'>): ParsedResponse<Uint8Array> {
  const value = redactBytes(answer.bytes, redactorOfKnown(secrets))
  return { kind: 'accepted', form: 'text', value, json: null, code: null, message: null }
}

// A longer text is not a number.
const maxCountLength = 40

/** The invalid value that the service sent for a count; null when the problem is different. */
function invalidCountIn({ issues }: z.ZodError): string | null {
  for (const issue of issues) {
    const answered: unknown = issue.code === 'custom' ? issue.params?.['answered'] : undefined
    if (typeof answered === 'string') return truncate(answered, maxCountLength)
  }
  return null
}
