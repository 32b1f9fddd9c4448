import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { usePresetCommand } from './use-presets.ts'

/** Props of `DeletePresetDialog`. */
export interface DeletePresetDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** The question before a preset goes. */
export function DeletePresetDialog({ name, onClose, onDeleted }: DeletePresetDialogProps) {
  const { t } = useTranslation('batch')
  const { mutate, isPending, error } = usePresetCommand('preset.delete')
  return (
    <Dialog
      title={t('preset.deleteTitle', { name })}
      onClose={onClose}
      action={{
        label: t('preset.delete'),
        tone: 'danger',
        busy: isPending,
        onClick: () => {
          mutate({ name }, { onSuccess: onDeleted })
        },
      }}
    >
      <p>{t('preset.deleteWords')}</p>
      {error !== null && <ErrorNotice failure={failureOf(error)} />}
    </Dialog>
  )
}
