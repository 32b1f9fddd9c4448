import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isServiceFailure } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { ProfileId } from '../../../../shared/ids.ts'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import type { CloseAnswer, CloseOutcome } from '../../../../shared/schemas/session.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { dismissResult } from '../../../state/sessions-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import styles from './closing.module.css'

/** What is certain about a close: never more than the service said. */
type CloseStatus = 'accepted' | 'said' | 'declined' | 'unknown' | 'not-done'

/** As an outcome or the last action of a session has them. */
type CloseResult = Pick<CloseOutcome, 'answer' | 'failure'>

/** What is certain about a close. A bare text is shown and not classified: the contract gives it no meaning. */
export function closeStatusOf({ answer, failure }: CloseResult): CloseStatus {
  if (answer !== null) return answer.form === 'text' ? 'said' : 'accepted'
  if (failure === null || commandCertainty(failure) === 'unknown') return 'unknown'
  return failure.kind === 'declined' ? 'declined' : 'not-done'
}

export const closeStatusTones = {
  accepted: 'good',
  said: undefined,
  declined: 'bad',
  unknown: 'warn',
  'not-done': 'bad',
} as const

// "200, “success”", "“done”", "200" or nothing.
function said(answer: Pick<CloseAnswer, 'code' | 'message'> | null, t: TFunction<'closing'>): string {
  const { code = null, message = null } = answer ?? {}
  const hasCode = code !== null && code !== ''
  if (message === null || message === '') return hasCode ? code : ''
  return hasCode ? t('said.both', { code, message }) : t('said.message', { message })
}

/** What the service answered, verbatim; "" for no words. */
export function useSaidText(): (answer: CloseOutcome['answer']) => string {
  const { t } = useTranslation('closing')
  return (answer) => said(answer, t)
}

/** A short text for a row of a list. */
export function useShortOutcomeText(): (result: CloseResult) => string {
  const { t } = useTranslation('closing')
  const failureText = useFailureText()
  const failedText = (failure: Failure): string => {
    const status = closeStatusOf({ answer: null, failure })
    const answered = isServiceFailure(failure) ? failure : null
    const text = said(answered, t)
    if (status === 'declined') return text === '' ? t('short.declined') : t('short.says', { said: text })
    if (status === 'unknown') return t((answered?.httpStatus ?? null) === null ? 'short.unknown' : 'short.unclear')
    return t('short.notDone', { sentence: failureText(failure).sentence })
  }
  return ({ answer, failure }) => {
    if (answer === null) return failure === null ? t('short.unknown') : failedText(failure)
    const text = said(answer, t)
    if (answer.form === 'text') return t('short.says', { said: text })
    return text === '' ? t('short.accepted') : t('short.acceptedSaid', { said: text })
  }
}

/** `going`: more is to come; `plain`: an answer that says nothing certain. */
const glyphs = { going: 'submitting', good: 'ready', plain: 'ok', ask: 'alert', bad: 'failed' } as const

interface ResultBarProps {
  readonly profileId: ProfileId
  readonly id: string
  readonly tone: keyof typeof glyphs
  readonly title: string
  readonly text?: string
  /** Between the text and the buttons that every bar has. */
  readonly action?: ReactNode
  /** Shown without a click: what the operator needs to decide. */
  readonly notice?: ReactNode
  /** One click away. */
  readonly details?: ReactNode
}

/** What became of a close in one line, corrected until it has settled. */
export function ResultBar({ profileId, id, tone, title, text, action, notice, details }: ResultBarProps) {
  const { t } = useTranslation(['closing', 'common'])
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.bar} data-tone={tone}>
      <Row gap={1} className={styles.line}>
        <Row role="status" as="p" gap={2} className={styles.text}>
          <StateGlyph kind={glyphs[tone]} />
          <Text truncate>
            <b>{title}</b>
            {t('between')}
            <span>{text}</span>
          </Text>
        </Row>
        {action}
        {details !== undefined && details !== false && (
          <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('common:details')}
          </Button>
        )}
        {tone !== 'going' && (
          <Button
            tone="quiet"
            icon={<X aria-hidden />}
            aria-label={t('common:dismiss')}
            title={t('common:dismiss')}
            onClick={() => dismissResult(profileId, id)}
          />
        )}
      </Row>
      {notice !== undefined && notice !== false && (
        <Stack gap={2} className={styles.more}>
          {notice}
        </Stack>
      )}
      {isOpen && (
        <Stack gap={2} className={styles.more}>
          {details}
        </Stack>
      )}
    </div>
  )
}

/** An answer of the service to a close, field by field. */
export function ResponseDetails({ answer, sessionId }: { readonly answer: CloseAnswer; readonly sessionId?: string }) {
  const { t } = useTranslation(['failures', 'sessions'])
  const format = useFormat()
  const none = t('fact.none')
  return (
    <DescriptionList
      items={[
        sessionId !== undefined && { label: t('sessions:sessionId'), value: sessionId, mono: true },
        { label: t('fact.httpStatus'), value: answer.httpStatus },
        { label: t('fact.code'), value: answer.code ?? none, mono: answer.code !== null },
        { label: t('fact.message'), value: answer.message ?? none },
        { label: t('fact.at'), value: format.dateTime(answer.at) },
      ]}
    />
  )
}
