/**
 * From a whole answer to what its operation is told: verdict and data in one pure function over plain values, so that it
 * can run on any thread.
 */
import type { ServiceOperation, ServiceProblem } from '../../shared/failure.ts'
import type { TaskId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { appId } from '../../shared/schemas/ids.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import { plainBody } from '../store/snapshot-body.ts'
import { factsOf } from './conversation-facts.ts'
import { writeJson } from './json.ts'
import { operations } from './operations.ts'
import type { ReceivedAnswer } from './http-exchange.ts'
import type { AvatarStatus, ConcurrencyList, ReceivedConversation } from './service-client.ts'
import { classifyResponse } from './response-status.ts'
import type { Accepted } from './response-status.ts'
import { holdsFiguresOnly, readAccount, readConcurrency, readConversation, readCreated, readStatus } from './wire.ts'
import type { Shaped } from './wire.ts'

/** What each operation's `data` is read into. */
export interface AnswerValues {
  readonly createAvatar: TaskId
  readonly queryAvatar: AvatarStatus
  /** Its fields are the viewer's matter. */
  readonly getConversationById: Omit<ReceivedConversation, 'at'>
  readonly queryAccount: AccountSample
  readonly getconcurrentNumber: ConcurrencySample
  readonly getconcurrentList: Omit<ConcurrencyList, 'at'>
  readonly distroyCallSessionsByAppId: null
  readonly sessionStop: null
}

/** An answer, and what it answers. Plain values. */
export interface AnswerToParse<Operation extends ServiceOperation = ServiceOperation> {
  readonly operation: Operation
  /** Value of the operation's query parameter; "" when it has none. */
  readonly argument: string
  /** The address that was asked. */
  readonly url: string
  /** When the answer was whole, in epoch milliseconds. */
  readonly at: number
  readonly answer: ReceivedAnswer
}

interface CodeAndMessage {
  /** The envelope's; null when it has none or there is no envelope. */
  readonly code: string | null
  /** The envelope's, or an accepted text in its place. At most `longestWords` characters of it. */
  readonly message: string | null
}

/** What an answer comes to. Plain values. */
export type ParsedAnswer<Operation extends ServiceOperation = ServiceOperation> =
  | (CodeAndMessage & {
      readonly kind: 'accepted'
      readonly form: Accepted['form']
      readonly value: AnswerValues[Operation]
    })
  | (CodeAndMessage & {
      readonly kind: 'refused'
      readonly problem: ServiceProblem
      /** For the record of exchanges. */
      readonly detail: string
    })

/** As much of the service's own words is passed on: beyond every excerpt of them, and little beside a body. */
const maxMessageLength = 30_000

type AnsweredCall = Pick<AnswerToParse, 'argument' | 'at' | 'answer'>

type Readers = {
  readonly [Operation in ServiceOperation]: (data: unknown, answered: AnsweredCall) => Shaped<AnswerValues[Operation]>
}

// What a close answers as `data` is `{}`, "" or nothing, and says nothing.
const ignored = (): Shaped<null> => ({ ok: true, value: null })

const concurrency = (data: unknown, { argument, at }: AnsweredCall): Shaped<ConcurrencySample> =>
  readConcurrency(data, { appId: appId.parse(argument), at })

const readers: Readers = {
  createAvatar: readCreated,
  queryAvatar: (data, { at }) => readStatus(data, at),
  getConversationById: (data, { answer }) => conversationOf(data, answer),
  queryAccount: (data, { at }) => readAccount(data, at),
  getconcurrentNumber: concurrency,
  getconcurrentList: (data, answered) => listOf(data, concurrency(data, answered)),
  distroyCallSessionsByAppId: ignored,
  sessionStop: ignored,
}

/** Judges an answer and reads its data. Never throws for what came. */
export function parseAnswer<Operation extends ServiceOperation>(
  given: AnswerToParse<Operation>,
): ParsedAnswer<Operation> {
  const { operation } = given
  const { status, headers, bytes } = given.answer
  const answer = { status, headers, text: new TextDecoder().decode(bytes) }
  const classified = classifyResponse(answer, operations[operation].answer, new URL(given.url))
  if (!classified.accepted) {
    return {
      kind: 'refused',
      problem: classified.problem,
      detail: `HTTP ${answer.status}`,
      ...codeAndMessageOf(classified),
    }
  }
  const { form, envelope } = classified
  const shaped = readers[operation](envelope?.data, given)
  const codeAndMessage = codeAndMessageOf(
    envelope ?? { code: null, message: form === 'text' ? answer.text.trim() : null },
  )
  if (shaped.ok) return { kind: 'accepted', form, value: shaped.value, ...codeAndMessage }
  const { problems } = shaped
  return { kind: 'refused', problem: { kind: 'wrong-shape', problems }, detail: problems.join('; '), ...codeAndMessage }
}

function codeAndMessageOf({ code, message }: CodeAndMessage): CodeAndMessage {
  const start = (text: string | null): string | null => (text === null ? null : text.slice(0, maxMessageLength))
  return { code: start(code), message: start(message) }
}

function conversationOf(data: unknown, { bytes }: ReceivedAnswer): Shaped<AnswerValues['getConversationById']> {
  const shaped = readConversation(data)
  return shaped.ok ? { ok: true, value: { body: plainBody(bytes), facts: factsOf(shaped.value) } } : shaped
}

// The list is documented with the number's shape and may come in any other: what came is shown then.
function listOf(data: unknown, figures: Shaped<ConcurrencySample>): Shaped<AnswerValues['getconcurrentList']> {
  const dataText = data === undefined ? '' : writeJson(data)
  const hasMore = !holdsFiguresOnly(data)
  return { ok: true, value: { figures: figures.ok ? figures.value : null, hasMore, dataText } }
}
