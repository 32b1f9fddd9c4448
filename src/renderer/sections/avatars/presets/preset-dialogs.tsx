import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

const none: readonly Preset[] = []

/** The presets of the open profile by name; none until main has answered. */
export function usePresets(): readonly Preset[] {
  return useQuery(read('preset.list', {})).data ?? none
}

interface PresetDialogProps {
  readonly onClose: () => void
  readonly onDone: (what: 'saved' | 'deleted', name: string) => void
}

interface SavePresetDialogProps extends PresetDialogProps {
  readonly fields: CreationFields
  /** Name of the selected preset, as a proposal. */
  readonly former: string | undefined
}

const maxNameLength = 100

/** Takes a name; an existing one turns saving into replacing, in the text and on the button. */
export function SavePresetDialog({ fields, former, onClose, onDone }: SavePresetDialogProps) {
  const { t } = useTranslation('batch')
  const [typed, setTyped] = useState(former ?? '')
  const [fate, setFate] = useState<'keep' | 'rename'>('keep')
  const { mutate, isPending, error } = useCommand('preset.save')
  const name = typed.trim()
  const isTaken = usePresets().some((preset) => preset.name === name)
  const asksFate = former !== undefined && name !== '' && !isTaken
  const save = (): void => {
    if (name === '' || isPending) return
    mutate({ name, fields: { ...fields }, formerName: asksFate && fate === 'rename' ? former : null }, () => {
      onDone('saved', name)
    })
  }
  return (
    <Dialog
      title={t('preset.saveTitle')}
      onClose={onClose}
      action={{
        label: isTaken ? t('preset.replace') : t('preset.save'),
        busy: isPending,
        disabled: name === '',
        onClick: save,
      }}
    >
      <p>{t('preset.saveWords')}</p>
      <Field label={t('preset.name')}>
        <TextInput
          value={typed}
          maxLength={maxNameLength}
          onChange={(event) => {
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            // Enter saves under a new name; replacing wants the button that says so. An input method's own Enter is no answer.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && !isTaken) save()
          }}
        />
      </Field>
      <StatusLine tone="warn">{isTaken ? t('preset.taken', { name }) : null}</StatusLine>
      {asksFate && (
        <RadioGroup
          label={t('preset.former', { name: former })}
          value={fate}
          onChange={setFate}
          options={[
            { value: 'keep', label: t('preset.keepFormer') },
            { value: 'rename', label: t('preset.rename') },
          ]}
        />
      )}
      <ErrorNotice error={error} />
    </Dialog>
  )
}

export function DeletePresetDialog({ name, onClose, onDone }: PresetDialogProps & { readonly name: string }) {
  const { t } = useTranslation('batch')
  const { mutate, isPending, error } = useCommand('preset.delete')
  return (
    <Dialog
      title={t('preset.deleteTitle', { name })}
      onClose={onClose}
      action={{
        label: t('preset.delete'),
        tone: 'danger',
        busy: isPending,
        onClick: () => {
          mutate({ name }, () => {
            onDone('deleted', name)
          })
        },
      }}
    >
      <p>{t('preset.deleteWords')}</p>
      <ErrorNotice error={error} />
    </Dialog>
  )
}
