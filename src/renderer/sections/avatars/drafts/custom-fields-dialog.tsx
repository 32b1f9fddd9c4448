import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldInputs } from '../fields/field-inputs.tsx'
import styles from './custom-fields-dialog.module.css'

export interface CustomFieldsDialogProps {
  readonly draft: Draft
  /** Values of the fields that the draft does not set. */
  readonly shared: CreationFields
  readonly onClose: () => void
}

const withoutEmpty = (fields: Draft['overrides']): Draft['overrides'] =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** The custom fields of one draft. */
export function CustomFieldsDialog({ draft, shared, onClose }: CustomFieldsDialogProps) {
  const { t } = useTranslation('avatars')
  const [fields, setFields] = useState(draft.overrides)
  const { mutate, isPending, error } = useCommand('draft.setOverrides')
  const placeholderOf = (name: keyof CreationFields): string =>
    t('fields.own.shared', { value: shared[name] === '' ? t('fields.own.nothing') : shared[name] })
  return (
    <Dialog
      title={t('fields.own.title', { file: draft.original === null ? t('drafts.withoutTitle') : draft.fileName })}
      size="wide"
      onClose={onClose}
      action={{
        label: t('fields.own.save'),
        busy: isPending,
        onClick: () => {
          mutate({ draftId: draft.id, overrides: withoutEmpty(fields) }, onClose)
        },
      }}
    >
      <p className={styles.words}>{t('fields.own.words')}</p>
      <div className={styles.fields}>
        <FieldInputs
          fields={fields}
          placeholderOf={placeholderOf}
          onChange={(name, value) => {
            setFields((before) => ({ ...before, [name]: value }))
          }}
        />
      </div>
      {error !== null && <ErrorNotice failure={failureOf(error)} />}
    </Dialog>
  )
}
