import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { typeConversationId, useTypedConversationId } from '../../state/conversation.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './conversations.module.css'

/** Props of `LookUpForm`. */
export interface LookUpFormProps {
  readonly isBusy: boolean
  readonly isDisabled: boolean
  readonly onOpen: (conversationId: string) => void
}

/** The id and the button that reads it from the service. */
export function LookUpForm({ isBusy, isDisabled, onOpen }: LookUpFormProps) {
  const { t } = useTranslation('conversations')
  const typed = useTypedConversationId()
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isBusy && typed.trim() !== '') onOpen(typed)
  }
  return (
    <form className={styles.lookUp} onSubmit={submit}>
      <Field label={t('conversationId')}>
        <TextInput
          mono
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            typeConversationId(event.currentTarget.value)
          }}
        />
      </Field>
      <Button type="submit" tone="primary" busy={isBusy} disabled={isDisabled || typed.trim() === ''}>
        {t('open')}
      </Button>
    </form>
  )
}
