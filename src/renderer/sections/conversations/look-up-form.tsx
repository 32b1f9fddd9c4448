import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { typeConversationId, useTypedConversationId } from '../../state/conversation.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './conversations.module.css'

/** Props of `LookUpForm`. */
export interface LookUpFormProps {
  readonly profileId: ProfileId
  readonly isBusy: boolean
  readonly onOpen: (conversationId: string) => void
}

/** The id and the button that reads it from the service. */
export function LookUpForm({ profileId, isBusy, onOpen }: LookUpFormProps) {
  const { t } = useTranslation('conversations')
  const typed = useTypedConversationId(profileId)
  const hasSpaces = /\s/.test(typed.trim())
  const canOpen = typed.trim() !== '' && !hasSpaces
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isBusy && canOpen) onOpen(typed.trim())
  }
  return (
    <form className={styles.lookUp} onSubmit={submit}>
      <Field label={t('conversationId')} error={hasSpaces ? t('noSpaces') : null}>
        <TextInput
          mono
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            typeConversationId(profileId, event.currentTarget.value)
          }}
        />
      </Field>
      <Button type="submit" tone="primary" busy={isBusy} disabled={!canOpen}>
        {t('open')}
      </Button>
    </form>
  )
}
