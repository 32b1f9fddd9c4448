/** Large answers of the service are parsed on the reader's thread. */
import type { AnswerToParse, ParseOnWorker } from '../../service/parse-response.ts'
import { operations } from '../../service/operations.ts'
import type { Reader } from './reader.ts'

// A read can be asked again when its answer is lost on the way; the answer of a command must not be.
function handedOver({ operation, answer: { bytes } }: AnswerToParse): readonly ArrayBuffer[] {
  return operations[operation].repeatable && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}

export function createParseOnWorker(reader: Reader): ParseOnWorker {
  return (given) => reader.ask('parseResponse', given, handedOver(given))
}
