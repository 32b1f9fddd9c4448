import { useTranslation } from 'react-i18next'
import type { CloseAnswer, CloseOutcome } from '../../../shared/schemas/session.ts'
import { useFormat } from '../../i18n/use-format.ts'

/** Gives the words for a service's answer to a close: what it said, as it said it. */
export function useAnswerWords(): (answer: CloseAnswer) => string {
  const { t } = useTranslation('sessions')
  return ({ form, httpStatus: status, code, message }) => {
    if (form === 'empty') return t('answer.empty', { status })
    if (form === 'text') return t('answer.text', { message: message ?? '' })
    const hasCode = code !== null && code !== ''
    const hasMessage = message !== null && message !== ''
    if (hasCode && hasMessage) return t('answer.both', { code, message })
    if (hasCode) return t('answer.code', { code })
    return hasMessage ? t('answer.message', { message }) : t('answer.bare', { status })
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
    const counts = t('countAround', { before: countBefore.total, after: countAfter.total })
    return countAfter.total < countBefore.total ? `${said} ${counts}` : `${said} ${counts} ${t('countLags')}`
  }
}
