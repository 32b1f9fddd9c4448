/** Where an answer is judged: a small one at once, a large one away from main's own thread. */
import type { ServiceOperation } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'
import { describeError } from './connection-problem.ts'
import { parseAnswer } from './parse-response.ts'
import type { AnswerToParse, ParsedAnswer } from './parse-response.ts'
import { operations } from './operations.ts'

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
