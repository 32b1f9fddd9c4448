/**
 * From a whole answer to what its operation comes to: status, envelope and data in one pure function over plain values.
 * `success` decides; every HTTP status and every body is possible, because only successes are documented.
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

/** An answer, and what it answers. Plain values. */
export interface AnswerToParse {
  readonly operation: ServiceOperation
  /** Value of the operation's query parameter; "" when it has none. */
  readonly argument: string
  readonly url: string
  /** When the answer was whole, in epoch milliseconds. */
  readonly at: number
  readonly answer: ReceivedAnswer
  /** What is taken out of the answer before anything else is made of it. */
  readonly secrets: readonly string[]
}

/** What an answer comes to. Plain values. */
export type ParsedResponse<Value = unknown> =
  | (CodeAndMessage & {
      readonly kind: 'accepted'
      /** `envelope` except for an operation that may answer anything. */
      readonly form: 'empty' | 'text' | 'envelope'
      readonly value: Value
      /** The whole answer, as `readJson` gives it; a text where it is none. */
      readonly json: unknown
    })
  /** The service did not do it, or nobody can tell. */
  | (CodeAndMessage & {
      readonly kind: 'refused'
      readonly problem: ServiceProblem
      /** For the record of exchanges. */
      readonly detail: string
    })

export type ParsedAnswer = ParsedResponse<ValueOf<ServiceOperation>>

interface CodeAndMessage {
  /** The envelope's; null when it has none or there is no envelope. */
  readonly code: string | null
  /** The envelope's, or an accepted text in its place. At most `maxMessageLength` characters of it. */
  readonly message: string | null
}

/** As much of the service's own words is passed on: beyond every excerpt of them, and little beside a body. */
const maxMessageLength = 30_000

function codeAndMessageOf(from: CodeAndMessage | null): CodeAndMessage {
  const start = (text: string | null): string | null => text?.slice(0, maxMessageLength) ?? null
  return { code: start(from?.code ?? null), message: start(from?.message ?? null) }
}

/** The envelope in plain words; `data` as it came, undefined when absent. Source: `service-api.md §Response envelope`. */
export interface Envelope {
  /** Null when absent or neither a boolean nor its word. */
  readonly success: boolean | null
  /** Null when absent or null; a number as its digits. */
  readonly code: string | null
  /** `message`, or `msg` where that says nothing; null when both are absent or null. */
  readonly message: string | null
  readonly data: unknown
}

/** A body that was read as an envelope; `other-json`: JSON, but no object. `words` explain a refusal. */
type ReadEnvelope =
  | { readonly kind: 'envelope'; readonly envelope: Envelope; readonly json: unknown; readonly words: string | null }
  | { readonly kind: 'other-json'; readonly words: string | null }
  | { readonly kind: 'empty' }
  | Exclude<ReadJson, { readonly kind: 'json' }>

const anObject = z.looseObject({})

/** The members of an answer that the contract documents. Source: `service-api.md §Response envelope`. */
export const envelopeMembers = ['success', 'code', 'msg', 'message', 'data'] as const

/** Reads a body as an envelope; never throws. The one place that knows `msg` from `message`. */
function readEnvelope(text: string): ReadEnvelope {
  if (text.trim() === '') return { kind: 'empty' }
  const read = readJson(text)
  if (read.kind !== 'json') return read
  const shaped = anObject.safeParse(read.value)
  if (!shaped.success) return { kind: 'other-json', words: wordsIn(read.value) }
  // Own members only: a key named `__proto__` must not lend an answer its success.
  const member = (name: (typeof envelopeMembers)[number]): unknown =>
    Object.hasOwn(shaped.data, name) ? shaped.data[name] : undefined
  const [success, code] = [booleanOf(member('success')), textOf(member('code'))]
  const [message, msg] = [textOf(member('message')), textOf(member('msg'))]
  const envelope = { success, code, message: message === '' ? (msg ?? '') : (message ?? msg), data: member('data') }
  return { kind: 'envelope', envelope, json: read.value, words: wordsOf(envelope, shaped.data) }
}

// The contract's own words alone where there are some: `msg` repeats `message`, and gateways add titles to both.
function wordsOf({ message, data }: Envelope, answer: unknown): string | null {
  const hasOwn = message !== null && message !== ''
  return hasOwn ? message : (wordsIn(answer) ?? wordsIn(data) ?? message)
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

/** Codes with which older vendor documents reject a token (`service-api.md §Codes`, outside the contract). */
export const tokenCodes: ReadonlySet<string> = new Set(['1005', '1006', '40001'])

/** Codes with which older vendor documents refuse before doing anything; "-1" and "40002", which broke midway, do not. */
const refusalCodes: ReadonlySet<string> = new Set([...tokenCodes, '1007', '1009', '2002', '50003'])

/** Codes seen on successes (`service-api.md §Codes`). */
const successCodes: ReadonlySet<string> = new Set(['0', '200'])

export interface Answer extends Omit<ReceivedAnswer, 'bytes'> {
  readonly text: string
}

/** The meaning of a whole answer to a request for `url`, its data as they came; `expected` is the row's `answer`. */
export function classifyResponse(answer: Answer, expected: OperationRow['answer'], url: URL): ParsedResponse {
  const read = readEnvelope(answer.text)
  const envelope = read.kind === 'envelope' ? read.envelope : null
  const refuse = (problem: ServiceProblem): ParsedResponse => {
    const said = { code: envelope?.code ?? null, message: 'words' in read ? read.words : null }
    return { kind: 'refused', problem, detail: `HTTP ${answer.status}`, ...codeAndMessageOf(said) }
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

// Nothing of it is passed on: a page may be anybody's.
function bodyOf(answer: Answer, { kind }: ReadEnvelope): { readonly body?: BodyKind } {
  if (kind === 'empty') return { body: 'empty' }
  if (kind !== 'not-json') return {}
  return { body: isMarkup(answer) ? 'page' : 'text' }
}

function isMarkup({ headers, text }: Answer): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text)
}

// Servers that understand a plain request on their port for TLS say so in words of their own.
function isForHttps({ status, text }: Answer, { protocol }: URL): boolean {
  return protocol === 'http:' && status === 400 && /\bHTTPS (?:port|server)\b|\brequires TLS\b/i.test(text)
}

// "invalid app id or secret" may mean the application that is asked about: a mistyped one must not end all polling of its
// profile. Where the secret is wrong, operations that name no application are rejected too.
function isTokenRejected({ code }: Envelope, { searchParams }: URL): boolean {
  return tokenCodes.has(code ?? '') && !(code === '40001' && searchParams.has('appId'))
}

// Without `success` only a code that is known as a refusal declines. Any other may be a gateway's, or an unknown success
// with a task id beside it: "declined" would say that nothing was spent, and the operator would pay again.
function isDeclined({ success, code }: Envelope): boolean {
  if (success !== null) return !success
  return code !== null && refusalCodes.has(code)
}

function isAccepted({ success, code }: Envelope, expected: OperationRow['answer']): boolean {
  return success === true || (expected === 'anything' && code !== null && successCodes.has(code))
}

// Seen of tasks that do not exist: success, a code that is none of a success, and nothing that the operation is for.
function withoutContent(envelope: Envelope | null, expected: OperationRow['answer']): ServiceProblem | null {
  if (expected !== 'content' || envelope?.success !== true || saysSuccess(envelope.code)) return null
  return isEmpty(envelope.data) ? { kind: 'no-content' } : null
}

function saysSuccess(code: string | null): boolean {
  return code === null || /^0*$/.test(code) || successCodes.has(code)
}

/** Whether nothing stands anywhere in a value: absent, null, empty, or made of such values. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isEmpty)
  const members = anObject.safeParse(value)
  return members.success && digitsOf(value) === null && Object.values(members.data).every(isEmpty)
}

// An object of another shape, such as {"error":"…"}: to be shown, and no word of what became of it.
function saysNothing({ success, code }: Envelope): boolean {
  return success === null && (code === null || code === '')
}

function redirectOf({ status, headers }: Answer, url: URL): ServiceProblem | null {
  const location = headers['location']
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href)) return null
  return { kind: 'redirect', targetOrigin: new URL(location, url).origin }
}

// A page of HTML is what captive portals and gateways answer with 200; it says nothing about the operation. A body
// that is JSON gone wrong says nothing either, and nor do bytes that are no text, such as a packed body that is damaged.
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
 * Classifies an answer and reads its data, without the secrets that the service wrote into it: nothing that is shown, kept
 * or exported later holds them. What merely looks like a JWT stays: media may be signed so. Never throws for what came.
 */
export function parseAnswer(given: AnswerToParse): ParsedAnswer {
  const row: OperationRow = operations[given.operation]
  const redact = redactorOfKnown(given.secrets)
  const { status } = given.answer
  const bytes = redactBytes(given.answer.bytes, redact)
  const headers = redactHeaders(given.answer.headers, redact)
  const answer = { status, headers, text: new TextDecoder().decode(bytes) }
  const response = classifyResponse(answer, row.answer, new URL(given.url))
  if (response.kind === 'refused') return response
  try {
    // The boundary: a row reads its own operation's value.
    const value = row.read(response.value, { ...given, answer: { bytes } }) as ValueOf<ServiceOperation>
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

/** A body as it came, without the secrets that the service wrote into it: nothing in it is read. */
export function downloaded({ answer, secrets }: Pick<AnswerToParse, 'answer' | 'secrets'>): ParsedResponse<Uint8Array> {
  const value = redactBytes(answer.bytes, redactorOfKnown(secrets))
  return { kind: 'accepted', form: 'text', value, json: null, code: null, message: null }
}

// Longer texts are no numbers of anything.
const maxCountLength = 40

/** What the service answered where a count belongs; null when something else is wrong. */
function invalidCountIn({ issues }: z.ZodError): string | null {
  for (const issue of issues) {
    const answered: unknown = issue.code === 'custom' ? issue.params?.['answered'] : undefined
    if (typeof answered === 'string') return truncate(answered, maxCountLength)
  }
  return null
}
