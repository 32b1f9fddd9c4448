import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { usePresets } from './use-presets.ts'

export interface SavePresetDialogProps {
  readonly fields: CreationFields
  /** Name of the selected preset, as a proposal. */
  readonly former: string | null
  readonly onClose: () => void
  readonly onSaved: (name: string) => void
}

const maxNameLength = 100

/** Takes a name; an existing one turns saving into replacing, in the text and on the button. */
export function SavePresetDialog({ fields, former, onClose, onSaved }: SavePresetDialogProps) {
  const { t } = useTranslation('batch')
  const [typed, setTyped] = useState(former ?? '')
  const [fate, setFate] = useState<'keep' | 'rename'>('keep')
  const { mutate, isPending, error } = useCommand('preset.save')
  const name = typed.trim()
  const isTaken = usePresets().some((preset) => preset.name === name)
  const asksFate = former !== null && name !== '' && !isTaken
  const save = (): void => {
    if (name === '' || isPending) return
    const formerName = asksFate && fate === 'rename' ? former : null
    mutate({ name, fields: { ...fields }, formerName }, () => {
      onSaved(name)
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
