import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { call, failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { editProfile, useProfileDraft } from '../../state/profile-form.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** Props of `DeleteProfile`. */
export interface DeleteProfileProps {
  readonly view: ProfileView
  readonly onClose: () => void
}

/** The confirmation of deleting a profile from this computer. */
export function DeleteProfile({ view: { profile }, onClose }: DeleteProfileProps) {
  const { t } = useTranslation('settings')
  const draft = useProfileDraft()
  const deleting = useMutation({
    mutationFn: () => call('profile.delete', { profileId: profile.id }),
    onSuccess: () => {
      if (draft?.id === profile.id) editProfile(null)
      onClose()
    },
  })
  return (
    <Dialog
      title={t('deleteTitle', { name: profile.name })}
      accent={profile.colour}
      onClose={onClose}
      action={{
        label: t('deleteProfile'),
        tone: 'danger-fill',
        busy: deleting.isPending,
        onClick: () => {
          deleting.mutate()
        },
      }}
    >
      <p>{t('deleteWords')}</p>
      {deleting.isError && <ErrorNotice failure={failureOf(deleting.error)} />}
    </Dialog>
  )
}
