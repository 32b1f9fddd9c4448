/**
 * The operations of the service, one row per operation: its parameter, its limits, whether a request may be repeated,
 * and how its `data` is parsed. The client's functions are made from the rows. Only this file knows how the service
 * spells its data. The schemas are loose (new fields are kept), and absent, null and empty stay different until a
 * reader decides. Source: `service-api.md §Endpoints`, which spells the paths exactly like this.
 */
import { isSafeNumber } from 'lossless-json'
import { z } from 'zod'
import type { FailureError } from '../../shared/failure.ts'
import type { ConversationId, ExchangeId, TaskId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { appId, conversationId, sessionId, taskId } from '../../shared/schemas/ids.ts'
import type { CloseAnswer, ConcurrencySample } from '../../shared/schemas/session.ts'
import { redactedStart } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'
import type { ConversationFacts } from '../store/snapshots-repository.ts'
import { conversationFields } from '../../shared/conversation/fields.ts'
import { creationBody } from './creation-body.ts'
import { digitsOf, numberText, readJson, writeJson } from '../../shared/model/json.ts'
import type { AnsweredCall, AnswerLimits, OperationRow, Replied } from './operation-row.ts'
import { truncate } from '../../shared/model/truncate.ts'

/** An id: text, or a JSON number as its exact digits. The schema refuses all other values. */
const id = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => digitsOf(value) ?? value, schema)

/** As `id`, and null for absent, null or empty. */
const optionalId = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : (digitsOf(value) ?? value)), schema.nullable())

/** A balance or a code. A very long number would lose digits here, but the service's figures are far shorter. */
const optionalFigure = z.preprocess((value) => numberOf(value) ?? null, z.number().nullable())

/**
 * Text, or a number as its exact digits. The value is only displayed, so its type must not make the answer unusable.
 */
const optionalText = z.preprocess((value) => digitsOf(value) ?? value ?? null, z.string().nullable())

// Some services write figures as text. The schema refuses text that is not a plain figure.
function numberOf(value: unknown): unknown {
  const digits = digitsOf(value) ?? value
  return typeof digits === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits) ? Number(digits) : value
}

/**
 * A number of calls. A number or text that is not a whole number between zero and the largest safe integer is reported
 * in the issue exactly as received: an impossible count must not be stored, summed or alerted on.
 */
function countIn(value: unknown, context: z.RefinementCtx): number {
  const answered = numberText(value) ?? value
  if (typeof answered !== 'string') {
    context.addIssue('expected a count')
    return z.NEVER
  }
  const number = numberOf(answered)
  if (typeof number === 'number' && number >= 0 && Number.isSafeInteger(number) && isSafeNumber(answered)) {
    // Adding zero turns -0 into 0.
    return number + 0
  }
  context.addIssue({ code: 'custom', message: 'expected a count', params: { answered } })
  return z.NEVER
}

const count = z.unknown().transform(countIn)

const optionalCount = z.preprocess(
  (value) => value ?? null,
  z.unknown().transform((value, context) => (value === null ? null : countIn(value, context))),
)

const createdShape = z.looseObject({ taskId: id(taskId) })

// Searches the raw text, because a refusal, an answer in a different form and truncated JSON can name a task too. A
// number must be followed by its end, because half an id would be the id of a different task.
const taskMember = /\\*"taskId\\*"\s*:\s*(?:\[\s*)?(?:\\*"(?<text>[^"\\]{1,64})\\*"|(?<digits>\d{1,64})(?=[\s,}\]]))/gu

function taskIdIn(text: string): string | null {
  for (const { groups } of text.matchAll(taskMember)) {
    const named = (groups?.['text'] ?? groups?.['digits'] ?? '').trim()
    if (named !== '') return named
  }
  return null
}

const statusShape = z.looseObject({
  name: optionalText,
  modelSceneId: optionalId(z.string()),
  conversationId: optionalId(conversationId),
  coverImage: optionalText,
  status: optionalFigure,
  processingStep: optionalText,
})

/**
 * A field of an answer and its text. The contract documents no meaning for the field, or documents it only as a
 * message.
 */
interface Reason {
  readonly field: string
  readonly text: string
}

/** The state of a task as `queryAvatar` reports it. */
interface SeenTask {
  readonly name: string | null
  readonly modelSceneId: string | null
  readonly conversationId: ConversationId | null
  readonly coverImage: string | null
  readonly status: number | null
  readonly step: string | null
  readonly at: number
  /** The reasons of a failed training; absent when the answer has none (`service-api.md §Seen since`). */
  readonly reasons?: readonly Reason[]
}

const noReasons: readonly Reason[] = []
// A person reads these reasons, so they are limited; the exchange keeps more of the answer.
const [maxReasons, maxReasonLength, maxReasonNameLength] = [20, 500, 60]

// These values describe the request and not the training (`service-api.md §Codes`).
const successCodes: ReadonlySet<string> = new Set(['', '0', '200'])
const successTexts = /^(?:ok|success|successful|成功)[.!]?$/i

function textOfReason(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : (digitsOf(value) ?? writeJson(value))
  return text === '{}' || text === '[]' ? '' : text.trim()
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every reason for a failed training in an answer: first its messages and code, then its undocumented fields. */
function reasonsIn(bytes: Uint8Array, taskId: string): readonly Reason[] {
  const read = readJson(new TextDecoder().decode(bytes))
  if (read.kind !== 'json' || !isObject(read.value)) return noReasons
  const { data, msg, message, code, ...others } = read.value
  const dataEntries = isObject(data) ? Object.entries(data).filter(([name]) => !(name in statusShape.shape)) : []
  const otherEntries = Object.entries(others).filter(([name]) => name !== 'success')
  const entries: readonly (readonly [string, unknown])[] = [
    ['msg', msg],
    ['message', message],
    ['code', successCodes.has(textOfReason(code)) ? '' : code],
    ...dataEntries,
    ...otherEntries,
  ]
  const reasons = entries
    .map(([field, value]) => ({ field, text: textOfReason(value) }))
    .filter(({ field, text }) => text !== '' && !successTexts.test(text) && !(field === 'taskId' && text === taskId))
  const isFirst = ({ text }: Reason, index: number): boolean =>
    reasons.findIndex((other) => other.text === text) === index
  return reasons.filter(isFirst).slice(0, maxReasons)
}

const accountShape = z.looseObject({ companionCreateTimesBalance: optionalFigure, durationBalance: optionalFigure })

const concurrencyShape = z.looseObject({
  cropId: optionalId(z.string()),
  totalConcurrentNumber: count,
  userConcurrentNumber: optionalCount,
})

function figuresOf(data: unknown, { argument, at }: AnsweredCall): ConcurrencySample {
  const { cropId, totalConcurrentNumber: total, userConcurrentNumber: yours } = concurrencyShape.parse(data)
  return { appId: appId.parse(argument), at, corporateId: cropId, total, yours }
}

// The journal keeps this text; the exchange keeps more of it.
const maxCloseTextLength = 500

function closeAnswer({ form, httpStatus, code, message, at }: Replied<null>, redact: Redact): CloseAnswer {
  const start = (text: string | null): string | null => text && redactedStart(text, maxCloseTextLength, redact)
  return { form, httpStatus, code: start(code), message: start(message), at }
}

const aRead = {
  method: 'GET',
  body: null,
  repeatable: true,
  answer: 'content',
  answerMs: ({ answerMs }: AnswerLimits) => answerMs,
} as const

const aClose = {
  method: 'GET',
  body: null,
  repeatable: false,
  // A close that times out is shown as "may have been cut", so a close gets twice the time of a read.
  answerMs: ({ answerMs }: AnswerLimits) => answerMs * 2,
  // The `data` of a close is `{}`, "" or absent, and carries no information.
  read: () => null,
  reply: closeAnswer,
} as const

/** The keys are the service's own operation names and paths, which failures and recorded exchanges use too. */
export const operations = {
  createAvatar: {
    call: 'createAvatar',
    method: 'POST',
    parameter: null,
    body: creationBody,
    repeatable: false,
    answer: 'content',
    answerMs: ({ creationAnswerMs }: AnswerLimits) => creationAnswerMs,
    documented: Object.keys(createdShape.shape),
    taskIn: taskIdIn,
    // Source: `service-api.md §Avatar creation task`.
    read: (data: unknown) => createdShape.parse(data).taskId,
    reply: ({ value, at }: Replied<TaskId>) => ({ taskId: value, at }),
  },
  queryAvatar: {
    ...aRead,
    call: 'queryAvatar',
    parameter: { name: 'taskId', schema: taskId },
    documented: Object.keys(statusShape.shape),
    // `status` and `step` are returned as received; null when absent. Source: `service-api.md §Avatar creation status`.
    read: (data: unknown, { at, argument, answer }: AnsweredCall): SeenTask => {
      const { name, modelSceneId, conversationId, coverImage, status, processingStep } = statusShape.parse(data)
      const task = { name, modelSceneId, conversationId, coverImage, status, step: processingStep, at }
      const reasons = status === 1 ? reasonsIn(answer.bytes, argument) : noReasons
      return reasons.length === 0 ? task : { ...task, reasons }
    },
    reply: ({ value }: Replied<SeenTask>, redact: Redact): SeenTask => {
      if (value.reasons === undefined) return value
      const reasons = value.reasons.map(({ field, text }) => ({
        field: redactedStart(field, maxReasonNameLength, redact),
        text: redactedStart(text, maxReasonLength, redact),
      }))
      return { ...value, reasons }
    },
  },
  getConversationById: {
    ...aRead,
    call: 'getConversation',
    parameter: { name: 'conversationId', schema: conversationId },
    documented: conversationFields.map(({ field }) => field),
    // The body is kept exactly as received; the viewer parses its fields.
    read: (data: unknown, { at, answer }: AnsweredCall) => ({
      body: answer.bytes,
      facts: factsOf(z.looseObject({}).parse(data)),
      at,
    }),
  },
  queryAccount: {
    ...aRead,
    call: 'queryAccount',
    parameter: null,
    documented: Object.keys(accountShape.shape),
    // Source: `service-api.md §Account`.
    read: (data: unknown, { at }: AnsweredCall): AccountSample => {
      const { companionCreateTimesBalance, durationBalance } = accountShape.parse(data)
      return { at, avatarCreationsLeft: companionCreateTimesBalance, durationLeft: durationBalance }
    },
  },
  getconcurrentNumber: {
    ...aRead,
    call: 'concurrentNumber',
    parameter: { name: 'appId', schema: appId },
    documented: Object.keys(concurrencyShape.shape),
    // Source: `service-api.md §Concurrency`.
    read: figuresOf,
  },
  getconcurrentList: {
    ...aRead,
    call: 'concurrentList',
    parameter: { name: 'appId', schema: appId },
    documented: Object.keys(concurrencyShape.shape),
    // The contract documents the shape of `getconcurrentNumber`, but the service can answer in any shape: `dataText` is
    // the data as JSON text for display. `hasMore`: the data contains something besides the documented figures, or
    // instead of them.
    read: (data: unknown, answered: AnsweredCall) => {
      const read = concurrencyShape.safeParse(data)
      const knownNames = Object.keys(concurrencyShape.shape)
      return {
        figures: read.success ? figuresOf(data, answered) : null,
        hasMore: !read.success || Object.keys(read.data).some((name) => !knownNames.includes(name)),
        dataText: data === undefined ? '' : writeJson(data),
        at: answered.at,
      }
    },
  },
  distroyCallSessionsByAppId: {
    ...aClose,
    call: 'closeAllSessions',
    parameter: { name: 'appId', schema: appId },
    answer: 'envelope',
    documented: [],
  },
  sessionStop: {
    ...aClose,
    call: 'stopSession',
    parameter: { name: 'uuid', schema: sessionId },
    answer: 'anything',
    documented: null,
  },
} as const satisfies Readonly<Record<string, OperationRow>>

type Operations = typeof operations

export type ServiceOperation = keyof Operations

/** The value that an operation's `data` is parsed into; data of a different shape throw zod's error. */
export type ValueOf<Operation extends ServiceOperation> = ReturnType<Operations[Operation]['read']>

export type ConcurrencyList = ValueOf<'getconcurrentList'>
export type ReceivedConversation = ValueOf<'getConversationById'>

type InputOf<Row> = Row extends { readonly body: (input: infer Input) => unknown }
  ? [input: Input]
  : Row extends { readonly parameter: { readonly schema: infer Schema extends z.ZodType } }
    ? [argument: z.output<Schema>]
    : []

type ReplyOf<Operation extends ServiceOperation> = Operations[Operation] extends {
  readonly reply: (...replied: never) => infer Reply
}
  ? Reply
  : ValueOf<Operation>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Called with each exchange of the call, once it is recorded and before the call ends. */
  readonly onExchange?: (id: ExchangeId) => void
  /**
   * Called before each wait, with the error of the failed attempt. The call itself throws the error of the last
   * attempt.
   */
  readonly onFailedAttempt?: (error: FailureError) => void
  /** Called while a body is sent, with the share of it that was written to the connection, from 0 to 1. */
  readonly onUpload?: (share: number) => void
}

/** One function per row, named by the row's `call`. */
export type OperationCalls = {
  readonly [Operation in ServiceOperation as Operations[Operation]['call']]: (
    ...args: [...InputOf<Operations[Operation]>, options?: CallOptions]
  ) => Promise<ReplyOf<Operation>>
}

/**
 * The client of one profile. Every function throws `FailureError` with a `ServiceFailure` or a token failure
 * (no-token, keychain-missing, keychain-locked, secret-not-for-host). Rows with `repeatable: true` are retried with
 * backoff; all others are sent exactly once, on a fresh connection.
 */
export type ServiceClient = OperationCalls & {
  /** Returns the unparsed answer of getConversationById, up to 64 MB. */
  readonly downloadConversation: (id: ConversationId, options?: CallOptions) => Promise<Uint8Array>
  /** Closes kept-alive connections. */
  readonly dispose: () => Promise<void>
}

// The boundary: the keys of a literal are the keys of its type.
export const operationNames = Object.keys(operations) as readonly ServiceOperation[]

/** The address of an operation; the argument is percent-encoded, and ignored by an operation without a parameter. */
export function addressOf(baseUrl: string, operation: ServiceOperation, argument: string): URL {
  const { parameter } = operations[operation]
  const query = parameter === null ? '' : `?${parameter.name}=${encodeURIComponent(argument)}`
  return new URL(`${baseUrl.replace(/\/+$/, '')}/${operation}${query}`)
}

/** Lists and the journal truncate a name to this length, because the service does not limit names. */
export const maxNameLength = 500

// createAvatar accepts no longer voice name.
const maxVoiceLength = 200

// Long enough for a short sound in a data URL. The viewer still plays a longer sound.
const maxSampleLength = 100_000

// Lists can't show values of other types, so these values are dropped.
const shape = z.object({
  conversationName: z.string().nullable().catch(null),
  detailDto: z
    .object({ ttsName: z.string().catch(''), ttsUrl: z.string().catch('') })
    .nullable()
    .catch(null),
})

function voiceOf({ ttsName, ttsUrl }: { ttsName: string; ttsUrl: string }): ConversationFacts['voice'] {
  const [name, url] = [ttsName.trim(), ttsUrl.trim()]
  if (name === '' || name.length > maxVoiceLength) return null
  return { name, url: url.length > maxSampleLength ? '' : url }
}

/** The facts of an answer's `data`; never throws. Source: `service-api.md §Conversation`. */
export function factsOf(data: unknown): ConversationFacts {
  const { data: read } = shape.safeParse(data)
  const name = read?.conversationName ?? null
  return { name: name && truncate(name, maxNameLength), voice: read?.detailDto ? voiceOf(read.detailDto) : null }
}
