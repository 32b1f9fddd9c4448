import { useQuery } from '@tanstack/react-query'
import { Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blankFields } from '../../../../shared/model/creation-template.ts'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from '../avatars.module.css'

interface PresetDialogProps {
  /** Name of the selected preset; of a new one a proposal. */
  readonly former: string | undefined
  readonly presets: readonly Preset[]
  readonly fields: CreationFields
  readonly onClose: () => void
  readonly onDone: (what: 'saved' | 'deleted', name: string) => void
}

const maxNameLength = 100

/** Takes a name; an existing one turns saving into replacing, in the text and on the button. */
function SavePresetDialog({ fields, former, presets, onClose, onDone }: PresetDialogProps) {
  const { t } = useTranslation('avatars')
  const [typed, setTyped] = useState(former ?? '')
  const [fate, setFate] = useState<'keep' | 'rename'>('keep')
  const { mutate, isPending, error } = useCommand('preset.save')
  const name = typed.trim()
  const isTaken = presets.some((preset) => preset.name === name)
  const asksFate = former !== undefined && name !== '' && !isTaken
  const save = (): void => {
    if (name === '' || isPending) return
    mutate({ name, fields: { ...fields }, formerName: asksFate && fate === 'rename' ? former : null }, () =>
      onDone('saved', name),
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
          onChange={(event) => setTyped(event.target.value)}
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

function DeletePresetDialog({ former: name = '', onClose, onDone }: PresetDialogProps) {
  const { t } = useTranslation('avatars')
  const { mutate, isPending, error } = useCommand('preset.delete')
  return (
    <Dialog
      title={t('preset.deleteTitle', { name })}
      onClose={onClose}
      action={{
        label: t('preset.delete'),
        tone: 'danger',
        busy: isPending,
        onClick: () => mutate({ name }, () => onDone('deleted', name)),
      }}
    >
      <p>{t('preset.deleteWords')}</p>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

interface Choice {
  /** "" is none; null when nothing was chosen in this visit. */
  readonly name: string | null
  /** What was done last with a preset, and with which. */
  readonly result: { readonly what: 'filled' | 'saved' | 'deleted'; readonly name: string } | null
  /** The fields before a preset was filled in. */
  readonly before: CreationFields | null
}

const nothing: Choice = { name: null, result: null, before: null }
const fieldNames = Object.keys(blankFields) as readonly (keyof CreationFields)[]

function isSame(one: CreationFields, other: CreationFields): boolean {
  return fieldNames.every((name) => one[name] === other[name])
}

// Without a choice in this visit, the preset is found by its fields: it is the same after a restart.
function shownOf(presets: readonly Preset[], chosen: string | null, fields: CreationFields): Preset | undefined {
  if (chosen === '') return undefined
  const named = presets.find((preset) => preset.name === chosen)
  return named ?? presets.find((preset) => isSame(preset.fields, fields))
}

const actions = [
  { what: 'save', Icon: Save, PresetDialog: SavePresetDialog },
  { what: 'delete', Icon: Trash2, PresetDialog: DeletePresetDialog },
] as const

interface PresetControlProps {
  readonly fields: CreationFields
  readonly onChange: (fields: CreationFields) => void
}

/** Chooses, saves and deletes presets. Choosing fills the shared fields in, and what stood there can be put back. */
export function PresetControl({ fields, onChange }: PresetControlProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const presets = useQuery(read('preset.list', {})).data ?? []
  const [{ name: chosen, result, before }, setChoice] = useState(nothing)
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const shown = shownOf(presets, chosen, fields)
  const isChanged = shown !== undefined && !isSame(shown.fields, fields)
  // Not once something was typed since.
  const canUndo = before !== null && !isChanged
  const isPast = result === null || (result.what === 'filled' && !canUndo)
  const choose = (name: string): void => {
    const preset = presets.find((candidate) => candidate.name === name)
    setChoice(preset === undefined ? { ...nothing, name } : { name, result: { what: 'filled', name }, before: fields })
    if (preset !== undefined) onChange(preset.fields)
  }
  const possible = actions.filter(({ what }) => what === 'save' || shown !== undefined)
  return (
    <Stack gap={1}>
      <Field
        label={t('preset.label')}
        labelNote={
          <Row as="span" align="stretch" className={styles.presetButtons}>
            {possible.map(({ what, Icon }) => {
              const label = t(`preset.${what}`)
              return (
                <Button
                  key={what}
                  tone="quiet"
                  size="small"
                  name={label}
                  icon={<Icon aria-hidden />}
                  onClick={() => setDialog(what)}
                />
              )
            })}
          </Row>
        }
      >
        <Select
          value={shown?.name ?? ''}
          options={[
            { value: '', label: t('preset.none') },
            ...presets.map(({ name }) => ({
              value: name,
              label: isChanged && name === shown.name ? t('preset.changed', { name }) : name,
            })),
          ]}
          onChange={choose}
        />
      </Field>
      <StatusLine tone="good">
        {isPast ? null : (
          <Row gap={2}>
            {t(`preset.${result.what}`, { name: result.name })}
            {canUndo && (
              <Button
                tone="quiet"
                size="small"
                onClick={() => {
                  onChange(before)
                  setChoice(nothing)
                }}
              >
                {t('common:undo')}
              </Button>
            )}
          </Row>
        )}
      </StatusLine>
      {possible.map(
        ({ what, PresetDialog }) =>
          what === dialog && (
            <PresetDialog
              key={what}
              {...{ presets, fields, former: shown?.name }}
              onClose={() => setDialog(null)}
              onDone={(done, name) => {
                setChoice({ name: done === 'saved' ? name : '', result: { what: done, name }, before: null })
                setDialog(null)
              }}
            />
          ),
      )}
    </Stack>
  )
}
