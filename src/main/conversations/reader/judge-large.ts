/** Judges large answers on the reader's thread, where there is time to pack what will be kept. */
import { judgeAnswer } from '../../service/judge-answer.ts'
import type { AnswerToJudge, JudgedAnswer } from '../../service/judge-answer.ts'
import { packedBody } from '../../store/kept-body.ts'

/** As `judgeAnswer`, and packs the body of a conversation. */
export function judgeLarge(given: AnswerToJudge): JudgedAnswer {
  const judged = judgeAnswer(given)
  if (judged.kind === 'refused') return judged
  const { value } = judged
  if (typeof value !== 'object' || value === null || !('body' in value)) return judged
  return { ...judged, value: { ...value, body: packedBody(value.body.bytes) } }
}
