import { useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { editProfile, useProfileDraft } from '../../state/profile-form-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErasedContents } from './erased-contents.tsx'

export interface DeleteProfileProps {
  readonly view: ProfileView
  readonly onClose: () => void
}

/** The confirmation of deleting a profile from this computer. */
export function DeleteProfile({ view: { profile }, onClose }: DeleteProfileProps) {
  const { t } = useTranslation('settings')
  const draft = useProfileDraft()
  const deleting = useCommand('profile.delete', {
    onDone: () => {
      if (draft?.id === profile.id) editProfile(null)
      onClose()
    },
  })
  return (
    <Dialog
      title={t('deleteTitle', { name: profile.name })}
      colour={profile.colour}
      onClose={onClose}
      action={{
        label: t('deleteProfile'),
        tone: 'danger-fill',
        busy: deleting.isPending,
        onClick: () => deleting.mutate({ profileId: profile.id }),
      }}
    >
      <p>{t('deleteWords')}</p>
      <ErasedContents profileId={profile.id} />
      <ErrorNotice error={deleting.error} />
    </Dialog>
  )
}
