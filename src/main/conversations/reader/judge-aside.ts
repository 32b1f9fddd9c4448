/** Large answers of the service are judged on the reader's thread. */
import type { ServiceOperation } from '../../../shared/failure.ts'
import type { JudgeAside } from '../../service/judge-aside.ts'
import type { AnswerToJudge, JudgedAnswer } from '../../service/judge-answer.ts'
import type { Reader } from './reader.ts'

/** Gives what the clients of the service judge large answers with. */
export function judgeOnReader(reader: Reader): JudgeAside {
  // The boundary: what is judged for an operation is that operation's.
  return async <Operation extends ServiceOperation>(given: AnswerToJudge<Operation>) =>
    (await reader.ask('serviceAnswer', given)) as JudgedAnswer<Operation>
}
