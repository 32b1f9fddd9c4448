import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isServiceFailure } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import type { CloseAnswer, CloseOutcome } from '../../../../shared/schemas/session.ts'
import { useFailureWords } from '../../../failures/describe-failure.ts'
import { useFormat } from '../../../i18n/use-format.ts'

/** What is certain about a close: never more than the service said. */
export type Verdict = 'accepted' | 'said' | 'declined' | 'unknown' | 'not-done'

/** An answer or a failure, as an outcome or the last action of a session has it. */
export type CloseResult = Pick<CloseOutcome, 'answer' | 'failure'>

/** What is certain about a close. A bare text is told, not judged: nobody says what it means. */
export function verdictOf({ answer, failure }: CloseResult): Verdict {
  if (answer !== null) return answer.form === 'text' ? 'said' : 'accepted'
  if (failure === null || commandCertainty(failure) === 'unknown') return 'unknown'
  return failure.kind === 'declined' ? 'declined' : 'not-done'
}

/** Looks of a verdict. */
export const verdictTones = {
  accepted: 'good',
  said: 'info',
  declined: 'bad',
  unknown: 'warn',
  'not-done': 'bad',
} as const

// "200, “success”", "“done”", "200" or nothing.
function said(code: string | null, message: string | null, t: TFunction<'closing'>): string {
  const hasCode = code !== null && code !== ''
  if (message === null || message === '') return hasCode ? code : ''
  return hasCode ? t('said.both', { code, message }) : t('said.message', { message })
}

function saidBy(failure: Failure | null, t: TFunction<'closing'>): string {
  return failure !== null && isServiceFailure(failure) ? said(failure.code, failure.message, t) : ''
}

function statusOf(failure: Failure | null): number | null {
  return failure !== null && isServiceFailure(failure) ? failure.httpStatus : null
}

/** Gives the words for a service's answer to a close: what it said, as it said it. */
export function useAnswerWords(): (answer: CloseAnswer) => string {
  const { t } = useTranslation('closing')
  return ({ form, httpStatus: status, code, message }) => {
    if (form === 'empty') return t('answer.empty', { status })
    if (form === 'text') return t('answer.text', { message: message ?? '' })
    const words = said(code, message, t)
    return words === '' ? t('answer.bare', { status }) : t('answer.said', { said: words })
  }
}

/** Gives the sentence for what became of closing one session. */
export function useOutcomeWords(): (outcome: CloseOutcome) => string {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const answerWords = useAnswerWords()
  return (outcome) => {
    const { sessionId, answer, failure } = outcome
    if (answer !== null) {
      return t('outcome.sent', { sessionId, time: format.time(answer.at), answer: answerWords(answer) })
    }
    const verdict = verdictOf(outcome)
    if (verdict === 'not-done') return t('outcome.notDone', { sessionId })
    if (verdict === 'declined') {
      const words = saidBy(failure, t)
      return words === '' ? t('outcome.declinedBare', { sessionId }) : t('outcome.declined', { said: words, sessionId })
    }
    const status = statusOf(failure)
    return status === null ? t('outcome.unknown', { sessionId }) : t('outcome.unclear', { status, sessionId })
  }
}

/** Gives a few words for a close: for a row of a list. */
export function useShortWords(): (result: CloseResult) => string {
  const { t } = useTranslation('closing')
  const failureWords = useFailureWords()
  const answerShort = (verdict: Verdict, words: string): string => {
    if (verdict === 'said') return t('short.says', { said: words })
    return words === '' ? t('short.accepted') : t('short.acceptedSaid', { said: words })
  }
  const failureShort = (verdict: Verdict, failure: Failure | null): string => {
    const words = saidBy(failure, t)
    if (verdict === 'declined') return words === '' ? t('short.declined') : t('short.says', { said: words })
    if (verdict === 'unknown' || failure === null)
      return t(statusOf(failure) === null ? 'short.unknown' : 'short.unclear')
    return t('short.notDone', { sentence: failureWords(failure).sentence })
  }
  return (result) => {
    const verdict = verdictOf(result)
    const { answer, failure } = result
    if (answer === null) return failureShort(verdict, failure)
    return answerShort(verdict, said(answer.code, answer.message, t))
  }
}

/** Gives the words for the counts around a close. */
export function useCountWords(): (outcome: CloseOutcome) => string {
  const { t } = useTranslation('closing')
  return ({ countBefore, countAfter, counting }) => {
    if (countBefore === null) return t('count.unknown')
    // A count of the same second is no result: the close may only now reach it.
    if (counting && (countAfter === null || countAfter.total >= countBefore.total)) {
      return t('count.counting', { before: countBefore.total })
    }
    if (countAfter === null) return t('count.beforeOnly', { before: countBefore.total })
    const around = t('count.around', { before: countBefore.total, after: countAfter.total })
    return countAfter.total < countBefore.total ? around : `${around} ${t('count.lags')}`
  }
}
