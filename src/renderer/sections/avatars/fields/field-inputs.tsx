import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { SnapshotId } from '../../../../shared/ids.ts'
import { literalTemplate } from '../../../../shared/model/creation-template.ts'
import { creationLimits } from '../../../../shared/model/limits.ts'
import { isIdUnwrapped, typedId } from '../../../../shared/model/pasted-text.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import type { Voice } from '../../../../shared/schemas/history.ts'
import { read } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { IdKindNote } from '../../../ids/id-kind-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import type { ComboboxProps } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { shortId } from '../../../ui/short-id.tsx'
import { TextArea, TextInput } from '../../../ui/text-input.tsx'
import { usePlayback } from '../../../ui/use-playback.ts'
import styles from '../avatars.module.css'
import { languages } from './languages.ts'

type FieldName = keyof CreationFields

interface FieldInputsProps {
  readonly fields: Readonly<Draft['overrides']>
  readonly onChange: (name: FieldName, value: string) => void
  /** Text of an empty field; undefined for what is usually there. */
  readonly placeholderOf?: (name: FieldName) => string | undefined
  readonly missing?: readonly FieldName[]
  /** False where the templates are expanded already. */
  readonly expands?: boolean
}

type InputProps = Pick<ComboboxProps, 'value' | 'onChange' | 'placeholder'>

/**
 * Plays and stops the sound that a snapshot came with, which main fetches; says so when there is none to be had after
 * all.
 */
function VoiceSample({ snapshotId }: { readonly snapshotId: SnapshotId }) {
  const { t } = useTexts('avatars')
  const { isPlaying, isBroken, toggle, seek, attributes } = usePlayback()
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what is heard is how a voice sounds, not what it says */}
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

/** The voice, with those that were used or seen: the most successful first. Any other may be typed. */
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

/** The conversations to make avatars from, as they are proposed, and the name of the one with this id; null without. */
export function useConversations(id: string) {
  const proposals = useQuery(read('creator.conversations', {})).data ?? []
  return { proposals, name: proposals.find(({ conversationId }) => conversationId === id)?.name ?? null }
}

/** The public conversation to make avatars from, with those that are known. Any other id may be typed. */
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
      <IdKindNote id={id} wanted="conversation" onUse={props.onChange} />
    </>
  )
}

const languageOptions = languages.map((language) => ({ value: language }))

export function FieldInputs({ fields, onChange, placeholderOf, missing = [], expands = true }: FieldInputsProps) {
  const { t, format } = useTexts('avatars')
  const bind = (name: FieldName) => {
    const isNeeded = name === 'voice' || name === 'conversationId'
    const byDefault = isNeeded ? '' : t('fields.serviceChooses')
    return {
      value: fields[name] ?? '',
      placeholder: placeholderOf?.(name) ?? byDefault,
      onChange: (value: string) => onChange(name, value),
    }
  }
  const bindText = (name: FieldName) => ({
    ...bind(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(name, target.value),
  })
  const errorOf = (name: FieldName): string | null => {
    const limit = creationLimits[name]
    if ((fields[name] ?? '').length > limit) return t('fields.tooLong', { limit: format.number(limit) })
    return missing.includes(name) ? t('fields.needed') : null
  }
  const hintOf = (name: FieldName): string | undefined => {
    const unknown = literalTemplate(fields[name] ?? '', expands)
    return unknown && t('fields.literal', { unknown })
  }
  return (
    <>
      <Field label={t('fields.voice')} error={errorOf('voice')}>
        <VoiceInput {...bind('voice')} />
      </Field>
      <ConversationField {...bind('conversationId')} error={errorOf('conversationId')} />
      <Field label={t('fields.language')} error={errorOf('language')}>
        <Combobox {...bind('language')} options={languageOptions} />
      </Field>
      <Field
        label={t('fields.name')}
        labelNote={expands ? t('fields.expand') : undefined}
        hint={hintOf('name')}
        error={errorOf('name')}
      >
        <TextInput {...bindText('name')} />
      </Field>
      {(['greeting', 'profileText'] as const).map((name) => (
        <Field key={name} label={t(`fields.${name}`)} hint={hintOf(name)} error={errorOf(name)}>
          <TextArea {...bindText(name)} rows={1} />
        </Field>
      ))}
    </>
  )
}

/** The same in two columns, for a dialog. */
export function FieldGrid(props: FieldInputsProps) {
  return (
    <Stack gap={3} className={styles.fieldGrid}>
      <FieldInputs {...props} />
    </Stack>
  )
}
