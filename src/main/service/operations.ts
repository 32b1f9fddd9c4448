/**
 * The operations of the service, a row each: path, parameter, limits, whether it may be sent again, and what its `data`
 * is read into. The client's functions come from the rows. The service's own spelling of its data stands here alone;
 * answers are loose (new fields are kept), and absent, null and empty stay different until a reader decides.
 * Source: `service-api.md §Endpoints`; the paths are spelled exactly so.
 */
import { z } from 'zod'
import type { AppId, TaskId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { appId, conversationId, sessionId, taskId } from '../../shared/schemas/ids.ts'
import type { CloseAnswer, ConcurrencySample } from '../../shared/schemas/session.ts'
import { redactedStart } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'
import { plainBody } from '../store/snapshot-body.ts'
import { factsOf } from './conversation-facts.ts'
import { creationBody } from './creation-body.ts'
import { digitsOf, writeJson } from './json.ts'
import type { AnsweredCall, AnswerLimits, OperationRow, Replied } from './operation-row.ts'

/** An id: text, or a JSON number as its exact digits. Other values are left for the schema behind it to refuse. */
const id = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => digitsOf(value) ?? value, schema)

/** As `id`, and null for absent, null or empty. */
const optionalId = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : (digitsOf(value) ?? value)), schema.nullable())

/** A count or a code; a long one loses digits here, which no figure of the service comes near. */
const figure = z.preprocess(numberOf, z.number())

const optionalFigure = z.preprocess((value) => numberOf(value) ?? null, z.number().nullable())

/** Text, or a number as its exact digits: a word that is only shown must not hold up what an answer decides. */
const optionalText = z.preprocess((value) => digitsOf(value) ?? value ?? null, z.string().nullable())

// Some services write figures as text; what is no plain figure is left for the schema behind to refuse.
function numberOf(value: unknown): unknown {
  const digits = digitsOf(value) ?? value
  return typeof digits === 'string' && /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : value
}

const createdShape = z.looseObject({ taskId: id(taskId) })

const statusShape = z.looseObject({
  name: optionalText,
  modelSceneId: optionalId(z.string()),
  conversationId: optionalId(conversationId),
  coverImage: optionalText,
  status: optionalFigure,
  processingStep: optionalText,
})

const accountShape = z.looseObject({ companionCreateTimesBalance: optionalFigure, durationBalance: optionalFigure })

const concurrencyShape = z.looseObject({
  cropId: optionalId(z.string()),
  totalConcurrentNumber: figure,
  userConcurrentNumber: optionalFigure,
})

// What these throw for data of another shape is zod's own error.

/** Reads createAvatar's `data`. Source: `service-api.md §Avatar creation task`. */
export function readCreated(data: unknown): TaskId {
  return createdShape.parse(data).taskId
}

/** What queryAvatar answered. `status` and `step` as they came; null when absent. `at`: epoch ms. */
export type AvatarStatus = ReturnType<typeof readStatus>

/** Reads queryAvatar's `data`, which came at `at`. Source: `service-api.md §Avatar creation status`. */
export function readStatus(data: unknown, at: number) {
  const { name, modelSceneId, conversationId, coverImage, status, processingStep } = statusShape.parse(data)
  return { name, modelSceneId, conversationId, coverImage, status, step: processingStep, at }
}

/** Reads queryAccount's `data`, which came at `at` (epoch ms). Source: `service-api.md §Account`. */
export function readAccount(data: unknown, at: number): AccountSample {
  const { companionCreateTimesBalance, durationBalance } = accountShape.parse(data)
  return { at, avatarCreationsLeft: companionCreateTimesBalance, durationLeft: durationBalance }
}

/** Reads the concurrency `data` of an application, which came at `at` (epoch ms). Source: `service-api.md §Concurrency`. */
export function readConcurrency(
  data: unknown,
  { appId, at }: { readonly appId: AppId; readonly at: number },
): ConcurrencySample {
  const { cropId, totalConcurrentNumber, userConcurrentNumber } = concurrencyShape.parse(data)
  return { appId, at, corporateId: cropId, total: totalConcurrentNumber, yours: userConcurrentNumber }
}

/** Gives getConversationById's `data` when it is an object; its fields are the viewer's matter. */
export function readConversation(data: unknown): Readonly<Record<string, unknown>> {
  return z.looseObject({}).parse(data)
}

/** A conversation that was checked to be a successful envelope; the body exactly as received. */
export type ReceivedConversation = ReturnType<typeof conversationOf>

function conversationOf(data: unknown, { at, answer }: AnsweredCall) {
  return { body: plainBody(answer.bytes), facts: factsOf(readConversation(data)), at }
}

function figuresOf(data: unknown, { argument, at }: AnsweredCall): ConcurrencySample {
  return readConcurrency(data, { appId: appId.parse(argument), at })
}

export type ConcurrencyList = ReturnType<typeof listOf>

/**
 * The list is documented with the number's shape and may come in any other: what came, as JSON text, is shown then.
 * `hasMore`: something stands in it beside the documented figures, or in place of them.
 */
function listOf(data: unknown, answered: AnsweredCall) {
  const read = concurrencyShape.safeParse(data)
  const hasMore = !read.success || Object.keys(read.data).some((name) => !Object.hasOwn(concurrencyShape.shape, name))
  const dataText = data === undefined ? '' : writeJson(data)
  return { figures: read.success ? figuresOf(data, answered) : null, hasMore, dataText, at: answered.at }
}

// Longer texts are for the exchange; what is kept here goes into the journal.
const maxCloseTextLength = 500

function closeAnswer({ form, httpStatus, code, message, at }: Replied<null>, redact: Redact): CloseAnswer {
  const start = (text: string | null): string | null => text && redactedStart(text, maxCloseTextLength, redact)
  return { form, httpStatus, code: start(code), message: start(message), at }
}

const aRead = {
  method: 'GET',
  body: null,
  repeatable: true,
  answer: 'envelope',
  answerMs: ({ answerMs }: AnswerLimits) => answerMs,
} as const

const aClose = {
  method: 'GET',
  body: null,
  repeatable: false,
  // Given up, a close becomes "may have been cut": it gets the time of two reads before that.
  answerMs: ({ answerMs }: AnswerLimits) => answerMs * 2,
  // What a close answers as `data` is `{}`, "" or nothing, and says nothing.
  read: () => null,
  reply: closeAnswer,
} as const

/** The table. Keys are the service's own names, which failures and recorded exchanges carry. */
export const operations = {
  createAvatar: {
    call: 'createAvatar',
    method: 'POST',
    path: '/createAvatar',
    parameter: null,
    body: creationBody,
    repeatable: false,
    answer: 'envelope',
    answerMs: ({ creationAnswerMs }: AnswerLimits) => creationAnswerMs,
    read: readCreated,
    reply: ({ value, at, exchangeId }: Replied<TaskId>) => ({ taskId: value, at, exchangeId }),
  },
  queryAvatar: {
    ...aRead,
    call: 'queryAvatar',
    path: '/queryAvatar',
    parameter: { name: 'taskId', schema: taskId },
    read: (data: unknown, { at }: AnsweredCall) => readStatus(data, at),
  },
  getConversationById: {
    ...aRead,
    call: 'getConversation',
    path: '/getConversationById',
    parameter: { name: 'conversationId', schema: conversationId },
    read: conversationOf,
  },
  queryAccount: {
    ...aRead,
    call: 'queryAccount',
    path: '/queryAccount',
    parameter: null,
    read: (data: unknown, { at }: AnsweredCall) => readAccount(data, at),
  },
  getconcurrentNumber: {
    ...aRead,
    call: 'concurrentNumber',
    path: '/getconcurrentNumber',
    parameter: { name: 'appId', schema: appId },
    read: figuresOf,
  },
  getconcurrentList: {
    ...aRead,
    call: 'concurrentList',
    path: '/getconcurrentList',
    parameter: { name: 'appId', schema: appId },
    read: listOf,
  },
  distroyCallSessionsByAppId: {
    ...aClose,
    call: 'closeAllSessions',
    path: '/distroyCallSessionsByAppId',
    parameter: { name: 'appId', schema: appId },
    answer: 'envelope',
  },
  sessionStop: {
    ...aClose,
    call: 'stopSession',
    path: '/sessionStop',
    parameter: { name: 'uuid', schema: sessionId },
    answer: 'anything',
  },
} as const satisfies Readonly<Record<string, OperationRow>>

type Operations = typeof operations

/** Name of an operation. */
export type ServiceOperation = keyof Operations

/** What an operation's `data` is read into. */
export type ValueOf<Operation extends ServiceOperation> = ReturnType<Operations[Operation]['read']>

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

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** One function per row, by its `call`. */
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
  /** Ends kept-alive connections. */
  readonly dispose: () => Promise<void>
}

/** The names, in the order of the table. */
// The boundary: the keys of a literal are its type's.
export const operationNames = Object.keys(operations) as readonly ServiceOperation[]

/**
 * Gives the address of an operation under a base URL, whatever its prefix and with or without a trailing slash. The
 * argument is percent-encoded; it is ignored by an operation without a parameter.
 */
export function addressOf(baseUrl: string, operation: ServiceOperation, argument: string): URL {
  const { path, parameter } = operations[operation]
  const query = parameter === null ? '' : `?${parameter.name}=${encodeURIComponent(argument)}`
  return new URL(`${baseUrl.replace(/\/+$/, '')}${path}${query}`)
}
