import { useQuery } from '@tanstack/react-query'
import { Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
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
import styles from './presets.module.css'

const none: readonly Preset[] = []

/** The presets of the open profile by name; none until main has answered. */
function usePresets(): readonly Preset[] {
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
function SavePresetDialog({ fields, former, onClose, onDone }: SavePresetDialogProps) {
  const { t } = useTranslation('batch')
  const [typed, setTyped] = useState(former ?? '')
  const [fate, setFate] = useState<'keep' | 'rename'>('keep')
  const { mutate, isPending, error } = useCommand('preset.save')
  const name = typed.trim()
  const isTaken = usePresets().some((preset) => preset.name === name)
  const asksFate = former !== undefined && name !== '' && !isTaken
  const save = (): void => {
    if (name === '' || isPending) return
    mutate({ name, fields: { ...fields }, formerName: asksFate && fate === 'rename' ? former : null }, () =>
      onDone('saved', name),
    )
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

function DeletePresetDialog({ name, onClose, onDone }: PresetDialogProps & { readonly name: string }) {
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

interface PresetButtonProps {
  readonly what: 'save' | 'delete'
  readonly icon: ReactNode
  readonly onClick: () => void
}

function PresetButton({ what, ...rest }: PresetButtonProps) {
  const { t } = useTranslation('batch')
  const label = t(`preset.${what}`)
  return <Button tone="quiet" size="small" aria-label={label} title={label} {...rest} />
}

interface PresetNoticeProps extends Pick<Choice, 'result'> {
  /** False once something was typed since. */
  readonly canUndo: boolean
  readonly onUndo: () => void
}

function PresetNotice({ result, canUndo, onUndo }: PresetNoticeProps) {
  const { t } = useTranslation('batch')
  const isPast = result === null || (result.what === 'filled' && !canUndo)
  return (
    <Row gap={2} className={styles.news}>
      <StatusLine tone="good">{isPast ? null : t(`preset.${result.what}`, { name: result.name })}</StatusLine>
      {canUndo && (
        <Button tone="quiet" size="small" onClick={onUndo}>
          {t('preset.undo')}
        </Button>
      )}
    </Row>
  )
}

interface PresetControlProps {
  readonly fields: CreationFields
  readonly onChange: (fields: CreationFields) => void
}

/** Chooses, saves and deletes presets. Choosing fills the shared fields in, and what stood there can be put back. */
export function PresetControl({ fields, onChange }: PresetControlProps) {
  const { t } = useTranslation('batch')
  const presets = usePresets()
  const [{ name: chosen, result, before }, setChoice] = useState(nothing)
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const shown = shownOf(presets, chosen, fields)
  const isChanged = shown !== undefined && !isSame(shown.fields, fields)
  const choose = (name: string): void => {
    const preset = presets.find((candidate) => candidate.name === name)
    setChoice(preset === undefined ? { ...nothing, name } : { name, result: { what: 'filled', name }, before: fields })
    if (preset !== undefined) onChange(preset.fields)
  }
  const undo = (): void => {
    if (before !== null) onChange(before)
    setChoice(nothing)
  }
  const open = (what: typeof dialog) => (): void => setDialog(what)
  const finish = (what: 'saved' | 'deleted', name: string): void => {
    setChoice({ name: what === 'saved' ? name : '', result: { what, name }, before: null })
    setDialog(null)
  }
  return (
    <Stack gap={1}>
      <Field
        label={t('preset.label')}
        labelNote={
          <Row as="span" align="stretch" className={styles.buttons}>
            <PresetButton what="save" icon={<Save aria-hidden />} onClick={open('save')} />
            {shown !== undefined && (
              <PresetButton what="delete" icon={<Trash2 aria-hidden />} onClick={open('delete')} />
            )}
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
      <PresetNotice result={result} canUndo={before !== null && !isChanged} onUndo={undo} />
      {dialog === 'save' && (
        <SavePresetDialog fields={fields} former={shown?.name} onClose={open(null)} onDone={finish} />
      )}
      {dialog === 'delete' && shown !== undefined && (
        <DeletePresetDialog name={shown.name} onClose={open(null)} onDone={finish} />
      )}
    </Stack>
  )
}
