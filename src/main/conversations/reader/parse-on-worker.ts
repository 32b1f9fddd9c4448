/** Large answers of the service are judged on the reader's thread. */
import type { ServiceOperation } from '../../service/operations.ts'
import type { AnswerToParse, ParseOnWorker, ParsedAnswer } from '../../service/parse-response.ts'
import { operations } from '../../service/operations.ts'
import type { Reader } from './reader.ts'

// A read can be asked again when its answer is lost on the way; the answer of a command must not be.
function handedOver({ operation, answer: { bytes } }: AnswerToParse): readonly ArrayBuffer[] {
  return operations[operation].repeatable && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}

export function createParseOnWorker(reader: Reader): ParseOnWorker {
  // The boundary: what is parsed for an operation is that operation's.
  return <Operation extends ServiceOperation>(given: AnswerToParse<Operation>) =>
    reader.ask('parseResponse', given, handedOver(given)) as Promise<ParsedAnswer<Operation>>
}
