import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { shortId } from '../../../ui/short-id.tsx'
import { nameOf, useConversations } from './use-conversations.ts'

export interface ConversationIdFieldProps {
  readonly value: string
  readonly placeholder: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

/** The public conversation to make avatars from, with those that are known. Any other id may be typed. */
export function ConversationIdField({ error, ...props }: ConversationIdFieldProps) {
  const { t } = useTranslation('avatars')
  const proposals = useConversations()
  return (
    <Field
      label={t('fields.conversationId')}
      labelNote={nameOf(proposals, props.value) ?? t('fields.conversationIdHint')}
      error={error}
    >
      <Combobox
        {...props}
        mono
        options={proposals.map(({ conversationId, name, source }) => ({
          value: conversationId,
          ...(name !== null && { label: name, hint: shortId(conversationId) }),
          group: t(`fields.conversationFrom.${source}`),
        }))}
      />
    </Field>
  )
}
