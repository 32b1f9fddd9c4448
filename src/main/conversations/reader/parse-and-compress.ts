/** Judges large answers on the reader's thread, where there is time to pack what will be kept. */
import { parseAnswer } from '../../service/parse-response.ts'
import type { AnswerToParse, ParsedAnswer } from '../../service/parse-response.ts'
import { compressedBody } from '../../store/snapshot-body.ts'

/** As `judgeAnswer`, and packs the body of a conversation. */
export function parseAndCompress(given: AnswerToParse): ParsedAnswer {
  const parsed = parseAnswer(given)
  if (parsed.kind === 'refused') return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || !('body' in value)) return parsed
  return { ...parsed, value: { ...value, body: compressedBody(value.body.bytes) } }
}
