/** Large answers of the service are judged on the reader's thread. */
import type { ServiceOperation } from '../../../shared/failure.ts'
import type { JudgeAside } from '../../service/judge-aside.ts'
import type { AnswerToJudge, JudgedAnswer } from '../../service/judge-answer.ts'
import { operations } from '../../service/operations.ts'
import type { Reader } from './reader.ts'

// A read can be asked again when its answer is lost on the way; the answer of a command must not be.
function handedOver({ operation, answer: { bytes } }: AnswerToJudge): readonly ArrayBuffer[] {
  return operations[operation].repeatable && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}

/** Gives what the clients of the service judge large answers with. */
export function judgeOnReader(reader: Reader): JudgeAside {
  // The boundary: what is judged for an operation is that operation's.
  return async <Operation extends ServiceOperation>(given: AnswerToJudge<Operation>) =>
    (await reader.ask('serviceAnswer', given, handedOver(given))) as JudgedAnswer<Operation>
}
