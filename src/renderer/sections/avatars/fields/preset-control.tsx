import { useQuery } from '@tanstack/react-query'
import { Save, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { creationFieldNames, mapCreationFields } from '../../../../shared/model/creation-fields.ts'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { showToast } from '../../../state/toast-store.ts'
import { useUndoable } from '../../../state/use-undoable.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from '../avatars.module.css'

interface SavePresetDialogProps {
  /** Name of the selected preset, which is the proposed name; undefined without a selected preset. */
  readonly former: string | undefined
  readonly presets: readonly Preset[]
  readonly fields: CreationFields
  readonly onClose: () => void
  /** Selects the saved preset. */
  readonly onDone: (selected: string) => void
}

const maxNameLength = 100

/** Asks for a name; for an existing name, the text and the button change from saving to replacing. */
function SavePresetDialog({ fields, former, presets, onClose, onDone }: SavePresetDialogProps) {
  const { t } = useTexts('avatars')
  const [typed, setTyped] = useState(former ?? '')
  const [fate, setFate] = useState<'keep' | 'rename'>('keep')
  const [replaces, setReplaces] = useState(false)
  const { mutate, isPending, error } = useCommand('preset.save', {
    onDone: (_presets, saved) => showToast({ text: t('preset.saved', { name: saved.name }) }),
  })
  const name = typed.trim()
  // The saved preset is in the list shortly before the dialog closes.
  const isTaken = isPending ? replaces : presets.some((preset) => preset.name === name)
  const asksFate = former !== undefined && name !== '' && !isTaken
  const save = (): void => {
    if (name === '' || isPending) return
    setReplaces(isTaken)
    mutate({ name, fields: { ...fields }, formerName: asksFate && fate === 'rename' ? former : null }, () =>
      onDone(name),
    )
  }
  return (
    <Dialog
      title={t('preset.save')}
      onClose={onClose}
      action={{
        label: isTaken ? t('preset.replace') : t('preset.save'),
        busy: isPending,
        disabled: name === '',
        onClick: save,
      }}
    >
      <Field label={t('preset.name')}>
        <TextInput
          value={typed}
          maxLength={maxNameLength}
          onType={setTyped}
          onKeyDown={(event) => {
            // Enter saves under a new name; replacing needs the button that says so. Enter within an input method does
            // not save.
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

function isSame(preset: Preset | undefined, fields: CreationFields): boolean {
  return preset !== undefined && creationFieldNames.every((name) => preset.fields[name] === fields[name])
}

// Without a choice in this visit, the preset is found by its fields, so that it is the same after a restart.
function shownPreset(presets: readonly Preset[], chosen: string | null, fields: CreationFields): Preset | undefined {
  if (chosen === '') return undefined
  const named = presets.find((preset) => preset.name === chosen)
  return named ?? presets.find((preset) => isSame(preset, fields))
}

interface PresetControlProps {
  readonly fields: CreationFields
  /** The fields at the moment of the call, for an Undo that is pressed later. */
  readonly fieldsNow: () => CreationFields
  readonly onChange: (fields: CreationFields) => void
}

/**
 * Chooses, saves and deletes presets. Choosing fills in the shared fields; Undo restores the previous values, except in
 * fields that were edited since.
 */
export function PresetControl({ fields, fieldsNow, onChange }: PresetControlProps) {
  const { t } = useTexts(['avatars', 'common'])
  const presets = useQuery(read('preset.list', {})).data ?? []
  // "" means no preset; null means no choice in this visit.
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const shown = shownPreset(presets, chosen, fields)
  const { name: shownName = '' } = shown ?? {}
  const isAsSaved = isSame(shown, fields)
  const choose = (name: string): void => {
    const preset = presets.find((candidate) => candidate.name === name)
    setChosen(name)
    if (preset === undefined || isSame(preset, fields)) return
    const [before, { fields: filled }] = [fields, preset]
    onChange(filled)
    const putBack = (): void => {
      const now = fieldsNow()
      onChange(mapCreationFields((field) => (now[field] === filled[field] ? before[field] : now[field])))
      setChosen(null)
    }
    showToast({ text: t('preset.filled', { name }), action: { label: t('common:undo'), onClick: putBack } })
  }
  const choice = useRef<HTMLSelectElement>(null)
  const removePreset = useUndoable('preset.remove', 'preset.restore')
  const remove = ({ name }: Preset): void => {
    removePreset({ input: { name }, undo: { name }, text: t('preset.deleted', { name }), name })
    // A restored preset is found by its fields again.
    setChosen(null)
    // The delete button disappears with the preset.
    choice.current?.focus()
  }
  return (
    <Stack gap={1}>
      <Field
        label={t('preset.label')}
        labelNote={
          <Row as="span" align="stretch" className={styles.presetButtons}>
            <QuietButton name={t('preset.save')} Icon={Save} onClick={() => setSaving(true)} />
            {shown !== undefined && (
              <QuietButton name={t('preset.delete')} Icon={Trash2} onClick={() => remove(shown)} />
            )}
          </Row>
        }
      >
        <Select
          ref={choice}
          value={shownName}
          options={[
            { value: '', label: t('preset.none') },
            ...presets.map(({ name }) => ({
              value: name,
              label: name === shownName && !isAsSaved ? t('preset.changed', { name }) : name,
            })),
          ]}
          onChange={choose}
        />
      </Field>
      {isSaving && (
        <SavePresetDialog
          presets={presets}
          fields={fields}
          former={shown?.name}
          onClose={() => setSaving(false)}
          onDone={(name) => {
            setChosen(name)
            setSaving(false)
          }}
        />
      )}
    </Stack>
  )
}
