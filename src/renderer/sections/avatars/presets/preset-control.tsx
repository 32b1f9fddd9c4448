import { Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import type { SharedFields } from '../fields/use-shared-fields.ts'
import { DeletePresetDialog } from './delete-preset-dialog.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import styles from './preset-control.module.css'
import { SavePresetDialog } from './save-preset-dialog.tsx'
import { usePresetChoice } from './use-preset-choice.ts'
import type { PresetChoice } from './use-preset-choice.ts'

export interface PresetControlProps {
  readonly shared: Pick<SharedFields, 'fields' | 'change'>
}

interface ChoiceProps {
  readonly choice: PresetChoice
}

interface PresetSelectProps extends ChoiceProps {
  /** Beside the label. */
  readonly buttons: ReactNode
}

function PresetSelect({ choice: { presets, shown, isChanged, choose }, buttons }: PresetSelectProps) {
  const { t } = useTranslation('batch')
  const named = presets.map(({ name }) => ({
    value: name,
    label: isChanged && name === shown?.name ? t('preset.changed', { name }) : name,
  }))
  return (
    <Field label={t('preset.label')} labelNote={buttons}>
      <Select
        value={shown?.name ?? ''}
        options={[{ value: '', label: t('preset.none') }, ...named]}
        onChange={choose}
      />
    </Field>
  )
}

function PresetNotice({ choice: { result, undo } }: ChoiceProps) {
  const { t } = useTranslation('batch')
  return (
    <Row gap={2} className={styles.news}>
      <StatusLine tone="good">{result === null ? null : t(`preset.${result.what}`, { name: result.name })}</StatusLine>
      {undo !== null && (
        <Button tone="quiet" size="small" onClick={undo}>
          {t('preset.undo')}
        </Button>
      )}
    </Row>
  )
}

/** Chooses, saves and deletes presets. Choosing fills the shared fields in, and what stood there can be put back. */
export function PresetControl({ shared }: PresetControlProps) {
  const { t } = useTranslation('batch')
  const choice = usePresetChoice(shared)
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const { shown } = choice
  const close = (): void => {
    setDialog(null)
  }
  return (
    <Stack gap={1}>
      <PresetSelect
        choice={choice}
        buttons={
          <span className={styles.buttons}>
            <Button
              tone="quiet"
              size="small"
              icon={<Save aria-hidden />}
              aria-label={t('preset.save')}
              title={t('preset.save')}
              onClick={() => {
                setDialog('save')
              }}
            />
            {shown !== null && (
              <Button
                tone="quiet"
                size="small"
                icon={<Trash2 aria-hidden />}
                aria-label={t('preset.delete')}
                title={t('preset.delete')}
                onClick={() => {
                  setDialog('delete')
                }}
              />
            )}
          </span>
        }
      />
      <PresetNotice choice={choice} />
      {dialog === 'save' && (
        <SavePresetDialog
          fields={shared.fields}
          former={shown?.name ?? null}
          onClose={close}
          onSaved={(name) => {
            choice.onSaved(name)
            close()
          }}
        />
      )}
      {dialog === 'delete' && shown !== null && (
        <DeletePresetDialog
          name={shown.name}
          onClose={close}
          onDeleted={() => {
            choice.onDeleted(shown.name)
            close()
          }}
        />
      )}
    </Stack>
  )
}
