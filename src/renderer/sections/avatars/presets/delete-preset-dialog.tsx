import { useTranslation } from 'react-i18next'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

export interface DeletePresetDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** The question before a preset goes. */
export function DeletePresetDialog({ name, onClose, onDeleted }: DeletePresetDialogProps) {
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
          mutate({ name }, onDeleted)
        },
      }}
    >
      <p>{t('preset.deleteWords')}</p>
      <ErrorNotice error={error} />
    </Dialog>
  )
}
