import { useId } from 'react'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { typeConversationId, useTypedConversationId } from '../../state/conversation-store.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './conversations.module.css'

export interface ConversationIdFormProps {
  readonly profileId: ProfileId
  /** The id that is being read at the moment, or null. */
  readonly reading: string | null
  readonly onOpen: (conversationId: string) => void
}

function useProblem(id: string): string | null {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (id.length > limits.conversationId) return t('tooLong', { number: format.number(id.length) })
  return /\s/.test(id) ? t('noSpaces') : null
}

/** The id and the button that reads it from the service; what is wrong with the id is said at its box, at once. */
export function ConversationIdForm({ profileId, reading, onOpen }: ConversationIdFormProps) {
  const { t } = useTranslation('conversations')
  const boxId = useId()
  const typed = useTypedConversationId(profileId)
  const id = typed.trim()
  const problem = useProblem(id)
  const canOpen = id !== '' && problem === null
  // Not blocked by a service that does not answer: another id can be opened meanwhile.
  const isRead = reading !== null && reading === id
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isRead && canOpen) onOpen(id)
  }
  return (
    <Row as="form" gap={2} className={styles.form} aria-label={t('fetch')} onSubmit={submit}>
      <label htmlFor={boxId} className="visually-hidden">
        {t('conversationId')}
      </label>
      <div className={styles.box}>
        <TextInput
          id={boxId}
          mono
          placeholder={t('conversationId')}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${boxId}-problem`}
          onChange={(event) => {
            typeConversationId(profileId, event.currentTarget.value)
          }}
        />
        {problem !== null && (
          <span id={`${boxId}-problem`} role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
        <div className={styles.reading}>
          <StatusLine tone="busy">{reading === null ? '' : t('reading', { id: reading })}</StatusLine>
        </div>
      </div>
      <Button type="submit" tone="primary" busy={isRead} disabled={!canOpen}>
        {t('open')}
      </Button>
    </Row>
  )
}
