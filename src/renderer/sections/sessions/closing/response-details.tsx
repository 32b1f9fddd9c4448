import { useTranslation } from 'react-i18next'
import type { CloseAnswer } from '../../../../shared/schemas/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'

export interface ResponseDetailsProps {
  readonly answer: CloseAnswer
  readonly sessionId?: string
}

/** An answer of the service to a close, field by field. */
export function ResponseDetails({ answer, sessionId }: ResponseDetailsProps) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const none = t('answer.none')
  return (
    <DescriptionList
      items={[
        sessionId !== undefined && { label: t('sessionId'), value: sessionId, mono: true },
        { label: t('answer.httpStatus'), value: answer.httpStatus },
        { label: t('answer.code'), value: answer.code ?? none, mono: answer.code !== null },
        { label: t('answer.message'), value: answer.message ?? none },
        { label: t('answer.at'), value: format.dateTime(answer.at) },
      ]}
    />
  )
}
