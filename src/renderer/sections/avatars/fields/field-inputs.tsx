import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { SnapshotId } from '../../../../shared/ids.ts'
import { creationFieldRows, formFieldNames } from '../../../../shared/model/creation-fields.ts'
import type { CreationFieldName } from '../../../../shared/model/creation-fields.ts'
import { literalTemplate } from '../../../../shared/model/creation-template.ts'
import { isIdUnwrapped, typedId } from '../../../../shared/model/pasted-text.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import type { Voice } from '../../../../shared/schemas/history.ts'
import { shortId } from '../../../../shared/model/short-id.ts'
import { read } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { IdKindNote } from '../../../ids/id-kind-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import type { ComboboxProps } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { TextArea, TextInput } from '../../../ui/text-input.tsx'
import { usePlayback } from '../../../ui/use-playback.ts'
import styles from '../avatars.module.css'
import { languages } from './languages.ts'

interface FieldInputsProps {
  readonly fields: Readonly<Draft['overrides']>
  readonly onChange: (name: CreationFieldName, value: string) => void
  /** Placeholder of an empty field; undefined for the default placeholder. */
  readonly placeholderOf?: (name: CreationFieldName) => string | undefined
  readonly missing?: readonly CreationFieldName[]
  /** False where the templates are expanded already. */
  readonly expands?: boolean
}

type FieldInputKind = Exclude<(typeof creationFieldRows)[CreationFieldName]['input'], 'conversation'>

type InputProps = Pick<ComboboxProps, 'value' | 'onChange' | 'placeholder'>

/** Plays and stops the voice sample of a snapshot, which main fetches; shows a failure when it is not available. */
function VoiceSample({ snapshotId }: { readonly snapshotId: SnapshotId }) {
  const { t } = useTexts('avatars')
  const { isPlaying, isBroken, toggle, seek, attributes } = usePlayback()
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a sample shows how a voice sounds, not what it says */}
      <audio {...attributes} src={`/media/${snapshotId}/voice-sample`} preload="none" />
      <Button
        name={t(isPlaying ? 'fields.sample.stop' : 'fields.sample.play')}
        Icon={isPlaying ? Square : Play}
        onClick={() => {
          toggle()
          if (isPlaying) seek(0)
        }}
      />
      <Text role="status" font="secondary" tone="soft" className={styles.sampleFailed}>
        {isBroken ? t('fields.sample.failed') : ''}
      </Text>
    </>
  )
}

/** The voice, with proposals of used or seen voices, the most successful first. Any other voice can be typed. */
function VoiceInput(props: InputProps) {
  const { t } = useTexts('avatars')
  const voices = useQuery(read('voice.list', {})).data ?? []
  const originOf = ({ uses, ready, conversations }: Voice): string => {
    if (uses > 0) return t('fields.voiceSeen.ready', { count: uses, ready })
    if (conversations > 0) return t('fields.voiceSeen.conversations', { count: conversations })
    return t('fields.voiceSeen.public')
  }
  const sample = voices.find(({ voice }) => voice === props.value)?.sample ?? null
  return (
    <Row gap={2} align="stretch" wrap className={styles.voice}>
      <Combobox {...props} options={voices.map((voice) => ({ value: voice.voice, hint: originOf(voice) }))} />
      {sample !== null && <VoiceSample key={sample.snapshotId} snapshotId={sample.snapshotId} />}
    </Row>
  )
}

/** The proposed conversations to make avatars from, and the name of the conversation with `id`; null without a name. */
export function useConversations(id: string) {
  const proposals = useQuery(read('creator.conversations', {})).data ?? []
  return { proposals, name: proposals.find(({ conversationId }) => conversationId === id)?.name ?? null }
}

/** The public conversation to make avatars from, with known conversations as proposals. Any other id can be typed. */
function ConversationField({ error, ...props }: InputProps & { readonly error: string | null }) {
  const { t } = useTexts(['avatars', 'common'])
  const id = typedId(props.value)
  const { proposals, name: chosen } = useConversations(id)
  return (
    <>
      <Field
        label={t('fields.conversationId')}
        labelNote={chosen ?? t('fields.conversationIdHint')}
        hint={isIdUnwrapped(props.value) ? t('common:idUnwrapped', { id }) : undefined}
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
      <IdKindNote id={id} expectedKind="conversation" onUse={props.onChange} />
    </>
  )
}

const languageOptions = languages.map((language) => ({ value: language }))

function Control({ input, onChange, ...props }: InputProps & { readonly input: FieldInputKind }) {
  const onType = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => onChange(target.value)
  switch (input) {
    case 'voice':
      return <VoiceInput {...props} onChange={onChange} />
    case 'language':
      return <Combobox {...props} onChange={onChange} options={languageOptions} />
    case 'line':
      return <TextInput {...props} onChange={onType} />
    default:
      return <TextArea {...props} onChange={onType} rows={1} />
  }
}

function useFieldError(name: CreationFieldName, { fields, missing = [] }: FieldInputsProps): string | null {
  const { t, format } = useTexts('avatars')
  const { max } = creationFieldRows[name]
  if ((fields[name] ?? '').length > max) return t('fields.tooLong', { limit: format.number(max) })
  return missing.includes(name) ? t('fields.needed') : null
}

function FieldInput(props: FieldInputsProps & { readonly name: CreationFieldName }) {
  const { name, fields, onChange, placeholderOf, expands = true } = props
  const { t } = useTexts('avatars')
  const { input, needed, isFreeText } = creationFieldRows[name]
  const error = useFieldError(name, props)
  const value = fields[name] ?? ''
  const literal = isFreeText ? literalTemplate(value, expands) : undefined
  const control = {
    value,
    placeholder: placeholderOf?.(name) ?? (needed === 'never' ? t('fields.serviceChooses') : ''),
    onChange: (typed: string): void => onChange(name, typed),
  }
  if (input === 'conversation') return <ConversationField {...control} error={error} />
  return (
    <Field
      label={t(`fields.${name}`)}
      labelNote={input === 'line' && expands ? t('fields.expand') : undefined}
      hint={literal && t('fields.literal', { unknown: literal })}
      error={error}
    >
      <Control input={input} {...control} />
    </Field>
  )
}

export function FieldInputs(props: FieldInputsProps) {
  return formFieldNames.map((name) => <FieldInput key={name} name={name} {...props} />)
}

/** The fields in two columns, for a dialog. */
export function FieldGrid(props: FieldInputsProps) {
  return (
    <Stack gap={3} className={styles.fieldGrid}>
      <FieldInputs {...props} />
    </Stack>
  )
}
