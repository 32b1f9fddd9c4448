import { useTranslation } from 'react-i18next'
import type { CloseAnswer, CloseOutcome } from '../../../../shared/schemas/session.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import { useSessionCountText, useOutcomeText, closeStatusOf, closeStatusTones } from './close-text.ts'
import styles from './closing.module.css'

export interface OutcomeViewProps {
  /** null: nothing yet. */
  readonly outcome: CloseOutcome | null
}

/** An answer of the service to a close, field by field. */
export function ResponseDetails({ answer }: { readonly answer: CloseAnswer }) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const none = t('outcome.none')
  return (
    <DescriptionList
      items={[
        { label: t('outcome.httpStatus'), value: answer.httpStatus },
        { label: t('outcome.code'), value: answer.code ?? none, mono: answer.code !== null },
        { label: t('outcome.message'), value: answer.message ?? none },
        { label: t('outcome.at'), value: format.dateTime(answer.at) },
      ]}
    />
  )
}

function OutcomeText({ outcome }: { readonly outcome: CloseOutcome }) {
  const { t } = useTranslation('closing')
  const text = useOutcomeText()
  const countText = useSessionCountText()
  const result = (
    <>
      <p>{text(outcome)}</p>
      <p className={styles.quiet}>{countText(outcome)}</p>
    </>
  )
  // One box: what is certain, and why no more is.
  return outcome.failure === null ? (
    <StatusText tone={closeStatusTones[closeStatusOf(outcome)]}>{result}</StatusText>
  ) : (
    <ErrorNotice failure={outcome.failure} about={t('one.failed')} lead={result} live="none" />
  )
}

function Answered({ answer }: { readonly answer: CloseAnswer }) {
  const { t } = useTranslation('closing')
  return (
    <Disclosure label={t('outcome.details')}>
      <ResponseDetails answer={answer} />
    </Disclosure>
  )
}

/**
 * The result of closing one session: what is certain, the counts around it, and the service’s answer one click away.
 */
export function OutcomeView({ outcome }: OutcomeViewProps) {
  const answer = outcome?.answer ?? null
  return (
    <>
      <div role="status" className={styles.outcome}>
        {outcome !== null && <OutcomeText outcome={outcome} />}
      </div>
      {answer !== null && <Answered answer={answer} />}
    </>
  )
}
