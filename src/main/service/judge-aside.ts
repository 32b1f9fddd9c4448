/** Where an answer is judged: a small one at once, a large one away from main's own thread. */
import type { ServiceOperation } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import { describeError } from './connection-problem.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { AnswerToJudge, JudgedAnswer } from './judge-answer.ts'
import { operations } from './operations.ts'

/**
 * Judges an answer on another thread; may reject, and may never come back. The bytes of a read may go over to that thread
 * and be gone here; those of a command stay.
 */
export type JudgeAside = <Operation extends ServiceOperation>(
  given: AnswerToJudge<Operation>,
) => Promise<JudgedAnswer<Operation>>

/** The largest answer, in bytes, that is judged on main's own thread. */
export const largestJudgedAtOnce = 256 * 1024

/** What judging needs. */
export interface JudgingMeans {
  readonly judgeAside: JudgeAside
  readonly clock: Clock
  /** Longest wait for the other thread, in milliseconds. */
  readonly judgeMs: number
}

/**
 * Judges an answer; never rejects. When the other thread fails or keeps silent, the answer of a command is judged here
 * all the same, as what was spent must be known; a read is `unread`, and can be asked again.
 */
export async function judgeWhereItFits<Operation extends ServiceOperation>(
  given: AnswerToJudge<Operation>,
  means: JudgingMeans,
): Promise<JudgedAnswer<Operation>> {
  if (given.answer.bytes.byteLength <= largestJudgedAtOnce) return judgeAnswer(given)
  try {
    return await withinTime(means.judgeAside(given), means)
  } catch (error) {
    return operations[given.operation].repeatable ? notJudged(error) : judgeAnswer(given)
  }
}

function withinTime<Value>(work: Promise<Value>, { clock, judgeMs }: JudgingMeans): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.after(judgeMs, () => {
      reject(new Error(`not judged within ${judgeMs} ms`))
    })
    work.then(resolve, reject).finally(stopTimer)
  })
}

function notJudged(error: unknown): JudgedAnswer<never> {
  const detail = `too large to be read at once, and reading it apart failed: ${describeError(error)}`
  return { kind: 'refused', problem: { kind: 'unread' }, detail, code: null, message: null }
}
