import { useTranslation } from 'react-i18next'
import type { CloseAnswer, CloseOutcome } from '../../../shared/schemas/session.ts'
import { useFormat } from '../../i18n/use-format.ts'

/** Gives the words for a service's answer to a close: what it said, as it said it. */
export function useAnswerWords(): (answer: CloseAnswer) => string {
  const { t } = useTranslation('sessions')
  return ({ form, httpStatus, code, message }) => {
    if (form === 'empty') return t('answer.empty', { status: httpStatus })
    if (form === 'text') return t('answer.text', { message: message ?? '' })
    return t('answer.envelope', { code: code ?? '–', message: message ?? '–' })
  }
}

/** Gives the words for what became of closing one session. */
export function useCloseWords(): (outcome: CloseOutcome) => string {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const answerWords = useAnswerWords()
  return ({ sessionId, answer, countBefore, countAfter }) => {
    const said = t('closed', { sessionId, time: format.time(answer.at), answer: answerWords(answer) })
    if (countBefore === null || countAfter === null) return `${said} ${t('countUnknown')}`
    return `${said} ${t('countAround', { before: countBefore.total, after: countAfter.total })}`
  }
}
