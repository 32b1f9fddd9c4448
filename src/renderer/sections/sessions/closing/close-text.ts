import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isServiceFailure } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import type { CloseOutcome } from '../../../../shared/schemas/session.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'

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

/** What the service answered, verbatim; "" for no words. */
export function useSaidText(): (answer: CloseOutcome['answer']) => string {
  const { t } = useTranslation('closing')
  return (answer) => said(answer?.code ?? null, answer?.message ?? null, t)
}

const secondMs = 1_000

/** How long after a close something was seen: at least a second, as a count says no more. */
export function useSecondsText(): (ms: number) => string {
  const { t } = useTranslation('closing')
  return (ms) => t('seconds', { count: Math.max(1, Math.round(ms / secondMs)) })
}
