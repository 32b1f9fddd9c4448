import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ConversationIdField } from './conversation-id-field.tsx'
import { languages } from './languages.ts'
import { VoiceInput } from './voice-input.tsx'

export interface FieldInputsProps {
  readonly fields: Readonly<Draft['overrides']>
  readonly onChange: (name: keyof CreationFields, value: string) => void
  /** Text of an empty field. */
  readonly placeholderOf: (name: keyof CreationFields) => string
  /** Fields that are needed and empty. */
  readonly missing?: readonly (keyof CreationFields)[]
}

const languageOptions = languages.map((language) => ({ value: language }))

/** The six fields of a creation, each under its own name. */
export function FieldInputs({ fields, onChange, placeholderOf, missing = [] }: FieldInputsProps) {
  const { t } = useTranslation('avatars')
  const bind = (name: keyof CreationFields) => ({ value: fields[name] ?? '', placeholder: placeholderOf(name) })
  const error = (name: keyof CreationFields): string | null => (missing.includes(name) ? t('fields.needed') : null)
  return (
    <>
      <Field label={t('fields.voice')} error={error('voice')}>
        <VoiceInput
          {...bind('voice')}
          onChange={(value) => {
            onChange('voice', value)
          }}
        />
      </Field>
      <ConversationIdField
        {...bind('conversationId')}
        error={error('conversationId')}
        onChange={(value) => {
          onChange('conversationId', value)
        }}
      />
      <Field label={t('fields.language')}>
        <Combobox
          {...bind('language')}
          options={languageOptions}
          onChange={(value) => {
            onChange('language', value)
          }}
        />
      </Field>
      <Field label={t('fields.name')} labelNote={t('fields.expand')}>
        <TextInput
          {...bind('name')}
          onChange={(event) => {
            onChange('name', event.target.value)
          }}
        />
      </Field>
      <Field label={t('fields.greeting')}>
        <TextArea
          {...bind('greeting')}
          rows={1}
          onChange={(event) => {
            onChange('greeting', event.target.value)
          }}
        />
      </Field>
      <Field label={t('fields.profileText')}>
        <TextArea
          {...bind('profileText')}
          rows={1}
          onChange={(event) => {
            onChange('profileText', event.target.value)
          }}
        />
      </Field>
    </>
  )
}
