import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isServiceFailure } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import type { CloseAnswer, CloseOutcome } from '../../../../shared/schemas/session.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useFormat } from '../../../i18n/use-format.ts'

/** What is certain about a close: never more than the service said. */
export type CloseStatus = 'accepted' | 'said' | 'declined' | 'unknown' | 'not-done'

/** An answer or a failure, as an outcome or the last action of a session has it. */
export type CloseResult = Pick<CloseOutcome, 'answer' | 'failure'>

/** What is certain about a close. A bare text is shown and not classified: the contract gives it no meaning. */
export function closeStatusOf({ answer, failure }: CloseResult): CloseStatus {
  if (answer !== null) return answer.form === 'text' ? 'said' : 'accepted'
  if (failure === null || commandCertainty(failure) === 'unknown') return 'unknown'
  return failure.kind === 'declined' ? 'declined' : 'not-done'
}

export const closeStatusTones = {
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

/** The service’s answer to a close, verbatim. */
export function useResponseText(): (answer: CloseAnswer) => string {
  const { t } = useTranslation('closing')
  return ({ form, httpStatus: status, code, message }) => {
    if (form === 'empty') return t('answer.empty', { status })
    if (form === 'text') return t('answer.text', { message: message ?? '' })
    const text = said(code, message, t)
    return text === '' ? t('answer.bare', { status }) : t('answer.said', { said: text })
  }
}

export function useOutcomeText(): (outcome: CloseOutcome) => string {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const answerText = useResponseText()
  return (outcome) => {
    const { sessionId, answer, failure } = outcome
    if (answer !== null) {
      return t('outcome.sent', { sessionId, time: format.time(answer.at), answer: answerText(answer) })
    }
    const closeStatus = closeStatusOf(outcome)
    if (closeStatus === 'not-done') return t('outcome.notDone', { sessionId })
    if (closeStatus === 'declined') {
      const text = saidBy(failure, t)
      return text === '' ? t('outcome.declinedBare', { sessionId }) : t('outcome.declined', { said: text, sessionId })
    }
    const status = statusOf(failure)
    return status === null ? t('outcome.unknown', { sessionId }) : t('outcome.unclear', { status, sessionId })
  }
}

/** A short text for a row of a list. */
export function useShortOutcomeText(): (result: CloseResult) => string {
  const { t } = useTranslation('closing')
  const failureText = useFailureText()
  const answerShort = (status: CloseStatus, text: string): string => {
    if (status === 'said') return t('short.says', { said: text })
    return text === '' ? t('short.accepted') : t('short.acceptedSaid', { said: text })
  }
  const failureShort = (status: CloseStatus, failure: Failure | null): string => {
    const text = saidBy(failure, t)
    if (status === 'declined') return text === '' ? t('short.declined') : t('short.says', { said: text })
    if (status === 'unknown' || failure === null)
      return t(statusOf(failure) === null ? 'short.unknown' : 'short.unclear')
    return t('short.notDone', { sentence: failureText(failure).sentence })
  }
  return (result) => {
    const status = closeStatusOf(result)
    const { answer, failure } = result
    if (answer === null) return failureShort(status, failure)
    return answerShort(status, said(answer.code, answer.message, t))
  }
}

export function useSessionCountText(): (outcome: CloseOutcome) => string {
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
