/**
 * From a whole answer to what its operation comes to: status and data in one pure function over plain values, so that it
 * can run on any thread; a small answer is parsed at once, a large one away from main's own thread.
 */
import type { ServiceProblem } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { describeError } from './connection-problem.ts'
import type { ReceivedAnswer } from './http-exchange.ts'
import type { OperationRow, Shaped } from './operation-row.ts'
import { operations } from './operations.ts'
import type { ServiceOperation, ValueOf } from './operations.ts'
import { classifyResponse } from './response-status.ts'
import type { Accepted } from './response-status.ts'

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
      readonly value: ValueOf<Operation>
    })
  | (CodeAndMessage & {
      readonly kind: 'refused'
      readonly problem: ServiceProblem
      /** For the record of exchanges. */
      readonly detail: string
    })

/** As much of the service's own words is passed on: beyond every excerpt of them, and little beside a body. */
const maxMessageLength = 30_000

/** Judges an answer and reads its data. Never throws for what came. */
export function parseAnswer<Operation extends ServiceOperation>(
  given: AnswerToParse<Operation>,
): ParsedAnswer<Operation> {
  const row: OperationRow = operations[given.operation]
  const { status, headers, bytes } = given.answer
  const answer = { status, headers, text: new TextDecoder().decode(bytes) }
  const classified = classifyResponse(answer, row.answer, new URL(given.url))
  if (!classified.accepted) {
    return {
      kind: 'refused',
      problem: classified.problem,
      detail: `HTTP ${answer.status}`,
      ...codeAndMessageOf(classified),
    }
  }
  const { form, envelope } = classified
  // The boundary: a row reads its own operation's value.
  const shaped = row.read(envelope?.data, given) as Shaped<ValueOf<Operation>>
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

/**
 * Judges an answer on another thread; may reject, and may never come back. The bytes of a read may go over to that thread
 * and be gone here; those of a command stay.
 */
export type ParseOnWorker = <Operation extends ServiceOperation>(
  given: AnswerToParse<Operation>,
) => Promise<ParsedAnswer<Operation>>

/** The largest answer, in bytes, that is judged on main's own thread. */
export const maxParsedOnMain = 256 * 1024

export interface ParsingDeps {
  readonly parseOnWorker: ParseOnWorker
  readonly clock: Clock
  /** Longest wait for the other thread, in milliseconds. */
  readonly parseTimeoutMs: number
}

/**
 * Judges an answer; never rejects. When the other thread fails or keeps silent, the answer of a command is judged here
 * all the same, as what was spent must be known; a read is `unread`, and can be asked again.
 */
export async function parseOnFittingThread<Operation extends ServiceOperation>(
  given: AnswerToParse<Operation>,
  means: ParsingDeps,
): Promise<ParsedAnswer<Operation>> {
  if (given.answer.bytes.byteLength <= maxParsedOnMain) return parseAnswer(given)
  try {
    return await withinTime(means.parseOnWorker(given), means)
  } catch (error) {
    return operations[given.operation].repeatable ? notParsed(error) : parseAnswer(given)
  }
}

function withinTime<Value>(work: Promise<Value>, { clock, parseTimeoutMs }: ParsingDeps): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.after(parseTimeoutMs, () => {
      reject(new Error(`not parsed within ${parseTimeoutMs} ms`))
    })
    work.then(resolve, reject).finally(stopTimer)
  })
}

function notParsed(error: unknown): ParsedAnswer<never> {
  const detail = `too large to be read at once, and reading it apart failed: ${describeError(error)}`
  return { kind: 'refused', problem: { kind: 'unread' }, detail, code: null, message: null }
}
