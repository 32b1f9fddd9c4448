import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { call } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldGrid } from '../fields/field-inputs.tsx'
import { Text } from '../../../ui/layout.tsx'

export interface CustomFieldsDialogProps {
  /** At least one; of several, what is typed is set and the rest stays. */
  readonly drafts: readonly Draft[]
  /** Values of the fields that the draft does not set. */
  readonly shared: CreationFields
  readonly onClose: () => void
}

const withoutEmpty = (fields: Draft['overrides']): Draft['overrides'] =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** The custom fields of one draft or several. */
export function CustomFieldsDialog({ drafts, shared, onClose }: CustomFieldsDialogProps) {
  const { t } = useTranslation('avatars')
  const only = drafts.length === 1 ? drafts[0] : undefined
  const [fields, setFields] = useState(only?.overrides ?? {})
  const client = useQueryClient()
  const { mutate, isPending, error } = useProfileTask({
    run: async (overrides: Draft['overrides'], { profileId }) => {
      for (const { id, overrides: before } of drafts) {
        await call(
          'draft.setOverrides',
          { draftId: id, overrides: only ? overrides : { ...before, ...overrides } },
          profileId,
        )
      }
    },
    onEnd: () => rereadCreator(client),
  })
  const file = only?.original ? only.fileName : t('drafts.withoutTitle')
  const placeholderOf = (name: keyof CreationFields): string =>
    t('fields.own.shared', { value: shared[name] === '' ? t('fields.own.nothing') : shared[name] })
  return (
    <Dialog
      title={only === undefined ? t('fields.own.titleMany', { count: drafts.length }) : t('fields.own.title', { file })}
      size="wide"
      onClose={onClose}
      action={{
        label: t('fields.own.save'),
        busy: isPending,
        onClick: () => mutate(withoutEmpty(fields), onClose),
      }}
    >
      <Text as="p" tone="soft">
        {t('fields.own.words')}
      </Text>
      <FieldGrid
        fields={fields}
        placeholderOf={placeholderOf}
        onChange={(name, value) => setFields((before) => ({ ...before, [name]: value }))}
      />
      <ErrorNotice error={error} />
    </Dialog>
  )
}
